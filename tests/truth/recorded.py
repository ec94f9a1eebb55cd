#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recorded runs that are kept, and what must be true of gptui's figures there.

usage: recorded.py keep RUN...
       recorded.py check FOLDER

keep makes recorded/RUN.tar.xz of folders of record.sh: the executable without
what no figure needs, gmon.out, and truth.txt with lines
	SELF TOTAL FUNCTION
samples in the function itself and with it on the stack, of those that have any.
check unpacks them all into FOLDER and compares.  recorded/limits says how many
percent of the samples of some runs together may be on the wrong function.
$GPTUI is the program.
"""
import collections
import io
import os
import subprocess
import sys
import tarfile
import tempfile

sys.dont_write_bytecode = True
import report  # noqa: E402
import truth  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
RECORDED = os.path.join(HERE, 'recorded')
NEEDLESS = ['.eh_frame', '.eh_frame_hdr', '.gcc_except_table', '.comment']


def stripped(run):
    """The bytes of an executable without debug information."""
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run(['objcopy', '--strip-debug',
                        *['--remove-section=' + s for s in NEEDLESS],
                        run.exe, file.name], check=True,
                       stderr=subprocess.DEVNULL)
        data = bytearray(file.read())
        program = truth.Program(file.name)
    if not any(s.name == '.dynamic' for s in program.sections):
        blank(data, program, touched(run))
    return bytes(data)


def touched(run):
    """Functions of samples or calls, and those that share bins with them."""
    p = run.profile
    width = (p.high - p.low) / len(p.bins)
    found = {at for arc in p.arcs for at in arc[:2]}
    for i, count in enumerate(p.bins):
        if count:
            found.update(range(int(p.low + i * width) - 4,
                               int(p.low + (i + 1) * width) + 5))
    return {run.program.at(address).low for address in found}


def blank(data, program, kept):
    """A static program is large: what else the C library has becomes 0."""
    for s in program.sections:
        if s.name in ('.rodata', '.data', '.data.rel.ro'):
            data[s.offset:s.offset + s.high - s.low] = bytes(s.high - s.low)
    for f in program.functions:
        s = program.section_of(f.low)
        if f.low not in kept and f.high <= s.high:
            at = s.offset + f.low - s.low
            data[at:at + f.high - f.low] = bytes(f.high - f.low)


def truth_of(run):
    """The text of truth.txt."""
    own = collections.Counter(run.key(s.pc) for s in run.samples)
    total = run.on_stack()
    return ''.join('%d %d %s\n' % (own[key], total[key], key)
                   for key in sorted(own | total, key=lambda k: (-own[k], k)))


def keep(folder):
    run = report.Run(folder)
    with open(run.gmon, 'rb') as file:
        gmon = file.read()
    path = os.path.join(RECORDED, run.name + '.tar.xz')
    with tarfile.open(path, 'w:xz', preset=9) as archive:
        for name, data in (('exe', stripped(run)), ('gmon.out', gmon),
                           ('truth.txt', truth_of(run).encode())):
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    with tempfile.TemporaryDirectory() as copy:
        unpack(path, copy)
        if figures(run) != figures(report.Run(copy, False)):
            sys.exit('recorded.py: %s: the smaller executable gives other '
                     'figures' % run.name)


def figures(run):
    rows = run.report('flat')
    for row in rows:
        row.pop('where', None)
    return rows


def unpack(path, folder):
    os.makedirs(folder, exist_ok=True)
    with tarfile.open(path) as archive:
        for name in ('exe', 'gmon.out', 'truth.txt'):
            with open(os.path.join(folder, name), 'wb') as file:
                file.write(archive.extractfile(name).read())


def read_truth(path):
    own, total = collections.Counter(), collections.Counter()
    with open(path) as file:
        for line in file:
            n, stacks, key = line.rstrip('\n').split(' ', 2)
            own[key], total[key] = int(n), int(stacks)
    return own, total


def say(name, is_right, what):
    print('%s truth-%s: %s' % ('ok' if is_right else 'not ok', name, what))


def check_run(name, folder):
    """Its samples, those on the wrong function, and totals with bounds."""
    run = report.Run(folder, False)
    own, total = read_truth(os.path.join(folder, 'truth.txt'))
    samples = sum(own.values())
    told = report.counted((run.key_of(r['function']), run.ticks(r))
                          for r in run.report('flat'))
    say(name + '-sum', abs(sum(told.values()) - samples) < 1e-6,
        '%d samples, told %.6f' % (samples, sum(told.values())))
    return samples, report.misplaced(own, told) / 100 * samples, [
        (name, t) for t in report.totals(
            run, {key: 100 * n / samples for key, n in total.items()})
        if t.least is not None]


def check_runs(limit, names, folder):
    """Of the runs together; gives the totals of all."""
    samples, wrong, totals = 0, 0, []
    for name in names:
        copy = os.path.join(folder, name)
        unpack(os.path.join(RECORDED, name + '.tar.xz'), copy)
        n, misplaced, more = check_run(name, copy)
        print('%s: %.2f %% of the samples on the wrong function'
              % (name, 100 * misplaced / n))
        samples, wrong = samples + n, wrong + misplaced
        totals += more
    say('-'.join(names) + '-self', 100 * wrong <= limit * samples,
        '%.2f %% of the samples on the wrong function, at most %g'
        % (100 * wrong / samples, limit))
    return totals


def check_totals(totals):
    """totals: pairs of a run's name and a function's total."""
    outside = [(name, t) for name, t in totals if not report.is_inside(t)]
    for name, t in outside:
        print('%s: %s is %.2f %%, told %.2f..%.2f'
              % (name, t.function, t.true, t.least, t.most))
    say('bounds', len(outside) <= 0.01 * len(totals),
        '%d of %d totals outside their bounds' % (len(outside), len(totals)))
    say('totals', all(t.least - 1e-6 <= t.told <= t.most + 1e-6
                      for _, t in totals), 'each total inside its own bounds')


def check(folder):
    with open(os.path.join(RECORDED, 'limits')) as file:
        limits = [line.split() for line in file if line[0] != '#']
    totals = []
    for limit, *names in limits:
        totals += check_runs(float(limit), names, folder)
    if totals:
        check_totals(totals)
    else:
        print('skipped truth-bounds: reports do not tell them')


def main():
    if len(sys.argv) > 2 and sys.argv[1] == 'keep':
        for folder in sys.argv[2:]:
            keep(folder)
    elif len(sys.argv) == 3 and sys.argv[1] == 'check':
        check(sys.argv[2])
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main()
