#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares gptui with GNU gprof on pairs of gprof's options.

usage: option_pairs.py [--seed N] [--pairs N] [--all] [--triples N]
                 [--name NAME] [--lines] [--dir DIR] [--max-bad N]
                 GPTUI EXECUTABLE PROFILE...

Each single option, and as many pairs as wanted of all pairs, drawn by the
seed, are given to both programs with the same files, in DIR.  What they print,
their exit status, the files they write (annotated sources, gmon.sum) and, when
both fail, their messages must agree.  Functions, files and lines for the specs
are taken from the executable.

Left out is what gprof gets wrong: runs in which it dies of a signal, takes too
long, runs out of memory or stops with "somebody miscounted"; -r and -R
together with a spec for calls; a map for -R with several functions of a file,
for gprof does not set what it then looks at.
"""
import argparse
import glob
import os
import random
import subprocess
import sys

# Options without and with a spec; the rest has arguments of its own.
PLAIN = ['-a', '-A', '-B', '-c', '-C', '-D', '-i', '-J', '-l', '-L', '-p',
         '-P', '-q', '-Q', '-r', '-s', '-T', '-x', '-y', '-z', '-Z',
         '--demangle', '--no-demangle', '--inline-file-names']
WITH_SPEC = ['-p', '-P', '-q', '-Q', '-C', '-Z', '-A', '-J']
WANTS_SPEC = ['-e', '-E', '-f', '-F', '-n', '-N']
VALUES = ['-m0', '-m5', '-t0', '-t3', '-w1', '-w40', '-w132', '-Omagic',
          '-Oauto', '-Oprof', '-Ononsense', '-I.:/usr',
          '--demangle=none', '--demangle=auto', '--demangle=gnu-v3',
          '--demangle=java', '--demangle=gnat', '--demangle=dlang',
          '--demangle=rust', '--demangle=nonsense', '-Smap.symbols',
          '-Snosuch', '-Rmap', '-Rnosuch']
ORDERS = ('-r', '-R')
ENVIRONMENT = dict(os.environ, LC_ALL='C')
EXECUTABLE = []


def text_of(command, folder):
    return subprocess.run(command, capture_output=True, cwd=folder,
                          env=ENVIRONMENT).stdout.decode('latin-1')


class Program:
    """What specs can name in an executable, and the files that options name.
    """

    def __init__(self, path, folder, rng):
        rows = [line.split() for line in text_of(['nm', path], folder)
                .split('\n')]
        rows = [row for row in rows if len(row) == 3 and row[1] in 'tTwW']
        self.names = [row[2] for row in rows] or ['main']
        places = [line.rsplit(':', 2)[0:2] for line in text_of(
            ['gprof', '-b', '-C', '-z', path, 'no.records'], folder)
            .split('\n') if line.count(':') > 1 and line[0] != '<']
        self.files = sorted({place[0].rsplit('/', 1)[-1] for place in places
                             if place[0]})
        self.lines = sorted({place[1] for place in places})
        self.calls = [name for name in self.names if name[0] != '_' or
                      name.startswith('_Z')] or self.names
        with open(folder + '/map.symbols', 'w') as out:
            for row in rows:
                out.write('%s %s %s\n' % (row[0], row[1].lower()
                                          .replace('w', 't'), row[2]))
        with open(folder + '/map', 'w') as out:
            for row in rows:
                if rng.random() < .7:  # each in its own file: see below
                    out.write('%s.o: %s %s\n' % (row[0], row[1], row[2]))


def spec(rng, program):
    kind = rng.random()
    if program.files and kind < .2:
        return rng.choice(program.files)
    if program.files and kind < .3:
        return rng.choice(program.files) + ':' + rng.choice(program.calls)
    if program.lines and kind < .35:
        return rng.choice(program.lines)
    if kind < .4:
        return ':' + rng.choice(program.calls)
    if kind < .45:
        return rng.choice(['nosuch', ':', 'nosuch.c', '/', ''])
    return rng.choice(program.calls)


def call_spec(rng, program):
    return (rng.choice([spec(rng, program), '']) + '/' +
            rng.choice([spec(rng, program), '']))


def all_options(rng, program):
    """Options as lists of words, of some kinds several with other specs."""
    options = [[word] for word in PLAIN + VALUES]
    for _ in range(2):
        options += [[word + spec(rng, program)] for word in WITH_SPEC]
        options += [[word, spec(rng, program)] for word in WANTS_SPEC]
        options += [['-k', call_spec(rng, program)],
                    ['-q' + call_spec(rng, program)],
                    ['-Q' + call_spec(rng, program)]]
    return options


def is_compared(words):
    calls = any(word in ('-k',) or (word[:2] in ('-q', '-Q') and '/' in word)
                for word in words)
    orders = any(word.startswith(ORDERS) for word in words)
    return not (calls and orders)


def sum_listed(command, folder):
    """What gprof lists of gmon.sum: gptui keeps addresses within functions,
    and calls in another order."""
    words = [word for word in command if word in ('-a', '-D', '-Smap.symbols')]
    text = text_of(['gprof', '-b', '-p', '-q', '-z', '--no-demangle'] + words
                   + [EXECUTABLE[0], 'gmon.sum'], folder)
    return sorted(text.split('\n'))


def run(command, folder):
    for path in glob.glob(folder + '/*-ann') + glob.glob(folder + '/gmon.sum'):
        os.remove(path)
    env = dict(ENVIRONMENT, PATH=command[0] + ':' + ENVIRONMENT['PATH'])
    try:
        done = subprocess.run(['gprof'] + command[1:], cwd=folder, env=env,
                              capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return 124, b'', b'', {}
    written = {}
    for path in glob.glob(folder + '/*-ann') + glob.glob(folder + '/gmon.sum'):
        name = os.path.basename(path)
        with open(path, 'rb') as file:
            written[name] = (sum_listed(command, folder)
                             if name == 'gmon.sum' else file.read())
    return done.returncode, done.stdout, done.stderr, written


def is_no_reference(result):
    return (result[0] not in (0, 1) or b'somebody miscounted' in result[2] or
            b'out of memory' in result[2])


def differences(wanted, got):
    if wanted[0] != got[0]:
        yield 'status %d, here %d' % (wanted[0], got[0])
    if wanted[1] != got[1]:
        yield 'listing'
    if wanted[3] != got[3]:
        yield 'files ' + ' '.join(name for name in {**wanted[3], **got[3]}
                                  if wanted[3].get(name) != got[3].get(name))
    if wanted[0] and wanted[2] != got[2]:
        yield 'messages'


def combinations(rng, options, settings):
    pairs = [(a, b) for a in options for b in options if a is not b]
    if not settings.all:
        pairs = rng.sample(pairs, min(settings.pairs, len(pairs)))
    for option in options:
        yield option
    for a, b in pairs:
        yield a + b
    for _ in range(settings.triples):
        yield sum(rng.sample(options, rng.choice([3, 4, 5])), [])


def show(wanted, got):
    for name, index in (('wanted', 2), ('got', 2)):
        result = wanted if name == 'wanted' else got
        text = result[index].decode('latin-1').strip()
        if text:
            print('\t%s: %s' % (name, text.split('\n')[0][:150]))
    for a, b in zip(wanted[1].split(b'\n'), got[1].split(b'\n')):
        if a != b:
            print('\tline: %r\n\there: %r' % (a[:110], b[:110]))
            return


def parse_arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('gptui')
    parser.add_argument('executable')
    parser.add_argument('profiles', nargs='+')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--pairs', type=int, default=100)
    parser.add_argument('--all', action='store_true')
    parser.add_argument('--triples', type=int, default=0)
    parser.add_argument('--name')
    parser.add_argument('--lines', action='store_true')
    parser.add_argument('--dir', default='.')
    parser.add_argument('--max-bad', type=int, default=20)
    return parser.parse_args()


def main():
    a = parse_arguments()
    EXECUTABLE.append(a.executable)
    rng = random.Random(a.seed)
    folder = os.path.abspath(a.dir)
    ours = folder + '/option-pairs.bin'
    os.makedirs(ours, exist_ok=True)
    if os.path.lexists(ours + '/gprof'):
        os.remove(ours + '/gprof')
    os.symlink(os.path.abspath(a.gptui), ours + '/gprof')
    with open(folder + '/no.records', 'wb') as out:
        out.write(b'gmon\1' + bytes(15))
    program = Program(a.executable, folder, rng)
    pairs = bad = 0
    for words in combinations(rng, all_options(rng, program), a):
        if not is_compared(words):
            continue
        arguments = ['-b'] + words + [a.executable] + a.profiles
        wanted = run(['/nonexistent'] + arguments, folder)
        if is_no_reference(wanted):
            continue
        got = run([ours] + arguments, folder)
        pairs += 1
        if wanted == got:
            continue
        found = ', '.join(differences(wanted, got))
        if not found:
            continue
        bad += 1
        print('differs: gprof %s: %s' % (' '.join(map(repr, arguments)),
                                         found))
        show(wanted, got)
        if bad >= a.max_bad:
            break
    name = a.name or os.path.basename(a.executable)
    if bad:
        print('not ok %s: %d of %d pairs differ' % (name, bad, pairs))
    else:
        print('ok %s (%d pairs)' % (name, pairs))
    return bad != 0


if __name__ == '__main__':
    sys.exit(main())
