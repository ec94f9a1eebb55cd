#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Renews the screens in documents: screens.py GPTUI FOLDER DOCUMENT...

FOLDER is what tests/tools/make-screens.sh made.  The block of code after a line
    <!-- screen 80x12 Enter u -->
becomes what gptui shows of the old program, on so many columns and rows, after
these keys.  Words that begin with "--" are options; with --base=old the new
program is shown, with --record the recording in the folder record, if there is
one (none is kept, because it would need the C library of the machine where it
was made), and with in=NAME the program and the profiles in the folder of that name,
or with url=PATH the program and the URL of that file in it.
"report" in place of the size prints what the options say.
Figures are those of these runs, and their texts are read again when they were
retaken.
With picture=NAME the screen becomes doc/pictures/NAME-dark.svg and -light.svg as
well, in the colours of the theme of that name in THEMES.

screens.py --check GPTUI FOLDER DOCUMENT... only tells what differs, and fails
then.
"""
import difflib
import glob
import html
import os
import re
import shutil
import subprocess
import sys

SCREEN = re.compile(
    r"(<!-- screen (\d+x\d+|report) ?(.*?) *-->\n\n)((?:    .*\n|\n(?=\n*    ))*)")
SOURCES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PICTURES = os.path.join(SOURCES, "doc", "pictures")

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
    named = dict(word.split("=") for word in words
                 if word.startswith(("in=", "url=")))
    keys = [word for word in words
            if word not in options and word.split("=")[0] not in named]
    side = "new" if "--base=old" in options else "old"
    files = [side + "/demo-program"] + sorted(
        os.path.relpath(name, folder)
        for name in glob.glob(f"{folder}/{side}/gmon.*"))
    if "--record" in options:
        options.remove("--record")
        files = ["record"]
    elif named:
        made, folder = os.path.join(folder, named["in"]), folder + "/now"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(made, folder)
        files = sorted((name for name in os.listdir(folder)
                        if os.path.isfile(os.path.join(folder, name))),
                       key=lambda name: (name.startswith(("gmon.", "PROFILE.")), name))
        if "url" in named:
            files.append("file://" + os.path.abspath(
                os.path.join(folder, named["url"])))
    else:
        options.append("--map=/gptui=" + SOURCES)
    if size != "report":
        options += ["--size", size, "--keys", " ".join(keys)]
    return subprocess.run(
        [gptui, "--no-config", *options, *files],
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


def picture_of(words):
    """The name of a screen's picture, or None."""
    return next((word[8:] for word in words if word.startswith("picture=")),
                None)


class Renewal:
    """What documents and pictures become."""

    def __init__(self, gptui, folder):
        self.gptui, self.folder = os.path.abspath(gptui), folder
        self.texts = {}  # by path

    def screen(self, head, size, words, block):
        name = picture_of(words)
        words = [word for word in words if not word.startswith("picture=")]
        if "--record" in words and not os.path.isdir(f"{self.folder}/record"):
            return head + block
        for tone, (theme, *_) in THEMES.items() if name else ():
            printed = show(self.gptui, self.folder, size,
                           [f"--theme={theme}", *words, "ROLES", "LOOKS:256"])
            self.texts[f"{PICTURES}/{name}-{tone}.svg"] = \
                picture(printed, size, tone)
        shown = show(self.gptui, self.folder, size, words)
        return head + "".join(f"    {line}".rstrip() + "\n"
                              for line in shown.splitlines())

    def document(self, path):
        with open(path, encoding="utf-8") as file:
            self.texts[path] = SCREEN.sub(
                lambda m: self.screen(m[1], m[2], m[3].split(), m[4]),
                file.read())

    def write(self):
        for path, text in self.texts.items():
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def differences(self):
        """Lines that tell where files are not what they would become."""
        for path, text in sorted(self.texts.items()):
            with open(path, encoding="utf-8") as file:
                yield from difflib.unified_diff(
                    file.read().splitlines(), text.splitlines(),
                    os.path.relpath(path, SOURCES), "today", lineterm="", n=0)


if __name__ == "__main__":
    is_check = sys.argv[1] == "--check"
    gptui, folder, *documents = sys.argv[1 + is_check:]
    renewal = Renewal(gptui, folder)
    for path in documents:
        renewal.document(path)
    if is_check:
        different = list(renewal.differences())
        print(*different, sep="\n", end="\n" if different else "")
        sys.exit(bool(different))
    renewal.write()
