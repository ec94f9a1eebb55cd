/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts text on the clipboard of whoever sits at the terminal, near or far.
 *
 * Inside tmux, its own command does that (tmux drops what programs send);
 * elsewhere the sequence OSC 52, which terminals may obey or not. */
#ifndef GPTUI_CLIPBOARD_H
#define GPTUI_CLIPBOARD_H

struct frame;

/* Text beyond 64 KB is left out.
 * Source: "XTerm Control Sequences"; base64 of RFC 4648. */
void clipboard_put(const struct frame *frame, const char *text);

#endif
