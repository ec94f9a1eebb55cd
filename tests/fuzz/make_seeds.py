#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes inputs of fuzz targets of tiny programs of many kinds: for fuzz_whole,
each with a profile of its functions, its separate debug information and its
source; of their sections, for others; and archives that claim too much.

usage: make_seeds.py FOLDER

A target finds its inputs in FOLDER/TARGET.  The programs need no C library and never run.  A kind whose compiler or tool is
missing is left out.
"""
import os
import random
import struct
import subprocess
import sys
import tarfile
import tempfile
import zlib

try:
    import lzma
except ImportError:
    lzma = None  # a Python that was built without it

SOURCE = '''\
typedef int (*pointer)(int);
static volatile int sum;
static inline __attribute__((always_inline)) int add(int n)
{
	return sum += n;
}
static inline __attribute__((always_inline)) int twice(int n)
{
	return add(n) + add(2 * n);
}
__attribute__((noinline)) static int leaf(int n)
{
	return twice(n) ^ 3;
}
__attribute__((noinline)) int odd(int n);
__attribute__((noinline)) int even(int n)
{
	return n ? odd(n - 1) : leaf(n);
}
__attribute__((noinline)) int odd(int n)
{
	return n ? even(n - 1) : leaf(n) + 1;
}
__attribute__((noinline)) int through(pointer f, int n)
{
	return f(n) + add(n);
}
void mcount(void)
{
	sum++;
}
int main(void)
{
	int i;

	for (i = 0; i < 9; i++)
		through(i & 1 ? odd : even, i);
	return leaf(sum);
}
'''

SOURCE_CXX = '''\
namespace shapes {
template <typename T> struct box {
	T value;
	__attribute__((noinline)) T area(T by) const { return value * by; }
	inline T twice() const { return area(value) + value; }
};
struct base { virtual int size(int) { return 1; } };
struct derived : base { int size(int n) override { return n + extra; } int extra = 2; };
}
static volatile int sum;
extern "C" void mcount() { sum++; }
__attribute__((noinline)) int operator+(const shapes::box<int> &a, int b)
{
	auto f = [b](int n) { return n + b; };
	return f(a.twice());
}
int main()
{
	shapes::box<int> a{3};
	shapes::box<long> b{4};
	return (a + 1) + (int)b.twice() + sum;
}
'''

LINK = ['-nostdlib', '-static', '-Wl,-e,main', '-Wl,-z,norelro',
        '-Wl,-z,max-page-size=16', '-Wl,-z,noseparate-code',
        '-Wl,-T,program.ld', '-Wl,--build-id=0xabcdef0123']
COMPILE = ['-ffreestanding', '-fno-stack-protector', '-fno-pic', '-no-pie',
           '-fno-asynchronous-unwind-tables', '-fcf-protection=none']
CLANG = ['clang', '-fuse-ld=lld', '-ffreestanding', '-fno-stack-protector',
         '-nostdlib', '-static', '-Wl,-e,main', '-Wl,--build-id=0xabcdef0123',
         '-Wl,-z,norelro', '-Wl,-z,max-page-size=64', '-Wl,-z,noseparate-code']
# Few, because programs stay open between inputs of that target.
RECORDED = ('gcc-dwarf5-O2', 'gcc-g0-s', 'gcc-gz', 'split5', 'separate',
            'g++-O2-gdwarf-5', 'aarch645', 'object')
# Where tests/fuzz/made_object.h has its code.
MADE_LOW = 0x401000
SCRIPT = '''\
SECTIONS {
	. = 0x401000;
	.text : { *(.text .text.*) }
	etext = .;
	_etext = .;
	.rodata : { *(.rodata*) }
	.data : { *(.data .data.* .bss .bss.*) }
	.note.gnu.build-id : { *(.note.gnu.build-id) }
	/DISCARD/ : { *(.comment .note.GNU-stack .eh_frame .note.gnu.property) }
}
'''


def run(command, folder):
    try:
        return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL,
                              timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def read(folder, name):
    try:
        with open(os.path.join(folder, name), 'rb') as file:
            return file.read()
    except OSError:
        return b''


class Elf:
    """What the profile of a program needs to know of it."""

    def __init__(self, data):
        self.data = data
        self.wide = data[4] == 2
        self.order = '>' if data[5] == 2 else '<'
        self.text = self.functions = None
        self.sections = list(self.read_sections())
        self.names, = self.unpack('H', 62 if self.wide else 50)
        for section in self.sections:
            if section[1] == 1 and section[2] & 4:
                if not self.text or section[5] > self.text[1]:
                    self.text = section[3], section[5]
        self.functions = sorted(set(self.read_functions()))

    def unpack(self, form, at):
        return struct.unpack_from(self.order + form, self.data, at)

    def read_sections(self):
        """Name, type, flags, address, offset, size, link."""
        if self.wide:
            first, = self.unpack('Q', 40)
            count, = self.unpack('H', 60)
            form, size = 'IIQQQQI', 64
        else:
            first, = self.unpack('I', 32)
            count, = self.unpack('H', 48)
            form, size = 'IIIIIII', 40
        for i in range(count):
            yield self.unpack(form, first + i * size)

    def contents(self, name):
        """Of a section that is not compressed."""
        start = self.sections[self.names][4]
        for section in self.sections:
            at = start + section[0]
            if (self.data[at:at + len(name) + 1] == name.encode() + b'\0' and
                    section[1] != 8 and not section[2] & 0x800):
                return self.data[section[4]:section[4] + section[5]]
        return b''

    def read_functions(self):
        form, entry = ('IBBHQQ', 24) if self.wide else ('IIIBBH', 16)
        for section in self.sections:
            if section[1] != 2:
                continue
            for at in range(section[4], section[4] + section[5], entry):
                fields = self.unpack(form, at)
                info = fields[1] if self.wide else fields[3]
                value = fields[4] if self.wide else fields[1]
                if info & 15 == 2:
                    yield value & ~1


def profile(elf, dice):
    address = 'Q' if elf.wide else 'I'
    low, size = elf.text
    functions = elf.functions or [low]
    nbins = (size + 3) // 4
    out = b'gmon' + struct.pack(elf.order + 'I12x', 1)
    out += b'\0' + struct.pack(elf.order + 2 * address + 'II', low,
                               low + 4 * nbins, nbins, 100)
    out += b'seconds'.ljust(15, b'\0') + b's'
    for _ in range(nbins):
        out += struct.pack(elf.order + 'H', dice.choice((0, 0, 1, 7, 300)))
    for i, callee in enumerate(functions):
        for caller in dice.sample(functions, min(2, len(functions))):
            out += b'\1' + struct.pack(elf.order + 2 * address + 'I',
                                       caller + dice.randrange(16),
                                       callee + 4, 1 + 3 * i)
    if dice.randrange(2):
        out += b'\2' + struct.pack(elf.order + 'I', 2)
        for start in functions[:2]:
            out += struct.pack(elf.order + 2 * address, start, 5)
    return out


def old_profile(elf):
    """As the BSDs wrote it."""
    address, size = ('Q', 16) if elf.wide else ('I', 8)
    low = elf.text[0]
    nbins = elf.text[1] // 4
    out = struct.pack(elf.order + 2 * address + 'II', low, low + 4 * nbins,
                      size + 8 + 2 * nbins, 0)
    out += bytes(i * 37 % 5 if i % 2 == 0 else 0 for i in range(2 * nbins))
    for callee in elf.functions[:4]:
        out += struct.pack(elf.order + 3 * address, low + 5, callee + 4, 3)
    return out


def recording(elf, dice):
    """Samples with stacks, and maps of the program and of another object."""
    low, size = elf.text
    at = next(s[4] for s in elf.sections if s[3] == low and s[5] == size)
    words = [0, 3, 0, 10000, 0]
    for i in range(12):
        stack = [dice.choice(elf.functions or [low]) + dice.randrange(9)
                 for _ in range(1 + i % 5)]
        words += [1 + i % 3, len(stack)] + stack
    words += [1, 2, 0x70000000 + at, 1, 1, 1, 0x80000004, 0, 1, 0]
    maps = ''.join(f'{start:x}-{start + size:x} r-xp {at:x} 00:00 1 {path}\n'
                   for start, path in ((low, '/proc/self/cwd/program'),
                                       (0x70000000, '/proc/self/cwd/other'),
                                       (0x80000000, '[vdso]')))
    return struct.pack(f'<{len(words)}Q', *words) + maps.encode()


def kinds():
    """Name, commands to build "program", and what becomes "other"."""
    c = ['gcc', '-o', 'program', 'text.c', '-g1'] + COMPILE + LINK
    for version in (2, 3, 4, 5):
        for level in ('-O1', '-O2'):
            yield (f'gcc-dwarf{version}{level}',
                   [c + [level, '-g', f'-gdwarf-{version}']], None)
    for extra in (['-m32'], ['-m32', '-gdwarf-4'], ['-gdwarf64'],
                  ['-gz'], ['-gz=zlib-gnu'], ['-gdwarf-5', '-g3'],
                  ['-ffunction-sections', '-freorder-functions'],
                  ['-g0', '-s'], ['-g0'], ['-gno-as-loc-support'],
                  ['-gvariable-location-views=incompat5'], ['-gstabs'],
                  ['-pg'], ['-fdebug-prefix-map=..=/x', '-g']):
        yield 'gcc' + ''.join(extra).replace('/', '-'), [
            c + ['-O2', '-g'] + extra], None
    for version in (4, 5):
        split = [f'-gdwarf-{version}', '-gsplit-dwarf', '-O2', '-g']
        parts = ['gcc', '-c', '-o', 'other.o', 'text.c'] + COMPILE + split
        link = ['gcc', '-o', 'program', 'other.o'] + COMPILE + LINK
        yield f'split{version}', [parts, link], 'other.dwo'
        yield (f'package{version}',
               [parts, link, ['dwp', '-e', 'program', '-o', 'program.dwp']],
               'program.dwp')
    debug = [['objcopy', '--only-keep-debug', 'program', 'other.debug'],
             ['strip', 'program'],
             ['objcopy', '--add-gnu-debuglink=other.debug', 'program']]
    yield 'separate', [c + ['-O2', '-g']] + debug, 'other.debug'
    yield ('shared-parts', [
        c + ['-O2', '-g'], ['cp', 'program', 'program2'],
        ['dwz', '-m', 'other.dwz', '-M', 'other.debug2', 'program',
         'program2']], 'other.dwz')
    cxx = ['g++', '-o', 'program', '-x', 'c++', 'text.c', '-fno-exceptions',
           '-fno-rtti'] + COMPILE + LINK
    for extra in (['-O2', '-gdwarf-5'], ['-O1', '-gdwarf-4'], ['-O2', '-gz'],
                  ['-O1', '-g', '-fdebug-types-section']):
        yield 'g++' + ''.join(extra), [cxx + extra], None
    for target in ('aarch64', 'arm', 'mips', 'mips64el', 'powerpc',
                   'powerpc64', 'powerpc64le', 'riscv64', 'sparcv9', 'i386',
                   'x86_64'):
        for version in (4, 5):
            yield (f'{target}{version}',
                   [CLANG + ['-o', 'program', 'text.c', '-O1', '-g',
                             f'--target={target}-linux-gnu',
                             f'-gdwarf-{version}']], None)
    yield 'clang-split', [
        CLANG + ['-c', '-o', 'other.o', 'text.c', '-O2', '-g',
                 '-gsplit-dwarf', '-gdwarf-5'],
        CLANG + ['-o', 'program', 'other.o']], 'other.dwo'
    yield 'object', [['gcc', '-c', '-o', 'program', 'text.c', '-O2',
                      '-g'] + COMPILE], None


def pack(choice, files):
    head = struct.pack('<IIIII', choice, *(len(f) for f in files[:4]))
    return head + b''.join(files)


def pack_sections(flags, parts):
    """What tests/fuzz/split_sections.h reads."""
    head = bytes([flags]) + b''.join(struct.pack('<H', len(p)) for p in parts)
    return head + b''.join(parts)


def made_object(elf, dice):
    """What tests/fuzz/made_object.h describes, at its address."""
    low, size = elf.text
    symbols = calls = b''
    starts = [f - low for f in elf.functions if f >= low] or [0]
    for i, start in enumerate(starts):
        end = (starts + [size])[i + 1]
        symbols += struct.pack('<HBB', start & 0xfff, min(end - start, 255),
                               i % 4)
        calls += struct.pack('<HHB', dice.randrange(size), start + 4, i + 1)
    return [elf.contents('.text'), symbols, calls,
            bytes(dice.choice((0, 0, 3, 90)) for _ in range(size // 4))]


def section_inputs(elf, dice):
    """Pairs of a target and its input."""
    def named(*names):
        return [elf.contents('.debug_' + name) for name in names]

    big = elf.order == '>'
    if not big and elf.text[0] == MADE_LOW:
        made = made_object(elf, dice)
        yield 'fit', pack_sections(0, made)
        yield 'code', pack_sections(0, made)
        yield 'frames', pack_sections(0, made + named(
            'line', 'info', 'abbrev', 'str', 'addr', 'rnglists',
            'str_offsets'))
    yield 'lines', pack_sections(big, named('line', 'info', 'abbrev', 'str',
                                            'line_str'))
    yield 'dwarf', pack_sections(big, named(
        'info', 'abbrev', 'ranges', 'rnglists', 'addr', 'str', 'line_str',
        'str_offsets'))


def write(folder, target, name, data):
    os.makedirs(os.path.join(folder, target), exist_ok=True)
    with open(os.path.join(folder, target, name), 'wb') as out:
        out.write(data)


def whole_inputs(elf, before, rest, source, dice):
    """Without a base; with one of the same program; of the one before."""
    yield dice.randrange(1 << 32), [elf.data, old_profile(elf), rest, source,
                                    b'']
    yield dice.randrange(1 << 31) * 2, [elf.data, profile(elf, dice), rest,
                                        source[:200], profile(elf, dice)]
    if before and not rest:
        yield dice.randrange(1 << 31) * 2 + 1, [
            elf.data, profile(elf, dice), before.data, source,
            profile(before, dice)]
    else:
        yield dice.randrange(1 << 32), [elf.data, profile(elf, dice), rest,
                                        source, b'']


def make(name, commands, other, before, folder, dice):
    """Returns the program, or None."""
    with tempfile.TemporaryDirectory() as work:
        cxx = any('c++' in command for command in commands)
        source = (SOURCE_CXX if cxx else SOURCE).encode()
        for file, text in (('text.c', source), ('program.ld',
                                                SCRIPT.encode())):
            with open(os.path.join(work, file), 'wb') as out:
                out.write(text)
        if not all(run(command, work) for command in commands):
            return None
        elf = Elf(read(work, 'program'))
        if not elf.text:
            return None
        rest = read(work, other) if other else b''
        inputs = whole_inputs(elf, before, rest, source, dice)
        for number, (choice, files) in enumerate(inputs):
            write(folder, 'whole', f'{name}-{number}', pack(choice, files))
            if name in RECORDED and number:
                files[1] = recording(elf, dice)
                files[2] = files[2] or (before.data if before else b'')
                files[4] = recording(elf, dice) if number == 1 else b''
                write(folder, 'recordings', f'{name}-{number}',
                      pack(choice, files))
        for target, data in section_inputs(elf, dice):
            write(folder, target, name, data)
    return elf


def xz(data, dictionary=None):
    """With the code of a dictionary's size: 40 is 4 GiB."""
    out = bytearray(lzma.compress(data, check=lzma.CHECK_NONE, filters=[
        dict(id=lzma.FILTER_LZMA2, dict_size=1 << 20, mode=lzma.MODE_FAST,
             mf=lzma.MF_HC3, nice_len=273, depth=1)]))
    if dictionary:
        end = 12 + 4 * (out[12] + 1) - 4
        out[16] = dictionary
        out[end:end + 4] = struct.pack('<I', zlib.crc32(bytes(out[12:end])))
    return bytes(out)


