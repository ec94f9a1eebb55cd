/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What functions have of code that they were inlined into.
 *
 * With inlined functions apart, the ticks of a piece of code in a bin are those
 * of several functions.  A file by itself is divided as all files together
 * were: by these parts. */
#ifndef GPTUI_INLINED_SHARES_H
#define GPTUI_INLINED_SHARES_H

#include <stddef.h>
#include <stdint.h>

struct apart_nodes;
struct arena;
struct dataset;

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
