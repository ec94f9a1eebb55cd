#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A board for tests: NuttX's shell on a pty.

usage: nuttx_shell.py LOG COMMANDS [HOW]

Prints the name of the pty.  LOG is what `hexdump` prints; each command that was
sent is a line of COMMANDS.  It echoes as NuttX does, with escape sequences and
carriage returns, a little at a time.  HOW is `mute`: no prompt comes after
hexdump; `gone`: the line is closed in the middle of it; `rude`: what it prints
is no dump; `silent`: nothing comes at all.
"""
import os
import sys
import tty

log, commands, how = sys.argv[1], sys.argv[2], sys.argv[3] if sys.argv[3:] else ''
board, port = os.openpty()
tty.setraw(port)  # until gptui has the port, what is echoed would come back
print(os.ttyname(port), flush=True)


def say(text):
    if how == 'silent':
        return
    for i in range(0, len(text), 48):
        os.write(board, text[i:i + 48])


while True:
    line = b''
    while not line.endswith(b'\n'):
        byte = os.read(board, 1)
        if byte in b'\r\n':
            byte = b'\n'
        line += byte
        say(byte if byte != b'\n' else b'\r\n')
    line = line.strip()
    if line:
        with open(commands, 'ab') as file:
            file.write(line + b'\n')
    if line.startswith(b'hexdump'):
        with open(log, 'rb') as file:
            text = file.read().replace(b'\n', b'\r\n')
        say(b'nothing here\r\n' if how == 'rude' else
            text[:len(text) // 2] if how == 'gone' else text)
        if how == 'gone':
            sys.exit()
    if line.startswith(b'hexdump') and how == 'mute':
        continue
    say(b'\x1b[Knsh> \x1b[K')
