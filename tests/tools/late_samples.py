#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Simulates recordings on a busy machine, and prints how often a function's
time is within one and two of the errors that gptui gives it.

usage: late_samples.py GPTUI

Runs in the working directory, where it leaves files.  A function is sampled at
random, and a sample counts 1 to 10 ticks, because signals come late; the truth
is what the function's samples count on average.  They are shown from four
recordings, from their sum, and from a sum of that and another one; last with
the counts taken for as many samples, as in a file that adds up.
"""
import csv
import io
import math
import os
import random
import subprocess
import sys

TOOLS = os.path.dirname(os.path.abspath(__file__))
FUNCTIONS, SAMPLES, FILES = 400, 20, 4
WEIGHTS = [1] * 6 + [2, 3, 10, 10]


def poisson(mean, dice):
    limit, n, product = math.exp(-mean), 0, dice.random()
    while product > limit:
        n += 1
        product *= dice.random()
    return n


def record(path, dice, ends):
    maps = '1000-11000 r-xp 00000080 00:00 1 /x/late\n'
    with open('late.maps', 'w') as out:
        out.write(maps + ('gptui-cpu-us=1\n' if ends else ''))
    samples = ['%d:%#x,0x1005' % (dice.choice(WEIGHTS), 0x1040 + 64 * f)
               for f in range(FUNCTIONS)
               for _ in range(poisson(SAMPLES, dice))]
    dice.shuffle(samples)
    subprocess.run([TOOLS + '/mkstacks.py', '-m', 'late.maps', '-o', path] +
                   samples, check=True)


def within(gptui, *files):
    """Of functions with samples, the share within one and two errors."""
    text = subprocess.run(
        [gptui, '--report', 'flat', '--format', 'csv', '--columns',
         'self,error,function', 'late'] + list(files), check=True,
        capture_output=True, text=True).stdout
    rows = [row for row in csv.DictReader(io.StringIO(text))
            if row['function'] != 'main']
    truth = SAMPLES * len(files) * sum(WEIGHTS) / len(WEIGHTS) / 100
    if 'sum' in files[0]:
        truth *= FILES + (files[0] == 'sum2')
    assert len(rows) == FUNCTIONS
    off = [abs(float(row['self']) - truth) / float(row['error']) for row in rows]
    return '%.2f %.2f' % (sum(x <= 1 for x in off) / len(off),
                          sum(x <= 2 for x in off) / len(off))


def main():
    gptui = sys.argv[1]
    dice = random.Random(1)
    symbols = '0x1000 main size=64\n' + ''.join(
        '%#x f%d size=64\n' % (0x1040 + 64 * f, f) for f in range(FUNCTIONS))
    subprocess.run([TOOLS + '/mkelf.py', '-o', 'late', '--text',
                    '0x1000:0x10000', '-'], input=symbols.encode(), check=True)
    files = ['late.%d.prof' % i for i in range(FILES + 1)]
    for file in files:
        record(file, dice, True)
    subprocess.run([gptui, '-s', 'late'] + files[:FILES], check=True,
                   stdout=subprocess.DEVNULL)
    os.rename('gmon.sum', 'sum')
    subprocess.run([gptui, '-s', 'late', 'sum', files[FILES]], check=True,
                   stdout=subprocess.DEVNULL)
    os.rename('gmon.sum', 'sum2')
    print('recordings ', within(gptui, *files[:FILES]))
    print('their sum  ', within(gptui, 'sum'))
    print('and one    ', within(gptui, 'sum2'))
    for file in files:
        record(file, dice, False)
    print('as if many ', within(gptui, *files[:FILES]))


main()