def tar(name, data, *holes):
    """A member, in whose holes there is nothing: GNU's sparse files."""
    member = tarfile.TarInfo(name)
    member.size = len(data)
    member.type = b'S' if holes else b'0'
    head = bytearray(member.tobuf(tarfile.GNU_FORMAT))
    if holes:
        parts = b''.join(b'%011o\0%011o\0' % part for part in holes)
        head[386:386 + len(parts)] = parts
        head[483:495] = b'%011o\0' % sum(holes[-1])
        head[148:156] = b' ' * 8
        head[148:156] = b'%06o\0 ' % sum(head)
    return bytes(head) + data + bytes(-len(data) % 512)


def zipped(name, data, method, crc, size):
    """A member; what follows a deflated one says how long it is."""
    lengths = struct.pack('<3I', crc, len(data), size)
    before, behind = ((bytes(12), b'PK\7\10' + lengths) if method == 8 else
                      (lengths, b''))
    return (struct.pack('<4s5H', b'PK\3\4', 20, 8 if behind else 0, method, 0,
                        0) + before + struct.pack('<2H', len(name), 0) + name +
            data + behind)


def packed_inputs():
    """Archives that hold or claim far more than their size, and a profile."""
    gmon = (struct.pack('<4sI12xBQQII15sc', b'gmon', 1, 0, 0x1000, 0x2000,
                        1024, 100, b'seconds', b's') + bytes(2048))
    zeros = bytes(16 << 20)
    end = bytes(1024)
    yield 'dictionary.tar.xz', xz(tar('gmon', gmon) + end, 40)
    yield 'dictionary.xz', xz(gmon, 40)
    yield 'zeros.xz', xz(gmon + zeros) + 23 * xz(zeros)
    yield 'junk.tar.xz', xz(tar('junk', zeros) + tar('gmon', gmon) + end)
    yield 'sparse.tar', tar('gmon', gmon, (0, 2048), ((8 << 30) - 600, 512),
                            ((8 << 30) - 1, 0)) + end
    last = (zipped(b'gmon', zlib.compress(gmon)[2:-4], 8, zlib.crc32(gmon),
                   len(gmon)) + b'PK\5\6' + bytes(18))
    yield 'skipped.zip', 4 * zipped(
        b'junk', zlib.compress(zeros)[2:-4], 8, zlib.crc32(zeros),
        len(zeros)) + last
    yield 'dictionary.zip', zipped(b'junk', xz(zeros, 40), 95,
                                   zlib.crc32(zeros), len(zeros)) + last


def main():
    if len(sys.argv) != 2:
        sys.exit('usage: make_seeds.py FOLDER')
    folder = os.path.abspath(sys.argv[1])
    os.makedirs(folder, exist_ok=True)
    dice = random.Random(1)
    made = missing = 0
    before = None
    for name, commands, other in kinds():
        elf = make(name, commands, other, before, folder, dice)
        before = elf or before
        if elf:
            made += 1
        else:
            missing += 1
            print('make_seeds.py: not made:', name, file=sys.stderr)
    for name, data in packed_inputs() if lzma else ():
        write(folder, 'packed', name, data)
    print(f'{made} programs in {folder}, {missing} could not be built')


main()
