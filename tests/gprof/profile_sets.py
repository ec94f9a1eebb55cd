# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes profiles of an executable in every format that gprof 2.40 reads."""
import os
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                '..', 'tools'))
import gmontool  # noqa: E402
import random_cases  # noqa: E402

UNIT = 'seconds:s'


class Code:
    """The functions of an executable, by address; half-open text."""

    def __init__(self, symbols, low, high, word=8, endian='little'):
        self.symbols = symbols
        self.low, self.high = low, high
        self.options = dict(ptr=word, endian=endian)


def histogram(rng, low, nbins, scale, rate, unit=UNIT):
    """Bins of scale times two bytes; most samples are in few of them."""
    hot = rng.sample(range(nbins), min(nbins, 12))
    counts = {i: rng.choice([1, 2, 7, 90, 6000]) for i in hot}
    for i in range(nbins):
        if rng.random() < .1:
            counts[i] = rng.choice([1, 1, 1, 2, 3])
    return 'hist:%#x:%#x:%d:%d:%s:%s' % (
        low, low + int(2 * scale * nbins), nbins, rate, unit,
        ','.join('%d=%d' % pair for pair in sorted(counts.items())))


def small(arc):
    """Counts whose sums fit gmon.sum."""
    start, count = arc.rsplit(':', 1)
    return '%s:%d' % (start, int(count) & 0xfffffff)


def blocks(rng, code):
    return 'bb:' + ','.join('%#x=%d' % (low + 4 * k, rng.choice([0, 1, 9, 70]))
                            for low, _ in code.symbols for k in range(3))


def write_wide(path, code, size):
    """Counters of so many bytes behind the header of 4.4BSD."""
    order = '<' if code.options['endian'] == 'little' else '>'
    word = order + ('I' if code.options['ptr'] == 4 else 'Q')
    nbins = (code.high - code.low) // 16
    data = b''.join(
        (3 * i % 7 << 8 * (size // 2) if i % 5 == 0 else i % 3).to_bytes(
            size, 'little' if order == '<' else 'big') for i in range(nbins))
    header = 2 * struct.calcsize(word) + 24
    with open(path, 'wb') as out:
        out.write(struct.pack(word, code.low) + struct.pack(word, code.high) +
                  struct.pack(order + 'iii', header + len(data), 0x51879, 100)
                  + bytes(12) + data)


def write_sets(folder, code, rng):
    """Writes the files; returns lists of names that go together."""
    nbins = max(1, (code.high - code.low) // 4)
    arcs = [small(arc) for arc in
            sorted(set(random_cases.random_arcs(rng, code)))[:60]]
    whole = histogram(rng, code.low, nbins, 2, 100)
    more = histogram(rng, code.low, nbins, 2, 100)

    def write(name, *records, **options):
        gmontool.write_records(folder + '/' + name, list(records),
                               **dict(code.options, **options))

    write('one', whole, *arcs)
    write('two', more, *arcs[::2])
    write('fast', histogram(rng, code.low, nbins, 2, 1000), *arcs[1::2])
    # Behind the text may be the last symbol, which gprof gets wrong.
    beside = (code.low - 160) & ~1
    write('beside', histogram(rng, beside, 40, 2, 250), *arcs[:3])
    half = max(1, nbins // 2)
    write('halves', histogram(rng, code.low, half, 2, 100),
          histogram(rng, code.low + 4 * half, half, 2, 100), *arcs)
    write('coarse', histogram(rng, code.low, max(1, nbins // 4), 8, 60), *arcs)
    write('odd', histogram(rng, code.low, max(1, (nbins - 1) * 4 // 7), 3.5,
                           100), *arcs)
    write('ticks', histogram(rng, code.low, nbins, 2, 7, 'ticks:t'), *arcs)
    write('old', whole, *arcs, fmt='bsd')
    write('new', more, *arcs, fmt='bsd44')
    write('blocks', whole, blocks(rng, code), *arcs)
    write('bins', whole)
    write('only-blocks', blocks(rng, code))
    write('none')
    write('arcs', *arcs)
    write('rate-0', histogram(rng, code.low, nbins, 2, 0), *arcs)
    write('bytes', histogram(rng, code.low, nbins, .5, 100), *arcs)
    sets = [['one'], ['one', 'two'], ['one', 'fast', 'beside'],
            ['fast', 'one'], ['halves'], ['halves', 'two'], ['coarse'],
            ['odd'], ['ticks'], ['ticks', 'one'], ['coarse', 'one'],
            ['old'], ['new'], ['old', 'new', 'new'], ['one', 'old'],
            ['new', 'one', 'one'], ['bins'], ['none'], ['none', 'bins'],
            ['arcs'], ['rate-0'], ['rate-0', 'arcs'], ['arcs', 'one'],
            ['bytes'],
            ['no-such-file'], ['a.out']]
    if code.options['endian'] == 'little':
        # Blocks of the other order make gprof stop, and say any reason.
        sets += [['blocks'], ['blocks', 'one'], ['only-blocks']]
    for size in (4, 8):
        write_wide('%s/wide-%d' % (folder, size), code, size)
        sets.append(['wide-%d' % size])
    return sets
