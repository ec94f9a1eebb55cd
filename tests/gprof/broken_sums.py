#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the comparison of gmon.sum notices what is wrong with one.

usage: broken_sums.py EXECUTABLE FOLDER

EXECUTABLE: any of 64 bits, little-endian.  A sum is written to FOLDER, then
with one thing changed; gmon_sum.py must name the parts that differ, or none
where gprof's order and addresses are no part of what a sum says.
"""
import sys

sys.dont_write_bytecode = True
from gmon_sum import Sum  # noqa: E402
import gmontool  # noqa: E402  (gmon_sum knows where it is)

BINS = 'hist:0x1000:0x1100:64:100:seconds:s:0=6,20=3,63=2'
MORE_BINS = 'hist:0x2000:0x2100:64:100:seconds:s:9=1'
ARCS = ['arc:0x1001:0x1040:3', 'arc:0x1044:0x1080:70000',
        'arc:0x1001:0x1080:0']
BLOCKS = 'bb:0x1000=5,0x1040=7'
RIGHT = [BINS, MORE_BINS, *ARCS, BLOCKS]


def bins(old, new):
    return [BINS.replace(old, new), *RIGHT[1:]]


def arcs(*changed):
    return [BINS, MORE_BINS, *changed, BLOCKS]


ALL = ['unit', 'bins', 'blocks', 'calls', 'records']
# Name, the parts that differ, records, options of the file.
SUMS = [
    ('same', [], RIGHT, {}),
    ('other-order', [], [MORE_BINS, BINS, BLOCKS, *ARCS[::-1]], {}),
    ('within-a-line', [], arcs('arc:0x1009:0x1040:3', *ARCS[1:]), {}),
    ('two-of-a-call', [], arcs('arc:0x1001:0x1040:1', 'arc:0x1001:0x1040:2',
                               *ARCS[1:]), {}),
    ('no-last-call', ['calls'], arcs(*ARCS[:-1]), {}),
    ('no-first-call', ['calls'], arcs(*ARCS[1:]), {}),
    ('no-calls', ['calls'], arcs(), {}),
    ('another-call', ['calls'], arcs(*ARCS, 'arc:0x1044:0x1040:1'), {}),
    ('a-call-twice', ['calls'], arcs(*ARCS, ARCS[0]), {}),
    ('count-off-by-one', ['calls'], arcs(ARCS[0], 'arc:0x1044:0x1080:69999',
                                         ARCS[2]), {}),
    ('count-of-16-bits', ['calls'], arcs(ARCS[0], 'arc:0x1044:0x1080:4464',
                                         ARCS[2]), {}),
    ('another-callee', ['calls'], arcs('arc:0x1001:0x1080:3', *ARCS[1:]), {}),
    ('another-caller', ['calls'], arcs('arc:0x1044:0x1040:3', *ARCS[1:]), {}),
    ('turned-call', ['calls'], arcs('arc:0x1040:0x1001:3', *ARCS[1:]), {}),
    ('next-bin', ['bins'], bins('20=3', '21=3'), {}),
    ('bin-off-by-one', ['bins'], bins('63=2', '63=3'), {}),
    ('no-last-bin', ['bins'], bins(':64:', ':63:'), {}),
    ('low-off', ['bins'], bins('0x1000:', '0x1004:'), {}),
    ('high-off', ['bins'], bins('0x1100:', '0x1104:'), {}),
    ('no-second-histogram', ['bins'], [RIGHT[0], *RIGHT[2:]], {}),
    ('a-histogram-twice', ['bins'], [*RIGHT, MORE_BINS], {}),
    ('rate', ['unit'], bins(':100:', ':101:'), {}),
    ('unit', ['unit'], bins(':seconds:', ':second:'), {}),
    ('short-unit', ['unit'], bins(':s:', ':t:'), {}),
    ('block-off-by-one', ['blocks'], [*RIGHT[:-1], 'bb:0x1000=5,0x1040=6'],
     {}),
    ('no-last-block', ['blocks'], [*RIGHT[:-1], 'bb:0x1000=5'], {}),
    ('another-record', ['records'], [*RIGHT, 'tag:7'], {}),
    ('version', ['header'], RIGHT, {'version': 2}),
    ('spare-bytes', [], RIGHT, {'spare': '01'}),
    ('cookie', ['header', *ALL], RIGHT, {'cookie': 'gmom'}),
    ('cut', ALL, [*RIGHT, 'hex:01'], {}),
]


def main():
    executable, folder = sys.argv[1:]

    def sum_of(records, options):
        path = folder + '/broken'
        gmontool.write_records(path, records, **options)
        with open(path, 'rb') as file:
            return Sum(file.read(), executable)

    right = sum_of(RIGHT, {})
    for name, wanted, records, options in SUMS:
        found = list(sum_of(records, options).differences(right))
        if found == wanted:
            print('ok sum-comparison-' + name)
        else:
            print('not ok sum-comparison-%s: differs in %s, wanted %s' % (
                name, found, wanted))


if __name__ == '__main__':
    main()
