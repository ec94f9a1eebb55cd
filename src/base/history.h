/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines typed at prompts, kept from one session to the next.
 *
 * The file has one line for each: a letter for the prompt, a blank, the text.  A line is appended
 * when it is typed, under a lock, so several instances keep all of theirs; what is in the file is
 * never replaced or removed.  Only the user can read a file that is made here (mode 0600). */
#pragma once

#include "base/error.h"

enum {
	HISTORY_LINES = 200,
	HISTORY_TEXT = 2048 /* bytes of a line, with the NUL */
};

struct history_line {
	char prompt; /* a letter; 0: it is not kept */
	char text[HISTORY_TEXT];
};

struct history {
	struct history_line list[HISTORY_LINES]; /* oldest first */
	size_t n;
	bool is_kept; /* lines are appended to the user's file */
};

/* Adds a line as the newest, without passwords of URLs, and removes an older one that is the same.
 * Appends it to the file if it is kept; waits a tenth of a second at most for another program that
 * has locked the file. */
void history_add(struct history *history, char prompt, const char *typed);

/* The next older or newer line of a prompt after `at`, which is history->n at first.  Returns
 * history->n if there is none. */
size_t history_step(const struct history *history, char prompt, size_t at, bool is_older);

/* Reads the newest lines of the user's file, and keeps lines there from now on.  A missing file,
 * and odd lines, are ignored.  Errors: "PATH: reason"; it cannot be read, or is no file. */
bool history_read(struct history *history, struct error *err);
