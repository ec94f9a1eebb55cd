#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the calls of each caller took: the truth, divided by calls, measured.

usage: callers.py RUN...

The RUNs are of one program with different inputs (record.sh callers-c-o2).
Truth are the samples that had caller and callee next to each other on the
stack.  Prints a table in Markdown, in samples, of callees with several callers
and of the callers that had 0.5 % and more; and how many of the measured figures
are within three errors of the truth.
$GPTUI is the program.
"""
import collections
import sys

sys.dont_write_bytecode = True
import report  # noqa: E402

AT_LEAST = 0.005


def true_arcs(runs):
    """Samples by (caller, callee); a pair counts once a sample."""
    arcs = collections.Counter()
    for run in runs:
        for s in run.samples:
            stack = [run.key(s.pc)] + [
                run.key(a - 1) if run.truth.is_profiled(a - 1) else None
                for a in s.callers]
            arcs.update({(caller, callee)
                         for callee, caller in zip(stack, stack[1:])
                         if caller and callee and caller != callee})
    return arcs


def told_arcs(runs, callee):
    """{(caller, callee): [by calls, measured, its error]} in samples; None
    where nothing is told."""
    run = runs[0]
    return {(run.key_of(row['function']), callee): told(run, row)
            for row in run.report('graph', '--filter', report.only(callee),
                                  others=runs[1:])
            if row['part'] == 'caller'}


def told(run, row):
    seconds = [float(row['self'] or 0) + float(row['children'] or 0)]
    seconds += [float(row[c]) if row.get(c) else None
                for c in ('measured', 'measured-error')]
    return [None if s is None else s * run.profile.rate for s in seconds]


def rows_of(runs):
    true, told_of = true_arcs(runs), {}
    least = AT_LEAST * sum(len(r.samples) for r in runs)
    shown = [(arc, n) for arc, n in true.most_common() if n >= least]
    for callee in {callee for (_, callee), _ in shown}:
        told_of.update(told_arcs(runs, callee))
    callers = collections.Counter(callee for _, callee in told_of)
    for arc, n in shown:
        if arc in told_of and callers[arc[1]] > 1:
            yield (*arc, n, *told_of[arc])


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    rows = list(rows_of([report.Run(folder) for folder in sys.argv[1:]]))
    report.table('Cost per caller, in samples of %d files.'
                 % (len(sys.argv) - 1),
                 ['callee', 'caller', 'truth', 'by calls', 'measured', 'error'],
                 [(callee, caller, n, *[report.percent(x, 1) for x in figures])
                  for caller, callee, n, *figures in rows])
    found = [(n, m, e) for _, _, n, _, m, e in rows if m is not None]
    if found:
        print('\n%d of %d measured; within three errors: %d' % (
            len(found), len(rows), sum(abs(m - n) <= 3 * e
                                       for n, m, e in found)))


if __name__ == '__main__':
    main()
