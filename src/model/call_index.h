/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds call records by their two addresses.
 *
 * A hash table of numbers of a list that may still grow; it is filled when
 * something is looked for, and not at all when files repeat each other in the
 * same order, as those of one program do. */
#ifndef GPTUI_CALL_INDEX_H
#define GPTUI_CALL_INDEX_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct call;

struct call_index {
	struct arena *arena; /* owns the slots */
	uint32_t *slots;     /* numbers plus 1, 0: free; shape: [nslots] */
	size_t nslots;       /* a power of two, or 0 */
	size_t nknown;       /* calls of the list that were put in */
	size_t guess;        /* the number that is tried first */
};

/* The number of the first of n calls that has these ends, or n.
 * Cost: constant, once the list is in the index. */
size_t call_index_find(struct call_index *index, const struct call *calls,
                       size_t n, const struct call *wanted);

/* Adds up calls that follow each other as those after the one found last do.
 * Returns how many of the n did, up to the first that does not, or whose sum
 * is too big. */
size_t call_index_add(struct call_index *index, struct call *calls,
                      size_t ncalls, const struct call *add, size_t n);

#endif
