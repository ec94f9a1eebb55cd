#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether gptui tells right pairs of program and profile from wrong ones.

usage: pairs.py [--right N] [--wrong N] [--seed N] [--keep]   in an empty folder

Programs are made of a seed, built in many ways by all compilers there are
(those for other machines, too, if qemu runs what they make), and run.  Of each,
several forms (stripped, debug file, ...) are paired with several profiles: as
written, with few samples, few calls, or none of either.  Others are firmware for
boards, made without a compiler.

No right pair may have a fault of not belonging together: those are printed, and
the exit status is 1.  Wrong pairs have the executable of another program, of the
same one with a function changed, optimized otherwise, or built without -pg; the
table says how many are faults, warnings, unseen, or show the same figures.
$GPTUI is the program; SIGTERM ends it with what was found.  Whatever is made depends on the seed and the compilers
only, but for the samples of runs, and no right pair depends on where they fall.
"""
import argparse
import collections
import csv
import glob
import io
import os
import random
import shutil
import signal
import struct
import subprocess
import sys

GPTUI = os.environ.get('GPTUI', 'gptui')
TOOLS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'tools')
CAUSES = ('another program or build', 'covers no code', 'not built with -pg')
MACHINES = ('arm', 'aarch64', 'mips', 'riscv', 'ppc', 'm68k', 'sparc', 'i386')
# Which qemu runs what a compiler makes; none if this machine does.
QEMU = {'aarch64': 'aarch64', 'arm': 'arm', 'i686': 'i386', 'm68k': 'm68k',
        'mips': 'mips', 'mips64el': 'mips64el', 'powerpc': 'ppc',
        'powerpc64': 'ppc64', 'powerpc64le': 'ppc64le', 'riscv64': 'riscv64',
        's390x': 's390x', 'sh4': 'sh4', 'sparc64': 'sparc64'}

Kit = collections.namedtuple('Kit', 'cc prefix qemu flags')


def run(*words, **more):
    try:
        return subprocess.run(words, stdout=subprocess.PIPE, timeout=30,
                              stderr=subprocess.STDOUT, **more)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, 124)


def kits():
    """Compilers, and how what they make is run."""
    found = [Kit(cc, '', (), ()) for cc in
             ('gcc', 'g++', 'clang', 'clang++') if shutil.which(cc)]
    for path in sorted(glob.glob('/usr/bin/*-linux-gnu*-gcc')):
        prefix = os.path.basename(path)[:-len('gcc')]
        machine = prefix.split('-')[0]
        qemu = shutil.which('qemu-' + QEMU.get(machine, '?'))
        if qemu:
            root = '/usr/' + prefix.rstrip('-')
            found.append(Kit(path, prefix, (qemu, '-L', root), ()))
    return found


def source(rng, changed=None):
    """A program of some functions that call each other, and two files."""
    n = rng.randrange(6, 24)
    parts = []
    for i in range(n):
        body = ''.join(
            '\tfor (i = 0; i < %d; i++)\n\t\tx = x * %dU + (x >> %d);\n'
            % (rng.randrange(8, 90), rng.randrange(3, 999),
               rng.randrange(1, 9)) for _ in range(rng.randrange(1, 4)))
        calls = ''.join(
            '\tif (n > %d)\n\t\tx += f%d(n - 1);\n'
            % (rng.randrange(0, 2), rng.randrange(i + 1, n))
            for _ in range(rng.randrange(0, 3)) if i + 1 < n)
        if rng.random() < 0.3:
            calls += '\tx += table[x %% %du](n ? n - 1 : 0);\n' % n \
                if i < n // 3 else ''
        more = '\tx ^= x / 7 + n;\n\tx += x %% 5;\n' if i == changed else ''
        parts.append('__attribute__((noinline)) unsigned f%d(unsigned n)\n{\n'
                     '\tvolatile unsigned i;\n\tunsigned x = n + %du;\n'
                     '%s%s%s\treturn x;\n}\n' % (i, i, body, more, calls))
    head = ('typedef unsigned function(unsigned);\n'
            + ''.join('unsigned f%d(unsigned);\n' % i for i in range(n))
            + 'extern function *table[];\n')
    leaves = 'static unsigned leaf(unsigned n)\n{\n\treturn n * 3;\n}\n'
    main = (head + '#include <time.h>\n' + leaves
            + 'function *table[] = { '
            + ', '.join('leaf' if i <= n // 3 else 'f%d' % i for i in range(n))
            + ' };\nint main(void)\n{\n\tunsigned sum = 0;\n'
              '\tclock_t end = clock() + CLOCKS_PER_SEC / 8;\n'
              '\tdo\n\t\tsum += f0(5);\n\twhile (clock() < end);\n'
              '\treturn sum == 1;\n}\n')
    return [head + ''.join(parts[:n // 2]), head + ''.join(parts[n // 2:]),
            main]


def ways(kit, rng):
    """How to build: flags for all, for linking, which files count calls."""
    cross = bool(kit.prefix)
    flags = ['-O' + rng.choice('01223s')]
    link = rng.choice(([], ['-static'], ['-no-pie'], ['-static-pie']))
    if link == ['-no-pie']:
        flags.append('-fno-pie')
    if link == ['-static-pie']:
        flags.append('-fPIE')
    more = [['-ffunction-sections', '-Wl,--gc-sections'], ['-g'], [],
            ['-fno-plt'], ['-fstack-protector-all']]
    if not cross:
        more += [['-flto'], ['-fuse-ld=gold'], ['-fuse-ld=lld'],
                 ['-Wl,-z,separate-code'], ['-Wl,--build-id=none', '-Wl,-E']]
        more += [['-mfentry']] if 'clang' not in kit.cc else []
    flags += rng.choice(more)
    counted = rng.choice(('all', 'all', 'all', 'half', 'library', 'none'))
    return flags, link, counted


def build(kit, texts, way, name, profiled=True):
    """Builds what the files of source() are; None: it cannot be."""
    flags, link, counted = way
    if counted == 'library' and '-static' in ' '.join(link):
        counted = 'half'
    extension = 'cc' if '++' in kit.cc else 'c'
    objects, words = [], [kit.cc, *kit.flags, *flags]
    for i, text in enumerate(texts):
        file = '%s%d' % (name, i)
        with open(file + '.' + extension, 'w') as out:
            out.write(text)
        counts = profiled and (counted == 'all' or counted == 'half' and i != 1
                               or counted == 'library' and i == 1)
        shared = counted == 'library' and i == 1
        made = run(*words, *(['-pg'] if counts else []),
                   *(['-fPIC'] if shared else []), '-c', '-o', file + '.o',
                   file + '.' + extension)
        if made.returncode:
            return None
        if not shared:
            objects.append(file + '.o')
            continue
        library = os.path.abspath('lib%s.so' % name)
        if run(*words, '-shared', '-o', library, file + '.o').returncode:
            return None
        objects.append(library)
    made = run(*words, *link, *(['-pg'] if profiled else []), '-o', name,
               *objects)
    return None if made.returncode else os.path.abspath(name)


class Profile:
    """A gmon.out of glibc, of one histogram."""

    def __init__(self, data):
        self.head = data[:20]
        self.order = '<' if data[4:8] == b'\1\0\0\0' else '>'
        for self.long in (8, 4):
            at = 21 + 2 * self.long
            if data[20] == 0 and data[at + 8:at + 15] == b'seconds':
                break
        (bins,) = struct.unpack(self.order + 'I', data[at:at + 4])
        self.range, self.bins = data[20:at + 24], data[at + 24:]
        self.bins = list(struct.unpack('%s%dH' % (self.order, bins),
                                       self.bins[:2 * bins]))
        rest, size = data[at + 24 + 2 * bins:], 1 + 2 * self.long + 4
        self.calls = [rest[i:i + size] for i in range(0, len(rest), size)]

    def write(self, path, bins, calls):
        with open(path, 'wb') as out:
            out.write(self.head + self.range
                      + struct.pack('%s%dH' % (self.order, len(bins)), *bins)
                      + b''.join(calls))

    def forms(self, name, rng):
        """Yields the kind of profile and its path."""
        one = rng.sample(self.calls, min(1, len(self.calls)))
        used = [i for i, n in enumerate(self.bins) if n]
        few = set(rng.sample(used, min(3, len(used))))
        few = [int(i in few) for i in range(len(self.bins))]
        none = [0] * len(self.bins)
        for kind, bins, calls in (
                ('whole', self.bins, self.calls),
                ('many samples', [min(65535, 40 * n) for n in self.bins],
                 self.calls),
                ('few samples', few, self.calls),
                ('no samples', none, self.calls),
                ('one call', few, one),
                ('no calls', self.bins, [])):
            path = '%s.%s' % (name, kind.replace(' ', '-'))
            self.write(path, bins, calls)
            yield kind, path


def program_forms(kit, program):
    """Yields the kind of file and its path."""
    yield 'program', program
    for kind, words in (('strip -g', ('strip', '-g')), ('strip', ('strip',)),
                        ('strip -x', ('strip', '-x')),
                        ('debug file', ('objcopy', '--only-keep-debug'))):
        path = '%s.%s' % (program, kind.replace(' ', ''))
        out = ['-o', path, program] if words[0] == 'strip' else [program, path]
        if not run(kit.prefix + words[0], *words[1:], *out).returncode:
            yield kind, path


def report(program, profile, *views):
    words = [word for view in views for word in ('--report', view)]
    ran = subprocess.run([GPTUI, '--no-config', *words, '--format', 'csv',
                          program, profile], stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, timeout=120)
    return ran.returncode, ran.stdout.decode(errors='replace')


def judge(program, profile):
    """fault, warning or unseen; and why."""
    status, text = report(program, profile, 'health')
    found = 'unseen', ''
    if status not in (0, 3):
        return 'fault', 'it cannot be read'
    for row in csv.reader(io.StringIO(text)):
        why = ': '.join(row[1:3])
        if row[0] == 'fault' and any(cause in row[1] for cause in CAUSES):
            return 'fault', why
        if row[0] == 'warning' and ('outside the code' in row[1]
                                    or 'no symbol names' in row[1]
                                    or any(c in row[1] for c in CAUSES)):
            found = 'warning', why
    return found


def board(rng, name):
    """Firmware: its symbols, as options of mkelf.py, and a profile of it."""
    machine = rng.choice(MACHINES)
    low = rng.choice((0x1000, 0x8000000, 0x20000, 0x60000000))
    at, symbols = low, []
    for i in range(rng.randrange(5, 60)):
        size = rng.randrange(4, 80) * 8
        symbols.append((at, size))
        at += size
    high = (at + 63) // 64 * 64
    big = machine in ('mips', 'ppc', 'm68k', 'sparc')
    bits = 64 if machine in ('aarch64', 'riscv') else 32
    lines = ['0x%x f%d size=%d' % (a, i, s) for i, (a, s) in enumerate(symbols)]
    lines.append('0x%x %s' % (high, rng.choice((
        'mcount', '_mcount', '__gnu_mcount_nc', '.mcount', '__mcount'))))
    program = [sys.executable, os.path.join(TOOLS, 'mkelf.py'), '-o', name,
               '-c', str(bits), '-e', 'big' if big else 'little',
               '-m', machine, '--text', '0x%x:0x%x' % (low, high + 64 - low)]
    if rng.random() < 0.2:
        program.append('--no-symtab')
        if machine == 'i386':
            return None
    bucket = rng.choice((4, 4, 8, 16, 64))
    # The range may go on behind the code, where data and functions in RAM are.
    top = high + rng.choice((0, 0, 4096, 65536))
    bins = {}
    for _ in range(rng.choice((0, 3, 20, 400))):
        a, s = rng.choice(symbols)
        place = (a + rng.randrange(s) - low) // bucket
        if top > high + 64 and rng.random() < 0.3:
            place = (rng.randrange(high + 64, top) - low) // bucket
        bins[place] = bins.get(place, 0) + 1
    words = ['hist:0x%x:0x%x:%d:1000:seconds:s:%s' % (
        low, top, (top - low) // bucket,
        ','.join('%d=%d' % b for b in sorted(bins.items())))]
    start = 0 if machine == 'i386' else 12
    for _ in range(rng.choice((0, 1, 5, 100))):
        (a, s), (to, _) = rng.choice(symbols), rng.choice(symbols)
        words.append('arc:0x%x:0x%x:%d' % (a + rng.randrange(s) // 4 * 4,
                                           to + start, rng.randrange(1, 999)))
    profile = [sys.executable, os.path.join(TOOLS, 'gmontool.py'), 'write',
               '-o', name + '.gmon', '-p', str(bits // 8),
               '-e', 'big' if big else 'little', *words]
    made = run(*program, input='\n'.join(lines).encode() + b'\n')
    if made.returncode or run(*profile).returncode:
        sys.exit('a board cannot be made: %s' % made.stdout)
    return name, name + '.gmon'


class Tally:
    def __init__(self):
        self.right, self.bad = 0, 0
        self.wrong = collections.defaultdict(collections.Counter)

    def add_right(self, what, program, profile):
        found, why = judge(program, profile)
        self.right += 1
        if found == 'fault':
            self.bad += 1
            print('fault of a right pair: %s: gptui %s %s\n\t%s'
                  % (what, program, profile, why))

    def add_wrong(self, what, program, profile, right):
        found, _ = judge(program, profile)
        views = 'flat', 'graph'
        if found != 'fault' and (report(program, profile, *views)
                                 == report(right, profile, *views)):
            found = 'same'
        self.wrong[what][found] += 1

    def nwrong(self):
        return sum(sum(c.values()) for c in self.wrong.values())


def others(kit, seed, way, name):
    """Yields executables that did not write the profile of a seed's program."""
    flags, link, _ = way
    level = ['-O0' if flags[0] != '-O0' else '-O2'] + flags[1:]
    for kind, texts, how, profiled in (
            ('another program', source(random.Random(seed + 1)), way, True),
            ('a function changed', source(random.Random(seed), 3), way, True),
            ('optimized otherwise', source(random.Random(seed)),
             (level, link, way[2]), True),
            ('without -pg', source(random.Random(seed)), way, False)):
        program = build(kit, texts, how, name + kind.split()[-1], profiled)
        if program:
            yield kind, program


