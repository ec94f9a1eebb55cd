#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Filters by the names of all functions, as people copy them.

usage: copied-names.py SRCDIR FOLDER [SYMBOLS]

A name is copied whole, as a screen shortens it in UTF-8 and in the C locale, and
as other programs write it (each third name).  Prints of each form how many names find their
function and none but those whose names contain the text, and each that does not.
A short name may stand for several functions; then all of these are to be found.
"""
import csv
import io
import os
import re
import subprocess
import sys

src, folder = sys.argv[1:3]
symbols = sys.argv[3] if len(sys.argv) > 3 else os.path.join(src, 'tests/data/copied-names.symbols')
tools = os.path.join(src, 'tests/tools')
program = os.path.join(folder, 'copied-names')
raw = [line.split()[1] for line in open(symbols) if line[0] != '#']
n = len(raw)


def made():
    text = open(symbols).readline().split()[-1]
    subprocess.run([os.path.join(tools, 'mkelf.py'), '-o', program, '--text', text, symbols],
                   check=True)
    bins = ','.join(f'{i * 4}={n - i + 5}' for i in range(n))
    subprocess.run([os.path.join(tools, 'gmontool.py'), 'write', '-o', program + '.gmon',
                    f'hist:0x1000:0x{0x1000 + 64 * n:x}:{4 * n}:100:seconds:s:{bins}'],
                   check=True)


def run(args, locale):
    return subprocess.run(['gptui'] + args + [program, program + '.gmon'], text=True,
                          capture_output=True, env=dict(os.environ, LC_ALL=locale)).stdout


def rows(args, locale='C.UTF-8'):
    out = run(['--report', 'flat', '--format', 'csv'] + args, locale)
    return list(csv.DictReader(io.StringIO(out)))


def shown(width, locale):
    """The names on a screen with all rows, which are in the order of the symbols."""
    lines = run(['--size', f'{width}x{n + 9}', '--keys', ''], locale).split('\n')
    heading = next(i for i, line in enumerate(lines) if re.search(r'\bfunction\b', line))
    at = lines[heading].index('function')
    return [line[at:].split('\u2502')[0].rstrip() for line in lines[heading + 1:heading + 1 + n]]


made()
whole = rows([])
of_time = {row['self']: i for i, row in enumerate(whole)}
names = [row['function'] for row in whole]
assert len(of_time) == n
FORMS = {
    'whole': names,
    'screen of 80': shown(80, 'C.UTF-8'),
    'screen of 80, C': shown(80, 'C'),
    'symbol': raw,
    'gprof': [f'{name} <cycle 2> [{i}]' for i, name in enumerate(names)],
    'perf': ['[.] ' + name for name in names],
    'other blanks': [re.sub(r' ?([*&]+)', r' \1', name.replace('> >', '>>')) for name in names],
    'LLVM': [re.sub(
        r'((?: \[clone [^]]*\])+)$',
        lambda m: ' (' + re.sub(r' \[clone |\]', '', m.group(1)) + ')', name)
             for name in names],
    "Fortran's": [re.sub(r'^__(\w+)_MOD_(\w+)$', r'\1::\2', name) for name in names],
}
for form, texts in FORMS.items():
    locale = 'C' if form.endswith(', C') else 'C.UTF-8'
    found_well = 0
    some = range(0, n, 1 if form == 'whole' or form.startswith('screen') else 3)
    for i, text in ((i, texts[i]) for i in some):
        found = {of_time[row['self']] for row in rows(['--filter', text], locale)}
        part = re.sub(r'^(\u2026|\.\.\.|\[\.\] )| (#\d+|<cycle 2> \[\d+\])$', '', text)
        alike = {k for k in range(n) if part in texts[k] or part in names[k] or part in raw[k]}
        more = sorted(names[k] for k in found - alike - {i})
        found_well += i in found and not more
        if i not in found:
            print(f'{form}: {text}: not found')
        elif more:
            print(f'{form}: {text}: also {len(more)}, such as {more[0]:.60}')
    print(f'{form}: {found_well} of {len(some)}')
