/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live filter held against a profile. */
#ifndef GPTUI_FILTERING_H
#define GPTUI_FILTERING_H

#include <stdbool.h>

struct arc;
struct arena;
struct filter_half;
struct func;
struct progress;
struct table;

/* Whether a function, or a line of it, fits half a term. */
bool filter_fits_func(const struct table *table, const struct filter_half *half,
                      const struct func *f);

/* Which functions the table's filter keeps: those that fit a term, or are an
 * end of an arc that fits an arc term; shape: [nfuncs].  No others than those
 * `among` can be kept; NULL: any can.
 * Cost: a look at each name among them for each term; linear in arcs if a term
 * asks for arcs.  Owner: the arena.  When the progress is not wanted any more
 * the rest is not looked at. */
const bool *filter_kept(const struct table *table, const bool *among,
                        struct arena *arena, struct progress *progress);

/* Whether it keeps an arc in an entry of the graph, where `other` is the end
 * that the row is about. */
bool filter_keeps_arc(const struct table *table, const struct func *caller,
                      const struct func *callee, const struct func *other);

/* Whether the query's limit hides what took so many ticks. */
bool limit_hides(const struct table *table, double ticks);

/* Whether it keeps a line of a source file.  Only terms that ask for a line,
 * of this file or of any, choose lines; all others are about functions. */
bool filter_keeps_line(const struct table *table, const char *path,
                       unsigned line);

#endif
