/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live filter applied to rows: what views present of a row, and the function that decides. */
#pragma once

#include "views/columns.h"

struct filter_call {
	const struct func *caller; /* NULL: the item itself */
	const struct func *callee;
};

/* What a row is to the filter.  A part of a term matches it by the function, by the item's own name
 * and location, or by the function's name and that location. */
struct filter_item {
	const struct func *func;                /* that it is, or is in; or NULL */
	const char *name;                       /* of a function that is not in the profile, because
	                                           it was inlined; or NULL */
	const struct func_group *group;         /* that it is in, as rows are grouped; or NULL */
	const struct source_location *location; /* of a line; NULL: all of the function */
	bool has_func_location;                 /* a line that also has its function's
	                              location, except for terms with a line */

	/* What terms about calls are matched against; NULL: a whole function's arcs, or none.
	 * Shape: [ncalls] */
	const struct filter_call *calls;
	size_t ncalls;

	const size_t *texts; /* indexes of rows whose texts it is; or NULL */
	size_t ntexts;
};

/* Compiles a filter; what is a whole name of a function of the data, or of its base, is one. */
const struct filter *filter_for(const struct dataset *data, const char *text, struct arena *arena,
                                size_t *at, struct error *err);

/* Whether the table's filter keeps an item: one that matches a term, if any term includes, and none
 * that excludes.  Cost: for functions, a match of each name with each part of a term, once in the
 * life of the table; linear in arcs if a term is about calls. */
bool filter_keeps(struct table *table, const struct filter_item *item);

/* Filters a view that is not about functions: keeps rows by their own texts, or by those of the row
 * that begins their block, which stays with them. */
void filter_texts(const struct view *view, struct table *table);

/* Whether a term is about calls, so that calls of lines must be known. */
bool filter_asks_for_calls(const struct table *table);

/* Whether the query's limit hides something with so many ticks, or a change by so many, + or -. */
bool limit_hides(const struct table *table, double ticks);

/* The rows of a list of functions or lines: items that filter and limit keep come first, as they
 * were added, and the others, from the end, for the widths of columns. */
struct kept {
	struct table *table;
	bool has_no_limit;     /* the limit hides none */
	bool by_total;         /* it also counts what callees took */
	struct figures *items; /* shape: [room] */
	size_t room, n, nhidden;
	double shown; /* ticks of those kept */
};

/* Begins a list of at most so many items. */
struct kept kept_new(struct table *table, size_t room);

/* Adds an item, which is that to the filter; whether it is kept. */
bool kept_add(struct kept *kept, const struct figures *item, const struct filter_item *as);

/* The indexes of items as they are; sorted, the most time first, then the most calls or,
 * without any, the most in what they call. */
struct keyed *order_of(const struct figures *items, size_t n, struct arena *arena);
struct keyed *order_by_time(const struct figures *items, size_t n, struct arena *arena);

/* The row of an item. */
struct row row_of_figures(const struct figures *item, unsigned depth);

/* Items that are below one row. */
struct kept_below {
	size_t n;       /* how many */
	struct row row; /* its id, whether it opens, and its label, which then comes last and is
	                   not there without items, or the item with their sum */
};

/* Moves those of the first n items that one row can stand for behind the others of these, and
 * returns how many they are: 0 if fewer than that, or where nobody wants to open the row, or wants
 * to see all that a filter finds.  The field has the column that is sorted by, or none. */
size_t kept_fold(const struct kept *kept, struct keyed *order, size_t n, size_t fewest,
                 bool (*is_aside)(const struct field *field));

/* Makes the rows, in that order; the last ones are below rows, those of the last of these last. */
void kept_show(const struct kept *kept, const struct keyed *order, const struct kept_below *below,
               size_t nbelow);

/* The term of a filter for just a row, if that is a group or a line of a list; NULL: a function. */
const char *filter_term_of(const struct view *view, const struct table *table, const void *item);

/* Functions put together by where they come from. */

/* What a group has of a function. */
struct group_member {
	const struct func *func;
	uint32_t group;
	double self, child; /* ticks */
};

struct func_groups {
	const char *const *names; /* whole paths; or "no class" and the like; shape: [n] */
	size_t n;                 /* each has a function */

	/* By function: of profile->funcs[i] from first[i] on, until first[i + 1]; one, but for
	 * threads, of which a function may be in several, or in none. */
	const struct group_member *members;
	const uint32_t *first;

	const uint32_t *of_path; /* the group of profile->paths[i]; NULL: there are none */
};

/* Why no stacks tell of several threads; NULL: they do. */
const char *threads_missing(const struct dataset *data);

/* All functions in their groups; file and folder need dataset.locations, class makes all names.
 * Owner: the arena.  Cost: linear in the names. */
const struct func_groups *func_groups_find(const struct dataset *data, enum row_kind by,
                                           struct arena *arena);
