#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the flat profile of a gprof listing as scripts do that split its lines
at blanks.

usage: flat_reader.py [LISTING]

Rows stand between the line that ends in "name" and an empty one or a form feed.
Three figures begin a row; a count and two more figures follow where calls were
counted; the rest is the name.  Prints NAME, self seconds and calls, with tabs
between.  A row of another form ends it with status 1, and so do rows that are
not sorted by self time, that do not add up to the cumulative column, or whose
shares are not those of the same whole.
"""
import re
import sys

HEADER = re.compile(r'^\s*(%\s*)?time\s.*\sname\s*$')
FIGURE = re.compile(r'^\d+\.\d+$')
COUNT = re.compile(r'^\d+$')
CENT = .00501  # half of the last digit, and some dust


class Refused(Exception):
    pass


def read_row(line):
    """share, cumulative, self, calls or None, name"""
    words = line.split(None, 3)
    if len(words) < 4 or not all(map(FIGURE.match, words[:3])):
        raise Refused(line)
    share, cumulative, own = map(float, words[:3])
    more = words[3].split(None, 3)
    if len(more) == 4 and COUNT.match(more[0]) and FIGURE.match(more[1]) and \
            FIGURE.match(more[2]):
        return share, cumulative, own, int(more[0]), more[3].rstrip()
    return share, cumulative, own, None, words[3].rstrip()


def read_rows(lines):
    for line in lines:
        if HEADER.match(line):
            break
    else:
        raise Refused('no line that ends in "name"')
    rows = []
    for line in lines:
        if not line.strip() or line.startswith('\f'):
            return rows
        rows.append(read_row(line))
    return rows


def check(rows):
    total = before = 0.
    for i, (share, cumulative, own, _, name) in enumerate(rows):
        total += own
        if abs(total - cumulative) > (i + 2) * CENT:
            raise Refused('%s: %g are not %g' % (name, cumulative, total))
        if i and own > before:
            raise Refused('%s: more than the row above' % name)
        before = own
    whole = sum(row[0] for row in rows) or 1
    for share, _, own, _, name in rows:
        part = share / whole * rows[-1][1]
        if abs(own - part) > (len(rows) + 2) * CENT * (1 + part):
            raise Refused('%s: %g %% are not %g' % (name, share, own))


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else '/dev/stdin'
    with open(path, errors='surrogateescape') as file:
        lines = iter(file.read().split('\n'))
    try:
        rows = read_rows(lines)
        check(rows)
    except Refused as reason:
        sys.exit('flat_reader.py: %s' % reason)
    for _, _, own, calls, name in rows:
        print('%s\t%.2f\t%s' % (name, own, '' if calls is None else calls))


if __name__ == '__main__':
    main()
