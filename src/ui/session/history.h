/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines typed at prompts, kept from one session to the next.
 *
 * The file has one line for each: a letter for the prompt, a blank, the text.
 * Only the user can read it (mode 0600), and it is replaced as a whole. */
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

/* Adds a line as the newest, and removes an older one that is the same. */
void history_add(struct history *history, char prompt, const char *text);

/* The next older or newer line of a prompt after `at`, which is history->n at
 * first.  Returns history->n if there is none. */
size_t history_step(const struct history *history, char prompt, size_t at,
                    bool is_older);

/* Reads the user's file; a missing one, and odd lines, are ignored. */
void history_read(struct history *history);

/* Writes the file if a line was added.  Errors: "PATH: reason". */
bool history_write(struct history *history, struct error *err);

#endif
