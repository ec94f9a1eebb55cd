# SPDX-License-Identifier: GPL-3.0-or-later
"""What a gmon.sum says, apart from the order and the addresses it is said in.

A listing of it would not do: gprof lists entries of equal time in the order of
the calls in the file, which is no part of what the file says."""
import bisect
import collections
import itertools
import os
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                '..', 'tools'))
import gmontool  # noqa: E402

PARTS = ['header', 'unit', 'bins', 'blocks', 'calls', 'records']


class Sum:
    """data: the bytes of the file; executable: that of the profiles."""

    def __init__(self, data, executable):
        self.data = data
        with open(executable, 'rb') as file:
            ident = file.read(6)
        # Behind it are 12 bytes of any value.  BSD's formats have none.
        self.header = data[:8] if data[:4] == b'gmon' else b''
        try:
            records = gmontool.read_records(
                data, 4 if ident[4:5] == b'\1' else 8,
                'big' if ident[5:6] == b'\2' else 'little')
        except struct.error:  # cut off, or no profile
            records = [gmontool.Record(0, data.hex())]
        histograms = [r for r in records if r.kind == 'hist']
        # gprof adds up whatever the rates, and takes the first one for all.
        self.unit = [(r.rate, r.dimension, r.abbreviation)
                     for r in histograms[:1]]
        self.bins = {}
        for r in histograms:
            key = r.low, r.high, len(r.bins)
            self.bins[key] = [a + b for a, b in zip(
                r.bins, self.bins.get(key, itertools.repeat(0)))]
        self.blocks = collections.Counter()
        self.arcs = collections.Counter()
        for r in records:
            if r.kind == 'bb':
                self.blocks.update(dict(r.counts))
            elif r.kind == 'arc':
                self.arcs[r.caller, r.callee] += r.count
        self.others = [r.kind for r in records
                       if r.kind not in ('hist', 'arc', 'bb')]

    def arcs_as(self, wanted):
        """The calls with the addresses that gprof gives such calls: where the
        line of the caller, and the callee, begins.  gprof drops those from or
        to a place before the first function; gptui keeps them (D30)."""
        starts = [sorted(set(ends)) for ends in zip(*wanted.arcs)] or [[], []]
        arcs = collections.Counter()
        for ends, count in self.arcs.items():
            places = [bisect.bisect(*pair) for pair in zip(starts, ends)]
            if all(places):
                arcs[tuple(starts[i][place - 1]
                           for i, place in enumerate(places))] += count
        return arcs

    def differences(self, wanted):
        """What differs from gprof's."""
        ours = [self.header, self.unit, self.bins, self.blocks,
                self.arcs_as(wanted), self.others]
        theirs = [wanted.header, wanted.unit, wanted.bins, wanted.blocks,
                  wanted.arcs, wanted.others]
        for what, got, want in zip(PARTS, ours, theirs):
            # Counters compare as equal if only calls of count 0 are missing.
            if sorted(got) != sorted(want) or got != want:
                yield what
