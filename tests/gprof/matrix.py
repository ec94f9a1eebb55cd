#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares gptui with GNU gprof over programs, builds, formats and options.

usage: matrix.py [--seed N] [--pairs N] [--seconds N] [--whole] [--list]
                 [--only CELL]... [--max-bad N] GPTUI FOLDER

A cell is a program in a build: one of C, C++ or Fortran built in one of many
ways, or symbols alone for another word size and byte order.  It is made in
FOLDER and run, and gets profiles of all formats.  Then command lines are drawn:
one to four options with their values, some twice, in one of the ways to write
and to order them, over files that go together.  What both programs print, their exit
status, the files they write and, when both fail, their messages must agree.

Each build comes up with one program, or with --whole with all of them.  Each
cell gets so many lines (0: each option with all files, and all pairs of
options); cells are skipped when their time is over (0: never).
The same seed draws the same lines; they stand in the messages, and --only
repeats a cell alone.

With $PLAY_CACHE, as play_samples.sh has it, cells stay in that folder and are
made once; only those that run come up, with the profiles of their runs alone.

gprof gets another executable than gptui where libbfd 2.40 does not understand
the debug information: the same code without what it does not know.
"""
import argparse
import os
import pickle
import random
import shutil
import subprocess
import sys
import time
import zlib

sys.dont_write_bytecode = True
from beside_gprof import Pair, differences, show  # noqa: E402
from listing_options import (Names, all_options, arranged,  # noqa: E402
                             is_compared, spelled, text_of)
from profile_sets import Code, write_sets  # noqa: E402
import place_samples  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, '..', 'data')
TOOLS = os.path.join(HERE, '..', 'tools')

# Name: compiler and sources.  The compiler of others has its place.
PROGRAMS = {'c': ('gcc', ['tree.c', 'other.c']),
            'inlines': ('gcc', ['rows.c', 'labels.s', 'more.c']),
            'cxx': ('g++', ['shapes.cc']),
            'fortran': ('gfortran', ['heat.f90'])}
HEADERS = ['tree.h', 'near.h']
OTHER_COMPILERS = {'clang': {'gcc': 'clang', 'g++': 'clang++'}}

COMPILERS = ['gcc', 'g++', 'gfortran', 'clang', 'clang++']

# Name: flags; commands on the program, {}; flags of the build that gprof gets
# where libbfd 2.40 does not understand the debug information.
DEBUGLINK = ['objcopy --only-keep-debug {} {}.debug',
             'strip {} ', 'objcopy --add-gnu-debuglink={}.debug {}']
BUILDS = {
    'pie': ('-O0 -g -pg', [], None),
    'pie-O2': ('-O2 -g -pg', [], None),
    'nopie': ('-O1 -no-pie -g -pg', [], None),
    'static': ('-O1 -static -g -pg', [], None),
    'static-pie': ('-O2 -static-pie -g -pg', [], None),
    'stripped': ('-O1 -g -pg', ['strip {}'], None),
    'no-debug': ('-O2 -pg', [], None),
    'debuglink': ('-O1 -g -pg', DEBUGLINK, None),
    'debug-file': ('-O1 -g -pg', ['objcopy --only-keep-debug {}'], None),
    'dwarf2': ('-O1 -gdwarf-2 -gstrict-dwarf -pg', [], None),
    'dwarf3': ('-O2 -gdwarf-3 -gstrict-dwarf -pg', [], None),
    'dwarf4': ('-O2 -gdwarf-4 -pg', [], None),
    'dwarf5': ('-O1 -gdwarf-5 -gstrict-dwarf -pg', [], None),
    'types': ('-O0 -gdwarf-4 -fdebug-types-section -pg', [], None),
    'split-dwarf4': ('-O1 -gdwarf-4 -gsplit-dwarf -pg', [], None),
    'split-dwarf5': ('-O0 -gdwarf-5 -gsplit-dwarf -pg', [],
                     '-O0 -gdwarf-5 -pg'),
    'dwarf64': ('-O1 -g -gdwarf64 -pg', [], '-O1 -g -pg'),
    'zlib': ('-O1 -g -gz=zlib -pg', [], None),
    'zlib-gnu': ('-O1 -g -gz=zlib-gnu -pg', [], '-O1 -g -pg'),
    'zstd': ('-O1 -g -pg', ['objcopy --compress-debug-sections=zstd {}'], None),
    'lto': ('-O2 -flto -g -pg', [], None),
    'frames': ('-O2 -fno-omit-frame-pointer -g -pg', [], None),
    'sections': ('-O2 -ffunction-sections -Wl,--gc-sections -g -pg', [], None),
    'cold': ('-O3 -freorder-blocks-and-partition -g1 -pg', [], None),
    'size': ('-Os -g3 -pg', [], None),
    'fentry': ('-O1 -g -pg -mfentry', [], None),
    'moved': ('-O1 -g -pg -fdebug-prefix-map=$PWD=/gone', [], None),
    'clang': ('-O1 -g -pg', [], None),
    'clang-O2': ('-O2 -gdwarf-4 -pg', [], None),
}
# Programs in C for other machines, which clang and lld make: the size of an
# address and the byte order.  They are not run.
CROSS_FLAGS = ('-O1 -g -gdwarf-4 -ffreestanding -nostdlib -static '
               '-fuse-ld=lld -Wl,-e,main --target=')
CROSS = {'i686-linux-gnu': (4, 'little'), 'mips-linux-gnu': (4, 'big'),
         'powerpc-linux-gnu': (4, 'big'), 'armv7-linux-gnueabi': (4, 'little'),
         'aarch64-linux-gnu': (8, 'little'),
         'riscv64-linux-gnu': (8, 'little')}
BUILDS.update((target, (CROSS_FLAGS + target, [], None)) for target in CROSS)
# Symbols alone: bits and byte order.
SYNTHETIC = {'elf%s-%s' % (bits, endian): (bits, endian)
             for bits in (32, 64) for endian in ('little', 'big')}
PLAY_CACHE = os.environ.get('PLAY_CACHE')
ENVIRONMENTS = [{}] * 8 + [{'GPROF_PATH': '../sources'},
                           {'GPROF_PATH': ':/nowhere:../sources:'},
                           {'POSIXLY_CORRECT': '1'}]


def cells(settings):
    """Each build with a program that the seed draws, symbols alone, and, if the
    matrix is wanted whole, each build with the other programs."""
    programs = list(PROGRAMS)
    for turn in range(len(programs) if settings.whole else 1):
        for i, build in enumerate(BUILDS):
            if PLAY_CACHE and build in CROSS:
                continue
            program = programs[(i + turn + settings.seed) % len(programs)]
            if compiler_of(program, build):
                yield '%s-%s' % (program, build)
            elif not turn:
                yield 'c-' + build
        if not turn and not PLAY_CACHE:
            yield from SYNTHETIC


def compiler_of(program, build):
    compiler = PROGRAMS[program][0]
    if build in CROSS:
        return 'clang' if compiler == 'gcc' else None
    other = OTHER_COMPILERS.get(build.split('-')[0])
    return other.get(compiler) if other else compiler


class Unavailable(Exception):
    pass


class Cell:
    """An executable a.out in a folder of its own, with profiles."""

    def __init__(self, name, root):
        self.name, self.root = name, root
        self.folder = os.path.join(root, name)
        self.twin = None  # the folder of what gprof gets, if another one
        self.names_from, self.endian = 'a.out', 'little'
        os.makedirs(self.folder)
        self.rng = random.Random(name)
        if name in SYNTHETIC:
            self.make_synthetic(*SYNTHETIC[name])
        else:
            self.make_program(*name.split('-', 1))
        self.names = Names(self.names_from, self.folder, self.rng,
                           self.endian)

    def place_samples(self):
        """Says where the samples of the runs fell."""
        runs = [self.folder + '/' + file for file in ('gmon.out', 'gmon.2')]
        if os.path.exists(runs[0]):
            place_samples.place(self.folder + '/' + self.names_from, runs)
        if self.twin:
            shutil.copytree(self.folder, self.twin, dirs_exist_ok=True,
                            ignore=lambda *_: ['twin', 'a.out', 'built'])

    def make_synthetic(self, bits, endian):
        """Static, weak and untyped symbols, and those of clones."""
        self.endian = endian
        rows, at = [], 0x8000
        for i in range(40):
            rows.append((at, 'f%d%s' % (i * 7 % 40, '.part.0' * (i % 9 == 4)),
                         ('func', 'func', 'notype')[i % 7 % 3],
                         ('global', 'local', 'global', 'weak')[i % 4]))
            at += 2 * self.rng.randrange(1, 60)
        rows.append((at, 'zz_last', 'func', 'global'))
        with open(self.folder + '/symbols', 'w') as out:
            for row in rows:
                out.write('%#x %s type=%s bind=%s\n' % row)
        subprocess.check_call([
            TOOLS + '/mkelf.py', '-o', self.folder + '/a.out', '-c', str(bits),
            '-e', endian, '-m', 'm68k' if bits == 32 else 'ppc64', '--text',
            '0x8000:%#x' % (at - 0x8000 + 16), self.folder + '/symbols'])
        code = Code([row[:2] for row in rows[:-1]], 0x8000, at & ~3,
                    bits // 8, endian)
        self.sets = write_sets(self.folder, code, self.rng)

    def make_program(self, program, build):
        sources = PROGRAMS[program][1]
        compiler = compiler_of(program, build)
        flags, commands, twin_flags = BUILDS[build]
        if not shutil.which(compiler):
            raise Unavailable('no ' + compiler)
        self.compile(compiler, sources, flags, self.folder + '/a.out')
        if twin_flags:
            self.twin = self.folder + '/twin'
            os.makedirs(self.twin)
            self.compile(compiler, sources, twin_flags, self.twin + '/a.out')
            self.names_from = 'twin/a.out'
        elif commands:
            shutil.copy(self.folder + '/a.out', self.folder + '/built')
            self.names_from = 'built'
        self.sets = []
        if build not in CROSS:
            self.run()
        word, self.endian = CROSS.get(build, (8, 'little'))
        if not PLAY_CACHE:
            self.profile(word)
        for command in commands:
            self.check(command.format(*['a.out'] * command.count('{}')),
                       self.folder)

    def compile(self, compiler, sources, flags, path):
        where = os.path.join(self.root, 'sources')
        flags = flags.replace('$PWD', where)
        self.check('%s %s %s -o %s' % (compiler, flags, ' '.join(sources),
                                       path), where)

    def check(self, command, folder):
        done = subprocess.run(command.split(), cwd=folder,
                              capture_output=True, text=True)
        if done.returncode:
            raise Unavailable((done.stderr or command).split('\n')[0])

    def run(self):
        subprocess.run(['./a.out'], cwd=self.folder,
                       stdout=subprocess.DEVNULL,
                       env=dict(os.environ, GMON_OUT_PREFIX='run'))
        run, = [file for file in os.listdir(self.folder)
                if file.startswith('run.')]
        os.rename(self.folder + '/' + run, self.folder + '/gmon.out')
        shutil.copy(self.folder + '/gmon.out', self.folder + '/gmon.2')
        self.sets += [['gmon.out']] * 5 + [['gmon.out', 'gmon.2'],
                                           ['gmon.2', 'gmon.out', 'gmon.2']]

    def profile(self, word):
        """Files that are made of the symbols."""
        low, high = text_range(self.folder + '/a.out')
        rows = [line.split() for line in
                text_of(['nm', 'a.out'], self.folder).split('\n')]
        symbols = sorted((int(row[0], 16), row[2]) for row in rows
                         if len(row) == 3 and row[1] in 'tTwW')
        if symbols[-1][0] < high:  # gprof gets the last one wrong
            high = symbols.pop()[0] & ~3
        symbols = [row for row in symbols if low <= row[0] < high]
        code = Code(symbols, low, high, word, self.endian)
        self.sets += write_sets(self.folder, code, self.rng)


def make_cell(name, root):
    """A cell whose samples have their places."""
    if PLAY_CACHE:
        cell = cached_cell(name, root)
    else:
        cell = Cell(name, root)
    cell.place_samples()
    return cell


def cached_cell(name, root):
    """As Cell(); made once of the same scripts, sources and compilers."""
    made_of = [__file__, HERE + '/listing_options.py'] + [
        os.path.join(DATA, file) for file in os.listdir(DATA)]
    made_of += filter(None, map(shutil.which, COMPILERS))
    key = str([root] + [os.stat(path)[6:9] for path in made_of])
    cache = '%s/%s-%08x' % (PLAY_CACHE, name, zlib.crc32(key.encode()))
    if os.path.exists(cache + '.cell'):
        shutil.copytree(cache, root + '/' + name)
        with open(cache + '.cell', 'rb') as file:
            return pickle.load(file)
    cell = Cell(name, root)
    shutil.copytree(cell.folder, cache)
    with open(cache + '.cell', 'wb') as file:
        pickle.dump(cell, file)
    return cell


def text_range(path):
    for line in text_of(['readelf', '-SW', path], '.').split('\n'):
        fields = line.split(']', 1)[-1].split()
        if fields[:1] == ['.text']:
            low, size = int(fields[2], 16), int(fields[4], 16)
            return low, low + (size & ~3)
    raise Unavailable('no .text')


def lines_of(cell, options, npairs, rng):
    """Lists of options, each with files."""
    if npairs:
        for _ in range(npairs):
            count = rng.choice([1, 2, 2, 2, 2, 3, 4])
            yield rng.choices(options, k=count), rng.choice(cell.sets)
        return
    for option in options:
        for files in cell.sets:
            yield [option], files
    for i, option in enumerate(options):
        for other in options[:i + 1]:
            yield [option, other], rng.choice(cell.sets)


def has_reference(cell, drawn):
    """By line, names in C++ and those of functions with several names come
    from the .dwo files of split DWARF 5, which neither program reads; the code
    without has all names."""
    by_line = any(word in ('-l', '-s') for option in drawn for word in option)
    return not by_line or cell.name not in ('cxx-split-dwarf5',
                                            'inlines-split-dwarf5')


def compare_cell(cell, settings):
    """Prints what differs; returns how many lines there were, and how many of
    them agreed."""
    rng = random.Random('%d %s' % (settings.seed, cell.name))
    pair = Pair(settings.gptui, cell.folder, 'a.out', cell.twin)
    options = all_options(rng, cell.names)
    options += [['-Obsd'], ['-O4.4bsd'], ['-I../sources'], ['-x'], ['-A', '-x'],
                ['-A', '-y'], ['-l', '-A'], ['-l', '-C'], ['-t-1'], ['-w0']]
    lines = agreed = 0
    for drawn, files in lines_of(cell, options, settings.pairs, rng):
        if not is_compared(sum(drawn, [])) or not has_reference(cell, drawn):
            continue
        words = arranged(rng, [['-b']] + [spelled(rng, option)
                                          for option in drawn],
                         'a.out', files, cell.folder)
        if cell.twin and words[0][0] == '@':
            shutil.copy(cell.folder + '/' + words[0][1:], cell.twin)
        environment = rng.choice(ENVIRONMENTS)
        wanted, got = pair.both(words, environment)
        if not got:
            continue
        lines += 1
        found = ', '.join(differences(wanted, got))
        if not found:
            agreed += 1
        elif lines - agreed <= settings.max_bad:
            print('differs: cd %s; %s: %s' % (cell.folder, ' '.join(
                ['%s=%s' % item for item in environment.items()] + ['gprof'] +
                [repr(word) for word in words]), found))
            show(wanted, got)
            pair.keep(words, wanted, got)
    return lines, agreed


def parse_arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('gptui')
    parser.add_argument('folder')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--pairs', type=int, default=25)
    parser.add_argument('--seconds', type=float, default=0)
    parser.add_argument('--whole', action='store_true')
    parser.add_argument('--only', action='append')
    parser.add_argument('--list', action='store_true')
    parser.add_argument('--max-bad', type=int, default=5)
    return parser.parse_args()


def main():
    settings = parse_arguments()
    end = time.monotonic() + (settings.seconds or float('inf'))
    root = os.path.realpath(settings.folder)
    os.makedirs(root + '/sources', exist_ok=True)
    for source in sum((program[1] for program in PROGRAMS.values()), HEADERS):
        shutil.copy(os.path.join(DATA, source), root + '/sources')
    total = total_agreed = ncells = 0
    for name in settings.only or cells(settings):
        if settings.list:
            print(name)
            continue
        if time.monotonic() > end:
            print('skipped matrix-%s: no time left' % name)
            continue
        try:
            cell = make_cell(name, root)
        except Unavailable as reason:
            print('skipped matrix-%s: %s' % (name, reason))
            continue
        lines, agreed = compare_cell(cell, settings)
        print('%sok matrix-%s (%d of %d pairs agree)' % (
            '' if lines == agreed else 'not ', name, agreed, lines),
            flush=True)
        if lines == agreed:
            shutil.rmtree(cell.folder)
        ncells += 1
        total += lines
        total_agreed += agreed
    print('# seed %d, %d cells: %d of %d pairs agree' % (
        settings.seed, ncells, total_agreed, total))
    return total != total_agreed


if __name__ == '__main__':
    sys.exit(main())
