#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether gptui tells right pairs of program and profile from wrong ones.

usage: pairs.py [--right N] [--wrong N] [--seed N] [--keep]   in an empty folder

Programs are made of a seed, built in many ways by all compilers there are
(those for other machines, too, if qemu or wine runs what they make), and run.  Of
each,
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
import re
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

# A compiler, what the names of its binutils begin with, what runs programs (None:
# nothing does, their profiles are made), how those end, and the language if it is
# not C or C++.
Kit = collections.namedtuple('Kit', 'cc prefix qemu suffix language',
                             defaults=('', (), '', ''))


def run(*words, **more):
    try:
        return subprocess.run(words, stdout=subprocess.PIPE, timeout=30,
                              stderr=subprocess.STDOUT, **more)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, 124)


def kits():
    """Compilers, and how what they make is run."""
    found = [Kit(cc) for cc in ('gcc', 'g++', 'clang', 'clang++')
             if shutil.which(cc)]
    found += [Kit(cc, language=language) for cc, language in
              (('gfortran', 'fortran'), ('gnatmake', 'ada'), ('gdc', 'd'),
               ('rustc', 'rust')) if shutil.which(cc)]
    mingw = 'x86_64-w64-mingw32-'
    if shutil.which('wine') and shutil.which(mingw + 'gcc'):
        found.append(Kit(mingw + 'gcc', mingw, ('wine',), '.exe'))
    if shutil.which('arm-none-eabi-gcc'):
        found.append(Kit('arm-none-eabi-gcc', 'arm-none-eabi-', None))
    for path in sorted(glob.glob('/usr/bin/*-linux-gnu*-gcc')):
        prefix = os.path.basename(path)[:-len('gcc')]
        machine = prefix.split('-')[0]
        qemu = shutil.which('qemu-' + QEMU.get(machine, '?'))
        if qemu:
            root = '/usr/' + prefix.rstrip('-')
            found.append(Kit(path, prefix, (qemu, '-L', root)))
    return found


