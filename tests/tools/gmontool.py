#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes and dumps gprof's profile data files, of any byte order and word size.

usage: gmontool.py write -o FILE [-f magic|bsd|bsd44|mingw|shobj] [-p 4|8]
                   [-e little|big] [-V VERSION] [--cookie TEXT] [--spare HEX]
                   [--ncnt N] RECORD...
       gmontool.py dump [-p 4|8] [-e little|big] FILE...

A RECORD is one of (numbers are decimal or 0x...):
  hist:LOW:HIGH:NBINS:RATE[:DIMENSION[:ABBREVIATION]][:BIN=COUNT,...]
                     the first one of a bsd file is its header
  arc:FROM:TO:COUNT  (shobj: addresses relative to LOW)
  bb:ADDRESS=COUNT,...
  bb0:ADDRESS=COUNT,...  as version 0 wrote it
  tag:N              a tag byte
  hex:DIGITS         any bytes
mingw is bsd44 with counts of 4 bytes, as on Windows: what is spare has garbage.
example:
  gmontool.py write -o g.out hist:0x1000:0x2000:1024:100:seconds:s:3=7,4=9 \\
      arc:0x1010:0x1100:12
"""
import argparse
import struct
import sys

SHOBJ_VERSION = 0x1ffff
BSD44_VERSION = 0x51879


def number(text):
    return int(text, 0)


class Words:
    """Integers as bytes, and back."""

    def __init__(self, endian, pointer):
        self.order = '<' if endian == 'little' else '>'
        self.pointer = pointer

    def put(self, size, value):
        code = {1: 'B', 2: 'H', 4: 'I', 8: 'Q'}[size]
        return struct.pack(self.order + code, value & ((1 << 8 * size) - 1))

    def address(self, value):
        return self.put(self.pointer, value)

    def get(self, format, data, at):
        """format: struct's letters, with P for an address."""
        format = format.replace('P', 'I' if self.pointer == 4 else 'Q')
        return struct.unpack_from(self.order + format, data, at)


class Histogram:
    def __init__(self, text):
        fields = text.split(':')
        self.low, self.high, self.nbins, self.rate = map(number, fields[:4])
        self.counts = {}
        fields = fields[4:]
        if fields and '=' in fields[-1]:
            for bin, count in pairs(fields.pop()):
                self.counts[bin] = self.counts.get(bin, 0) + count
        dimension = fields[0] if fields else 'seconds'
        abbreviation = fields[1] if len(fields) > 1 else 's'
        self.dimension = dimension.encode('latin-1')[:15].ljust(15, b'\0')
        self.abbreviation = (abbreviation.encode('latin-1') or b'\0')[:1]

    def record(self, words):
        return (words.address(self.low) + words.address(self.high)
                + words.put(4, self.nbins) + words.put(4, self.rate)
                + self.dimension + self.abbreviation + self.bins(words))

    def bins(self, words):
        data = bytearray(2 * self.nbins)
        for bin, count in self.counts.items():
            if 0 <= bin < self.nbins:
                data[2 * bin:2 * bin + 2] = words.put(2, count)
        return bytes(data)


def pairs(text):
    return [tuple(map(number, item.split('='))) for item in text.split(',') if item]


def arc(words, text, count_size):
    caller, callee, count = map(number, text.split(':'))
    return (words.address(caller) + words.address(callee)
            + words.put(count_size, count))


def blocks(words, text):
    counts = pairs(text)
    return words.put(4, len(counts)) + b''.join(
        words.address(address) + words.address(count)
        for address, count in counts)


def old_blocks(words, text):
    counts = pairs(text)
    return words.put(4, len(counts)) + b'file\0' + b''.join(
        words.put(8, count) + words.put(8, address) + b'fn\0fl\0'
        + words.put(4, 7) for address, count in counts)


