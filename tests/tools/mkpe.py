#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a tiny program for Windows (PE) with a symbol table: no compiler.

usage: mkpe.py -o FILE [-c 32|64] [--base ADDRESS] [--text ADDRESS:SIZE]
               [--fill HEX] [--patch ADDRESS=HEX]... [SYMBOLS|-]

--base    where the program is linked to be loaded: a multiple of 0x10000
--text    of the code, within the 2 GiB from the base
SYMBOLS   one per line:  ADDRESS NAME [type=func|notype] [bind=global|local]
example:
  printf '0x140001000 main\\n0x140001040 foo bind=local\\n' |
      mkpe.py -o x.exe --text 0x140001000:0x100 -
"""
import argparse
import struct
import sys

from mkelf import code_sections, number

MACHINES = {32: 0x14c, 64: 0x8664}
FUNCTION = 0x20  # its type: a function that returns anything
CLASSES = {'global': 2, 'local': 3}
DOS_SIZE, ALIGN, PAGE = 0x80, 0x200, 0x1000


def padded(data, align):
    return data + bytes(-len(data) % align)


def symbol_table(lines, low):
    """The symbols, each with its full name among the strings, and those."""
    symbols, strings = b'', b''
    for line in lines:
        words = line.split()
        if not words or words[0].startswith('#'):
            continue
        given = dict(word.split('=', 1) for word in words[2:])
        type = FUNCTION if given.get('type', 'func') == 'func' else 0
        symbols += struct.pack('<IIIhHBB', 0, 4 + len(strings),
                               number(words[0]) - low, 1, type,
                               CLASSES[given.get('bind', 'global')], 0)
        strings += words[1].encode() + b'\0'
    return symbols, struct.pack('<I', 4 + len(strings)) + strings


def optional_header(bits, base, rva, size, headers):
    """What the loader needs; without directories."""
    wide = bits == 64
    return (struct.pack('<HBBIIIII', 0x20b if wide else 0x10b, 2, 40, size, 0,
                        0, rva, rva)
            + (b'' if wide else struct.pack('<I', 0))
            + struct.pack('<QIIHHHHHHIIIIHH' if wide else '<IIIHHHHHHIIIIHH',
                          base, PAGE, ALIGN, 4, 0, 0, 0, 5, 2, 0,
                          rva + size + -size % PAGE, headers, 0, 3, 0)
            + struct.pack('<QQQQII' if wide else '<IIIIII',
                          0x200000, 0x1000, 0x100000, 0x1000, 0, 16)
            + bytes(16 * 8))


def pe_file(a, lines):
    text, = code_sections(a)
    code = padded(text.data, ALIGN)
    symbols, strings = symbol_table(lines, text.address)
    headers = 2 * ALIGN
    optional = optional_header(a.bits, a.base, text.address - a.base,
                               len(text.data), headers)
    start = (b'MZ'.ljust(0x3c, b'\0')
             + struct.pack('<I', DOS_SIZE)).ljust(DOS_SIZE, b'\0')
    start += b'PE\0\0' + struct.pack(
        '<HHIIIHH', MACHINES[a.bits], 1, 0, headers + len(code),
        len(symbols) // 18, len(optional), 0x22 | (a.bits == 32) << 8)
    start += optional + b'.text'.ljust(8, b'\0') + struct.pack(
        '<IIIIIIHHI', len(text.data), text.address - a.base, len(code),
        headers, 0, 0, 0, 0, 0x60000020)
    return padded(start, headers) + code + symbols + strings


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('-o', required=True)
    parser.add_argument('-c', dest='bits', type=int, default=64,
                        choices=MACHINES)
    parser.add_argument('--base', type=number)
    parser.add_argument('--text')
    parser.add_argument('--fill', default='90')
    parser.add_argument('--patch', action='append', default=[])
    parser.add_argument('symbols', nargs='?', default='-')
    a = parser.parse_intermixed_args()
    if a.base is None:
        a.base = 0x140000000 if a.bits == 64 else 0x400000
    a.text = a.text or '%d:0x1000' % (a.base + PAGE)
    a.sec = []
    with sys.stdin if a.symbols == '-' else open(a.symbols) as file:
        lines = file.readlines()
    with open(a.o, 'wb') as out:
        out.write(pe_file(a, lines))


if __name__ == '__main__':
    main()
