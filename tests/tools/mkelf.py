#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a tiny ELF file with full control over its symbols: no compiler.

usage: mkelf.py -o FILE [-c 32|64] [-e little|big] [-m MACHINE]
                [-t exec|dyn|rel] [--flags N] [--text ADDRESS:SIZE]
                [--fill HEX] [--patch ADDRESS=HEX]...
                [--sec NAME:ADDRESS:SIZE:FLAGS]... [--needed LIBRARY]...
                [--needed-at OFFSET]... [--needed-link SECTION]
                [--no-symtab] [--no-mcount] [--hole SECTION:SIZE]
                [SYMBOLS|-]

MACHINE   a number or one of x86_64 i386 mips arm aarch64 ppc ppc64 sparc
          sparcv9 alpha vax riscv m68k s390
--needed  a shared library; its name may be damaged: anywhere in the strings, or
          these in any section
--no-mcount  as if built without -pg: else mcount is among the symbols,
          undefined
--hole    the section's contents are a hole at the end of the file
--sec     one more section; FLAGS are letters: a(lloc) x(exec) w(rite)
SYMBOLS   one per line:  ADDRESS NAME [type=func|notype|object|ifunc|file|
          section|tls|common] [bind=global|local|weak|unique]
          [sec=.text|NAME|abs|und|com] [size=N] [other=N]
          Locals are moved before globals, as ELF requires; - is an empty name.
example:
  printf '0x1000 main\\n0x1010 foo bind=local\\n' |
      mkelf.py -o x --text 0x1000:0x100 -
