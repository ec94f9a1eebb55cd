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

#include "model/locations.h"

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

#endif
