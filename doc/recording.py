#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records a walk through the demo: recording.py GPTUI FOLDER OUT

FOLDER holds the folders old and new, each with demo-program and its profiles.
OUT is an asciicast of version 2, which asciinema and others play.  Keys are
typed at the times below, and what the program answers has the time of the key:
a recording depends on the profiles alone, not on how fast this computer is.
Source: the asciicast file format, version 2.
"""
import fcntl
import glob
import json
import os
import pty
import select
import struct
import sys
import termios

COLUMNS, ROWS = 100, 28
ASKED = b"\x1b[5n"  # whether it has shown all that came before
QUIET = 0.4  # seconds without output after which an answer is whole

# Seconds to look before it, and what is typed.
WALK = [
    (3, "j"), (1, "j"), (1, "j"), (2, "\r"),        # callers and callees
    (3, "j"), (1, "j"), (2, "4"),                   # its source
    (3, "H"), (3, "5"), (3, "["), (1.5, "["),       # its instructions
    (2, "1"), (2, "f"), (0.6, "c"), (0.3, "o"), (0.3, "m"), (0.3, "p"),
    (2, "\r"), (2, "F"), (2, "3"), (2, "E"),        # filter, call tree
    (3, "7"), (3, "j"), (2, "K"), (5, "\x1b"),      # against the older build
    (2, "i"), (4, "Q"),
]


def answer(terminal):
    """What comes until the program is quiet.  What it asks the terminal is
    answered and not recorded: a terminal that plays it must not."""
    got = b""
    while select.select([terminal], [], [], QUIET)[0]:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # it has ended
            break
        if not part:
            break
        if ASKED in part:
            os.write(terminal, b"\x1b[0n")
        got += part.replace(ASKED, b"")
    return got.decode("utf-8", "replace")


def start(gptui, folder):
    files = {side: sorted(os.path.relpath(name, folder)
                          for name in glob.glob(f"{folder}/{side}/gmon.*"))
             for side in ("old", "new")}
    child, terminal = pty.fork()
    if child:
        return child, terminal
    fcntl.ioctl(0, termios.TIOCSWINSZ,
                struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    os.chdir(folder)
    os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
    for name in ("COLUMNS", "LINES", "NO_COLOR"):
        os.environ.pop(name, None)
    os.execv(gptui, [gptui, "--no-config", "new/demo-program", *files["new"],
                     "--base", "old/demo-program", *files["old"]])


def record(gptui, folder):
    child, terminal = start(gptui, folder)
    clock = 0.0
    events = [[clock, "o", answer(terminal)]]
    for pause, key in WALK:
        clock = round(clock + pause, 2)
        os.write(terminal, key.encode())
        events.append([clock, "o", answer(terminal)])
    status = os.waitpid(child, 0)[1]
    if status:
        sys.exit(f"recording.py: {gptui} ended with {status}")
    return [event for event in events if event[2]]


if __name__ == "__main__":
    program, demo, out = sys.argv[1:]
    cast = record(os.path.abspath(program), os.path.abspath(demo))
    with open(out, "w", encoding="utf-8") as file:
        head = {"version": 2, "width": COLUMNS, "height": ROWS,
                "title": "gptui", "env": {"TERM": "xterm-256color"}}
        for line in [head, *cast]:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
