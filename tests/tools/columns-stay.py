#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Presses keys that change what columns say, not which are there: t, z, A, x.

usage: columns-stay.py NAME FILE...

Shows each view of the files at five widths, after such keys and without them, and
prints where the headings, but for their units, or the border of the panes differ.
"""
import re
import subprocess
import sys

name, files = sys.argv[1], sys.argv[2:]
ROWS = ': T:set Space T:rows Space T:{} Enter'
VIEWS = {'flat': '', 'graph': 'Down 2', 'tree': '3 E', 'callers': 'Down : T:callers Enter E',
         'source': '4', 'asm': '5', 'runs': '6', 'files': ROWS.format('file'),
         'classes': ROWS.format('class'), 'lines': ROWS.format('line')}
if any(f.startswith('--base') for f in files):
    VIEWS['diff'] = '7'
UNIT = r' [sn]$|%$|:.*|(?<=^....).*\u2026.*'


def headings(width, keys):
    """Those of each pane, and where the border is."""
    screen = subprocess.run(['gptui', '--size', f'{width}x24', '--keys', keys] + files,
                            capture_output=True, text=True).stdout.split('\n')
    line = next((s for s in screen[1:] if re.search(r'%  |function|source|instruction', s)), '')
    panes = [[re.sub(UNIT, '', h).replace('parent', 'total').lstrip('~')
              for h in re.split(' {2,}', pane.strip())] for pane in line.split('\u2502')]
    return line.find('\u2502'), panes


for view, keys in VIEWS.items():
    for width in 80, 119, 120, 160, 200:
        first = headings(width, keys)
        for pressed in 't z', 'A', 't t', 'x', 'Down Down x':
            now = headings(width, f'{keys} {pressed}')
            if now != first:
                print(f'{name}, {view}, {width} columns, {pressed}: {now}, not {first}')
print(f'{name}: {len(VIEWS)} views')
