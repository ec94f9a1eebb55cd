/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line being typed: search, filter, file name, command. */
#ifndef GPTUI_PROMPT_H
#define GPTUI_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/session/history.h"

struct error;
struct event;
struct session;

enum { PROMPT_LABEL = 128 };

/* What may follow a text, and what to tell of it. */
struct completion {
	const char *word;  /* what was typed of it */
	size_t from;       /* where it begins in the text */
	size_t n;          /* candidates that begin with it */
	bool needs_quotes; /* or the filter would read `common` otherwise */
	char common[PROMPT_TEXT]; /* what all candidates have in common */
	char told[256];           /* them, as far as there is room */
};

/* What is asked, and what happens with the answer. */
struct prompt_kind {
	const char *hint; /* shown while the line is empty */

	/* After each key that changed the text; NULL: nothing happens.  On
	 * failure *at is the place in the text. */
	bool (*changed)(struct session *session, const char *text, size_t *at,
	                struct error *err);

	/* Enter; NULL: as `changed`.  On failure the prompt stays, with the
	 * reason. */
	bool (*accept)(struct session *session, const char *text,
	               struct error *err);

	/* Esc; NULL: nothing happens, or if the kind comes back, `changed`
	 * takes prompt.before, the text to begin with. */
	void (*cancel)(struct session *session);
	bool comes_back;

	/* Tab: what may follow the text before the cursor; NULL: nothing. */
	void (*complete)(struct session *session, const char *text,
	                 struct completion *out);

	/* What is hidden is told beside the line. */
	bool tells_hidden;

	char history; /* whose lines are kept together; 0: they are not */

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
	char before[PROMPT_TEXT]; /* what Esc comes back to */
	bool is_broken;           /* `reason` tells why, `broken_at` where */
	char reason[256];
	size_t broken_at;
	char told[256]; /* what Tab found; "" when there is nothing to say */

	size_t history_at;       /* the line shown; history->n: what is typed */
	char typed[PROMPT_TEXT]; /* what was typed before the first Up */
};

/* Asks; `text` is the answer to begin with. */
void prompt_open(struct prompt *prompt, const struct prompt_kind *kind,
                 const char *label, const char *text);

void prompt_close(struct prompt *prompt);

/* Says why the text will not do, and from which byte on. */
void prompt_break(struct prompt *prompt, size_t at, const struct error *err);

/* A key or pasted text for the line. */
void prompt_event(struct prompt *prompt, const struct event *event);

#endif
