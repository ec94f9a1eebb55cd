/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all of gprof's listings have in common.
 *
 * Listings write straight to a FILE, whose buffer makes them fast; widths are minimums, so large
 * figures push the columns aside as they do in gprof.  Source of all layouts: output of GNU gprof
 * 2.40. */
#pragma once

#include "base/base.h"

struct gprof_options;
struct object;
struct order_map;
struct profile;
struct source_lines;
struct spec_tables;

/* The listings of one run. */
struct listing {
	const struct gprof_options *options;
	const struct object *object;
	const struct profile *profile;
	const struct spec_tables *tables; /* of the options' specs */
	const struct order_map *map;      /* for -R; may be NULL */
	struct source_lines *lines;
	FILE *out, *messages;
	bool is_terminal; /* out: names are escaped */
	struct arena *arena;
	const char **names; /* readable names made so far; by function */
	char *space;        /* to make one in */
	struct work work;   /* left for making them */
	bool has_calls;     /* entries have numbers */
	bool has_begun;     /* something was printed */
	bool is_incomplete; /* a file could not be written completely */
};

/* Says that a file which was written is a link, and to what. */
void listing_say_link(const struct listing *l, const char *path, const char *followed);

/* A foreign name as it is; on a terminal escaped, ends of lines too.  Returns the bytes printed. */
int listing_put(const struct listing *l, const char *name);

/* Figures: what printf() would print, in a fraction of the time: listings are mostly figures. */

/* "%*.*f"; decimals: at most 2. */
void figure_fixed(FILE *out, int width, int decimals, double number);

/* "%*lu": a width below 0 puts the blanks after it. */
void figure_count(FILE *out, int width, uint64_t count);

/* This many blanks; none if n is below 0. */
void figure_blanks(FILE *out, int n);

void flat_listing(struct listing *l);
void graph_listing(struct listing *l);
void index_listing(struct listing *l);
void exec_counts_listing(struct listing *l);
void annotated_listing(struct listing *l);
void function_order_listing(struct listing *l);
void file_order_listing(struct listing *l);
