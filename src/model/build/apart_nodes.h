/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which function of the source the lines of a frame are of.
 *
 * An inlined copy is of the function with its name that has code of its own:
 * of several, one whose source file is the same, and of these the one with the
 * most time.  If there is none, it is of a function that was always inlined,
 * which is numbered after those of the profile: one for each name, and for
 * names that are not mangled, for each file and line where it is declared. */
#ifndef GPTUI_APART_NODES_H
#define GPTUI_APART_NODES_H

#include <stddef.h>
#include <stdint.h>

#include "model/source.h"

struct arena;
struct dataset;

/* A function that was always inlined. */
struct inlined_func {
	const char *name;                /* raw */
	struct source_location location; /* where it is declared, else its
	                                    first line that has samples */
	unsigned last;                   /* its last line in that file */
};

struct apart_nodes {
	/* The number of the function that each frame is of, or NO_FUNC; shape:
	 * [data->frames->n]. */
	const uint32_t *of_frame;

	const struct inlined_func *list; /* numbered from nfuncs on; shape: [n]
	                                  */
	size_t n;

	/* The number of the function that each line is in; shape:
	 * [data->code_lines->n]; NULL: there are no code lines. */
	const uint32_t *of_line;
};

/* The dataset has frames.  Owner: the arena; the names are the frames'.
 * Cost: linear in functions, frames and lines. */
struct apart_nodes apart_nodes_find(const struct dataset *data, struct arena *arena);

/* What functions have of code that they were inlined into.
 *
 * With inlined functions apart, the ticks of a piece of code in a bin are those
 * of several functions.  A file by itself is divided as all files together
 * were: by these parts. */

struct inlined_share {
	uint64_t low, high; /* addresses of code in a bin, [low, high) */
	uint32_t func;      /* not the one that the code belongs to */
	double part;        /* of the code's ticks */
};

struct inlined_shares {
	const struct inlined_share *list; /* by low, then high; shape: [n] */
	size_t n;
};

/* Owner: the arena.  Cost: linear in the frames' shares. */
const struct inlined_shares *inlined_shares_new(const struct dataset *data,
                                                const struct apart_nodes *nodes,
                                                struct arena *arena);

/* Those of the code [low, high) of a bin; sets *n, to 0 if it has no samples or
 * is all of its function.  The shares may be NULL.  Cost: log n. */
const struct inlined_share *inlined_shares_of(const struct inlined_shares *shares, uint64_t low,
                                              uint64_t high, size_t *n);

#endif
