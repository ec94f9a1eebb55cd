#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks at long names on screens of six widths, in all views that have names.

usage: look-alikes.py SRCDIR FOLDER

Prints each row that looks like another function's but for marks (lines have their
places beside them), whose last word is cut, or that is cut inside a part of a word; in
the pane that has the focus also those that are cut at 160 columns although they have no
more than 60 letters, and any with an ellipsis, of no more than 60 letters, beside a
column that goes before names; rows of a deep tree that are not indented, and headings
that opening a group changes.  The same screen with raw names, wide enough for all, tells
what each row is.
"""
import os
import re
import subprocess
import sys

src, folder = sys.argv[1:]
tools = os.path.join(src, 'tests/tools')
VIEWS = {'flat': '', 'graph': 'Down 2', 'tree': '3 E', 'callers': 'Down : T:callers Enter E',
         'runs': '6', 'groups': 'B B B'}
SECOND = {'second of flat': 'T:/^main$ Enter Tab', 'second of tree': '3 E Tab'}
BASE = {'diff': '7', 'flat, base': '', 'graph, base': 'Down 2', 'tree, base': '3 E',
        'second of flat, base': 'T:/^main$ Enter Tab'}
DEEP = {'deep tree': '3 E'}
CYCLE = {'graph of a cycle': '2'}
LINES = {'lines': ': T:lines Enter', 'lines, base': ': T:lines Enter'}
OPTIONAL = {'least s', 'most s', '~total/call', 'where'}
MARKS = r' <[a-z]+( \d+)?>| \[clone \..*|\.(isra|constprop|part|cold|lto_priv)\..*'


def made(name, which, seed, is_deep=False, has_cycle=False):
    """A program with some of the symbols, and a profile of it; if deep, each calls the next."""
    lines = open(os.path.join(src, 'tests/data/long-names.symbols')).readlines()
    text = lines[0].split()[-1]
    symbols = [s for i, s in enumerate(lines[3:]) if which(i)]
    path = os.path.join(folder, name)
    open(path + '.symbols', 'w').writelines(symbols)
    subprocess.run([os.path.join(tools, 'mkelf.py'), '-o', path, '--text', text,
                    path + '.symbols'], check=True)
    n = len(lines) - 3
    bins = ','.join(f'{i * 4}={10 + i * seed % 7}' for i in range(n))
    arcs = [f'arc:0x1010:0x{0x1000 + 64 * i:x}:{7 if i % 3 else 1234567}' for i in range(1, n)]
    arcs += [f'arc:0x{0x1010 + 64 * i:x}:0x{0x1040 + 64 * i:x}:{i + 1}'
             for i in range(1, n - 1) if i % 4]
    if is_deep:
        arcs = [f'arc:0x{0x1010 + 64 * i:x}:0x{0x1040 + 64 * i:x}:7' for i in range(n - 1)]
    if has_cycle:
        arcs += [f'arc:0x{0x1010 + 64 * i:x}:0x1000:{i + 1}' for i in range(1, n) if i % 2]
    return [path] + [profile(f'{path}.gmon{run}', n, bins, arcs) for run in range(2)]


def profile(path, n, bins, arcs):
    """Of n functions of 64 bytes."""
    subprocess.run([os.path.join(tools, 'gmontool.py'), 'write', '-o', path,
                    f'hist:0x1000:0x{0x1000 + 64 * n:x}:{4 * n}:100:seconds:s:{bins}',
                    *arcs], check=True)
    return path


def made_lines(name):
    """A program whose symbols have lines of a file with a long name, and a profile of it."""
    path = os.path.join(folder, name)
    rows = open(os.path.join(src, 'tests/data/long-names.symbols')).readlines()[3:]
    symbols = [row.split()[1] for row in rows]
    with open(path + '.s', 'w') as out:
        for s in symbols:
            out.write(f'.globl "{s}"\n.type "{s}",@function\n"{s}":\nnop\n.balign 64\n'
                      f'.size "{s}",64\n')
    subprocess.run(['as', '-g', '-o', path + '.o', path + '.s'], check=True)
    subprocess.run(['ld', '-Ttext', '0x1000', '-e', symbols[0], '-o', path, path + '.o'], check=True)
    bins = ','.join(f'{i * 4}={10 + i % 7}' for i in range(len(symbols)))
    return [path, profile(path + '.gmon', len(symbols), bins, [])]


def screen(size, keys, args):
    return subprocess.run(['gptui', '--size', size, '--keys', keys] + args,
                          capture_output=True, text=True).stdout.split('\n')


def panes(width, keys, args):
    """The names of each pane, from top to bottom, and the columns that go before them."""
    rows = screen(f'{width}x200', keys, args)
    below = next((i for i, line in enumerate(rows) if line.startswith('\u2500\u2500 ')), None)
    for part in [rows] if below is None else [rows[:below] + ['', ''], rows[below + 1:]]:
        heading = next(i for i, line in enumerate(part) if re.search(r'\bfunction\b', line))
        bar = part[heading].find('\u2502')
        for low, high in [(0, None)] if bar < 0 else [(0, bar), (bar + 1, None)]:
            at = re.search(r'(group, )?\bfunction\b', part[heading][low:high])
            names = []
            for line in part[heading + 1:-2]:
                line = line[low:high]
                if not at or not line.strip() or \
                        line[max(0, at.start() - 2):at.start()].strip(' >'):
                    break
                name = re.sub(r'^(\d+ )?[\u25be\u25b8] ', '', line[at.start():].strip())
                names.append(re.split(' {2,}', name)[0])
            yield names, OPTIONAL & set(re.split(' {2,}', part[heading][low:high].strip()))


def parts(word):
    """Where parts of words begin: 0, 4 of set_name, setName."""
    return {m.start() for m in re.finditer(r'(?<![\w$])[\w$]|(?<=_)[^\W_]|(?<![A-Z])[A-Z]', word)}


def last_part(name, ends=r'_|CALL|::'):
    """The end of the last word, without what is in brackets."""
    name = re.sub(MARKS + r'| #\d+$', '', name).replace('operator()', 'operatorCALL')
    name = re.sub(r'operator[<>=-]+', 'operator', name)
    while re.search(r'<[^<>]*>|\([^()]*\)|\{[^{}]*\}', name):
        name = re.sub(r'<[^<>]*>|\([^()]*\)|\{[^{}]*\}', '', name)
    name = re.sub(r'( const| &+)+$', '', name).rstrip(': ')
    return re.split(ends, name)[-1]


def look(where, shown, raw, full, has_room, optional, has_lines):
    whose, bad = {}, []
    for s, r, f in zip(shown, raw, full):
        if not re.match(r'_|main', r) or '\u2026' in f:
            continue
        r = re.sub(MARKS if '<' in r else '$', '', r)
        bare = re.sub(r' <(?!base)[a-z]+( \d+)?>', '', s)
        if whose.setdefault(bare, r) != r and not has_lines:
            bad.append(f'looks like another: {s}')
        if last_part(f) not in s:
            bad.append(f'no last part: {s} of {f}')
        for m in re.finditer('\u2026', s):
            before, behind = s[:m.start()], re.match(r'[\w$]*', s[m.end():]).group()
            before = re.search(r'[\w$]*$', before).group()
            begins = [f[i:] for i in parts(f)]
            if behind and not any(b.startswith(behind) for b in begins) or \
                    before and not any(f[i - len(before):i] == before and i - len(before) >= 0
                                       for i in list(parts(f)) + [k for k in range(len(f))
                                                                  if not re.match(r'\w', f[k])]):
                bad.append(f'cut inside a part: {s} of {f}')
        if last_part(f, 'CALL|::| ') not in s:
            bad.append(f'last word cut: {s} of {f}')
        if optional and len(f) <= 60 and '\u2026' in s:
            bad.append(f'cut beside {optional}: {s} of {f}')
        if has_room and len(f) <= 60 and f not in s and len(s) < len(f):
            bad.append(f'cut though it is short: {s} of {f}')
    for line in bad:
        print(f'{where}: {line}')
    return len(shown)


new = made('long-names', lambda i: i == 0 or i % 5 != 1, 3)
base = made('long-names-base', lambda i: i == 0 or i % 7 != 2, 5)
deep = made('long-names-deep', lambda i: i % 3 == 0, 3, is_deep=True)
cycle = made('long-names-cycle', lambda i: True, 3, has_cycle=True)
lines = made_lines('names-of-a-long-file.cc')
count = 0
for view, keys in [*VIEWS.items(), *SECOND.items(), *BASE.items(), *DEEP.items(),
                   *LINES.items(), *CYCLE.items()]:
    args = deep if view in DEEP else cycle if view in CYCLE else lines if view in LINES else new
    if view in BASE or view == 'lines, base':
        args = args + ['--base'] + (lines if view in LINES else base)
    raw = [names for names, _ in panes(3000, keys, args + ['--names', 'raw'])]
    full = [names for names, _ in panes(3000, keys, args)]
    for width in [160] if view in LINES else [72, 80, 100, 120, 160, 200]:
        for i, (names, optional) in enumerate(panes(width, keys, args)):
            if i < len(raw):
                has_room = width == 160 and i == view.startswith('second')
                count += look(f'{view}, {width} columns, pane {i + 1}', names, raw[i], full[i],
                              has_room, view not in LINES and optional, view in LINES)
for line in screen('120x60', '3 E w', deep):
    if re.search(r' 1\d [\u25be\u25b8] ', line):
        print(f'not indented: {line}')
for width in 80, 100, 110, 119:
    first, now = (screen(f'{width}x9', ': T:set Space T:rows Space T:file Enter' + key, lines)[1]
                  for key in ('', ' Right'))
    if first != now:
        print(f'opened, {width} columns: {now}, not {first}')
print('names were looked at' if count > 1000 else f'only {count} names')
