#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a recorded run says: its samples, and what is at their addresses.

Reads a recording, gmon.out and the executable, each by itself and without
gptui.  All addresses are those of the executable file.  `truth.py FOLDER' puts
the samples of the recording there into its gmon.out.
"""
import bisect
import collections
import os
import re
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'tools'))
import gmontool  # noqa: E402

# Of the recorder (src/recorder/recording.h); a histogram's head in gmon.out.
WORD, STACK_IS_CUT, FIRST_CODE = 8, 1, 0x10000
MAPPING = re.compile(r'([0-9a-f]+)-[0-9a-f]+ r-xp ([0-9a-f]+) \S+ \S+ +(.*)')
HISTOGRAM = struct.Struct('<B2QII15sc')

Sample = collections.namedtuple('Sample', 'pc callers is_cut')


def recording_of(folder):
    found, = [f for f in os.listdir(folder) if f.endswith('.prof')]
    return os.path.join(folder, found)


class Truth:
    """The samples of a recording, each as often as it counts; callers are
    return addresses.  What is of other objects is at addresses of none."""

    def __init__(self, folder):
        path = recording_of(folder)
        self.program = Program(os.path.join(folder, 'exe'))
        profile = Profile(os.path.join(folder, 'gmon.out'))
        self.low, self.high = profile.low, profile.high
        with open(path, 'rb') as file:
            data = file.read()
        self.period_us, = struct.unpack_from('Q', data, 3 * WORD)
        at, samples = 5 * WORD, []
        while True:
            count, n = struct.unpack_from('2Q', data, at)
            at += 2 * WORD
            if not count:
                break
            samples.append((count, struct.unpack_from('%dQ' % n, data, at)))
            at += n * WORD
        base = self.base_of(data[at + WORD:].decode(errors='replace'))
        self.all = []
        for count, stack in samples:
            callers = tuple(a - base for a in stack[1:] if a > FIRST_CODE)
            self.all += count * [Sample(stack[0] - base, callers,
                                        stack[-1] == STACK_IS_CUT)]

    def base_of(self, maps):
        """How far the executable is from its own addresses."""
        text, = [s for s in self.program.sections if s.name == '.text']
        for line in maps.splitlines():
            m = MAPPING.match(line)
            if m and os.path.basename(m[3]) == 'exe':
                return int(m[1], 16) - int(m[2], 16) + text.offset - text.low
        raise ValueError('the maps have no executable')

    def is_profiled(self, address):
        return self.low <= address < self.high

    @property
    def profiled(self):
        """Those that gmon.out can hold."""
        return [s for s in self.all if self.is_profiled(s.pc)]


class Profile:
    """gmon.out: one histogram, and calls."""

    def __init__(self, path):
        with open(path, 'rb') as file:
            records = gmontool.read_records(file.read())
        h, = [r for r in records if r.kind == 'hist']
        self.low, self.high, self.rate, self.bins = h.low, h.high, h.rate, h.bins
        self.arcs = [(r.caller, r.callee, r.count) for r in records
                     if r.kind == 'arc']

    def bin_of(self, pc):
        """As profil() of glibc counts, with the scale of its monstartup()."""
        single = lambda x: struct.unpack('f', struct.pack('f', x))[0]
        size, span = 2 * len(self.bins), self.high - self.low
        scale = 65536 if size >= span else int(
            single(single(single(size) / single(span)) * 65536.0))
        return (pc - self.low) // 2 * scale // 65536

    def differs(self, truth):
        """Whether its bins hold other than the recorded samples."""
        return list(self.bins) != self.folded(truth)

    def folded(self, truth):
        """The bins that glibc would have counted, had it seen the samples."""
        found = collections.Counter(self.bin_of(s.pc) for s in truth.profiled)
        return [found[i] for i in range(len(self.bins))]


LINE_ROW = re.compile(r'(\S.*?) +([0-9]+|-) +(?:0x)?([0-9a-f]+)(?: |$)')
Section = collections.namedtuple('Section', 'name low high offset is_code')
Function = collections.namedtuple('Function', 'low high names')


class Program:
    """The functions, PLT stubs and sections of an ELF file, by readelf."""

    def __init__(self, path):
        self.path = path
        self.sections = list(self.read_sections())
        self.functions = self.read_functions()
        self.starts = [f.low for f in self.functions]
        self.stubs = self.read_stubs()
        self.stub_starts = sorted(self.stubs)

    def tool(self, *words):
        return subprocess.run([*words, self.path], text=True, check=True,
                              stdout=subprocess.PIPE, errors='replace',
                              stderr=subprocess.DEVNULL).stdout.splitlines()

    def read_sections(self):
        for line in self.tool('readelf', '-SW'):
            m = re.match(r' *\[ *\d+\] (\S*) +\S+ +([0-9a-f]+) ([0-9a-f]+) '
                         r'([0-9a-f]+) [0-9a-f]+ +([A-Z]*)', line)
            if m and 'A' in m[5]:
                low = int(m[2], 16)
                yield Section(m[1], low, low + int(m[4], 16), int(m[3], 16),
                              'X' in m[5])

    def section_of(self, address):
        for s in self.sections:
            if s.is_code and s.low <= address < s.high:
                return s
        return None

    def read_functions(self):
        """Sorted; one without a size goes on to the next or to the end of its
        section, and labels inside a function are none."""
        ranges = {}
        for row in map(str.split, self.tool('readelf', '-sW')):
            if len(row) < 8 or row[3] not in ('FUNC', 'NOTYPE', 'IFUNC') \
                    or not row[6].isdigit():
                continue
            low, size = int(row[1], 16), int(row[2], 0)
            if not self.section_of(low):
                continue
            end, names = ranges.get(low, (low, set()))
            ranges[low] = max(end, low + size), names | {row[7].split('@')[0]}
        functions = []
        for low, (high, names) in sorted(ranges.items()):
            if functions and low < functions[-1].high:
                continue
            if high == low:
                high = min([a for a in ranges if a > low]
                           + [self.section_of(low).high])
            functions.append(Function(low, high, frozenset(names)))
        return functions

    def read_stubs(self):
        """Where stubs of the PLT begin, and whose they are."""
        names = [s.name for s in self.sections if s.name.startswith('.plt')]
        if not names:
            return {}
        found = {}
        for line in self.tool('objdump', '-d',
                              *['--section=' + n for n in names]):
            m = re.match(r'([0-9a-f]+) <(.*)>:$', line)
            if m and m[2].endswith('@plt'):
                found[int(m[1], 16)] = re.sub(r'@@?[^@]*@plt', '@plt', m[2])
        return found

    def at(self, pc):
        """The Function of an address: also a PLT stub, and for what belongs to
        none a nameless one, "[SECTION]"."""
        i = bisect.bisect_right(self.starts, pc) - 1
        if i >= 0 and pc < self.functions[i].high:
            return self.functions[i]
        section = self.section_of(pc)
        if not section:
            return Function(0, 0, frozenset(['[outside]']))
        i = bisect.bisect_right(self.stub_starts, pc) - 1
        if i >= 0 and section.name.startswith('.plt') and \
                self.stub_starts[i] >= section.low:
            low = self.stub_starts[i]
            end = (self.stub_starts + [section.high])[i + 1]
            return Function(low, min(end, section.high),
                            frozenset([self.stubs[low]]))
        return Function(section.low, section.high,
                        frozenset(['[%s]' % section.name]))

    def read_lines(self):
        """(low, high, file, line) by address, from the table of lines; gaps
        between sequences belong to none.  The last of several rows at an
        address is the one that counts."""
        rows, before = [], None
        for line in self.tool('readelf', '-W', '--debug-dump=decodedline'):
            m = LINE_ROW.match(line)
            if not m:
                continue
            address = int(m[3], 16)
            if before and before[0] < address:
                rows.append((before[0], address, *before[1:]))
            before = None if m[2] == '-' else (
                address, os.path.basename(m[1]), int(m[2]))
        return sorted(rows)

    def lines(self, addresses):
        """{address: (file, line)} of the innermost frame, ('', 0) where the
        debug information knows none.  addr2line of binutils 2.40 names the
        wrong file for some sections that compilers make by function."""
        rows = self.read_lines()
        starts = [r[0] for r in rows]
        found = {}
        for address in set(addresses):
            i = bisect.bisect_right(starts, address) - 1
            known = i >= 0 and address < rows[i][1] and rows[i][3]
            found[address] = rows[i][2:] if known else ('', 0)
        return found


def fold(folder):
    """Puts the recorded samples into gmon.out, in place of those that glibc took
    meanwhile: what differs then is not noise."""
    path = os.path.join(folder, 'gmon.out')
    recorded = Truth(folder)
    bins = Profile(path).folded(recorded)
    with open(path, 'rb') as file:
        data = bytearray(file.read())
    head = list(HISTOGRAM.unpack_from(data, 20))
    head[4] = round(1e6 / recorded.period_us)
    HISTOGRAM.pack_into(data, 20, *head)
    struct.pack_into('<%dH' % len(bins), data, 20 + HISTOGRAM.size, *bins)
    with open(path, 'wb') as file:
        file.write(data)


if __name__ == '__main__':
    fold(sys.argv[1])
