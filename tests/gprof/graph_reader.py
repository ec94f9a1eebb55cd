#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the call graph of a gprof listing as strictly as gprof2dot does, for
other programs read gptui's listings, too.

usage: graph_reader.py [LISTING]

Prints CALLER, CALLEE and calls, with tabs between, for each arc of the
callers' entries, then a line "# N functions, M cycles".  A line that fits none
of the forms below ends it with status 1.
"""
import re
import sys

HEADER = re.compile(
    r'^\s+called/total\s+parents\s*$'
    r'|^index\s+%time\s+self\s+descendents\s+called\+self\s+name\s+index\s*$'
    r'|^\s+called/total\s+children\s*$'
    r'|^index\s+%\s+time\s+self\s+children\s+called\s+name\s*$')
FOOTER = re.compile(r'^\f')
SEPARATOR = re.compile(r'^-+$')
NOTHING = re.compile(r'^\s+<spontaneous>\s*$|^.*\((\d+)\)$')

NAME = r'(?P<name>\S.*?)(?:\s+<cycle\s(?P<cycle>\d+)>)?\s\[(?P<index>\d+)\]$'
OWN = (r'^\[(?P<own>\d+)\]?\s+(?P<percentage_time>\d+\.\d+)'
       r'\s+(?P<self>\d+\.\d+)\s+(?P<descendants>\d+\.\d+)'
       r'\s+(?:(?P<called>\d+)(?:\+(?P<called_self>\d+))?)?\s+')
TIMES = r'^\s+(?:(?P<self>\d+\.\d+)\s+(?P<descendants>\d+\.\d+)\s+)?'

PRIMARY = re.compile(OWN + NAME)
RELATIVE = re.compile(TIMES +
                      r'(?P<called>\d+)(?:/(?P<called_total>\d+))?\s+' + NAME)
CYCLE = re.compile(OWN + r'<cycle\s(?P<cycle>\d+)\sas\sa\swhole>'
                   r'\s\[(?P<index>\d+)\]$')
MEMBER = re.compile(TIMES +
                    r'(?P<called>\d+)(?:\+(?P<called_self>\d+))?\s+' + NAME)


class Refused(Exception):
    pass


def read_line(pattern, line):
    match = pattern.match(line)
    if match:
        return match
    if NOTHING.match(line):
        return None
    raise Refused(line)


def check_index(match, line):
    """The number in front is that behind the name, but for its width."""
    if not match.group('index').startswith(match.group('own')):
        raise Refused(line)


class Graph:
    def __init__(self):
        self.names = {}   # index: name
        self.cycles = {}  # number: members of its entry
        self.in_cycle = {}  # number: functions that say so
        self.arcs = []    # (caller's index, callee's index, calls)
        self.parents = set()

    def read_function(self, lines, at):
        own = PRIMARY.match(lines[at])
        check_index(own, lines[at])
        index = int(own.group('index'))
        if index in self.names:
            raise Refused(lines[at])
        self.names[index] = own.group('name')
        if own.group('cycle'):
            number = int(own.group('cycle'))
            self.in_cycle.setdefault(number, set()).add(index)
        for line in lines[:at]:
            match = read_line(RELATIVE, line)
            if match:
                self.parents.add((int(match.group('index')), index,
                                  int(match.group('called'))))
        for line in lines[at + 1:]:
            match = read_line(RELATIVE, line)
            if match:
                self.arcs.append((index, int(match.group('index')),
                                  int(match.group('called'))))

    def read_cycle(self, lines, at):
        match = CYCLE.match(lines[at])
        check_index(match, lines[at])
        for line in lines[:at]:
            read_line(RELATIVE, line)
        members = [read_line(MEMBER, line) for line in lines[at + 1:]]
        self.cycles[int(match.group('cycle'))] = {
            int(m.group('index')) for m in members if m}

    def read_entry(self, lines):
        at = 0
        while at < len(lines) and not lines[at].startswith('['):
            at += 1
        if at == len(lines):
            raise Refused(lines[0])
        if CYCLE.match(lines[at]):
            self.read_cycle(lines, at)
        elif PRIMARY.match(lines[at]):
            self.read_function(lines, at)
        else:
            raise Refused(lines[at])

    def check(self):
        """What one entry says of another must be there."""
        for caller, callee, calls in self.arcs:
            if callee in self.names and \
                    (caller, callee, calls) not in self.parents:
                raise Refused('no caller of %s: %s' % (
                    self.names[callee], self.names[caller]))
        for number, members in self.cycles.items():
            if members != self.in_cycle.get(number):
                raise Refused('members of cycle %d' % number)


def graph_lines(file):
    """The lines between the titles and the form feed."""
    lines = (line.rstrip('\n') for line in file)
    for line in lines:
        if HEADER.match(line):
            break
    else:
        raise Refused('no call graph')
    for line in lines:
        if FOOTER.match(line):
            return
        if line and not HEADER.match(line):
            yield line


def read_graph(file):
    graph = Graph()
    entry = []
    for line in graph_lines(file):
        if SEPARATOR.match(line):
            graph.read_entry(entry)
            entry = []
        else:
            entry.append(line)
    # gprof ends its explanation with a form feed and then the index.
    if entry and any(line.startswith('[') for line in entry):
        raise Refused(entry[0])
    graph.check()
    return graph


def main():
    file = open(sys.argv[1], encoding='utf-8', errors='replace') \
        if len(sys.argv) > 1 else sys.stdin
    try:
        graph = read_graph(file)
    except Refused as refused:
        print('not understood: %s' % refused, file=sys.stderr)
        return 1
    for caller, callee, calls in graph.arcs:
        print('%s\t%s\t%d' % (graph.names[caller],
                              graph.names.get(callee, '?'), calls))
    print('# %d functions, %d cycles' % (len(graph.names), len(graph.cycles)))
    return 0


if __name__ == '__main__':
    sys.exit(main())
