/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where stacks begin in a function, and where calls in it are made: frames of
 * its own code, and of code that was inlined into it. */
#ifndef GPTUI_STACK_SITES_H
#define GPTUI_STACK_SITES_H

#include <stddef.h>
#include <stdint.h>

struct arc;
struct arena;
struct dataset;
struct frame;
struct func;
struct profile;

struct stack_site {
	uint32_t frame;
	uint64_t calls;
};

struct stack_sites {
	const double *own; /* ticks of frames, without what was inlined there;
	                      shape: [frames->n] */

	/* Frames by function; those of profile->funcs[i] are [first_of_func[i],
	 * first_of_func[i + 1]). */
	const uint32_t *of_func;
	const uint32_t *first_of_func; /* shape: [nfuncs + 1] */

	/* Calls by arc, likewise; NULL: no call has a known line. */
	const struct stack_site *of_arc;
	const uint32_t *first_of_arc; /* shape: [narcs + 1] */
};

/* The function that a frame's line is one of; or NULL. */
const struct func *frame_owner(const struct profile *profile, const struct frame *frame);

/* Owner: the arena.  Cost: linear in functions, arcs, frames and their calls. */
struct stack_sites stack_sites_find(const struct dataset *data, struct arena *arena);

/* Sets *first to the first site that makes calls along the arc; returns the end
 * of them.  In sum they make no more calls than the arc has. */
const struct stack_site *stack_sites_of(const struct stack_sites *sites,
                                        const struct profile *profile, const struct arc *arc,
                                        const struct stack_site **first);

#endif
