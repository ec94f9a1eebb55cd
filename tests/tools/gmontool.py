#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes and dumps gprof's profile data files, of any byte order and word size.

usage: gmontool.py write -o FILE [-f magic|bsd|bsd44|shobj] [-p 4|8]
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
    out = b''
    first = next((Histogram(r[5:]) for r in a.rec if r.startswith('hist:')), None)
    if first:
        header = 2 * words.pointer + 4 + (20 if a.fmt == 'bsd44' else 0)
        size = 2 * first.nbins + header if a.ncnt is None else a.ncnt
        out += (words.address(first.low) + words.address(first.high)
                + words.put(4, size))
        if a.fmt == 'bsd44':
            out += words.put(4, BSD44_VERSION) + words.put(4, first.rate) + bytes(12)
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


def dump_bins(words, data, at, nbins):
    for bin in range(nbins):
        count, = words.get('H', data, at + 2 * bin)
        if count:
            print('    bin[%d]=%d' % (bin, count))
    return at + 2 * nbins


def dump_histogram(words, data, at):
    low, high, nbins, rate = words.get('PPII', data, at)
    at += 2 * words.pointer + 8
    print('low=%#x high=%#x bins=%d rate=%d dim=%r ab=%r' % (
        low, high, nbins, rate, data[at:at + 15].rstrip(b'\0'),
        data[at + 15:at + 16]))
    return dump_bins(words, data, at + 16, nbins)


def dump_arc(words, data, at, count_code):
    print('arc %#x -> %#x count %d' % words.get('PP' + count_code, data, at))
    return at + 2 * words.pointer + (words.pointer if count_code == 'P' else 4)


def dump_bsd(words, data):
    low, high, size, version = words.get('PPII', data, 0)
    header, rate = 2 * words.pointer + 4, None
    if version == BSD44_VERSION:
        rate, = words.get('I', data, header + 4)
        header += 20
    print(' bsd low=%#x high=%#x ncnt=%d hdr=%d rate=%s' % (
        low, high, size, header, rate))
    at = dump_bins(words, data, header, (size - header) // 2)
    while at + 3 * words.pointer <= len(data):
        print('  ', end='')
        at = dump_arc(words, data, at, 'P')
    if at != len(data):
        print('  %d trailing bytes' % (len(data) - at))


def dump_shobj(words, data):
    print('  shobj hist ', end='')
    at = dump_histogram(words, data, 24)
    tag, used = words.get('II', data, at)
    at += 8
    print('  arcs tag=%d used=%d' % (tag, used))
    for _ in range(used):
        if at + 2 * words.pointer + 4 > len(data):
            break
        print('  low+ ', end='')
        at = dump_arc(words, data, at, 'I')


def dump_blocks(words, data, at):
    count, = words.get('I', data, at)
    at += 4
    print('bb n=%d' % count)
    for _ in range(count):
        print('    %#x = %d' % words.get('PP', data, at))
        at += 2 * words.pointer
    return at


def dump_records(words, data):
    dumpers = [dump_histogram,
               lambda words, data, at: dump_arc(words, data, at, 'I'),
               dump_blocks]
    at = 20
    while at < len(data):
        tag = data[at]
        print(' @%d %s' % (at, 'hist ' if tag == 0 else ''), end='')
        if tag >= len(dumpers):
            print('bad tag %d' % tag)
            break
        at = dumpers[tag](words, data, at + 1)


def dump(a):
    words = Words(a.endian, a.ptr)
    for path in a.rest:
        with open(path, 'rb') as file:
            data = file.read()
        print('%s: %d bytes' % (path, len(data)))
        if data[:4] != b'gmon':
            dump_bsd(words, data)
            continue
        version, = words.get('I', data, 4)
        print(' magic version=%d spare=%s' % (version, data[8:20].hex()))
        if version == SHOBJ_VERSION:
            dump_shobj(words, data)
        else:
            dump_records(words, data)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('command', choices=['write', 'dump'])
    parser.add_argument('-o')
    parser.add_argument('-f', dest='fmt', default='magic',
                        choices=['magic', 'bsd', 'bsd44', 'shobj'])
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
