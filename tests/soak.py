#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays random keys and sizes of the terminal: soak.py [--held] GPTUI FOLDER.

SOAK_KEYS says how many (20,000), SOAK_SEED which (1).  The keys are those of
the help view, so a new key is played without a change here.  What runs
programs, writes files or ends gptui is opened and left with Esc.

Two runs are compared, one ten times as long: memory must not grow with keys.
With --held keys do not wait for jobs, whose results come up to 60 keys late,
about two seconds: in many short runs, more often by keys that begin jobs or
move in rows to come, and also on gptui itself.

FOLDER is where make-data.sh and make-hotlines.sh of tests/tools have put
their files.  Further inputs, each an executable and its profiles, are parted by ":"
in SOAK_INPUTS.  One of the inputs has a base, and any may get one by keys."""
import csv
import io
import os
import random
import shutil
import struct
import subprocess
import sys

# Commands that leave a mark outside, or end the program.
NOT_PLAYED = {"quit", "close", "suspend", "edit"}
ONLY_OPENED = {"pipe", "write", "command"}
SIZES = ["24x80", "5x20", "3x9", "50x200", "1x1", "20x120", "24x119"]
TYPED = ["hash", "(", "main/", "!x", "1_0", '"a', "a.c:3", "x", "é", "[", "."]
LINES = ["set theme mono", "set theme light", "set theme default",
         "set unit percent", "set unit time", "set names raw",
         "set names full", "set zeros", "set nothing", "sort function",
         "sort where", "view callers", "view asm", "view source",
         "view health", "view lines", "set lines on", "set lines off",
         "columns function self", "columns", "ratio 30",
         "filter a", "filter !a", "bind j down", "preset less",
         "preset vi", "unbind v", "view diff", "set per run", "set per total",
         "set per typical", "set per calls lookup", "set per calls none",
         "base swap", "base none", "base missing", "base sides/old",
         "base sides/new/prog sides/new/gmon.?", "view files", "view runs",
         "view groups", "rows thread", "rows object", "rows line",
         "set snapshots added", "set snapshots once", "set copies added",
         "set group-files host", "set group-files rank", "set inlined apart",
         "set inlined in", "view callers lookup"]
IN_PROMPTS = ["BS", "Del", "Left", "Right", "C-w", "C-u", "C-k", "Tab", "Up",
              "Down", "P:pasted\x01text"]
MOUSE = ["Click:%d,%d", "DoubleClick:%d,%d", "WheelDown:%d,%d",
         "WheelUp:%d,%d", "Release:%d,%d"]
HELD = ("1 2 3 4 5 5 6 6 7 I G G ( ) H Down Up PageDown Space g Enter A A B B J "
        "r r x x o F = [ ] } { w w Tab i N a").split()
HELD_AT_ONCE = 2500  # keys of a run
LATE = 60  # keys that results come late by at most
SLACK = 24 << 20  # bytes that one run may need more than another


def keys_of(gptui, operands):
    text = subprocess.run(
        [gptui, "--report", "help", "--format", "csv"]
        + [word for word in operands if word != "--lines"],  # help has none
        capture_output=True, check=True, text=True).stdout
    plain, opened = [], []
    for row in csv.DictReader(io.StringIO(text)):
        words = (row["command"] or "").split()
        if not words or words[0] in NOT_PLAYED:
            continue
        to = opened if words[0] in ONLY_OPENED else plain
        to += [key for key in row["keys"].split() if key not in ("q", "Q")]
    return plain, opened


def play(rng, n, plain, opened, held=()):
    keys = []
    while len(keys) < n:
        what = rng.random()
        if held and rng.random() < 0.5:
            keys.append(rng.choice(held))
        elif what < 0.80:
            keys.append(rng.choice(plain))
        elif what < 0.86:
            keys.append("T:" + rng.choice(TYPED))
        elif what < 0.90:
            keys.append(rng.choice(IN_PROMPTS))
        elif what < 0.93:
            keys += [rng.choice(["Enter", "Esc"])]
        elif what < 0.935:
            line = rng.choice(LINES).split()
            keys += [":", " Space ".join("T:" + word for word in line),
                     rng.choice(["Enter", "Tab", "Esc"]), "Esc"]
        elif what < 0.95 and opened:
            keys += [rng.choice(opened), "Esc", "Esc"]
        elif what < 0.98:
            keys.append("R:" + rng.choice(SIZES))
        else:
            keys.append(rng.choice(MOUSE) %
                        (rng.randrange(30), rng.randrange(200)))
    return keys[:n]


def run(name, gptui, keys, operands, folder):
    """The most memory that it took, or None when it failed."""
    path = os.path.join(folder, "soak.options")
    with open(path, "w") as out:
        out.write("--size\n80x24\n--keys\n'%s'\n" %
                  " ".join(keys).replace("\\", "\\\\").replace("'", "\\'"))
    # Each run begins without what keys have had another one save.  A job that has not
    # ended a moment after the last key is not waited for, nor joined: no leak.
    home = os.path.join(folder, "soak.home")
    shutil.rmtree(home, ignore_errors=True)
    asan = os.environ.get("ASAN_OPTIONS", "")
    env = dict(os.environ, LC_ALL="C.UTF-8", VISUAL="true", EDITOR="true",
               XDG_CONFIG_HOME=home, XDG_STATE_HOME=home, GPTUI_SYSCONFIG="",
               ASAN_OPTIONS=asan + ":quarantine_size_mb=8",
               TSAN_OPTIONS=os.environ.get("TSAN_OPTIONS", "") +
               ":report_thread_leaks=0")
    child = subprocess.Popen([gptui, "@" + path] + operands, cwd=folder,
                             stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE, env=env)
    said = child.stderr.read().decode("utf-8", "replace")
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if "--held" in sys.argv and said.endswith(": cancelled\n"):
        return 1  # by Esc while the first files were opened
    if child.returncode or "runtime error" in said or "ERROR" in said:
        print(said[-4000:])
        print("not ok %s: exit status %d; its keys are in %s" %
              (name, child.returncode, path))
        return None
    return usage.ru_maxrss * 1024


def inputs_of(folder):
    """Command lines, each a list of operands."""
    def path(name):
        return os.path.join(folder, name)

    inputs = [[path(name), path(name + ".gmon")]
              for name in ("small", "cycle", "many", "code", "hotlines")]
    tool("mkelf.py", "-o", path("stripped"), "--no-symtab", "--text",
         "0x1000:0x1000", "/dev/null")
    inputs.append([path("stripped"), path("small.gmon")])
    with open(path("empty.gmon"), "wb") as out:
        out.write(b"gmon\x01" + bytes(15))
    inputs.append([path("small"), path("empty.gmon")])
    tool("make-sides.sh", path("sides"))
    inputs.append([path("sides/new/prog")] +
                  [path("sides/new/gmon.%d" % i) for i in (1, 2, 3)] +
                  ["--base", path("sides/old")])
    inputs.append([path("many")] + [path("grown.%d" % i) for i in range(1, 6)])
    inputs += [stacks_of(path), hosts_of(path)]
    for text in os.environ.get("SOAK_INPUTS", "").split(":"):
        inputs += [text.split()] if text else []
    return inputs


def tool(name, *arguments):
    subprocess.run([os.path.join(os.path.dirname(__file__), "tools", name),
                    *arguments], check=True)


def stacks_of(path):
    """A recording of three threads, in two executables and a gap."""
    with open(path("maps"), "w") as out:
        out.write("".join("%x-%x r-xp 00000000 00:00 0 [thread %d t]\n" %
                          (i, i + 1, i) for i in (16, 17, 18)) +
                  "1000-2000 r-xp 00000080 00:00 1 /x/small\n"
                  "7000-8000 r-xp 00000000 00:00 1 /x/lib.so\n")
    rng = random.Random(1)
    samples = []
    for _ in range(300):
        stack = [rng.choice([0x1004, 0x1014, 0x1050, 0x1054, 0x1060, 0x1090,
                             0x7010, 0x9000])
                 for _ in range(rng.choice([1, 2, 3, 4, 40]))]
        samples.append("%d:%s,0x%x" % (rng.randrange(1, 9), ",".join(
            map(hex, stack)), rng.randrange(16, 19)))
    tool("mkstacks.py", "-o", path("small.prof"), "-m", path("maps"), *samples)
    return [path("small"), path("small.prof")]


def hosts_of(path):
    """Runs on two hosts, one file of which is none."""
    tool("make-callers.sh", path(""))
    names = [path("out.node%d.%d" % (i % 2, i)) for i in range(8)]
    for i, name in enumerate(names):
        shutil.copy(path("callers.%d" % (i + 1)), name)
    with open(path("out.node1.9"), "w") as out:
        out.write("none")
    return [path("callers")] + names + [path("out.node1.9"),
                                        "--file-names", "out.%h.%r"]


def self_profile(gptui, folder):
    """A profile with samples in all code of a program."""
    path = os.path.join(folder, "self.gmon")
    for line in subprocess.run(["readelf", "-SW", gptui], check=True, text=True,
                               capture_output=True).stdout.splitlines():
        words = line.partition("]")[2].split()
        if words[:1] == [".text"]:
            low, n = int(words[2], 16) & ~3, int(words[4], 16) // 4
    with open(path, "wb") as out:
        out.write(b"gmon" + struct.pack("<I12xBQQII15sc", 1, 0, low,
                                        low + 4 * n, n, 100, b"seconds", b"s"))
        out.write(b"".join(struct.pack("<H", i * 7919 % 5) for i in range(n)))
    return path


def play_held(gptui, folder, count, seed):
    """Runs that are apart, so that the keys of a failure are few."""
    inputs = inputs_of(folder)
    inputs.append([gptui, self_profile(gptui, folder)])
    inputs.append([os.path.join(folder, "hotlines"),
                   os.path.join(folder, "hotlines.gmon"), "--lines"])
    keys_for = [keys_of(gptui, operands) for operands in inputs]
    played = 0
    while played < count:
        which = seed % len(inputs)
        operands = inputs[which]
        rng = random.Random(seed)
        few = min(HELD_AT_ONCE, count - played)
        few = few // 4 + 1 if gptui in operands else few
        waits = seed // len(inputs) % 2 or gptui in operands
        keys = (["R:80x24"] * waits + ["HOLD:%d,%d" % (LATE, seed)] +
                rng.choices(HELD, k=LATE) +
                play(rng, few - LATE, *keys_for[which], HELD))
        name = "%s held, seed %d" % (os.path.basename(operands[0]), seed)
        if not run(name, gptui, keys, operands, folder):
            return 1
        played += few
        seed += 1
    print("ok %d keys while jobs are late" % played)
    return 0


def main():
    gptui, folder = sys.argv[-2:]
    count = int(os.environ.get("SOAK_KEYS", "20000"))
    seed = int(os.environ.get("SOAK_SEED", "1"))
    rng = random.Random(seed)
    good = True
    if sys.argv[1] == "--held":
        return play_held(gptui, folder, count, seed)
    inputs = inputs_of(folder)
    for operands in inputs:
        name = os.path.basename(operands[0])
        plain, opened = keys_of(gptui, operands)
        keys = play(rng, count // len(inputs), plain, opened)
        few = run(name, gptui, keys[:len(keys) // 10], operands, folder)
        all_ = few and run(name, gptui, keys, operands, folder)
        if not all_:
            good = False
        elif all_ > few + few // 2 + SLACK:
            print("not ok %s: %d keys took %d bytes, %d keys %d" %
                  (name, len(keys) // 10, few, len(keys), all_))
            good = False
        else:
            print("ok %s: %d keys, %d MB" % (name, len(keys), all_ >> 20))
    return 0 if good else 1


sys.exit(main())
