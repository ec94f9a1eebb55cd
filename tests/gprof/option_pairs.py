#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares gptui with GNU gprof on pairs of gprof's options.

usage: option_pairs.py [--seed N] [--pairs N] [--all] [--triples N]
                 [--share N] [--name NAME] [--dir DIR] [--max-bad N]
                 GPTUI EXECUTABLE PROFILE...

Each single option, and as many pairs as wanted of all pairs, drawn by the
seed, are given to both programs with the same files, in DIR; with --share one
in N of them.  What they print, their exit status, the files they write
(annotated sources, gmon.sum) and, when both fail, their messages must agree.
Functions, files and lines for the specs are taken from the executable.

Left out is what gprof gets wrong: listing_options.py, beside_gprof.py.
"""
import argparse
import os
import random
import sys

sys.dont_write_bytecode = True
from beside_gprof import Pair, differences, show  # noqa: E402
from listing_options import Names, all_options, is_compared  # noqa: E402


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


def parse_arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('gptui')
    parser.add_argument('executable')
    parser.add_argument('profiles', nargs='+')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--pairs', type=int, default=100)
    parser.add_argument('--all', action='store_true')
    parser.add_argument('--triples', type=int, default=0)
    parser.add_argument('--share', type=int, default=1)
    parser.add_argument('--name')
    parser.add_argument('--dir', default='.')
    parser.add_argument('--max-bad', type=int, default=20)
    return parser.parse_args()


def main():
    a = parse_arguments()
    rng = random.Random(a.seed)
    folder = os.path.abspath(a.dir)
    pair = Pair(a.gptui, folder, a.executable)
    program = Names(a.executable, folder, rng)
    pairs = bad = 0
    for number, words in enumerate(
            combinations(rng, all_options(rng, program), a)):
        if (number + a.seed) % a.share or not is_compared(words):
            continue
        arguments = ['-b'] + words + [a.executable] + a.profiles
        wanted, got = pair.both(arguments)
        if not got:
            continue
        pairs += 1
        found = ', '.join(differences(wanted, got))
        if not found:
            continue
        bad += 1
        print('differs: gprof %s: %s' % (' '.join(map(repr, arguments)),
                                         found))
        show(wanted, got)
        pair.keep(arguments, wanted, got)
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
