/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line being typed: search, filter, file name, command. */
#pragma once

#include "base/history.h"

struct event;
struct session;

enum { PROMPT_TEXT = HISTORY_TEXT, PROMPT_LABEL = 128 };

/* How a text may go on. */
struct completion {
	const char *word;         /* what was typed of it */
	size_t from;              /* where it begins in the text */
	size_t n;                 /* candidates that begin with it */
	bool needs_quotes;        /* the filter would misread `common` without */
	char common[PROMPT_TEXT]; /* what all candidates have in common */
	char listed[256];         /* the candidates, as far as there is room */
};

/* What is asked, and what happens to the answer. */
struct prompt_kind {
	const char *hint; /* shown while the line is empty */

	/* After each change of the text; may be NULL.  On failure *at is the byte at fault. */
	bool (*changed)(struct session *session, const char *text, size_t *at, struct error *err);

	/* Called on Enter, also for a text that `changed` failed for; NULL: `changed` is, for others.
	 * On failure the prompt stays, with the reason. */
	bool (*accept)(struct session *session, const char *text, struct error *err);

	/* Called on Esc.  NULL: nothing happens or, with comes_back, `changed` gets the text that
	 * the prompt began with. */
	void (*cancel)(struct session *session);
	bool comes_back;

	/* Completes the text before the cursor, on Tab; may be NULL. */
	void (*complete)(struct session *session, const char *text, struct completion *out);

	/* Shows beside the line how many rows are hidden, or found. */
	bool shows_hidden, shows_found;

	char history; /* names the history it uses; 0: none */

	/* One key is the whole answer. */
	bool is_question;
};

struct prompt {
	struct session *session; /* for the functions of the kind */
	struct history *history; /* of all prompts */

	const struct prompt_kind *kind; /* NULL: nothing is asked */
	char label[PROMPT_LABEL];       /* "filter: " */
	char text[PROMPT_TEXT];
	size_t len, at;           /* bytes; of the cursor */
	bool is_proposed;         /* the text: typing replaces it */
	char before[PROMPT_TEXT]; /* what Esc goes back to */
	bool is_broken;           /* see `reason` and `broken_at` */
	char reason[256];
	size_t broken_at;
	char listed[256]; /* what Tab found; or "" */

	size_t history_at;       /* the line shown; history->n: what is typed */
	char typed[PROMPT_TEXT]; /* what was typed before the first Up */
};

/* Keys with Alt that it knows, as readline does: by words, back, ahead, and with erasing. */
#define PROMPT_ALT_KEYS "M-b M-f M-BS M-d"

/* Opens the prompt with a text to begin with. */
void prompt_open(struct prompt *prompt, const struct prompt_kind *kind, const char *label,
                 const char *text);

/* Marks the text as unusable from a byte on, with the reason. */
void prompt_break(struct prompt *prompt, size_t at, const struct error *err);

/* Handles a key or pasted text. */
void prompt_event(struct prompt *prompt, const struct event *event);
