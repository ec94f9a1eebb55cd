/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One side of a comparison, and what is kept of the base.
 *
 * The base is read like any other profile, reduced to its figures, then
 * freed: what is kept has functions, arcs, names, locations and lines, but no
 * records, sections, symbols or instructions. */
#ifndef GPTUI_SIDE_H
#define GPTUI_SIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/dataset.h"

struct arena;
struct inlined_parts;
struct runs;

/* Files of a side, as they were when they were read. */
struct side_files {
	const char *executable;
	const char *const *files; /* profiles; shape: [n] */
	size_t n;
	double oldest, newest; /* when they were written: seconds since 1970;
	                          0: not known */
};

struct side {
	struct side_files files;
	bool is_of_new;      /* a base: of the new side's files, others */
	struct dataset data; /* of the base: the reduced one */
	const struct runs *runs;
	const struct inlined_parts *inlined; /* or NULL: not known */
};

/* Reduces a dataset to its figures: nothing in it points into the old one,
 * whose arenas can be freed.  Owner: the arena, of the runs, too.
 * Cost: linear in functions, arcs and lines. */
void side_keep(struct side *out, const struct dataset *data, const struct runs *runs,
               struct arena *arena);

/* A run's part of what all of the side have, on average; for calls, that of
 * a file that counts them. */
double side_per_run(const struct side *side, double ticks);
double side_calls_per_run(const struct side *side, double calls);

#endif
