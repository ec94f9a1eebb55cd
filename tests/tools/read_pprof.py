#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a profile in pprof's format and checks what every one must keep to.

usage: read_pprof.py FILE                  prints it
       read_pprof.py --functions [--owners] FILE
                                           own and total time of functions, as
                                           CSV: nanoseconds, name
       read_pprof.py --beside FLAT [--owners] FILE
                                           compares it with a flat profile (the
                                           CSV of --columns self,total,function):
                                           prints how many functions, and by how
                                           much their own and total times are off,
                                           in percent of all time

--owners counts inlined code as that of the function whose code it is in.
Source: profile.proto, github.com/google/pprof; "Encoding", protobuf.dev.
"""
import argparse
import collections
import csv
import sys


class Broken(Exception):
    pass


def varint(data, at):
    number = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise Broken("a number does not end")
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number, at


def fields(data):
    """Pairs of field and value of a message."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 2:
            size, at = varint(data, at)
            value = data[at : at + size]
            if len(value) != size:
                raise Broken("the file ends in a field")
            at += size
        else:
            raise Broken("wire type %d" % (key & 7))
        yield key >> 3, value


def message(data, names):
    """A message by names of fields; a name that ends in * is a list."""
    out = {name.rstrip("*"): [] if "*" in name else 0 for name in names.values()}
    for field, value in fields(data):
        name = names.get(field)
        if name is None:
            raise Broken("field %d is not known" % field)
        if not name.endswith("*"):
            out[name] = value
        elif isinstance(value, int):
            out[name[:-1]].append(value)
        else:
            out[name[:-1]].append(value)
    return out


def numbers(parts):
    """Numbers that are packed or not."""
    out = []
    for part in parts:
        at = 0
        if isinstance(part, int):
            out.append(part)
            continue
        while at < len(part):
            number, at = varint(part, at)
            out.append(number)
    return out


PROFILE = {1: "types*", 2: "samples*", 3: "mappings*", 4: "locations*", 5: "functions*", 6: "strings*",
           9: "time", 10: "duration", 11: "period_type", 12: "period", 13: "comments*", 14: "default"}
TYPE = {1: "type", 2: "unit"}
SAMPLE = {1: "locations*", 2: "values*", 3: "labels*"}
LABEL = {1: "key", 2: "str"}
MAPPING = {1: "id", 2: "low", 3: "high", 4: "offset", 5: "file", 6: "build_id", 7: "functions", 8: "files",
           9: "lines", 10: "inlined"}
LOCATION = {1: "id", 2: "mapping", 3: "address", 4: "lines*"}
LINE = {1: "function", 2: "line"}
FUNCTION = {1: "id", 2: "name", 3: "system_name", 4: "file", 5: "line"}


def by_id(items, what):
    out = {}
    for item in items:
        if not item["id"] or item["id"] in out:
            raise Broken("%s %d is not one" % (what, item["id"]))
        out[item["id"]] = item
    return out


