/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of a comparison. */
#ifndef GPTUI_DIFF_ROWS_H
#define GPTUI_DIFF_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "model/compare/differences.h"
#include "views/figures.h"

struct arena;
struct error;

enum diff_part {
	DIFF_TOTAL,    /* all functions */
	DIFF_TYPICAL,  /* the typical function: only a change */
	DIFF_FUNCTION, /* a function, with what is grouped with it */
	DIFF_MEMBER,   /* one of that group */
	DIFF_REST      /* functions alike in what may be noise, added up */
};

struct diff_row {
	struct figures figures; /* first; what the row is about */
	enum diff_part part;
	const struct differences *all;
	struct difference d;         /* TYPICAL: just its change */
	const struct func *new;      /* the first of the new side; or NULL */
	const struct func *base;     /* the first of the base; or NULL */
	const struct diff_row *head; /* MEMBER: of what */
	const char *label;           /* REST: what they are; or NULL */
	size_t nrest;                /* REST: how many */
};

/* The differences per what the query says.  Owner: the arena.  Errors: NULL; there is no base, no
 * such function, or it was not called. */
const struct differences *query_differences(const struct dataset *data, const struct query *query,
                                            struct arena *arena, struct error *err);

/* The name of a function of the base, in the style that the query asks for. */
const char *base_name(const struct table *table, const struct func *f);

extern const struct columns diff_columns; /* items: struct diff_row */
const char *explain_diff(const struct table *table, const void *item);

/* Rows that may be noise, in the order in which they are folded. */
enum diff_rest { REST_NONE, REST_CALLS, REST_UNTIMED, REST_NOISE, DIFF_RESTS };

#endif
