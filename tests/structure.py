#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What doc/architecture.md says of the sources, held against them.

structure.py folders     its table of folders: who may include whom
structure.py map         its map: each source once
structure.py includes    circles of modules, a .h and its .c, by include
structure.py links DIR   circles of objects by symbol, in the build folder DIR

Prints each breach as FILE:LINE: what is wrong.  A list that the build makes
(view.list) counts as an include of all that it names.
"""
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOC = "doc/architecture.md"
LINES = (ROOT / DOC).read_text().splitlines()
SOURCES = sorted(p.relative_to(ROOT / "src").as_posix()
                 for p in (ROOT / "src").rglob("*.[ch]"))


def section(title):
    """Numbered lines of a section."""
    start = LINES.index(title) + 1
    for number, line in enumerate(LINES[start:], start + 1):
        if line.startswith("## "):
            break
        yield number, line


def includes(source):
    """Numbered names between quotes."""
    text = (ROOT / "src" / source).read_text()
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r'#\s*include "([^"]+)"', line)
        if found:
            yield number, found.group(1)


def module(source):
    return source[:-2]


def folder(source):
    return source.rpartition("/")[0]


def listed(name):
    """The sources that a list of the build names, as the Makefile has it."""
    return [s for s in SOURCES if s.endswith(f"_{name[:-5]}.c")]


# ---- The table of folders ---------------------------------------------------

def print_folders():
    table = {}
    for number, line in section("## Folders"):
        row = re.match(r"\| `src/(\S+)/` \|([^|]*)\|", line)
        if not row:
            continue
        name, others = row.group(1), row.group(2).split()
        for other in others:
            if other not in table:
                print(f"{DOC}:{number}: {name} may use {other}, "
                      "which does not stand above it")
        table[name] = {name, *others}
    for source in SOURCES:
        here = folder(source)
        if not here:
            continue
        if here not in table:
            table[here] = set()
            print(f"src/{source}:1: {DOC} has no folder {here}")
        for number, name in includes(source):
            if "/" in name and folder(name) not in table[here]:
                print(f"src/{source}:{number}: {here} may not use "
                      f"{folder(name)}")


# ---- The map of the source --------------------------------------------------

def entries():
    """Numbered names of the map: what is said of them begins in column 22, or
    in the next line."""
    here = ""
    for number, line in section("## Map of the source"):
        heading = re.match(r"`(\S+/)`", line)
        if heading:
            here = heading.group(1)
        elif re.match(r" {4}\S", line):
            is_told = re.match(r".{21} (?!\S+\.[ch]\b)", line)
            for name in (line[:21] if is_told else line).split():
                yield number, here + name


def print_map():
    sources = {f"src/{s}" for s in SOURCES}
    sources |= {f"tools/{p.name}" for p in (ROOT / "tools").glob("*.[ch]")}
    seen = set()
    for number, name in entries():
        endings = [""] if name.endswith((".c", ".h")) else [".h", ".c"]
        for source in [name + ending for ending in endings]:
            if source not in sources:
                print(f"{DOC}:{number}: there is no {source}")
            elif source in seen:
                print(f"{DOC}:{number}: again: {source}")
            seen.add(source)
    for source in sorted(sources - seen):
        print(f"{source}:1: not in the map of {DOC}")


# ---- Circles ----------------------------------------------------------------

def circles(edges):
    """Strongly connected parts of more than one node (Tarjan)."""
    sys.setrecursionlimit(10000)
    number, low, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in sorted(edges[node]):
            if other not in number:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == number[node]:
            place = stack.index(node)
            if len(stack) - place > 1:
                found.append(sorted(stack[place:]))
            del stack[place:]

    for node in sorted(edges):
        if node not in number:
            visit(node)
    return found


def print_circles(kind, edges, why):
    for circle in circles(edges):
        print(f"src/{circle[0]}.c:1: a circle by {kind}: {' '.join(circle)}")
        for a in circle:
            for b in sorted(edges[a] & set(circle)):
                print(f"src/{a}.c:1: uses {b}: {' '.join(sorted(why[a, b]))}")


def print_includes():
    edges, why = collections.defaultdict(set), collections.defaultdict(set)
    for source in SOURCES:
        edges[module(source)] |= set()
        for _, name in includes(source):
            for other in listed(name) if name.endswith(".list") else [name]:
                if other in SOURCES and module(other) != module(source):
                    edges[module(source)].add(module(other))
                    why[module(source), module(other)].add(name)
    print_circles("include", edges, why)


def symbols(path):
    """What an object defines and what it wants."""
    defined, wanted = set(), set()
    out = subprocess.run(["nm", "-P", path], stdout=subprocess.PIPE, text=True,
                         check=True).stdout
    for line in out.splitlines():
        name, kind = line.split()[:2]
        if kind == "U":
            wanted.add(name)
        elif kind.isupper():
            defined.add(name)
    return defined, wanted


def print_links(build):
    edges, why = collections.defaultdict(set), collections.defaultdict(set)
    owner, wants = {}, {}
    for source in SOURCES:
        if not source.endswith(".c"):
            continue
        path = pathlib.Path(build) / (module(source) + ".o")
        if not path.exists():
            print(f"src/{source}:1: not compiled")
            return
        defined, wants[module(source)] = symbols(path)
        owner.update(dict.fromkeys(defined, module(source)))
    for source, names in wants.items():
        edges[source] |= set()
        for name in names:
            other = owner.get(name, source)
            if other != source:
                edges[source].add(other)
                why[source, other].add(name)
    print_circles("link", edges, why)


{"folders": print_folders, "map": print_map, "includes": print_includes,
 "links": print_links}[sys.argv[1]](*sys.argv[2:])
