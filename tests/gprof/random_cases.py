#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares gptui with GNU gprof on random programs, profiles and options.

usage: random_cases.py [--oracle gprof] [--from N] [--to N] [--dir DIR]
                 [--exe FILE]... [--bugs] [--lines] [--max-bad N] GPTUI

Each seed makes a program (symbols without code, or one of the --exe files,
which must have debug information), one or two profiles and an option list.
Both programs run in DIR with the same arguments; what they print and their
exit status must agree; messages are only kept.  A case that fails is left in
DIR/bad-SEED: inputs, arguments, both outputs.  A seed always makes the same
case.  --lines prints "ok" or "not ok" for every seed, for tests/run.sh.

Without --bugs the inputs keep clear of what gprof is known to get wrong: no
samples in the last symbol, no bins of one byte, no arcs without a histogram,
one spec an include table, one -k, no -r together with an arc spec or with 80
and more functions, no -c on real code.
"""
import argparse
import os
import random
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = os.path.join(HERE, '..', 'tools')
sys.dont_write_bytecode = True
sys.path.insert(0, TOOLS)
import gmontool  # noqa: E402

SPECIAL_NAMES = ['mcount', '_mcount', '__mcount_internal', '__mcleanup',
                 '_gprof_mcount']
# The include (capital letter) and exclude tables that an option fills.
TABLES = dict(p='F', P='f', q='G', Q='g', C='E', Z='e', A='A', J='a', e='g',
              E='gt', f='G', F='GT', n='T', N='t')
SWITCHES = [('-T', .25), ('-z', .25), ('-a', .15), ('-D', .1), ('-i', .15),
            ('-L', .1), ('--inline-file-names', .1), ('--no-demangle', .1),
            ('-c', .1)]


class Program:
    """What is profiled: symbols are (address, name); half-open text."""

    def __init__(self, path, symbols, low, high, files=()):
        self.path, self.symbols, self.files = path, symbols, list(files)
        self.low, self.high = low, high


def synthetic_program(rng, folder, bugs):
    base = rng.choice([0x1000, 0x400000, 0x8048000])
    count = rng.choice([1, 2, 3, 5, 8, 12, 30, 100, 200])
    step = rng.choice([1, 2, 4, 16])
    names = [prefix + str(i) for prefix in ('f', '_g', '__h')
             for i in range(count)]
    rng.shuffle(names)
    names[:0] = [name for name in SPECIAL_NAMES if rng.random() < .1]
    rows, at = [], base
    for _ in range(count):
        twice = rows and rng.random() < .05
        name = rng.choice(rows)[1] if twice else names.pop(0)
        type = 'func' if rng.random() < .93 else 'notype'
        binding = ('local' if rng.random() < .3 else
                   'weak' if rng.random() < .1 else 'global')
        rows.append((at, name, type, binding))
        if rng.random() < .85:
            at += max(2, rng.randrange(1, 60) * step)
    end = at + rng.randrange(2, 100)
    if not bugs:
        rows.append((end, 'zz_last', 'func', 'global'))
    if rng.random() < .5:
        rng.shuffle(rows)
    with open(folder + '/symbols', 'w') as out:
        for row in rows:
            out.write('%#x %s type=%s bind=%s\n' % row)
    subprocess.check_call([TOOLS + '/mkelf.py', '-o', folder + '/x', '--text',
                           '%#x:%#x' % (base, end - base + 16),
                           folder + '/symbols'])
    return Program('x', [row[:2] for row in rows], base, end)


def text_of(command, **options):
    return subprocess.run(command, capture_output=True, text=True,
                          **options).stdout


def real_program(path, oracle, folder, env):
    path = os.path.abspath(path)
    rows = [line.split() for line in text_of(['nm', path]).split('\n')]
    symbols = [(int(row[0], 16), row[2]) for row in rows
               if len(row) == 3 and row[1] in 'tT']
    sections = text_of(['readelf', '-SW', path]).split('\n')
    text = [line for line in sections if ' .text ' in line][0]
    fields = text.split(']', 1)[1].split()
    low, size = int(fields[2], 16), int(fields[4], 16)
    gmontool.write_records(folder + '/empty', [])
    counts = text_of(oracle + ['-b', '-C', '-z', path, 'empty'], cwd=folder,
                     env=env)
    files = sorted(set(line.split(':')[0].rsplit('/', 1)[-1]
                       for line in counts.split('\n')
                       if line and line[0] != '<'))
    return Program(path, [s for s in symbols if low <= s[0] < low + size],
                   low, low + size, files)


def random_histogram(rng, program, bugs):
    rate = rng.choice([100, 1, 1000, 250, 1000000, 7])
    dimension = rng.choice(['seconds', 'seconds', 'tick'])
    abbreviation = rng.choice('s1')
    span = (program.high - program.low) & ~1
    scale = rng.choice([1, 2, 2, 2, 3, 4, 8] + ([.5] if bugs else []))
    nbins = max(1, int(span // 2 / scale))
    if scale >= 1 and span // 2 / nbins < 1:
        nbins = span // 2
    low = program.low - rng.choice([0, 0x10, 0x100])
    high = program.high
    if rng.random() < .7:
        high = low + int(2 * scale * nbins)
    if span < 4 or nbins <= 0 or high <= low:
        return []
    if not bugs and ((high - low) // 2) / nbins < 1:
        return []
    density = rng.choice([0, .05, .3, 1]) if nbins < 20000 else .01
    counts = ','.join('%d=%d' % (i, rng.choice([1, 1, 2, 3, 10,
                                                rng.randrange(65536)]))
                      for i in range(nbins) if rng.random() < density)
    record = 'hist:%#x:%#x:%d:%d:%s:%s:%s' % (
        low, high, nbins, rate, dimension, abbreviation, counts or '0=0')
    return [record] * (2 if rng.random() < .15 else 1)


def random_arcs(rng, program):
    low, high = program.low, program.high
    starts = sorted(set(address for address, _ in program.symbols))
    downward = rng.random() < .4
    for _ in range(rng.choice([0, 1, 3, 10, 30, 100, 400])):
        if downward and len(starts) > 1:
            i = rng.randrange(len(starts) - 1)
            caller = starts[i] + rng.choice([0, 1])
            callee = starts[rng.randrange(i + 1, len(starts))]
        else:
            caller = rng.randrange(low - 5, high + 5)
            callee = rng.choice(starts + [rng.randrange(low - 5, high + 5)])
        count = rng.choice([1, 1, 2, 5, 100, rng.randrange(1 << 32), 0])
        yield 'arc:%#x:%#x:%d' % (caller, callee, count)


def random_records(rng, program, bugs):
    records = random_histogram(rng, program, bugs)
    if records or bugs:
        records += random_arcs(rng, program)
    if rng.random() < .2:
        records.append('bb:' + ','.join(
            '%#x=%d' % (rng.randrange(program.low, program.high),
                        rng.choice([0, 1, 2, 50]))
            for _ in range(rng.randrange(1, 30))))
    return records


def random_spec(rng, program, names):
    kind = rng.random()
    if program.files and kind < .2:
        return rng.choice(program.files) + rng.choice(
            ['', ':', ':' + rng.choice(names), ':%d' % rng.randrange(1, 60)])
    if kind < .3:
        return ':' + rng.choice(names)
    if kind < .35:
        return str(rng.randrange(1, 60))
    return rng.choice(names)


def spec_options(rng, program, bugs):
    """Options that select functions, and whether one of them is -k."""
    names = [name for _, name in program.symbols] + ['nosuch']
    options, used, arc = [], set(), False

    def spec():
        return random_spec(rng, program, names)

    for _ in range(rng.choice([0, 0, 1, 1, 2, 3, 5])):
        letter = rng.choice('pPqQCZeEfFnNk' + ('AJ' if program.files else ''))
        if letter == 'k':
            if arc and not bugs:
                continue
            arc = True
            options += ['-k', rng.choice([spec(), '']) + '/'
                        + rng.choice([spec(), ''])]
        elif letter in 'pPqQCZAJ' and rng.random() < .5:
            options.append('-' + letter)
        else:
            if not bugs and used & set(TABLES[letter]):
                continue
            used.update(TABLES[letter])
            joined = letter in 'pPqQCZAJ'
            options += ['-' + letter + spec()] if joined else ['-' + letter, spec()]
    return options, arc


def random_options(rng, program, bugs):
    options, arc = spec_options(rng, program, bugs)
    for switch, chance in SWITCHES:
        if rng.random() < chance and (
                switch != '-c' or bugs or not program.files):
            options.append(switch)
    if program.files:
        if rng.random() < .5:
            options.append('-l')
        for switch, values in (('-x', None), ('-m', [0, 1, 5]),
                               ('-t', [0, 1, 30])):
            if rng.random() < .25:
                options += [switch] + ([str(rng.choice(values))] if values else [])
    few = bugs or len(program.symbols) < 80
    if rng.random() < .15 and not arc and few:
        options.append('-r')
    if rng.random() < .3:
        options += ['-w', str(rng.choice([1, 40, 132]))]
    return ['-b'] + options


def make_case(rng, folder, settings, env):
    """Writes the inputs of one case and returns its arguments."""
    if settings.exe:
        program = real_program(rng.choice(settings.exe), settings.oracle,
                               folder, env)
    else:
        program = synthetic_program(rng, folder, settings.bugs)
    records = random_records(rng, program, settings.bugs)
    options = random_options(rng, program, settings.bugs)
    cut = len(records)
    if rng.random() < .3:
        cut = rng.randrange(len(records) + 1)
    gmontool.write_records(folder + '/g0', records[:cut])
    profiles = ['g0']
    if cut < len(records):
        gmontool.write_records(folder + '/g1', records[cut:])
        profiles.append('g1')
    return options + [program.path] + profiles


def run(command, folder, env):
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True,
                              timeout=60, env=env)
    except subprocess.TimeoutExpired:
        return 124, b'', b'timeout'
    return done.returncode, done.stdout, done.stderr


def keep_case(folder, kept, arguments, results):
    shutil.rmtree(kept, ignore_errors=True)
    shutil.move(folder, kept)
    with open(kept + '/arguments', 'w') as out:
        out.write(' '.join(arguments) + '\n')
    for name, (_, printed, messages) in results.items():
        with open(kept + '/' + name, 'wb') as out:
            out.write(printed)
        with open(kept + '/' + name + '.messages', 'wb') as out:
            out.write(messages)


def parse_arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('gptui')
    parser.add_argument('--oracle', default='gprof')
    parser.add_argument('--from', dest='first', type=int, default=0)
    parser.add_argument('--to', dest='end', type=int, default=200)
    parser.add_argument('--dir', default='/tmp/gptui-random')
    parser.add_argument('--exe', action='append', default=[])
    parser.add_argument('--bugs', action='store_true')
    parser.add_argument('--lines', action='store_true')
    parser.add_argument('--max-bad', type=int, default=10)
    settings = parser.parse_args()
    settings.oracle = settings.oracle.split()
    settings.gptui = settings.gptui.split()
    if os.path.exists(settings.gptui[0]):
        settings.gptui[0] = os.path.abspath(settings.gptui[0])
    settings.dir = os.path.abspath(settings.dir)
    return settings


def main():
    settings = parse_arguments()
    if not shutil.which(settings.oracle[0]):
        print('skipped random: no ' + settings.oracle[0])
        return 0
    env = dict(os.environ, LC_ALL='C')
    folder = settings.dir + '/work'
    bad = 0
    for seed in range(settings.first, settings.end):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        arguments = make_case(random.Random(seed), folder, settings, env)
        results = {'gprof': run(settings.oracle + arguments, folder, env),
                   'gptui': run(settings.gptui + arguments, folder, env)}
        same = results['gprof'][:2] == results['gptui'][:2]
        if same and settings.lines:
            print('ok random-%d' % seed)
        if same:
            continue
        bad += 1
        kept = '%s/bad-%d' % (settings.dir, seed)
        keep_case(folder, kept, arguments, results)
        print('%srandom-%d: status %d/%d  %s  -> %s' % (
            'not ok ' if settings.lines else '', seed, results['gprof'][0],
            results['gptui'][0], ' '.join(arguments), kept))
        if bad >= settings.max_bad:
            break
    if not settings.lines:
        print('%d cases, %d differ' % (seed + 1 - settings.first, bad))
    return bad != 0


if __name__ == '__main__':
    sys.exit(main())
