#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a CPU profile of gperftools: samples with their stacks.

    mkstacks.py -o FILE [-p MICROSECONDS] [-c 32|64] [-e little|big]
                [-m MAPS] [--killed] COUNT:ADDRESS,ADDRESS...[,cut] ...

The innermost address comes first; the others are return addresses.  MAPS is a
file with lines of /proc/self/maps, --killed leaves out the end.
"""
import argparse
import struct


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-o", dest="out", required=True)
    parser.add_argument("-p", dest="period", type=int, default=10000)
    parser.add_argument("-c", dest="bits", type=int, default=64)
    parser.add_argument("-e", dest="order", default="little")
    parser.add_argument("-m", dest="maps")
    parser.add_argument("--killed", action="store_true")
    parser.add_argument("samples", nargs="*")
    args = parser.parse_args()
    words = [0, 3, 0, args.period, 0]
    for sample in args.samples:
        count, stack = sample.split(":")
        stack = [1 if a == "cut" else int(a, 0) for a in stack.split(",")]
        words += [int(count), len(stack)] + stack
    words += [0] * 9 if args.killed else [0, 1, 0]
    form = "<>"[args.order == "big"] + "IQ"[args.bits == 64]
    with open(args.out, "wb") as out:
        for word in words:
            out.write(struct.pack(form, word))
        if args.maps:
            with open(args.maps, "rb") as maps:
                out.write(maps.read())


main()
