#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Wherever random keys lead, what "back", "forward" and "reload" return to is
what was left: returns.py GPTUI FOLDER.

Screens are compared, and what the view writes.  RETURNS says how many walks
are played (60), RETURNS_SEED which (1).  FOLDER is where make-data.sh and
make-hotlines.sh of tests/tools have put their files."""
import os
import random
import subprocess
import sys

KEYS = ("j j j k G g Space b C-d 1 1 2 2 3 3 3 I 4 5 Enter Enter a u [ ] + - "
        "* e E c C h l H ) ( } { n N o x F s z t w w Tab Tab i < > S").split()
WORDS = ["e", "ma", "!x", "o", "le", "=walk", "f_0", "a/", "/a", "reduce"]
SIZES = ["80x24", "130x30", "60x12", "120x20"]
PER = ["run", "total", "typical", "calls Space T:lookup", "calls Space T:none"]
NAMES = ["small", "cycle", "many", "hotlines", "sides"]


def walk(rng, name):
    keys = ["R:" + rng.choice(SIZES)]
    own = KEYS + ["7"] * 8 if name == "sides" else KEYS
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
        else:
            keys.append(rng.choice(own))
        if keys[-1] == "s":
            keys += ["j", "Enter"]
    return keys + ["Esc", "Esc"]


def shot(gptui, keys, operands, folder):
    """The screen, and what the view writes."""
    path = os.path.join(folder, "returned.txt")
    if os.path.exists(path):
        os.remove(path)
    env = dict(os.environ, LC_ALL="C.UTF-8")
    screens = [subprocess.run(
        [gptui, "--no-config", "--keys", " ".join(keys + more)] + operands,
        env=env,
        cwd=folder, capture_output=True, check=True, text=True).stdout
        for more in ([], ["P", "C-u", "T:returned.txt", "Enter"])]
    if not os.path.exists(path):
        return screens[0], screens[1]
    with open(path, encoding="utf-8") as file:
        return screens[0], file.read()


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
            "back twice": ["1", "?", "[", "["],
            "reload": ["R"]}
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
    print("ok %d walks" % (walks * len(ways) - failed))
    return failed != 0


sys.exit(main())
