/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that own a source line, or a function: those whose code holds its samples.
 *
 * Code of a line that was inlined is part of the function that it was inlined
 * into, so the function that the line is written in need not own it, and
 * several others can. */
#ifndef GPTUI_LINE_OWNERS_H
#define GPTUI_LINE_OWNERS_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct frames;
struct func;

struct line_owner {
	const struct func *func;
	double ticks;     /* in it, of the line and what was inlined there */
	uint64_t address; /* of the hottest instruction of the line in it, as
	                     in struct frame; 0: none is known */
};

/* The one with the most ticks first; shape: [n]. */
struct line_owners {
	const struct line_owner *list;
	size_t n;
};

/* The owners of frames, such as those of one line; shape of list: [n].  One
 * that has only calls there is an owner, too.  Owner of the result: the arena.
 * Cost: n log n. */
struct line_owners frames_owners(const struct frames *frames, const uint32_t *list, size_t n,
                                 struct arena *arena);

/* With inlined functions apart, the owners of a function's code: itself, and
 * those that it was inlined into; its own code is there even without samples.
 * Owner of the result: the arena.
 * Cost: linear in the frames and their depth. */
struct line_owners func_owners(const struct frames *frames, const struct func *func,
                               struct arena *arena);

#endif
