#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How true the figures of gptui and gprof are, from runs whose truth is known.

usage: report.py [--worst N] [--repeated] RUN...

Each RUN is a folder of record.sh: exe, gmon.out and a recording.  Prints tables
in Markdown.  --worst lists the N worst functions of each run, --repeated measures
noise between runs of the same program with the same input.
$GPTUI is the program, that of the source tree by default.
"""
import argparse
import collections
import csv
import io
import math
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import truth  # noqa: E402

GPTUI = os.environ.get('GPTUI') or os.path.join(
    os.path.dirname(os.path.abspath(__file__)), '..', '..', 'gptui')
PATIENCE = 120
HOTTEST = 12


class Run:
    """One run: its truth (unless None), what gptui and gprof say of it."""

    def __init__(self, folder, is_recorded=True):
        self.name = os.path.basename(folder.rstrip('/'))
        self.exe = os.path.join(folder, 'exe')
        self.gmon = os.path.join(folder, 'gmon.out')
        if not (os.path.exists(self.exe) and os.path.exists(self.gmon)):
            sys.exit('report.py: %s: no recorded run' % folder)
        self.truth = truth.Truth(folder) if is_recorded else None
        self.profile = truth.Profile(self.gmon)
        self.program = truth.Program(self.exe)
        self.samples = self.truth.profiled if is_recorded else []
        self.keys = {}
        self.known = {}
        for f in self.program.functions:
            for name in f.names:
                self.known.setdefault(name, min(f.names))

    def key(self, pc):
        """The name of the function at an address, one for all its aliases."""
        if pc not in self.keys:
            self.keys[pc] = self.key_of(min(self.program.at(pc).names))
        return self.keys[pc]

    def key_of(self, name):
        """Code of no function is one item a section: "[.text 0x1180]".  Marks
        such as " <profiler>" follow a space, which raw names do not have."""
        name = re.sub(r' <[^<>]*>$', '', name)
        name = re.sub(r'^\[(\S+) 0x[0-9a-f]+\]$', r'[\1]', name)
        return self.known.get(name, name)

    def on_stack(self):
        """Samples by function that was running or waiting for callees."""
        total = collections.Counter()
        for s in self.samples:
            if not s.is_cut:
                total.update({self.key(s.pc)} | {
                    self.key(a - 1) for a in s.callers
                    if self.truth.is_profiled(a - 1)})
        return total

    def report(self, view, *words, others=()):
        """The rows of a report of gptui, with the profiles of other runs, too;
        none when it fails."""
        out = subprocess.run(
            [GPTUI, '--no-config', '--names=raw', '--report', view, '--format',
             'csv', *words, self.exe, self.gmon, *[r.gmon for r in others]],
            text=True, errors='replace', stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL).stdout
        return list(csv.DictReader(io.StringIO(out)))

    def ticks(self, row):
        return float(row['self'] or 0) * self.profile.rate

    def gprof(self, *words):
        """Ticks and names of gprof's flat profile; None if it gives up."""
        try:
            done = subprocess.run(
                ['gprof', '-b', '-p', '--no-demangle', *words, self.exe,
                 self.gmon], text=True, errors='replace', timeout=PATIENCE,
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        except (subprocess.TimeoutExpired, OSError):
            return None
        if done.returncode:
            return None
        rows = re.finditer(r'^ *[0-9.]+ +[0-9.]+ +([0-9.]+)'
                           r'(?: +[0-9]+ +[0-9.]+ +[0-9.]+)? +(\S.*)$',
                           done.stdout, re.M)
        return [(float(m[1]) * self.profile.rate, m[2]) for m in rows]


def counted(pairs):
    total = collections.Counter()
    for key, ticks in pairs:
        total[key] += ticks
    return total


def misplaced(true, told):
    """Percent of the samples that are on the wrong item."""
    if told is None:
        return None
    wrong = sum(max(0, n - told.get(key, 0)) for key, n in true.items())
    return 100 * wrong / max(1, sum(true.values()))


def only(key):
    """A filter that only this function fits."""
    return (':' if '.' in key else '=') + key


# ---- Self time --------------------------------------------------------------

def functions(run):
    """Ticks by function: truth, gptui, gprof."""
    flat = run.report('flat')
    gprof = run.gprof()
    return (counted((run.key(s.pc), 1) for s in run.samples),
            counted((run.key_of(r['function']), run.ticks(r)) for r in flat),
            gprof and counted((run.key_of(name), n) for n, name in gprof))


def lines(run):
    """Ticks by line: truth, gptui, gprof -l."""
    places = run.program.lines(s.pc for s in run.samples)

    def place(where):
        file, _, line = where.rpartition(':')
        return (os.path.basename(file), int(line)) if line.isdigit() \
            else ('', 0)

    gprof = run.gprof('-l')
    if gprof is not None:
        found = [(n, re.match(r'(.*) \(([^ ]*) @ [0-9a-f]+\)$', name))
                 for n, name in gprof]
        gprof = counted(((run.key_of(m[1]), *place(m[2])), n)
                        for n, m in found if m)
    true = counted(((run.key(s.pc), *places[s.pc]), 1) for s in run.samples)
    told = counted(((run.key_of(r['function']), *place(r['where'])),
                    run.ticks(r)) for r in run.report('lines'))
    return true, told, gprof


def instructions(run):
    """Ticks by instruction of the hottest functions: truth, gptui."""
    hottest = collections.Counter(run.key(s.pc) for s in run.samples)
    true, told = collections.Counter(), collections.Counter()
    for key, _ in hottest.most_common(HOTTEST):
        rows = run.report('asm', '--filter', only(key))
        inside = {int(r['address'], 16): run.ticks(r)
                  for r in rows if r['address']}
        if not inside:
            continue
        told.update(inside)
        true.update(s.pc for s in run.samples if run.key(s.pc) == key)
    return true, told


# ---- Total time -------------------------------------------------------------

Total = collections.namedtuple('Total', 'function told least most true')


def inclusive(run):
    """Percent of the samples that had each function on the stack."""
    n = sum(not s.is_cut for s in run.samples)
    return {key: 100 * count / n for key, count in run.on_stack().items()}


def totals(run, true, from_percent=2):
    """Functions with so many percent in truth, which is inclusive(), or in the
    report; least and most are None where the report does not tell them."""
    all_ticks = sum(run.profile.bins)
    told = collections.OrderedDict()
    for row in run.report('flat'):
        bounds = [float(row[c]) * run.profile.rate * 100 / all_ticks
                  if row.get(c) else None for c in ('least', 'most')]
        key = run.key_of(row['function'])
        if key not in told:
            told[key] = Total(key, float(row['total%'] or 0), *bounds,
                              true.get(key, 0))
    return [t for t in told.values()
            if max(t.told, t.true) >= from_percent and
            not t.function.startswith('[')]


def is_inside(total, slack=0.3):
    """Samples whose stack is unknown make some tenths of a percent."""
    return total.least - slack <= total.true <= total.most + slack


# ---- Tables -----------------------------------------------------------------

def percent(x, digits=2):
    return 'n/a' if x is None else '%.*f' % (digits, x)


def table(title, heads, rows):
    print('\n%s\n' % title)
    print('| %s |' % ' | '.join(heads))
    print('|%s|' % '|'.join(['---'] + ['--:'] * (len(heads) - 1)))
    for row in rows:
        print('| %s |' % ' | '.join(map(str, row)), flush=True)


def self_rows(runs, worst):
    for run in runs:
        true, told, gprof = functions(run)
        by_line, told_lines, gprof_lines = lines(run)
        yield (run.name, len(run.samples),
               percent(misplaced(true, told)), percent(misplaced(true, gprof)),
               percent(misplaced(by_line, told_lines)),
               percent(misplaced(by_line, gprof_lines)),
               percent(misplaced(*instructions(run))))
        off = sorted(set(true) | set(told),
                     key=lambda k: -abs(true[k] - told[k]))
        for key in off[:worst]:
            yield ('&nbsp; %s' % key[:60], true[key], '%.1f' % told[key],
                   '%.1f' % gprof[key] if gprof else 'n/a', '', '', '')


def total_rows(runs, worst):
    for run in runs:
        found = totals(run, inclusive(run))
        if not found:
            continue
        errors = [abs(t.told - t.true) for t in found]
        bounded = [t for t in found if t.least is not None]
        inside = sum(map(is_inside, bounded))
        yield (run.name,
               '%d/%d' % (inside, len(bounded)) if bounded else 'n/a',
               percent(sum(t.most - t.least for t in bounded) / len(bounded), 1)
               if bounded else 'n/a',
               percent(sum(errors) / len(errors), 1), percent(max(errors), 1))
        for t in sorted(found, key=lambda t: -abs(t.told - t.true))[:worst]:
            yield ('&nbsp; %s' % t.function[:60],
                   '%s..%s' % (percent(t.least), percent(t.most)), '',
                   percent(t.told), percent(t.true))


def repeated(runs):
    """Groups of runs: NAME.MIX, NAME.MIX.2, NAME.MIX.3, ..."""
    groups = collections.defaultdict(list)
    for run in runs:
        groups['.'.join(run.name.split('.')[:2])].append(run)
    return [noise(name, group) for name, group in sorted(groups.items())
            if len(group) > 1]


def noise(name, runs, at_least=0.5):
    """A row: variance beside what error predicts, of functions with at least so
    many percent of the samples."""
    told = collections.defaultdict(list)
    for run in runs:
        for row in run.report('flat'):
            told[run.key_of(row['function'])].append(
                (run.ticks(row), float(row['error'] or 0) * run.profile.rate))
    total = sum(n for rows in told.values() for n, _ in rows)
    ratios, deviations = [], []
    for rows in told.values():
        if len(rows) < len(runs) or \
                100 * sum(n for n, _ in rows) < at_least * total:
            continue
        mean = sum(n for n, _ in rows) / len(rows)
        predicted = sum(e * e for _, e in rows) / len(rows)
        ratios.append(sum((n - mean) ** 2 for n, _ in rows)
                      / (len(rows) - 1) / predicted)
        deviations += [abs(n - mean) / math.sqrt(predicted) for n, _ in rows]
    return (name, len(runs), len(ratios),
            percent(sum(ratios) / len(ratios)),
            *[percent(100 * sum(d <= n for d in deviations) / len(deviations),
                      0) for n in (1, 2)])


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--worst', type=int, default=0)
    parser.add_argument('--repeated', action='store_true')
    parser.add_argument('runs', nargs='+')
    a = parser.parse_args()
    runs = [Run(folder) for folder in a.runs]
    for run in runs:
        if run.profile.differs(run.truth):
            sys.exit('report.py: %s: gmon.out has other samples than the '
                     'recording' % run.name)
    if a.repeated:
        table('Noise: variance between runs beside what error predicts.',
              ['program', 'runs', 'functions', 'variance / predicted',
               'within 1 sigma, %', 'within 2, %'], repeated(runs))
        return
    table('Self time: samples on the wrong item, in percent.',
          ['run', 'samples', 'functions', 'gprof', 'lines', 'gprof -l',
           'instructions'], self_rows(runs, a.worst))
    table('Total time: functions with 2 % or more, in percent of all time.',
          ['run', 'total between `least` and `most`', 'mean width', 'mean error',
           'largest error'],
          total_rows(runs, a.worst))


if __name__ == '__main__':
    main()
