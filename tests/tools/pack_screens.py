#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Packs the runs that the screens in documents show: pack_screens.py FOLDER BUILT ARCHIVE

FOLDER has what `make demo' made in the folder BUILT: of it the folders old and new
become ARCHIVE (.tar.xz).  The programs name the folder of their sources /gptui, so
that it is the same wherever they were built.
"""
import io
import os
import sys
import tarfile

NAME = b"/gptui"


def packed(path, built):
    """A file with the folder replaced; all offsets stay."""
    with open(path, "rb") as file:
        data = file.read()
    there = os.fsencode(built) + b"\0"
    return data.replace(there, NAME.ljust(len(there), b"\0"))


def main(folder, built, archive):
    with tarfile.open(archive, "w:xz") as out:
        for side in "old", "new":
            for name in sorted(os.listdir(os.path.join(folder, side))):
                path = os.path.join(folder, side, name)
                data = packed(path, built)
                entry = tarfile.TarInfo(f"{side}/{name}")
                entry.size, entry.mode = len(data), 0o755 if "." not in name else 0o644
                out.addfile(entry, io.BytesIO(data))


if __name__ == "__main__":
    main(*sys.argv[1:])
