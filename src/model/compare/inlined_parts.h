/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions are inlined into which, and how much time they have there.
 *
 * A short list made of model/frames.h, which holds every line of every path and
 * is freed when a profile becomes the base of a comparison. */
#ifndef GPTUI_INLINED_PARTS_H
#define GPTUI_INLINED_PARTS_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct dataset;

/* A function as far as it is inlined into another, directly or not. */
struct inlined_part {
	const char *name;     /* raw */
	const char *readable; /* with parameters; the raw name if it is not
	                         mangled */
	const char *path;     /* of its source file; or NULL */
	uint32_t host;        /* number in profile->funcs */
	double ticks;         /* of it and what is inlined into it there */
};

struct inlined_parts {
	const struct inlined_part *list; /* shape: [n] */
	size_t n;
};

/* Those with samples or calls; NULL while frames are not known.  Makes names
 * readable, so it runs in the thread that has them (model/names.h).
 * Owner: the arena, of all names, too.  Cost: linear in the frames. */
const struct inlined_parts *inlined_parts_find(const struct dataset *data, struct arena *arena);

#endif