def magic_file(words, a):
    make = {
        'hist': lambda text: b'\0' + Histogram(text).record(words),
        'arc': lambda text: b'\1' + arc(words, text, 4),
        'bb': lambda text: b'\2' + blocks(words, text),
        'bb0': lambda text: b'\2' + old_blocks(words, text),
        'tag': lambda text: words.put(1, number(text)),
        'hex': bytes.fromhex,
    }
    return (a.cookie.encode() + words.put(4, a.version)
            + bytes.fromhex(a.spare).ljust(12, b'\0')
            + b''.join(made(make, record) for record in a.rec))


def made(make, record):
    kind, _, text = record.partition(':')
    if kind not in make:
        sys.exit('gmontool.py: this format has no record ' + record)
    return make[kind](text)


def shobj_file(words, a):
    """One histogram, the arcs, and zeros up to the size that sprof expects."""
    histogram = next(Histogram(r[5:]) for r in a.rec if r.startswith('hist:'))
    arcs = [r[4:] for r in a.rec if r.startswith('arc:')]
    out = (a.cookie.encode() + words.put(4, SHOBJ_VERSION) + bytes(12)
           + words.put(4, 0) + histogram.record(words)
           + words.put(4, 1) + words.put(4, len(arcs)))
    text_size = histogram.high - histogram.low
    limit = min(max(text_size * 3 // 100, 50), 1 << 20)
    full = len(out) + limit * 2 * words.pointer * (2 * words.pointer + 4)
    out += b''.join(arc(words, text, 4) for text in arcs)
    return out.ljust(full, b'\0')


def bsd_file(words, a):
    make = {
        'hist': lambda text: b'',
        'arc': lambda text: arc(words, text, words.pointer),
        'hex': bytes.fromhex,
    }
    spare = bytes(12)
    if a.fmt == 'mingw':
        spare = words.put(4, -32) + bytes(8)  # FreeBSD's bins of 4 bytes
        make['arc'] = lambda text: (arc(words, text, 4)
                                    + b'\2\0\0\0'[:words.pointer - 4])
    out = b''
    first = next((Histogram(r[5:]) for r in a.rec if r.startswith('hist:')), None)
    if first:
        header = 2 * words.pointer + 4 + (0 if a.fmt == 'bsd' else 20)
        size = 2 * first.nbins + header if a.ncnt is None else a.ncnt
        out += (words.address(first.low) + words.address(first.high)
                + words.put(4, size))
        if a.fmt != 'bsd':
            out += words.put(4, BSD44_VERSION) + words.put(4, first.rate) + spare
        out += first.bins(words)
    return out + b''.join(made(make, record) for record in a.rec)


def write(a):
    words = Words(a.endian, a.ptr)
    maker = dict(magic=magic_file, shobj=shobj_file).get(a.fmt, bsd_file)
    with open(a.o, 'wb') as out:
        out.write(maker(words, a))


def write_records(path, records, **options):
    """For scripts: options as on the command line, by their long names."""
    settings = dict(ptr=8, endian='little', fmt='magic', cookie='gmon',
                    version=1, spare='', ncnt=None, o=path, rec=records)
    settings.update(options)
    write(argparse.Namespace(**settings))


class Record:
    """Of a file that was read: where it begins, its kind, what it says."""

    def __init__(self, at, kind, **fields):
        self.at, self.kind = at, kind
        self.__dict__.update(fields)


def read_histogram(words, data, at):
    low, high, nbins, rate = words.get('PPII', data, at)
    first = at + 2 * words.pointer + 24
    unit = data[first - 16:first]
    return Record(at, 'hist', low=low, high=high, rate=rate, first=first,
                  dimension=unit[:15].rstrip(b'\0'), abbreviation=unit[15:],
                  bins=words.get('%dH' % nbins, data, first),
                  end=first + 2 * nbins)


def read_arc(words, data, at, count_code='I'):
    caller, callee, count = words.get('PP' + count_code, data, at)
    size = words.pointer if count_code == 'P' else 4
    return Record(at, 'arc', caller=caller, callee=callee, count=count,
                  end=at + 2 * words.pointer + size)


def read_blocks(words, data, at):
    n, = words.get('I', data, at)
    counts = words.get('PP' * n, data, at + 4)
    return Record(at, 'bb', counts=list(zip(counts[::2], counts[1::2])),
                  end=at + 4 + 2 * n * words.pointer)


def read_bsd(words, data):
    low, high, size, version = words.get('PPII', data, 0)
    first, rate = 2 * words.pointer + 4, None
    if version == BSD44_VERSION:
        rate, = words.get('I', data, first + 4)
        first += 20
    nbins = (size - first) // 2
    yield Record(0, 'hist', low=low, high=high, rate=rate, first=first,
                 dimension=b'', abbreviation=b'',
                 bins=words.get('%dH' % nbins, data, first),
                 end=first + 2 * nbins)
    at = first + 2 * nbins
    while at + 3 * words.pointer <= len(data):
        yield read_arc(words, data, at, 'P')
        at += 3 * words.pointer
    if at != len(data):
        yield Record(at, '%d trailing bytes' % (len(data) - at))


def read_shobj(words, data):
    histogram = read_histogram(words, data, 24)
    yield histogram
    _, used = words.get('II', data, histogram.end)
    at = histogram.end + 8
    for _ in range(used):
        if at + 2 * words.pointer + 4 > len(data):
            break
        arc = read_arc(words, data, at)
        arc.caller += histogram.low
        arc.callee += histogram.low
        yield arc
        at += 2 * words.pointer + 4


def read_magic(words, data):
    readers = [read_histogram, read_arc, read_blocks]
    at = 20
    while at < len(data):
        if data[at] >= len(readers):
            yield Record(at, 'bad tag %d' % data[at])
            break
        record = readers[data[at]](words, data, at + 1)
        record.at = at
        yield record
        at = record.end


def read_records(data, ptr=8, endian='little'):
    """What a file of any format says, in its order."""
    words = Words(endian, ptr)
    if data[:4] != b'gmon':
        return list(read_bsd(words, data))
    version, = words.get('I', data, 4)
    reader = read_shobj if version == SHOBJ_VERSION else read_magic
    return list(reader(words, data))


def lines_of(record):
    if record.kind == 'hist':
        yield 'hist low=%#x high=%#x bins=%d rate=%s dim=%r ab=%r' % (
            record.low, record.high, len(record.bins), record.rate,
            record.dimension, record.abbreviation)
        for bin, count in enumerate(record.bins):
            if count:
                yield '   bin[%d]=%d' % (bin, count)
    elif record.kind == 'arc':
        yield 'arc %#x -> %#x count %d' % (record.caller, record.callee,
                                           record.count)
    elif record.kind == 'bb':
        yield 'bb n=%d' % len(record.counts)
        for address, count in record.counts:
            yield '   %#x = %d' % (address, count)
    else:
        yield record.kind


def dump(a):
    for path in a.rest:
        with open(path, 'rb') as file:
            data = file.read()
        print('%s: %d bytes' % (path, len(data)))
        for record in read_records(data, a.ptr, a.endian):
            for number, line in enumerate(lines_of(record)):
                print(line if number else ' @%d %s' % (record.at, line))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('command', choices=['write', 'dump'])
    parser.add_argument('-o')
    parser.add_argument('-f', dest='fmt', default='magic',
                        choices=['magic', 'bsd', 'bsd44', 'mingw', 'shobj'])
    parser.add_argument('-p', dest='ptr', type=int, default=8, choices=[4, 8])
    parser.add_argument('-e', dest='endian', default='little',
                        choices=['little', 'big'])
    parser.add_argument('-V', dest='version', type=number, default=1)
    parser.add_argument('--cookie', default='gmon')
    parser.add_argument('--spare', default='')
    parser.add_argument('--ncnt', type=number)
    parser.add_argument('rest', nargs='*')
    a = parser.parse_intermixed_args()
    if a.command == 'dump':
        dump(a)
    elif a.o is None:
        parser.error('write needs -o FILE')
    else:
        a.rec = a.rest
        write(a)


if __name__ == '__main__':
    main()
