#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes FOLDER/walked, walked.c and walked.gmon: make-walked.py FOLDER, or
others of more functions and lines: make-walked.py FOLDER NAME CHAIN LINES.

A program with lines and instructions to walk through, for tests of what all
views cost and look like: main calls `busy', a function of 300 lines with
samples all over, and the first of a chain of 60 functions; each calls the next
one and `leaf'.  Letters beyond ASCII are in comments."""
import os
import subprocess
import sys

CHAIN, LINES = (int(word) for word in sys.argv[3:] or (60, 300))


def source():
    yield "/* caf\u00e9, \u00b1 5 %, \u6f22\u5b57 */"
    yield "static volatile int sink;"
    yield "static void leaf(int n)\n{\n\tsink += n; /* \u2192 sink */\n}"
    for i in reversed(range(CHAIN)):
        yield f"static void step_{i:02d}(int n)\n{{\n\tleaf(n);"
        if i + 1 < CHAIN:
            yield f"\tstep_{i + 1:02d}(n + 1);"
        yield "}"
    yield "static int busy(int n)\n{"
    for i in range(LINES):
        yield f"\tn = n * {i + 3} + sink; /* step {i} of the long way */"
    yield "\treturn n;\n}"
    yield "int main(void)\n{\n\tstep_00(0);\n\treturn busy(1) == 0;\n}"


def addresses(program):
    out = subprocess.check_output(["nm", "-n", program], text=True)
    at = {}
    for line in out.splitlines():
        words = line.split()
        if len(words) == 3 and words[1] in "tT":
            at.setdefault(words[2], int(words[0], 16))
    return at


def instructions(program):
    """Where they begin: samples fall there only."""
    out = subprocess.check_output(["objdump", "-d", program], text=True)
    return [int(line.split(":")[0], 16) for line in out.splitlines()
            if line.startswith(" ") and ":\t" in line]


def main():
    folder = sys.argv[1]
    tool = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                        "gmontool.py")
    program = os.path.join(folder, *sys.argv[2:3] or ["walked"])
    with open(program + ".c", "w", encoding="utf-8") as file:
        file.write("\n".join(source()) + "\n")
    compiler = os.environ.get("CC", "cc").split()
    # It counts calls, so it has a counter.
    subprocess.check_call(compiler + ["-g", "-O0", "-no-pie", "-Wl,-u,mcount",
                                      "-o", program, program + ".c"])
    at = addresses(program)
    low, high = at["leaf"] & ~15, (at["main"] + 64) & ~15
    bins = (high - low) // 4
    ticks = {(at["leaf"] + 8 - low) // 4: 400}
    for i in range(CHAIN):
        ticks[(at[f"step_{i:02d}"] + 8 - low) // 4] = 10 + i
    first = (at["busy"] - low) // 4
    begins = {(begin - low) // 4 for begin in instructions(program)}
    for i in range((at["main"] - at["busy"]) // 4 - 2):
        if first + 2 + i in begins:
            ticks[first + 2 + i] = i * 7919 % 9 + 1
    arcs = [("main", "step_00", 1), ("main", "busy", 1)]
    for i in range(CHAIN):
        arcs.append((f"step_{i:02d}", "leaf", i + 1))
        if i + 1 < CHAIN:
            arcs.append((f"step_{i:02d}", f"step_{i + 1:02d}", 1))
    hits = ",".join(f"{i}={n}" for i, n in sorted(ticks.items()))
    subprocess.check_call(
        [tool, "write", "-o", program + ".gmon",
         f"hist:{low:#x}:{low + bins * 4:#x}:{bins}:100:seconds:s:{hits}"] +
        [f"arc:{at[a] + 12:#x}:{at[b]:#x}:{n}" for a, b, n in arcs])


main()
