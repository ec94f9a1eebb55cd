/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines that were typed at prompts, kept from one session to the next.
 *
 * The file holds a line each: a letter for the prompt, a blank, the text.  It
 * is the user's only (mode 0600) and replaced as a whole. */
#ifndef GPTUI_HISTORY_H
#define GPTUI_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

struct error;

enum {
	HISTORY_LINES = 200,
	PROMPT_TEXT = 2048 /* bytes of a line, with the NUL */
};

struct history_line {
	char prompt; /* prompt_kind.history */
	char text[PROMPT_TEXT];
};

struct history {
	struct history_line list[HISTORY_LINES]; /* oldest first */
	size_t n;
	bool is_changed;
};

/* Adds a line as the newest; the same one goes from where it was. */
void history_add(struct history *history, char prompt, const char *text);

/* The next line of a prompt from `at` on, which begins at history->n: older
 * or newer ones.  Returns history->n when there is none. */
size_t history_step(const struct history *history, char prompt, size_t at,
                    bool is_older);

/* Reads the user's file; one that is missing or odd gives less. */
void history_read(struct history *history);

/* Writes it anew if a line came.  Errors: "PATH: reason". */
bool history_write(struct history *history, struct error *err);

#endif
