#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recorded runs of one program with different inputs, and what must be true of
the cost of each caller that gptui measures from them.

usage: recorded_callers.py keep NAME RUN...
       recorded_callers.py check FOLDER

keep makes recorded/callers/NAME.tar.xz of folders of record.sh: the executable,
the profiles, and truth.txt with lines
	RUN SAMPLES CALLER CALLEE
samples of a run that had both next to each other on the stack.  check unpacks
it into FOLDER and measures with 6, 8, 12 and more of the files.  $GPTUI is the
program.
"""
import collections
import io
import os
import sys
import tarfile

sys.dont_write_bytecode = True
import callers  # noqa: E402
import recorded  # noqa: E402
import report  # noqa: E402

KEPT = os.path.join(recorded.RECORDED, 'callers')


def add(archive, name, data):
    info = tarfile.TarInfo(name)
    info.size = len(data)
    archive.addfile(info, io.BytesIO(data))


def keep(name, folders):
    runs = [report.Run(folder) for folder in folders]
    lines = []
    os.makedirs(KEPT, exist_ok=True)
    with tarfile.open(os.path.join(KEPT, name + '.tar.xz'), 'w:xz',
                      preset=9) as archive:
        add(archive, 'exe', recorded.stripped(runs[0]))
        for number, run in enumerate(runs):
            with open(run.gmon, 'rb') as file:
                add(archive, '%d/gmon.out' % number, file.read())
            lines += ['%d %d %s %s\n' % (number, n, *arc) for arc, n
                      in sorted(callers.true_arcs([run]).items())]
        add(archive, 'truth.txt', ''.join(lines).encode())


def unpack(path, folder):
    """The runs, and {(caller, callee): samples} of each."""
    truths = collections.defaultdict(collections.Counter)
    with tarfile.open(path) as archive:
        archive.extractall(folder)
    with open(os.path.join(folder, 'truth.txt')) as file:
        for line in file:
            number, samples, caller, callee = line.split()
            truths[int(number)][caller, callee] = int(samples)
    runs = []
    for number in sorted(truths):
        exe = os.path.join(folder, str(number), 'exe')
        if not os.path.exists(exe):
            os.link(os.path.join(folder, 'exe'), exe)
        runs.append(report.Run(os.path.dirname(exe), False))
    return runs, [truths[number] for number in sorted(truths)]


def compare(runs, truths):
    """Of all arcs with measured callees: (truth, by calls, measured, error)."""
    true = sum(truths, collections.Counter())
    for callee in sorted({callee for _, callee in true}):
        for arc, told in callers.told_arcs(runs, callee).items():
            if told[1] is not None:
                yield true[arc], *told


def check_set(name, runs, truths, size):
    """Takes files by fours of a kind, so that sets differ."""
    found = []
    for first in range(0, len(runs) - size + 1, 4):
        part = slice(first, first + size)
        found += compare(runs[part], truths[part])
    within = sum(abs(m - n) <= 3 * e for n, _, m, e in found)
    off = sum(abs(m - n) for n, _, m, _ in found)
    by_calls = sum(abs(c - n) for n, c, _, _ in found)
    recorded.say('%s-callers-%d' % (name, size),
                 within >= 0.99 * len(found) and off <= 0.5 * by_calls,
                 '%d figures, %d within three errors, %.0f samples off, by '
                 'calls %.0f' % (len(found), within, off, by_calls))
    return len(found)


def check(folder):
    for file in sorted(os.listdir(KEPT)):
        name = file[:-len('.tar.xz')]
        runs, truths = unpack(os.path.join(KEPT, file),
                              os.path.join(folder, name))
        told = [check_set(name, runs, truths, size)
                for size in (6, 8, 12, len(runs))]
        recorded.say(name + '-callers-told', told[0] <= told[1] and told[-1],
                     '%s figures' % told)


def main():
    if len(sys.argv) > 3 and sys.argv[1] == 'keep':
        keep(sys.argv[2], sys.argv[3:])
    elif len(sys.argv) == 3 and sys.argv[1] == 'check':
        check(sys.argv[2])
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main()
