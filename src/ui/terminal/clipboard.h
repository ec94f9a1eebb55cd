/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts text on the clipboard of the user's terminal, also from a remote host.
 *
 * The sequence OSC 52 does that, if the terminal allows it.  Programs between
 * keep it to themselves: tmux has a command of its own for the clipboard, and
 * is asked to pass the sequence on where that command cannot be reached (over
 * ssh); GNU screen passes it on in small pieces. */
#ifndef GPTUI_CLIPBOARD_H
#define GPTUI_CLIPBOARD_H

struct tty_output;

/* Returns where the text went, in words; NULL: the terminal has no
 * clipboard, and nothing was sent.  Text beyond 64 KB is left out.
 * Source: "XTerm Control Sequences"; base64 of RFC 4648; tmux(1), options
 * set-clipboard and allow-passthrough; screen(1), "ESC P (A) Device Control
 * String". */
const char *clipboard_put(const struct tty_output *output, const char *text);

#endif
