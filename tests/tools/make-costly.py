#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes small programs that ask for endless work, and a profile of them.

usage: make-costly.py KIND FILE

Writes FILE and FILE.gmon.  KIND says what is endless:
  ranges      functions that share a list of empty ranges
  attributes  functions with attributes that have no bytes
  units       units whose first entry has such attributes
  name        a C++ name that means 2 to the power of 60 types
  notes       sections that share a note
  names       symbols that share a long name
  split       units of FILE.dwo, which is a pipe
  link        the CRC of FILE.debug, which is a hole of 8 GB
"""
import os
import struct
import sys

LOW, SIZE = 0x400000, 0x1000
N = 100000
CODE = [('main', LOW), ('work', LOW + SIZE // 2)]
TAG_UNIT, TAG_FUNCTION, TAG_SKELETON = 0x11, 0x2e, 0x4a
LOW_PC, HIGH_PC, RANGES, EXTERNAL, LINES = 0x11, 0x12, 0x55, 0x3f, 0x10
DWO_NAME = 0x76
ADDR, DATA4, SEC_OFFSET, FLAG, STRING = 0x01, 0x06, 0x17, 0x19, 0x08


def abbreviations(*entries):
    """(tag, has children, [(attribute, form)]), of codes from 1 on."""
    out = b''
    for code, (tag, children, attributes) in enumerate(entries, 1):
        out += bytes([code, tag, children])
        out += b''.join(bytes(a) for a in attributes) + b'\0\0'
    return out + b'\0'


def unit(body, version=5, kind=b'\1\x08', abbrev=0):
    head = struct.pack('<H', version)
    if version == 5:
        head += kind[:2] + struct.pack('<I', abbrev) + kind[2:]
    else:
        head += struct.pack('<I', abbrev) + b'\x08'
    return struct.pack('<I', len(head + body)) + head + body


def line_table():
    header = bytes([1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1])
    header += b'\0' + b'costly.c\0\0\0\0' + b'\0'
    program = b'\0\x09\2' + struct.pack('<Q', LOW) + b'\3\1\1'
    program += b'\2\x80\x20\0\1\1'
    body = struct.pack('<HI', 4, len(header)) + header + program
    return ('.debug_line', struct.pack('<I', len(body)) + body)


def all_code():
    return struct.pack('<QI', LOW, SIZE)


UNIT = (TAG_UNIT, 1, [(LOW_PC, ADDR), (HIGH_PC, DATA4)])


def ranges():
    table = abbreviations(UNIT, (TAG_FUNCTION, 0, [(RANGES, SEC_OFFSET)]))
    entries = b'\1' + all_code() + (b'\2' + struct.pack('<I', 12)) * N + b'\0'
    lists = b'\5\0\x08\0\0\0\0\0' + b'\4\0\0' * N + b'\0'
    lists = struct.pack('<I', len(lists)) + lists
    return [('.debug_info', unit(entries)), ('.debug_abbrev', table),
            ('.debug_rnglists', lists), line_table()], CODE


def attributes():
    table = abbreviations(UNIT, (TAG_FUNCTION, 0, [(LOW_PC, ADDR)] +
                                 [(EXTERNAL, FLAG)] * N))
    entries = b'\1' + all_code() + (b'\2' + struct.pack('<Q', LOW)) * N
    return [('.debug_info', unit(entries + b'\0')), ('.debug_abbrev', table),
            line_table()], CODE


def units():
    table = abbreviations((TAG_UNIT, 0, [(LINES, SEC_OFFSET)] +
                           [(EXTERNAL, FLAG)] * N))
    return [('.debug_info', unit(b'\1\0\0\0\0', 4) * N),
            ('.debug_abbrev', table), line_table()], CODE


def substitution(i):
    digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
    if not i:
        return 'S_'
    i -= 1
    return 'S' + (digits[i // 36] if i >= 36 else '') + digits[i % 36] + '_'


def name():
    text = '_Z4workI4pairIiiE'
    for i in range(60):
        text += 'S0_I' + 2 * substitution(2 + i) + 'E'
    text += 'EDp' + substitution(62) + 'v'
    return [], [('main', LOW), (text, LOW + SIZE // 2)]


def notes():
    note = struct.pack('<III', 4, 0, 3) + b'GNU\0'
    return [('.note', note * N)] + [('.note', None)] * N, CODE


def names():
    name = 'a' * N
    return [], [(name, LOW + i % SIZE) for i in range(N)]


def split():
    table = abbreviations((TAG_SKELETON, 0, [(LOW_PC, ADDR), (HIGH_PC, DATA4),
                                             (DWO_NAME, STRING)]))
    path = sys.argv[2] + '.dwo'
    body = b'\1' + all_code() + os.path.basename(path).encode() + b'\0'
    if os.path.exists(path):
        os.remove(path)
    os.mkfifo(path)
    return [('.debug_info', unit(body, kind=b'\4\x08' + bytes(8))),
            ('.debug_abbrev', table), line_table()], CODE


def link():
    path = sys.argv[2] + '.debug'
    write_elf(path, [], CODE)
    os.truncate(path, 8 << 30)
    text = os.path.basename(path).encode() + b'\0'
    text += b'\0' * (-len(text) % 4) + struct.pack('<I', 1)
    return [('.gnu_debuglink', text)], []


def strings(texts):
    """A table of them, and where each begins."""
    out, at = bytearray(b'\0'), {'': 0}
    for text in texts:
        if text not in at:
            at[text] = len(out)
            out += text.encode() + b'\0'
    return bytes(out), at


def write_elf(path, sections, code):
    """Sections are (name, contents); None: those of the one before."""
    table, at = strings(n for n, _ in code)
    symbols = bytes(24) + b''.join(
        struct.pack('<IBBHQQ', at[n], 0x12, 0, 1, address, SIZE // 2)
        for n, address in code)
    sections = [('.text', b'\x90' * SIZE)] + sections
    n = len(sections)
    if code:
        sections += [('.symtab', symbols), ('.strtab', table)]
    table, at = strings([n for n, _ in sections] + ['.shstrtab'])
    sections.append(('.shstrtab', table))
    out, headers = bytearray(64), [bytes(64)]
    for i, (title, data) in enumerate(sections):
        if data is not None:
            begin, size = len(out), len(data)
            out += data
        kind = {'.symtab': 2, '.strtab': 3, '.shstrtab': 3, '.note': 7}
        headers.append(struct.pack(
            '<IIQQQQIIQQ', at[title], kind.get(title, 1),
            6 if title == '.text' else 0, LOW if title == '.text' else 0,
            begin, size, n + 2 if title == '.symtab' else 0, 1, 1,
            24 if title == '.symtab' else 0))
    count = len(headers)
    if count >= 0xff00:
        headers[0] = struct.pack('<IIQQQQIIQQ', 0, 0, 0, 0, 0, count,
                                 count - 1, 0, 0, 0)
    out[:64] = b'\177ELF\2\1\1' + bytes(9) + struct.pack(
        '<HHIQQQIHHHHHH', 2, 62, 1, LOW, 0, len(out), 0, 64, 56, 0, 64,
        count if count < 0xff00 else 0,
        count - 1 if count < 0xff00 else 0xffff)
    with open(path, 'wb') as f:
        f.write(out + b''.join(headers))


def write_profile(path):
    bins = SIZE // 4
    head = b'gmon' + struct.pack('<I', 1) + bytes(12)
    head += b'\0' + struct.pack('<QQII', LOW, LOW + SIZE, bins, 100)
    head += b'seconds'.ljust(15, b'\0') + b's' + struct.pack('<H', 1) * bins
    call = b'\1' + struct.pack('<QQI', LOW + 16, LOW + SIZE // 2, 5)
    with open(path, 'wb') as f:
        f.write(head + call)


def main():
    kinds = [ranges, attributes, units, name, notes, names, split, link]
    made = {f.__name__: f for f in kinds}[sys.argv[1]]()
    write_elf(sys.argv[2], *made)
    write_profile(sys.argv[2] + '.gmon')


main()
