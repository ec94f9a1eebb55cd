#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Wherever random keys lead, what "back", "forward" and "reload" return to is
what was left: returns.py GPTUI FOLDER.

Screens are compared, and what the view writes.  RETURNS says how many walks
are played (60), RETURNS_SEED which (1).

Five times as many are typed ahead, while results of jobs come late: they lead
to the row that they lead to one by one.  Nothing is read again in these, for
what becomes known a second time then is not waited for.
  FOLDER is where make-data.sh and
make-hotlines.sh of tests/tools have put their files."""
import os
import random
import subprocess
import sys

KEYS = ("j j j k G g Space b C-d 1 1 2 2 3 3 3 I 4 5 Enter Enter a u [ ] + - "
        "* e E c C h l H ) ( } { n N o x F s z t w w Tab Tab i < > S").split()
WORDS = ["e", "ma", "!x", "o", "le", "=walk", "f_0", "a/", "/a", "reduce"]
SIZES = ["80x24", "130x30", "60x12", "120x20"]
AHEAD = "4 5 5 5 5 ( ) G A A B 6 7 = L r Enter Space".split()
ROWS = ["line", "line", "function", "file", "folder"]
VIEWS = ["lines", "asm", "source", "callers", "runs", "flat", "graph"]
TIMES = 5
# These led elsewhere: the instructions of the base were not there yet, nor the
# function that they are of.
TYPED = [("sides", "R:80x24 HOLD:3 3 5 )"), ("sides", "R:80x24 HOLD:9 5 ( )"),
         ("sides", "R:80x24 HOLD:3,146 f T:_0 Enter 5 i 2")]
FILES = ["lines.c:", "bare.c:", "!lines.c:", "@file:lines.c", "@file:bare.c", "/leaf"]
SORTS = ["where", "name", "self", "calls", "function"]
PER = ["run", "total", "typical", "calls Space T:lookup", "calls Space T:none"]
NAMES = ["small", "cycle", "many", "hotlines", "sides"]


def lines_keys(rng):
    """What shows rows by line, and orders or filters them by file."""
    return rng.choice([
        [":", "T:set", "Space", "T:lines", "Space", rng.choice(["T:on", "T:off"])],
        [":", "T:sort", "Space", "T:" + rng.choice(SORTS)],
        [":", "T:rows", "Space", "T:" + rng.choice(ROWS)],
        ["f", "C-u", "T:" + rng.choice(FILES)]]) + ["Enter"]


def walk(rng, name, more=()):
    keys = ["R:" + rng.choice(SIZES)]
    own = KEYS + ["7"] * 8 if name == "sides" else KEYS
    own = own + list(more)
    for _ in range(rng.randrange(3, 25)):
        what = rng.random()
        if what < 0.10:
            keys += ["f", "C-u", "T:" + rng.choice(WORDS), "Enter"]
        elif what < 0.13:
            keys += [":", "T:set", "Space", "T:lines", "Space",
                     rng.choice(["T:on", "T:off"]), "Enter"]
        elif what < 0.18:
            keys += ["/", "T:" + rng.choice(WORDS), "Enter"]
        elif what < 0.22 and name == "sides":
            keys += [":", "T:set", "Space", "T:per", "Space",
                     "T:" + rng.choice(PER), "Enter"]
        elif what < 0.26 and more:
            keys += [":", "T:view", "Space", "T:" + rng.choice(VIEWS), "Enter"]
        elif what < 0.28 and more:
            keys += [":", "T:%d" % rng.randrange(1, 30), "Enter"]
        elif what < 0.42 and more:
            keys += lines_keys(rng)
        else:
            keys.append(rng.choice(own))
        if keys[-1] == "s":
            keys += ["Down", "Enter"]
    return keys if more else keys + ["Esc", "Esc"]


def screen_of(gptui, keys, operands, folder):
    return subprocess.run(
        [gptui, "--no-config", "--keys", " ".join(keys)] + operands,
        env=dict(os.environ, LC_ALL="C.UTF-8"), cwd=folder,
        capture_output=True, check=True, text=True).stdout


def shot(gptui, keys, operands, folder):
    """The screen, and what the view writes."""
    path = os.path.join(folder, "returned.txt")
    if os.path.exists(path):
        os.remove(path)
    screens = [screen_of(gptui, keys + more, operands, folder)
               for more in ([], ["P", "C-u", "T:returned.txt", "Enter"])]
    if not os.path.exists(path):
        return screens[0], screens[1]
    with open(path, encoding="utf-8") as file:
        return screens[0], file.read()


def rows_of(screen):
    """Those with a cursor, of each pane, without what is beside them."""
    return [line[line.index(">"):].split("\u2502")[0]
            for line in screen.split("\n")
            if line.startswith(">") or "\u2502>" in line]


def ahead(rng, name):
    """Keys, the first of which is the size."""
    # Results come so many keys late, or up to so many at random.
    hold = "HOLD:%d" % rng.choice([3, 8, 20, 60]) + rng.choice(
        ["", ",%d" % rng.randrange(1, 1000)])
    size, *keys = walk(rng, name, AHEAD)
    return [size, hold] + keys


def leads_to_same(gptui, operands, folder, name, typed):
    size, hold, *keys = typed
    end = ["HOLD:0", size, size]
    shown = [screen_of(gptui, begin + keys + end, operands, folder)
             for begin in ([size], [size, hold])]
    if rows_of(shown[0]) == rows_of(shown[1]):
        return True
    print(*shown, sep="")
    print("not ok typed ahead on %s: %s" %
          (name, " ".join([size, hold] + keys)))
    return False


def operands_of(name, folder):
    if name != "sides":
        return [os.path.join(folder, name),
                os.path.join(folder, name + ".gmon")]
    make = os.path.join(os.path.dirname(__file__), "tools", "make-sides.sh")
    sides = os.path.join(folder, name)
    subprocess.run([make, sides], check=True)
    return ([os.path.join(sides, "new/prog")] +
            [os.path.join(sides, "new/gmon.%d" % i) for i in (1, 2, 3)] +
            ["--base", os.path.join(sides, "old")])


def main():
    gptui, folder = sys.argv[1:]
    rng = random.Random(int(os.environ.get("RETURNS_SEED", "1")))
    ways = {"back": ["?", "["],
            "back and forward": ["?", "[", "]", "["],
            "back twice": ["3", "?", "[", "["],
            "reload": ["r"]}
    failed = 0
    walks = int(os.environ.get("RETURNS", "60"))
    for i in range(walks):
        name = NAMES[i % len(NAMES)]
        operands = operands_of(name, folder)
        keys = walk(rng, name)
        left = shot(gptui, keys, operands, folder)
        for way, more in ways.items():
            found = shot(gptui, keys + more + ["Esc"], operands, folder)
            if found == left:
                continue
            failed += 1
            print(left[0], found[0], sep="")
            if found[0] == left[0]:
                print(left[1], found[1], sep="")
            print("not ok %s on %s: %s" % (way, name, " ".join(keys)))
        failed += sum(
            not leads_to_same(gptui, operands, folder, name, ahead(rng, name))
            for _ in range(TIMES))
    failed += sum(
        not leads_to_same(gptui, operands_of(name, folder), folder, name,
                          typed.split())
        for name, typed in TYPED)
    print("ok %d walks" % (walks * (len(ways) + TIMES) + len(TYPED) - failed))
    return failed != 0


sys.exit(main())
