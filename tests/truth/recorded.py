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
percent of the samples may be on the wrong function.  $GPTUI is the program.
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
        if figures(run) != figures(report.Run(copy, None)):
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


def check_run(name, limit, folder):
    run = report.Run(folder, None)
    own, total = read_truth(os.path.join(folder, 'truth.txt'))
    flat = run.report('flat')
    told = report.counted((run.key_of(r['function']), run.ticks(r))
                          for r in flat)
    wrong = report.misplaced(own, told)
    say(name + '-sum', abs(sum(told.values()) - sum(own.values())) < 1e-6,
        '%d samples, told %.6f' % (sum(own.values()), sum(told.values())))
    say(name + '-self', wrong <= limit,
        '%.2f %% of the samples on the wrong function, at most %s'
        % (wrong, limit))


def check(folder):
    with open(os.path.join(RECORDED, 'limits')) as file:
        limits = dict(line.split() for line in file if line[0] != '#')
    names = sorted(f[:-len('.tar.xz')] for f in os.listdir(RECORDED)
                   if f.endswith('.tar.xz'))
    for name in names:
        unpack(os.path.join(RECORDED, name + '.tar.xz'),
               os.path.join(folder, name))
        check_run(name, float(limits[name]), os.path.join(folder, name))


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