def plan(rng, changed=None):
    """A program: of each function its loops (count, factor, shift), its calls
    (limit, callee), whether it calls through a table, whether it is changed."""
    n = rng.randrange(6, 24)
    return [([(rng.randrange(8, 90), rng.randrange(3, 999), rng.randrange(1, 9))
              for _ in range(rng.randrange(1, 4))],
             [(rng.randrange(0, 2), rng.randrange(i + 1, n))
              for _ in range(rng.randrange(0, 3)) if i + 1 < n],
             rng.random() < 0.3 and i < n // 3, i == changed)
            for i in range(n)]


def c_source(functions):
    """Functions in two files, main() in a third one."""
    n, parts = len(functions), []
    for i, (loops, calls, table, changed) in enumerate(functions):
        body = ''.join('\tfor (i = 0; i < %d; i++)\n'
                       '\t\tx = x * %dU + (x >> %d);\n' % x for x in loops)
        body += '\tx ^= x / 7 + n;\n\tx += x % 5;\n' if changed else ''
        body += ''.join('\tif (n > %d)\n\t\tx += f%d(n - 1);\n' % x
                        for x in calls)
        if table:
            body += '\tx += table[x %% %du](n ? n - 1 : 0);\n' % n
        parts.append('__attribute__((noinline)) unsigned f%d(unsigned n)\n{\n'
                     '\tvolatile unsigned i;\n\tunsigned x = n + %du;\n'
                     '%s\treturn x;\n}\n' % (i, i, body))
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


# Of other languages: the text around functions, a function, and what a loop, a
# change and a call are in it.
Language = collections.namedtuple(
    'Language', 'extension text function loop change call')
LANGUAGES = {
    'fortran': Language('f90', """%(functions)s
program main
  integer(8), external :: f0
  integer(8) :: total = 0
  real :: start, now
  call cpu_time(start)
  do
    total = total + f0(5_8)
    call cpu_time(now)
    if (now - start > 0.125) exit
  end do
  if (total == 1) print *, total
end program
""", """recursive integer(8) function f%(i)d(n) result(x)
  integer(8), intent(in) :: n
  integer(8), external :: %(all)s
  integer(8), volatile :: i
  x = n + %(i)d
%(body)send function
""", '  do i = 1, %d\n    x = mod(x * %d + x / %d, 1000003_8)\n  end do\n',
        '  x = ieor(x, x / 7 + n)\n  x = x + mod(x, 5_8)\n',
        '  if (n > %d) x = x + f%d(n - 1)\n'),
    'ada': Language('adb', """with Ada.Calendar; use Ada.Calendar;
procedure %(name)s is
   type U is mod 2 ** 32;
%(declared)s%(functions)s   Sum : U := 0;
   Start : constant Time := Clock;
begin
   loop
      Sum := Sum + F0 (5);
      exit when Clock - Start > 0.125;
   end loop;
   if Sum = 1 then
      raise Program_Error;
   end if;
end %(name)s;
""", """   function F%(i)d (N : U) return U is
      X : U := N + %(i)d;
      pragma Volatile (X);
   begin
%(body)s      return X;
   end F%(i)d;
""", '      for I in 1 .. %d loop\n         X := X * %d + X / %d;\n'
        '      end loop;\n',
        '      X := X xor (X / 7 + N);\n      X := X + X mod 5;\n',
        '      if N > %d then\n         X := X + F%d (N - 1);\n'
        '      end if;\n'),
    'd': Language('d', """import core.stdc.time;
%(functions)s
int main()
{
	uint sum;
	auto end = clock() + CLOCKS_PER_SEC / 8;
	do
		sum += f0(5);
	while (clock() < end);
	return sum == 1;
}
""", """pragma(inline, false) uint f%(i)d(uint n)
{
	uint x = n + %(i)d;
%(body)s	return x;
}
""", '\tfor (uint i = 0; i < %d; i++)\n\t\tx = x * %d + (x >> %d);\n',
        '\tx ^= x / 7 + n;\n\tx += x %% 5;\n',
        '\tif (n > %d)\n\t\tx += f%d(n - 1);\n'),
    'rust': Language('rs', """use std::time::Instant;
fn volatile(x: &u32) -> u32 { unsafe { std::ptr::read_volatile(x) } }
%(functions)s
fn main() {
    let (start, mut sum) = (Instant::now(), 0u32);
    while start.elapsed().as_millis() < 125 { sum = sum.wrapping_add(f0(5)); }
    std::process::exit((sum == 1) as i32);
}
""", """#[inline(never)]
fn f%(i)d(n: u32) -> u32 {
    let mut x = n + %(i)d;
%(body)s    x
}
""", '    for _ in 0..%d {\n'
        '        x = volatile(&x).wrapping_mul(%d).wrapping_add(x >> %d);\n'
        '    }\n',
        '    x ^= (x / 7).wrapping_add(n);\n    x = x.wrapping_add(x %% 5);\n',
        '    if n > %d { x = x.wrapping_add(f%d(n - 1)); }\n'),
}


def source(kit, functions, name):
    """What the files of a program contain."""
    language = LANGUAGES.get(kit.language)
    if not language:
        return c_source(functions)
    texts = []
    for i, (loops, calls, _, changed) in enumerate(functions):
        body = (''.join(language.loop % x for x in loops)
                + (language.change.replace('%%', '%') if changed else '')
                + ''.join(language.call % x for x in calls))
        texts.append(language.function % {
            'i': i, 'body': body,
            'all': ', '.join('f%d' % j for j in range(len(functions))
                             if j != i)})
    declared = ''.join('   function F%d (N : U) return U;\n' % i
                       for i in range(len(functions)))
    return [language.text % {'functions': '\n'.join(texts), 'name': name,
                             'declared': declared}]


def ways(kit, rng):
    """How to build: flags for all, for linking, which files count calls."""
    cross = bool(kit.prefix)
    flags = ['-O' + rng.choice('01223s')]
    if kit.qemu is None:
        return flags + ['-mcpu=' + rng.choice(('cortex-m0', 'cortex-m4'))] \
            + rng.choice(([], ['-g'])), ['--specs=rdimon.specs'], 'all'
    if kit.language or kit.suffix:
        return flags + rng.choice(([], ['-g'])), [], 'all'
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


def build_whole(kit, text, flags, name, profiled):
    """Builds a program of one file that is not of C or C++."""
    file = '%s.%s' % (name, LANGUAGES[kit.language].extension)
    with open(file, 'w') as out:
        out.write(text)
    pg = ['-pg'] if profiled else []
    if kit.language == 'ada':
        words = [kit.cc, '-q', '-f', *pg, *flags, file, '-o', name, '-largs',
                 *pg]
    elif kit.language == 'rust':
        words = [kit.cc, '-C', 'opt-level=' + flags[0][2:], *flags[1:], file,
                 '-o', name]
        words += ['-Z', 'instrument-mcount', '-C', 'link-arg=-pg'] if pg else []
    else:
        words = [kit.cc, *pg, *flags, file, '-o', name]
    made = run(*words, env={**os.environ, 'RUSTC_BOOTSTRAP': '1'})
    return None if made.returncode else os.path.abspath(name)


# Firmware brings its own, which counts nothing here.
COUNTER = """__attribute__((naked)) void __gnu_mcount_nc(void)
{
	__asm__("mov ip, lr; pop {r0}; mov lr, r0; bx ip");
}
"""


def make_profile(kit, program, rng):
    """Writes gmon.out as firmware would: samples in functions that count calls,
    and calls where the disassembly has them."""
    text = run(kit.prefix + 'objdump', '-d', program).stdout.decode()
    starts, calls, counting, at = {}, [], {}, None
    for line in text.splitlines():
        head = re.match(r'([0-9a-f]+) <(\w+)>:', line)
        call = re.match(r' *([0-9a-f]+):.*\tbl\t([0-9a-f]+) <(\w+)>', line)
        if head:
            at = int(head[1], 16)
            starts[at] = at
        elif call and call[3] == '__gnu_mcount_nc':
            counting[at] = int(call[1], 16) + 4
        elif call:
            calls.append((int(call[1], 16) + 4, int(call[2], 16)))
        place = re.match(r' *([0-9a-f]+):\t', line)
        if place and at is not None:
            starts[at] = int(place[1], 16)
    calls = [(site, counting[to]) for site, to in calls if to in counting]
    low, bucket = min(starts) // 64 * 64, rng.choice((4, 8, 16))
    n = (max(starts.values()) + 64 - low) // bucket
    bins = collections.Counter()
    for _ in range(rng.choice((3, 20, 400))):
        start = rng.choice(list(counting))
        bins[(rng.randrange(start, starts[start] + 1) - low) // bucket] += 1
    words = ['hist:0x%x:0x%x:%d:1000:seconds:s:%s' % (
        low, low + n * bucket, n, ','.join('%d=%d' % b for b in bins.items()))]
    words += ['arc:0x%x:0x%x:%d' % (site, to, rng.randrange(1, 999))
              for site, to in calls]
    made = run(sys.executable, os.path.join(TOOLS, 'gmontool.py'), 'write',
               '-o', 'gmon.out', '-p', '4', '-e', 'little', *words)
    if made.returncode:
        sys.exit('a profile cannot be made: %s' % made.stdout)


def build(kit, texts, way, name, profiled=True):
    """Builds what the files of source() are; None: it cannot be."""
    flags, link, counted = way
    if counted == 'library' and '-static' in ' '.join(link):
        counted = 'half'
    if kit.language:
        return build_whole(kit, texts[0], flags, name, profiled)
    extension = 'cc' if '++' in kit.cc else 'c'
    objects, words = [], [kit.cc, *flags]
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
    if kit.qemu is None and profiled:
        with open('counter.c', 'w') as out:
            out.write(COUNTER)
        link, profiled = [*link, 'counter.c'], False
    made = run(*words, *link, *(['-pg'] if profiled else []), '-o',
               name + kit.suffix, *objects)
    return None if made.returncode else os.path.abspath(name + kit.suffix)


class Profile:
    """A gmon.out of glibc, of one histogram; others are used as they are."""

    def __init__(self, data):
        self.foreign = None if data[:4] == b'gmon' else data
        if self.foreign:
            return
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
        if self.foreign:
            with open(name + '.whole', 'wb') as out:
                out.write(self.foreign)
            yield 'whole', name + '.whole'
            return
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
    for word, functions, how, profiled in (
            ('another program', plan(random.Random(seed + 1)), way, True),
            ('a function changed', plan(random.Random(seed), 3), way, True),
            ('optimized otherwise', plan(random.Random(seed)),
             (level, link, way[2]), True),
            ('without -pg', plan(random.Random(seed)), way, False)):
        other = name + word.split()[-1].strip('-')
        program = build(kit, source(kit, functions, other), how, other,
                        profiled)
        if program:
            yield word, program


def real_pairs(kit, seed, tally, a):
    """Builds and runs a program.  Returns whether that was possible."""
    rng = random.Random(seed)
    way = ways(kit, rng)
    name = 'p%d' % seed
    program = build(kit, source(kit, plan(random.Random(seed)), name), way,
                    name)
    if os.path.exists('gmon.out'):
        os.unlink('gmon.out')
    if program and kit.qemu is None:
        make_profile(kit, program, rng)
    elif program and run(*kit.qemu, program).returncode > 1:
        return False
    if not program or not os.path.exists('gmon.out'):
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
            for label, path in rng.sample(profiles, min(2, len(profiles))):
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
