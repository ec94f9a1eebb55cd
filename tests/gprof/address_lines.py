#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares lines of samples, and of code inlined into lines, with addr2line.

usage: address_lines.py NAME EXECUTABLE FOLDER

Each byte of each function gets a bin of its own with a count that tells it
from its neighbours; what gptui's source view says of a line must be the sum
over the addresses that addr2line -i finds in that line, or further out.
$GPTUI names the program, $ADDR2LINE the other one, $WHOLE an executable
with the same code that addr2line can read, $OPTIONS gptui's options.
"""
import collections
import csv
import io
import os
import struct
import subprocess
import sys

GPTUI = os.environ.get('GPTUI', 'gptui')
ADDR2LINE = os.environ.get('ADDR2LINE', 'addr2line')
WHOLE = os.environ.get('WHOLE')
OPTIONS = os.environ.get('OPTIONS', '').split()


def run(*command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True,
                          universal_newlines=True, **more).stdout


def functions(path):
    """(low, high) of each function that has a size."""
    found = set()
    for line in run('nm', '-S', path).splitlines():
        words = line.split()
        if len(words) == 4 and words[2] in 'tTwW':
            low = int(words[0], 16)
            found.add((low, low + int(words[1], 16)))
    return sorted(found)


def chains(path, addresses):
    """The lines of each address, the innermost first: [(file, line)]."""
    text = run(ADDR2LINE, '-a', '-i', '-e', path,
               input='\n'.join(map(hex, addresses)) + '\n')
    found = {}
    for line in text.splitlines():
        if line.startswith('0x') and ':' not in line:
            chain = found.setdefault(int(line, 16), [])
            continue
        name, number = line.split(' (')[0].rsplit(':', 1)
        chain.append((name, int(number) if number.isdigit() else 0))
    return found


def count(address):
    return 1 + address * 7919 % 251


def wanted(path):
    """Sums by file and line: those of the line, those inlined into it."""
    code = functions(path)
    addresses = sorted({a for low, high in code for a in range(low, high)})
    self, inlined = collections.Counter(), collections.Counter()
    for address, chain in chains(path, addresses).items():
        if not chain:
            continue
        if chain[0][1]:
            self[chain[0]] += count(address)
        # Code of no line is that of the innermost function inlined there.
        # Inlined code of the line itself counts once, as its own.
        for place in set(chain[1:]) - {chain[0]}:
            if place[1]:
                inlined[place] += count(address)
    return addresses, self, inlined


def write_profile(path, addresses):
    """A gmon.out with a bin for each byte; the list is too long for the
    arguments of gmontool.py."""
    low, high = addresses[0], addresses[-1] + 1
    bins = [0] * (high - low)
    for address in addresses:
        bins[address - low] = count(address)
    with open(path, 'wb') as file:
        file.write(struct.pack('=4si12x', b'gmon', 1))
        file.write(struct.pack('=BQQii15sc', 0, low, high, len(bins), 100,
                               b'seconds', b's'))
        file.write(struct.pack('=%dH' % len(bins), *bins))


def shown(path, profile, name):
    """The same sums, of the file of the hottest function that the name finds;
    None when that is another file: no function begins in this one."""
    report = subprocess.run(
        [GPTUI, '--report', 'source', '--unit', 'samples', '--format', 'csv',
         '--filter', '"%s":' % name, *OPTIONS, path, profile],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        universal_newlines=True)
    if 'no function matches' in report.stderr:
        return None
    report.check_returncode()
    rows = list(csv.DictReader(io.StringIO(report.stdout)))
    with open(name) as file:
        if [row['source'].expandtabs() for row in rows] != [
                line.rstrip('\n').expandtabs() for line in file]:
            return None
    self, inlined = {}, {}
    for row in rows:
        number = int(row['line'] or 0)
        if row['self']:
            self[number] = float(row['self'])
        if row.get('inlined%'):
            inlined[number] = float(row['inlined%'])
    return self, inlined


def differ(ours, theirs, least):
    return [line for line in set(ours) | set(theirs)
            if abs(ours.get(line, 0) - theirs.get(line, 0)) > least]


def main():
    name, path, folder = sys.argv[1:]
    profile = os.path.join(folder, name + '.gmon')
    addresses, self, inlined = wanted(WHOLE or path)
    total = sum(map(count, addresses))
    write_profile(profile, addresses)
    files = {place[0] for place in self if place[0].startswith(folder + '/')}
    lines = failures = nfiles = 0
    for file in sorted(files):
        found = shown(path, profile, file)
        if not found:
            continue
        ours, ours_inlined = found
        theirs = {p[1]: n for p, n in self.items() if p[0] == file}
        theirs_inlined = {p[1]: 100 * n / total for p, n in inlined.items()
                          if p[0] == file}
        bad = differ(ours, theirs, 0.01)
        if bad:
            print('differs: %s lines %s: %s, addr2line %s' % (
                file, bad[:9], [ours.get(n) for n in bad[:9]],
                [theirs.get(n) for n in bad[:9]]))
        bad_inlined = differ(ours_inlined, theirs_inlined, 1e-6)
        if bad_inlined:
            print('differs: %s inlined into %s: %s, addr2line %s' % (
                file, bad_inlined[:9],
                [ours_inlined.get(n) for n in bad_inlined[:9]],
                [theirs_inlined.get(n) for n in bad_inlined[:9]]))
        failures += bool(bad or bad_inlined)
        nfiles += 1
        lines += len(theirs) + len(theirs_inlined)
    print('%s %s: %d lines of %d files' % (
        'not ok' if failures or not lines else 'ok', name, lines, nfiles))
    return failures != 0


try:
    sys.exit(main())
except (OSError, ValueError, subprocess.CalledProcessError) as error:
    print('not ok %s: %s' % (sys.argv[1], error))
    sys.exit(1)
