#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Says where the samples of a profile fell, so that no test depends on it.

usage: place_samples.py [--in FUNCTION,...] EXECUTABLE PROFILE...

Replaces the counts of the histogram in each PROFILE, a gmon.out or a profile
of the dynamic linker, by those of a shape, which is $SAMPLES:
  spread   many or few in each of some functions (the default)
  hot      all in one function
  ties     as many in each of some functions
  none     none at all
  measured as the clock had it
Functions are those that call or were called, or those that are named.  The
same $SEED gives the same samples to a profile of the same name.
"""
import argparse
import bisect
import os
import random
import subprocess
import sys

sys.dont_write_bytecode = True
import gmontool  # noqa: E402


def symbols(executable):
    """Where functions begin, with their names."""
    # nm would take ten times as long where it has plug-ins.
    rows = map(str.split, subprocess.run(
        ['readelf', '-sW', executable], capture_output=True,
        text=True).stdout.split('\n'))
    names = {}
    for row in rows:
        if len(row) > 7 and row[3] in ('FUNC', 'NOTYPE') and row[6].isdigit():
            names.setdefault(int(row[1], 16), set()).add(row[7])
    return sorted(names.items())


def functions_of(named, functions, histogram, arcs):
    """Ranges of bins that count only one function, one range a function."""
    starts = [start for start, _ in functions] or [histogram.low]
    ends = starts[1:] + [histogram.high]
    if named:
        chosen = {i for i, (_, names) in enumerate(functions) if names & named}
    else:
        chosen = {bisect.bisect(starts, address) - 1 for arc in arcs
                  for address in (arc.caller, arc.callee)}
    width = (histogram.high - histogram.low) / len(histogram.bins)
    for i in sorted(chosen or range(len(starts))):
        first = -int(-(starts[i] - histogram.low) // width)
        end = int((ends[i] - histogram.low) // width)
        if 0 <= i and 0 <= first < min(end, len(histogram.bins)):
            yield range(first, min(end, len(histogram.bins)))


def counts(shape, rng, functions):
    """Pairs of a bin and its samples."""
    if shape == 'none' or not functions:
        return
    n = rng.choice([1, 2, 7, 50, 400])
    some = rng.sample(functions, 1 if shape == 'hot' else
                      rng.randrange(min(2, len(functions)), len(functions) + 1))
    for bins in some:
        if shape == 'spread':
            for _ in range(rng.randrange(1, 8)):
                yield rng.choice(bins), rng.choice([1, 1, 2, 5, 30])
        else:
            yield rng.choice(bins), n


def place(executable, paths, named=()):
    shape = os.environ.get('SAMPLES', 'spread')
    if shape not in ('spread', 'hot', 'ties', 'none', 'measured'):
        sys.exit('place_samples.py: no shape "%s"' % shape)
    if shape == 'measured':
        return
    functions = symbols(executable)
    for path in paths:
        place_in(path, shape, functions, set(named))


def place_in(path, shape, functions, named):
    with open(path, 'rb') as file:
        data = bytearray(file.read())
    records = gmontool.read_records(bytes(data))
    histogram, = [r for r in records if r.kind == 'hist']
    ranges = list(functions_of(named, functions, histogram, [
        r for r in records if r.kind == 'arc']))
    rng = random.Random('%s %s' % (os.environ.get('SEED', 1),
                                   os.path.basename(path)))
    data[histogram.first:histogram.end] = bytes(2 * len(histogram.bins))
    for bin, count in counts(shape, rng, ranges):
        at = histogram.first + 2 * bin
        count += int.from_bytes(data[at:at + 2], sys.byteorder)
        data[at:at + 2] = count.to_bytes(2, sys.byteorder)
    with open(path, 'wb') as file:
        file.write(data)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--in', dest='named', default='')
    parser.add_argument('executable')
    parser.add_argument('profiles', nargs='+')
    a = parser.parse_args()
    place(a.executable, a.profiles, filter(None, a.named.split(',')))


if __name__ == '__main__':
    main()