"""
import argparse
import struct
import sys

MACHINES = dict(x86_64=62, i386=3, mips=8, arm=40, aarch64=183, ppc=20,
                ppc64=21, sparc=2, sparcv9=43, alpha=0x9026, vax=75,
                riscv=243, m68k=4, s390=22)
FILE_TYPES = dict(rel=1, exec=2, dyn=3)
SYMBOL_TYPES = dict(notype=0, object=1, func=2, section=3, file=4, common=5,
                    tls=6, ifunc=10)
BINDINGS = {'local': 0, 'global': 1, 'weak': 2, 'unique': 10}
SPECIAL_SECTIONS = dict(und=0, abs=0xfff1, com=0xfff2)
SECTION_FLAGS = dict(w=1, a=2, x=4)
PROGBITS, SYMTAB, STRTAB, DYNAMIC = 1, 2, 3, 6
NEEDED = 1


def number(text):
    return int(text, 0)


class Section:
    def __init__(self, name, type, data, flags=0, address=0, link=0, info=0,
                 entry_size=0, align=1):
        self.name, self.type, self.data = name, type, bytes(data)
        self.flags, self.address = flags, address
        self.link, self.info = link, info
        self.entry_size, self.align = entry_size, align
        self.hole = 0


class Strings:
    """A string table."""

    def __init__(self):
        self.data = bytearray(1)

    def add(self, name):
        if not name:
            return 0
        at = len(self.data)
        self.data += name.encode(errors='surrogateescape') + b'\0'
        return at


class Elf:
    """How the numbers of one ELF class and byte order are laid out."""

    def __init__(self, bits, endian):
        self.wide = bits == 64
        self.endian = endian
        self.order = '<' if endian == 'little' else '>'
        self.mask = (1 << bits) - 1
        self.header_size = 64 if self.wide else 52
        self.segment_size = 56 if self.wide else 32
        self.section_size = 64 if self.wide else 40
        self.symbol_size = 24 if self.wide else 16

    def pack(self, format, *values):
        """A in the format is an address: 32 or 64 bits."""
        format = format.replace('A', 'Q' if self.wide else 'I')
        return struct.pack(self.order + format, *values)

    def symbol(self, name, value, size, info, other, section):
        value &= self.mask
        if self.wide:
            return self.pack('IBBHQQ', name, info, other, section, value, size)
        return self.pack('IIIBBH', name, value, size, info, other, section)

    def header(self, type, machine, entry, flags, segments, at, sections):
        ident = b'\x7fELF' + bytes([2 if self.wide else 1,
                                    1 if self.endian == 'little' else 2, 1])
        return ident.ljust(16, b'\0') + self.pack(
            'HHIAAAIHHHHHH', type, machine, 1, entry & self.mask,
            self.header_size if segments else 0, at, flags, self.header_size,
            self.segment_size, segments, self.section_size, sections,
            sections - 1)

    def segment(self, at, address, size):
        address &= self.mask
        if self.wide:
            return self.pack('IIQQQQQQ', 1, 5, at, address, address, size,
                             size, 16)
        return self.pack('IIIIIIII', 1, at, address, address, size, size, 5, 16)

    def section(self, name, s, at):
        return self.pack('IIAAAAIIAA', name, s.type, s.flags,
                         s.address & self.mask, at, s.hole or len(s.data),
                         s.link,
                         s.info, s.align, s.entry_size)


def patched(a, address, data):
    """The bytes of a section with the patches that are within it."""
    data = bytearray(data)
    for patch in a.patch:
        where, digits = patch.split('=')
        code = bytes.fromhex(digits)
        at = number(where) - address
        if 0 <= at <= len(data) - len(code):
            data[at:at + len(code)] = code
    return data


def code_sections(a):
    address, size = map(number, a.text.split(':'))
    text = patched(a, address, bytes.fromhex(a.fill) * size)
    yield Section('.text', PROGBITS, text, flags=6, address=address, align=16)
    for more in a.sec:
        name, address, size, letters = more.split(':')
        flags = sum(SECTION_FLAGS[letter] for letter in letters)
        data = patched(a, number(address), bytes(number(size)))
        yield Section(name, PROGBITS, data, flags=flags,
                      address=number(address), align=16)


def dynamic_sections(elf, a, before):
    """The names of the libraries that are needed."""
    strings = Strings()
    places = [place if isinstance(place, int) else strings.add(place)
              for place in a.needed]
    entries = [elf.pack('AA', NEEDED, place) for place in places]
    end = elf.pack('AA', 0, 0)
    yield Section('.dynamic', DYNAMIC, b''.join(entries) + end, flags=2,
                  link=a.needed_link or before + 2, entry_size=len(end),
                  align=8)
    yield Section('.dynstr', STRTAB, strings.data, flags=2)


def symbol_sections(elf, lines, sections):
    """The symbol table and its strings, which come next in the file."""
    indexes = {s.name: i + 1 for i, s in enumerate(sections)}
    indexes.update(SPECIAL_SECTIONS)
    strings = Strings()
    local, other = [elf.symbol(0, 0, 0, 0, 0, 0)], []
    for line in lines:
        words = line.split()
        if not words or words[0].startswith('#'):
            continue
        given = dict(word.split('=', 1) for word in words[2:])
        binding = BINDINGS[given.get('bind', 'global')]
        type = SYMBOL_TYPES[given.get('type', 'func')]
        symbol = elf.symbol(strings.add('' if words[1] == '-' else words[1]),
                            number(words[0]), number(given.get('size', '0')),
                            binding << 4 | type,
                            number(given.get('other', '0')),
                            indexes[given.get('sec', '.text')])
        (other if binding else local).append(symbol)
    yield Section('.symtab', SYMTAB, b''.join(local + other),
                  link=len(sections) + 2, info=len(local),
                  entry_size=elf.symbol_size, align=8)
    yield Section('.strtab', STRTAB, strings.data)


def layout(elf, sections, start):
    """The contents of all sections, padded, and where each one begins."""
    body, places = bytearray(), []
    for section in sections:
        body += bytes(-(start + len(body)) % section.align)
        places.append(start + len(body))
        body += section.data
    body += bytes(-(start + len(body)) % 8)
    return body, places


def elf_file(a, lines):
    elf = Elf(a.bits, a.endian)
    sections = list(code_sections(a))
    if a.needed:
        sections += dynamic_sections(elf, a, len(sections))
    if not a.no_symtab:
        sections += symbol_sections(elf, lines, list(sections))
    names = Strings()
    offsets = [names.add(s.name) for s in sections + [Section('.shstrtab', 0, b'')]]
    sections.append(Section('.shstrtab', STRTAB, names.data))

    start = elf.header_size + elf.segment_size
    body, places = layout(elf, sections, start)
    if a.hole:
        name, size = a.hole.split(':')
        i = [s.name for s in sections].index(name)
        sections[i].hole = number(size)
        places[i] = start + len(body) + (len(sections) + 1) * elf.section_size
    text = sections[0]
    segments = 0 if a.type == 'rel' else 1
    segment = elf.segment(places[0], text.address, len(text.data))
    machine = MACHINES.get(a.machine) or number(a.machine)
    return (elf.header(FILE_TYPES[a.type], machine, text.address, a.flags,
                       segments, start + len(body), len(sections) + 1)
            + (segment if segments else bytes(elf.segment_size)) + body
            + bytes(elf.section_size)
            + b''.join(map(elf.section, offsets, sections, places)))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('-o', required=True)
    parser.add_argument('-c', dest='bits', type=int, default=64, choices=[32, 64])
    parser.add_argument('-e', dest='endian', default='little',
                        choices=['little', 'big'])
    parser.add_argument('-m', dest='machine', default='x86_64')
    parser.add_argument('-t', dest='type', default='exec', choices=FILE_TYPES)
    parser.add_argument('--flags', type=number, default=0)
    parser.add_argument('--text', default='0x1000:0x1000')
    parser.add_argument('--fill', default='90')
    parser.add_argument('--patch', action='append', default=[])
    parser.add_argument('--sec', action='append', default=[])
    parser.add_argument('--needed', action='append', default=[])
    parser.add_argument('--needed-at', dest='needed', type=number,
                        action='append')
    parser.add_argument('--needed-link', type=number)
    parser.add_argument('--no-symtab', action='store_true')
    parser.add_argument('--no-mcount', action='store_true')
    parser.add_argument('--hole')
    parser.add_argument('symbols', nargs='?', default='-')
    a = parser.parse_intermixed_args()
    if a.no_symtab:
        lines = []
    elif a.symbols == '-':
        lines = sys.stdin.readlines()
    else:
        with open(a.symbols) as file:
            lines = file.readlines()
    if lines and not a.no_mcount and not any('mcount' in l for l in lines):
        lines.append('0 mcount sec=und')
    with open(a.o, 'wb') as out:
        out.write(elf_file(a, lines))
        if a.hole:
            out.truncate(out.tell() + number(a.hole.split(':')[1]))


if __name__ == '__main__':
    main()