def real_pairs(kit, seed, tally, a):
    """Builds and runs a program.  Returns whether that was possible."""
    rng = random.Random(seed)
    way = ways(kit, rng)
    name = 'p%d' % seed
    program = build(kit, source(random.Random(seed)), way, name)
    if os.path.exists('gmon.out'):
        os.unlink('gmon.out')
    if not program or run(*kit.qemu, program).returncode > 1 or \
       not os.path.exists('gmon.out'):
        return False
    with open('gmon.out', 'rb') as file:
        profile = Profile(file.read())
    what = ' '.join([os.path.basename(kit.cc), *way[0], *way[1], way[2]])
    profiles = list(profile.forms(name + '.gmon', rng))
    forms = list(program_forms(kit, program))
    pairs = [(f, p) for f in forms for p in profiles]
    for form, kind in rng.sample(pairs, min(8, len(pairs))):
        if tally.right < a.right:
            tally.add_right('%s, %s, %s' % (what, form[0], kind[0]), form[1],
                            kind[1])
    if tally.nwrong() < a.wrong:
        for kind, other in others(kit, seed, way, name):
            for label, path in rng.sample(profiles, 2):
                calls = label != 'no calls' and way[2] in ('all', 'half')
                tally.add_wrong('%s, %s' % (kind, 'calls' if calls
                                            else 'no calls'),
                                other, path, program)
    if not a.keep:
        for path in glob.glob('*p%d*' % seed):
            os.unlink(path)
    return True


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--right', type=int, default=40)
    parser.add_argument('--wrong', type=int, default=16)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--keep', action='store_true')
    a = parser.parse_args()
    tally, seed, skipped, of = Tally(), a.seed * 100000, 0, \
        collections.Counter()
    all_kits = kits()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        while skipped < 300 and (tally.right < a.right
                                 or tally.nwrong() < a.wrong):
            seed += 1
            pair = board(random.Random(seed), 'board')
            if pair and tally.right < a.right:
                tally.add_right('a board', *pair)
                of['boards'] += 1
            if not all_kits:
                skipped += 1
                continue
            kit, before = all_kits[seed % len(all_kits)], tally.right
            if not real_pairs(kit, seed, tally, a):
                skipped += 1
            of[os.path.basename(kit.cc)] += tally.right - before
    except KeyboardInterrupt:
        pass
    print('%d right pairs (%s): %d faults'
          % (tally.right, ', '.join('%s %d' % x for x in sorted(of.items())
                                    if x[1]), tally.bad))
    print('%-36s %6s %8s %7s %5s' % ('wrong pairs', 'fault', 'warning',
                                     'unseen', 'same'))
    for what, n in sorted(tally.wrong.items()):
        print('%-36s %6d %8d %7d %5d' % (what, n['fault'], n['warning'],
                                         n['unseen'], n['same']))
    return tally.bad > 0


if __name__ == '__main__':
    sys.exit(main())