class Profile:
    def __init__(self, data):
        top = message(data, PROFILE)
        self.strings = [text.decode() for text in top["strings"]]
        if not self.strings or self.strings[0]:
            raise Broken("the first string is not empty")
        self.types = [self.texts(message(x, TYPE), "type", "unit") for x in top["types"]]
        self.period_type = self.texts(message(top["period_type"] or b"", TYPE), "type", "unit")
        self.period = top["period"]
        self.default = self.strings[top["default"]]
        self.comments = [self.strings[x] for x in numbers(top["comments"])]
        self.mappings = by_id([self.texts(message(x, MAPPING), "file", "build_id") for x in top["mappings"]],
                              "mapping")
        self.functions = by_id([self.texts(message(x, FUNCTION), "name", "system_name", "file")
                                for x in top["functions"]], "function")
        self.locations = by_id([self.location(x) for x in top["locations"]], "location")
        self.samples = [self.sample(x) for x in top["samples"]]

    def texts(self, item, *names):
        for name in names:
            item[name] = self.strings[item[name]]
        return item

    def location(self, data):
        out = message(data, LOCATION)
        if out["mapping"] and out["mapping"] not in self.mappings:
            raise Broken("mapping %d is not there" % out["mapping"])
        out["lines"] = [message(x, LINE) for x in out["lines"]]
        for line in out["lines"]:
            line["function"] = self.functions[line["function"]]
        return out

    def sample(self, data):
        out = message(data, SAMPLE)
        out["locations"] = [self.locations[x] for x in numbers(out["locations"])]
        out["values"] = [x - (x >> 63 << 64) for x in numbers(out["values"])]
        labels = [self.texts(message(x, LABEL), "key", "str") for x in out["labels"]]
        out["is_base"] = labels == [{"key": "pprof::base", "str": "true"}]
        if any((x < 0) != out["is_base"] for x in out["values"] if x) or (labels and not out["is_base"]):
            raise Broken("samples of a base, and no others, are negative and have its label")
        if len(out["values"]) != len(self.types) or not out["locations"]:
            raise Broken("a sample without values or locations")
        if len({id(x) for x in out["locations"]}) != len(out["locations"]):
            raise Broken("a location twice on a stack")
        return out

    def totals(self, owners):
        """Own and total time of functions by name."""
        own, total = collections.Counter(), collections.Counter()
        for sample in self.samples:
            names = [line["function"]["name"] for location in sample["locations"]
                     for line in (location["lines"][-1:] if owners else location["lines"])]
            own[names[0]] += sample["values"][-1]
            for name in set(names):
                total[name] += sample["values"][-1]
        return own, total

    def show(self):
        for item in self.types:
            print("type", item["type"], item["unit"])
        print("period", self.period, self.period_type["type"], self.period_type["unit"])
        print("default", self.default)
        for text in self.comments:
            print("comment", text)
        for item in self.mappings.values():
            print("mapping", *("%s=%s" % x for x in item.items()))
        for item in self.functions.values():
            print("function %s %s:%d" % (item["name"], item["file"], item["line"]), end="")
            print(" =", item["system_name"])
        for sample in self.samples:
            stack = []
            for location in sample["locations"]:
                lines = ["%s:%d" % (line["function"]["name"], line["line"]) for line in location["lines"]]
                stack.append(" inlined in ".join(lines) + (" at %#x" % location["address"]
                                                           if location["address"] else ""))
            print(*sample["values"], " < ".join(stack))


def beside(profile, flat, owners):
    own, total = profile.totals(owners)
    everything = sum(own.values())
    with open(flat, newline="") as file:
        rows = list(csv.DictReader(file))
    self_of, total_of, lines_of = collections.Counter(), collections.Counter(), collections.Counter()
    for row in rows:
        lines_of[row["function"]] += 1
        self_of[row["function"]] += float(row["self"]) * 1e9
        total_of[row["function"]] += float(row["total"]) * 1e9
    worst_self = worst_total = 0, ""
    for name in set(self_of) | set(own):
        worst_self = max(worst_self, (abs(self_of[name] - own[name]), name))
        if name in total_of and lines_of[name] == 1:
            worst_total = max(worst_total, (abs(total_of[name] - total[name]), name))
    print("%d functions, %d samples, self is off by up to %.6f %% (%s), total by up to %.4f %% (%s)" % (
        len(self_of), len(profile.samples), 100 * worst_self[0] / (everything or 1), worst_self[1],
        100 * worst_total[0] / (everything or 1), worst_total[1]))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--functions", action="store_true")
    parser.add_argument("--owners", action="store_true")
    parser.add_argument("--beside")
    parser.add_argument("file")
    args = parser.parse_args()
    try:
        with open(args.file, "rb") as file:
            profile = Profile(file.read())
    except (Broken, KeyError, IndexError, UnicodeDecodeError) as error:
        sys.exit("%s: %s" % (args.file, error))
    if args.beside:
        beside(profile, args.beside, args.owners)
    elif args.functions:
        own, total = profile.totals(args.owners)
        for name in sorted(total):
            print("%d,%d,%s" % (own[name], total[name], name))
    else:
        profile.show()


main()
