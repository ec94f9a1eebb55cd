/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts text on the clipboard of whoever sits at the terminal, near or far.
 *
 * The sequence OSC 52 does that, which terminals may obey or not.  What runs
 * between swallows it: tmux has a command of its own for the clipboard, and
 * is told to pass the sequence on where that command is out of reach (over
 * ssh); GNU screen passes on what it gets in small pieces. */
#ifndef GPTUI_CLIPBOARD_H
#define GPTUI_CLIPBOARD_H

struct tty_output;

/* Returns in words where the text went, or NULL: the terminal has no
 * clipboard, and nothing was sent.  Text beyond 64 KB is left out.
 * Source: "XTerm Control Sequences"; base64 of RFC 4648; tmux(1), options
 * set-clipboard and allow-passthrough; screen(1), "ESC P (A) Device Control
 * String". */
const char *clipboard_put(const struct tty_output *output, const char *text);

#endif
