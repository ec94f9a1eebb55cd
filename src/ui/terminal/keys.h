/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns the bytes that a terminal sends into names of keys.
 *
 * Understands UTF-8, control and Alt keys, the sequences that terminals like xterm send for cursor
 * and function keys with modifiers, bracketed paste and the answer to "are you there?".  A sequence
 * it does not know is read to its end and dropped, so that its letters do not act as keys. */
#pragma once

#include "ui/terminal/terminal.h"

/* The state of the decoder; starts as zeros. */
struct keys {
	enum {
		KEYS_GROUND,
		KEYS_ESCAPE,   /* after ESC */
		KEYS_SHIFT,    /* after ESC O */
		KEYS_SEQUENCE, /* after ESC [ */
		KEYS_CONSOLE   /* after ESC [ [, as the Linux console sends */
	} state;
	char held[16]; /* parameters of a sequence, or a part of a character */
	size_t nheld;
	bool has_alt; /* the character held came after ESC */
	bool is_pasting;
	char paste[EVENT_TEXT];
	size_t npaste;
	bool is_answered; /* set at the answer (CSI 0 n); cleared by the user */
};

/* Takes a byte; true if it completes an event. */
bool keys_byte(struct keys *keys, unsigned char byte, struct event *out);

/* To be called when no byte follows for now; true if what was held is an event by itself (a lone
 * ESC, a piece of pasted text). */
bool keys_pause(struct keys *keys, struct event *out);

/* Fills in an event. */
struct event event_of(enum event_kind kind, const char *text);
