/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live filter held against a profile. */
#ifndef GPTUI_FILTERING_H
#define GPTUI_FILTERING_H

#include <stdbool.h>
#include <stddef.h>

struct arc;
struct arena;
struct filter_half;
struct func;
struct table;

/* Whether a function, or a line of it, fits half a term. */
bool filter_fits_func(const struct table *table, const struct filter_half *half,
                      const struct func *f);

/* Which functions the table's filter keeps: those that fit a term, or are an
 * end of an arc that fits an arc term; shape: [nfuncs].
 * Cost: a look at each name for each term; linear in arcs if a term asks for
 * arcs.  Owner: the arena. */
const bool *filter_kept(const struct table *table, struct arena *arena);

/* Whether it keeps an arc in an entry of the graph, where `other` is the end
 * that the row is about. */
bool filter_keeps_arc(const struct table *table, const struct func *caller,
                      const struct func *callee, const struct func *other);

/* Whether the query's limit hides what took so many ticks. */
bool limit_hides(const struct table *table, double ticks);

struct filter_call {
	const struct func *caller, *callee; /* or NULL */
};

/* A source line, or an instruction with the line that it is of. */
struct filter_line {
	const char *path; /* or NULL */
	unsigned line;
	const struct func *func;         /* that it is in, or NULL */
	const struct filter_call *calls; /* out of it; shape: [ncalls] */
	size_t ncalls;
};

/* Whether it keeps a line: one that fits a term by its function, file and
 * number, or makes a call that fits an arc term. */
bool filter_keeps_line(const struct table *table,
                       const struct filter_line *line);

/* Whether a term asks for arcs, so that calls of lines must be known. */
bool filter_asks_for_calls(const struct table *table);

#endif
