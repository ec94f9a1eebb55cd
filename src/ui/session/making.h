/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making the table of a place: first the rows without its filter, the base,
 * then what the filter leaves of them.
 *
 * Nothing but what is named here is changed, so that the worker can do it;
 * the base's users are counted by the main thread alone. */
#ifndef GPTUI_MAKING_H
#define GPTUI_MAKING_H

#include <stdbool.h>
#include <stddef.h>

#include "table/table.h"

struct arena;
struct filter;
struct profile;
struct progress;
struct query;
struct view;

struct base {
	struct arena *arena; /* holds itself, too */
	struct table table;
	size_t *widths; /* cells of columns; shape: [columns->n] */
	unsigned users;
};

struct making {
	const struct view *view;
	const struct profile *profile;
	struct query *query;     /* gets the filter */
	const char *filter_text; /* without an error */
	const bool *among;       /* what can be kept; or NULL: anything */
	struct base *base;       /* NULL: to be made */

	/* What is made.  Owner: the arena. */
	struct arena *arena;
	struct table table;
	size_t *widths;   /* shape: [columns->n] */
	const bool *kept; /* shape: [nfuncs]; or NULL: not known */
};

/* Makes what is asked for; false when it was not wanted any more: some of it
 * may be there then. */
bool making_run(struct making *making, struct progress *progress);

/* One user less of a base; the last one's leave frees it.  NULL is allowed. */
void base_leave(struct base *base);

#endif
