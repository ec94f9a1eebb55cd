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
With picture=NAME the screen becomes doc/pictures/NAME-dark.svg and -light.svg as
well, in the colours of the theme of that name in THEMES.

screens.py --check DOCUMENT... tells pictures that do not show what the block of
code has.
"""
import glob
import html
import os
import re
import subprocess
import sys

SCREEN = re.compile(
    r"(<!-- screen (\d+x\d+) ?(.*?) *-->\n\n)((?:    .*\n|\n(?=\n*    ))*)")
PICTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pictures")

# Of each picture: gptui's theme, the terminal's own foreground and background,
# and its first 16 colours.
THEMES = {
    "dark": ("default", "#d4d4d4", "#1e1e1e",
             "#2e3436 #ef6b6b #8ae234 #e9c46a #729fcf #d7a1e0 #6cc7c9 #d3d7cf "
             "#666a66 #ff8a8a #a5f05a #ffe08a #9fc3ef #efc3f5 #9ae6e8 #ffffff"),
    "light": ("light", "#1f2328", "#ffffff",
              "#000000 #b3261e #2b6e2b #7a5c00 #1f4fa3 #86308f #0e6a6e #d0d7de "
              "#57606a #cf222e #1a7f37 #9a6700 #0969da #8250df #1b7c83 #ffffff"),
}
WIDTH, HEIGHT, MARGIN = 8, 17, 8  # of a cell and around all, in pixels


def show(gptui, folder, size, words):
    """What gptui prints after the words' keys."""
    options = [word for word in words if word.startswith("--")]
    keys = [word for word in words if word not in options]
    side = "new" if "--base=old" in options else "old"
    files = [side + "/demo-program"] + sorted(
        os.path.relpath(name, folder)
        for name in glob.glob(f"{folder}/{side}/gmon.*"))
    if "--record" in options:
        options.remove("--record")
        files = ["record"]
    return subprocess.run(
        [gptui, "--no-config", "--size", size, "--keys", " ".join(keys),
         *options, *files],
        cwd=folder, env=dict(os.environ, LC_ALL="C.UTF-8"), check=True,
        stdout=subprocess.PIPE, encoding="utf-8").stdout


def colour(number, own, palette):
    """The colour that --keys LOOKS names, as SVG has it."""
    if number == "default":
        return own
    if number.startswith("#"):
        return number
    n = int(number)
    if n < 16:
        return palette[n]
    if n >= 232:
        return "#" + 3 * f"{8 + 10 * (n - 232):02x}"
    levels = (0, 95, 135, 175, 215, 255)
    return "#%02x%02x%02x" % tuple(
        levels[(n - 16) // step % 6] for step in (36, 6, 1))


def picture(printed, size, tone):
    """An SVG of a screen that was printed with its roles and their styles."""
    _, foreground, background, palette = THEMES[tone]
    palette = palette.split()
    columns, rows = map(int, size.split("x"))
    lines = printed.splitlines()
    text, roles, rest = lines[:rows], lines[rows:2 * rows], lines[2 * rows:]
    names = {".": "plain",
             **dict(pair.split("=") for pair in rest[0].split()[1:])}
    styles = {name: words for name, *words in map(str.split, rest[1:])}
    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
        'font-family="ui-monospace, DejaVu Sans Mono, Menlo, Consolas, '
        'monospace" font-size="13">' % (columns * WIDTH + 2 * MARGIN,
                                        rows * HEIGHT + 2 * MARGIN),
        f'<rect width="100%" height="100%" rx="6" fill="{background}"/>']
    for y, (line, row) in enumerate(zip(text, roles)):
        line, row = line.ljust(columns), row.ljust(columns, ".")
        for run in re.finditer(r"(.)\1*", row):
            ink, paper, *looks = styles[names[run[1]]]
            ink = colour(ink, foreground, palette)
            paper = colour(paper, background, palette)
            if "reverse" in looks:
                ink, paper = paper, ink
            x, top = MARGIN + run.start() * WIDTH, MARGIN + y * HEIGHT
            if paper != background:
                out.append('<rect x="%d" y="%d" width="%d" height="%d" '
                           'fill="%s"/>' % (x, top, len(run[0]) * WIDTH,
                                            HEIGHT, paper))
            if "underline" in looks:
                out.append('<rect x="%d" y="%d" width="%d" height="1" '
                           'fill="%s"/>' % (x, top + HEIGHT - 2,
                                            len(run[0]) * WIDTH, ink))
            looks = "".join(attribute for look, attribute in (
                ("bold", ' font-weight="bold"'), ("dim", ' opacity="0.6"'))
                if look in looks)
            for word in re.finditer(r"\S+", line[run.start():run.end()]):
                out.append(
                    '<text x="%d" y="%d" textLength="%d" fill="%s"%s>%s</text>'
                    % (x + word.start() * WIDTH, top + HEIGHT - 4,
                       len(word[0]) * WIDTH, ink, looks,
                       html.escape(word[0])))
    return "\n".join(out + ["</svg>", ""])


def text_of(path):
    """The lines that a picture shows."""
    rows = {}
    with open(path, encoding="utf-8") as file:
        for x, y, shown in re.findall(
                r'<text x="(\d+)" y="(\d+)".*?>(.*?)</text>', file.read()):
            row = rows.get(int(y), "")
            rows[int(y)] = row.ljust((int(x) - MARGIN) // WIDTH) + \
                html.unescape(shown)
    return [rows[y].rstrip() for y in sorted(rows)]


def picture_of(words):
    """The name of a screen's picture, or None."""
    return next((word[8:] for word in words if word.startswith("picture=")),
                None)


def screen(gptui, folder, size, words):
    name = picture_of(words)
    words = [word for word in words if not word.startswith("picture=")]
    for tone, (theme, *_) in THEMES.items() if name else ():
        printed = show(gptui, folder, size,
                       [f"--theme={theme}", *words, "ROLES", "LOOKS:256"])
        with open(f"{PICTURES}/{name}-{tone}.svg", "w",
                  encoding="utf-8") as file:
            file.write(picture(printed, size, tone))
    shown = show(gptui, folder, size, words)
    return "".join(f"    {line}".rstrip() + "\n" for line in shown.splitlines())


def renew(gptui, folder, document):
    with open(document, encoding="utf-8") as file:
        text = file.read()
    text = SCREEN.sub(
        lambda m: m[1] + screen(gptui, folder, m[2], m[3].split()), text)
    with open(document, "w", encoding="utf-8") as file:
        file.write(text)


def check(document):
    """Whether its pictures show what its text has."""
    are_like = True
    with open(document, encoding="utf-8") as file:
        screens = SCREEN.findall(file.read())
    for _, _, words, block in screens:
        name = picture_of(words.split())
        lines = [line[4:] for line in block.splitlines() if line.strip()]
        for tone in THEMES if name else ():
            path = f"{PICTURES}/{name}-{tone}.svg"
            if text_of(path) != lines:
                print(f"{path}:1: not the screen in {document}")
                are_like = False
    return are_like


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        sys.exit(not all([check(name) for name in sys.argv[2:]]))
    for name in sys.argv[3:]:
        renew(os.path.abspath(sys.argv[1]), sys.argv[2], name)
