#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints a file as consoles show it.

usage: make-log.py [--base ADDRESS] [--name NAME] [--block BYTES]
                   [--noise SEED] [--drop LINE] [--bend LINE] FORM FILE

FORM is one of: nuttx hexdump-C hexdump hexdump-big xxd od md gdb zephyr base64
intel srec.  --noise adds what consoles add: carriage returns, escape sequences,
prompts, time stamps, lines of other tasks, also in the middle of a line.
--drop leaves a line of the dump out, from 1; --bend spoils one.
"""
import argparse
import base64
import random


def letters(part):
    return ''.join(chr(c) if 32 <= c < 127 else '.' for c in part)


def parts(data, size=16):
    return [(at, data[at:at + size]) for at in range(0, len(data), size)]


def squeezed(lines, repeats):
    """Lines like the one before are one "*", as hexdump and od have it."""
    last, starred = None, False
    for (at, part), line in zip(repeats, lines):
        if part == last and len(part) == 16:
            if not starred:
                yield '*'
            starred = True
        else:
            yield line
            starred = False
        last = part


def nuttx(data, o):
    for at, block in parts(data, o.block):
        yield '%s at %08x:' % (o.name, at)
        for i, part in parts(block):
            yield '%04x: %-48s%s' % (i, ''.join('%02x ' % c for c in part), letters(part))


def hexdump_c(data, o):
    def hexed(part):
        text = ''.join('%02x ' % c for c in part)
        return '%-24s %-24s' % (text[:24], text[24:])
    yield from squeezed(['%08x  %s |%s|' % (at, hexed(part), letters(part))
                         for at, part in parts(data)], parts(data))
    yield '%08x' % len(data)


def hexdump(data, o, order='little'):
    def hexed(part):
        part += b'\0' * (len(part) % 2)
        return ' '.join('%04x' % int.from_bytes(part[i:i + 2], order)
                        for i in range(0, len(part), 2))
    yield from squeezed(['%07x %-39s' % (at, hexed(part)) for at, part in parts(data)],
                        parts(data))
    yield '%07x' % len(data)


def hexdump_big(data, o):
    yield from hexdump(data, o, 'big')


def xxd(data, o):
    for at, part in parts(data):
        text = part.hex()
        yield '%08x: %-39s  %s' % (at, ' '.join(text[i:i + 4] for i in range(0, len(text), 4)),
                                   letters(part))


def od(data, o):
    yield from squeezed(['%06x %s' % (at, ' '.join('%02x' % c for c in part))
                         for at, part in parts(data)], parts(data))
    yield '%06x' % len(data)


def md(data, o):
    for at, part in parts(data):
        yield '%08x:%-48s    %s' % (o.base + at, ''.join(' %02x' % c for c in part),
                                    letters(part))


def gdb(data, o):
    for at, part in parts(data, 8):
        yield '0x%x%s:\t%s' % (o.base + at, ' <_buffer+%d>' % at if at else ' <_buffer>',
                               '\t'.join('0x%02x' % c for c in part))


def zephyr(data, o):
    for at, part in parts(data):
        text = ''.join('%02x ' % c for c in part)
        shown = letters(part).ljust(16)
        yield '%08X: %-24s %-24s|%s %s|' % (o.base + at, text[:24], text[24:48], shown[:8],
                                            shown[8:])


def base64_lines(data, o):
    yield '-----BEGIN PROFILE-----'
    text = base64.b64encode(data).decode()
    yield from (text[i:i + 76] for i in range(0, len(text), 76))
    yield '-----END PROFILE-----'


def intel(data, o):
    def record(kind, address, part):
        all = bytes([len(part), address >> 8 & 255, address & 255, kind]) + part
        return ':%s%02X' % (all.hex().upper(), -sum(all) & 255)
    high = -1
    for at, part in parts(data):
        if (o.base + at) >> 16 != high:
            high = (o.base + at) >> 16
            yield record(4, 0, bytes([high >> 8, high & 255]))
        yield record(0, o.base + at & 0xffff, part)
    yield record(1, 0, b'')


def srec(data, o):
    def record(kind, address, part):
        all = bytes([len(part) + 5]) + address.to_bytes(4, 'big') + part
        return 'S%d%s%02X' % (kind, all.hex().upper(), ~sum(all) & 255)
    for at, part in parts(data):
        yield record(3, o.base + at, part)
    yield record(7, 0, b'')


FORMS = {'nuttx': nuttx, 'hexdump-C': hexdump_c, 'hexdump': hexdump, 'hexdump-big': hexdump_big,
         'xxd': xxd, 'od': od, 'md': md, 'gdb': gdb, 'zephyr': zephyr, 'base64': base64_lines,
         'intel': intel, 'srec': srec}


def with_noise(lines, seed, whole):
    """What a console adds.  Nothing is cut in base64, nor at the end, which is shorter."""
    dice = random.Random(seed)
    said = ['wifi: connected to 10.0.2.15', '[task 7] 0000: 42 beats', 'nsh> ps', '# 0x20000000',
            '\33[1;32mshell:~$ \33[0mversion', 'up 12:30:01, load 0.12 0.10 0.05']
    stamped = dice.random() < 0.5
    seconds = dice.uniform(1, 1000)
    yield 'NuttShell (NSH) NuttX-12.6'
    yield '\33[Knsh> \33[Kgprof dump /tmp/gmon.out\33[K'
    for i, line in enumerate(lines):
        seconds += dice.random() / 100
        stamp = '[%12.6f] ' % seconds if stamped else ''
        while dice.random() < 0.05:
            yield stamp + dice.choice(said)
        if dice.random() < 0.03 and not whole and len(line) > 40 and i + 2 < len(lines):
            cut = dice.randrange(30 if '<' in line else 12, len(line) - 6)
            yield stamp + line[:cut] + dice.choice(said)
            yield stamp + line[cut:]
        else:
            yield stamp + line
    yield 'nsh> '


def parse(arguments):
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--base', type=lambda text: int(text, 0), default=0)
    parser.add_argument('--name', default='/tmp/gmon.out')
    parser.add_argument('--block', type=int, default=512)
    parser.add_argument('--noise', type=int)
    parser.add_argument('--drop', type=int, default=0)
    parser.add_argument('--bend', type=int, default=0)
    parser.add_argument('form', choices=FORMS)
    parser.add_argument('file')
    return parser.parse_args(arguments)


def make(o):
    """The lines of a log."""
    with open(o.file, 'rb') as file:
        lines = list(FORMS[o.form](file.read(), o))
    if o.bend:
        line = lines[o.bend - 1]
        at = len(line) // 3
        lines[o.bend - 1] = line[:at] + '~' + line[at + 1:]
    if o.drop:
        del lines[o.drop - 1]
    if o.noise is None:
        return [line + '\n' for line in lines]
    return [line + '\r\n' for line in with_noise(lines, o.noise, o.form == 'base64')]


if __name__ == '__main__':
    print(''.join(make(parse(None))), end='')
