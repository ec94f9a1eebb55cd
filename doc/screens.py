#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Renews the screens in documents: screens.py GPTUI FOLDER DOCUMENT...

FOLDER holds the folders old and new, each with demo-program and its profiles.
The block of code after a line
    <!-- screen 80x12 Enter u -->
becomes what gptui shows of the old program, on so many columns and rows, after
these keys.  Words that begin with "--" are options; with --base=old the new
program is shown, with --record the recording in the folder record.  Figures are
those of these runs, and their texts are read again when they were retaken.
"""
import glob
import os
import re
import subprocess
import sys

SCREEN = re.compile(
    r"(<!-- screen (\d+x\d+) ?(.*?) *-->\n\n)((?:    .*\n|\n(?=    ))*)")


def screen(gptui, folder, size, words):
    options = [word for word in words if word.startswith("--")]
    keys = [word for word in words if word not in options]
    side = "new" if "--base=old" in options else "old"
    files = [side + "/demo-program"] + sorted(
        os.path.relpath(name, folder)
        for name in glob.glob(f"{folder}/{side}/gmon.*"))
    if "--record" in options:
        options.remove("--record")
        files = ["record"]
    shown = subprocess.run(
        [gptui, "--no-config", "--size", size, "--keys", " ".join(keys),
         *options, *files],
        cwd=folder, env=dict(os.environ, LC_ALL="C.UTF-8"), check=True,
        stdout=subprocess.PIPE, encoding="utf-8").stdout
    return "".join(f"    {line}".rstrip() + "\n" for line in shown.splitlines())


def renew(gptui, folder, document):
    with open(document, encoding="utf-8") as file:
        text = file.read()
    text = SCREEN.sub(
        lambda m: m[1] + screen(gptui, folder, m[2], m[3].split()), text)
    with open(document, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    for name in sys.argv[3:]:
        renew(os.path.abspath(sys.argv[1]), sys.argv[2], name)
