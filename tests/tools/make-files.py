#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""make-files.py FOLDER: a program and the profiles of 64 ranks, gmon.RANK.PID.

Samples are Poisson's, the same in each run of this script.  The truth:
  hash, axpy, norm, small   are alike in all ranks
  solve                     rises with the rank
  pack                      takes three times as long in rank 41
  write                     only rank 0 does it
and the profile of rank 17 is cut off.
"""
import math
import os
import subprocess
import sys

RANKS = 64
NAMES = 'main hash solve pack write axpy norm small'.split()
MEANS = [0.5, 968, 712, 440, 0, 195, 41, 0.4]
tools = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, tools)
sys.dont_write_bytecode = True
import gmontool  # noqa: E402


class Dice:
    """Random numbers that do not depend on Python's version."""

    def __init__(self):
        self.state = 88172645463325252

    def number(self):
        mask = (1 << 64) - 1
        self.state ^= (self.state << 13) & mask
        self.state ^= self.state >> 7
        self.state ^= (self.state << 17) & mask
        return (self.state >> 11) / (1 << 53)

    def poisson(self, mean):
        if mean > 30:
            return self.poisson(mean / 2) + self.poisson(mean / 2)
        events, left = 0, math.exp(-mean)
        product = self.number()
        while product > left:
            events += 1
            product *= self.number()
        return events


def means(rank):
    out = list(MEANS)
    out[2] *= 0.5 + rank / (RANKS - 1)
    if rank == 41:
        out[3] *= 3
    if rank == 0:
        out[4] = 441
    return out


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    symbols = ''.join('0x%x %s size=0x40\n' % (0x1000 + 0x40 * i, name)
                      for i, name in enumerate(NAMES))
    symbols += '0x1300 mcount size=0x40\n'
    subprocess.run([tools + '/mkelf.py', '-o', folder + '/model', '--text',
                    '0x1000:0x400', '-'], input=symbols, text=True,
                   check=True)
    dice = Dice()
    for rank in range(RANKS):
        bins = ','.join('%d=%d' % (16 * i + 8, ticks) for i, ticks in
                        enumerate(map(dice.poisson, means(rank))) if ticks)
        path = '%s/gmon.%d.%d' % (folder, rank, 8082 + rank * 37 % 1009)
        gmontool.write_records(
            path, ['hist:0x1000:0x1400:256:100:seconds:s:' + bins] +
            ['arc:0x1010:0x%x:%d' % (0x1000 + 0x40 * i, 100 * i)
             for i in range(1, len(NAMES))])
        if rank == 17:
            with open(path, 'r+b') as cut:
                cut.truncate(os.path.getsize(path) - 30)


main()
