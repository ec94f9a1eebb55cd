/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live filter held against rows: what each view presents of a row, and the
 * one function that decides. */
#ifndef GPTUI_FILTERING_H
#define GPTUI_FILTERING_H

#include <stdbool.h>
#include <stddef.h>

struct func;
struct place;
struct table;
struct view;

struct filter_call {
	const struct func *caller; /* NULL: the item itself */
	const struct func *callee;
};

/* What a row is to the filter.  A part of a term fits it by the function, by
 * the item's own name and place, or by the function's name and that place. */
struct filter_item {
	const struct func *func;   /* that it is, or is in; or NULL */
	const char *name;          /* of what is no function of the profile, as
	                            * it was inlined; or NULL */
	const struct place *place; /* of a line; NULL: all of the function */
	bool has_func_place;       /* a line that also has its function's
	                            * place, but for terms that ask for a line */

	/* What terms about calls are held against; NULL: a whole function's
	 * arcs, or none.  Shape: [ncalls] */
	const struct filter_call *calls;
	size_t ncalls;

	const size_t *texts; /* numbers of rows whose texts it is; or NULL */
	size_t ntexts;
};

/* Whether the table's filter keeps an item: what fits a term, if any term
 * includes, and none that excludes.  Cost: a look at each name for each part of
 * a term, once in the life of the table for functions; linear in arcs if a term
 * is about calls. */
bool filter_keeps(struct table *table, const struct filter_item *item);

/* Filters a view that is about no functions: leaves rows that are kept by their
 * own texts, or those of the row that begins their block, which stays with
 * them. */
void filter_texts(const struct view *view, struct table *table);

/* Whether a term is about calls, so that calls of lines must be known. */
bool filter_asks_for_calls(const struct table *table);

/* Whether the query's limit hides what took so many ticks. */
bool limit_hides(const struct table *table, double ticks);

#endif
