/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that call each other in circles, apart from all others, and an
 * order of them that few calls go against.
 *
 * Where the calls that go against it are left out, no circle is left.  The
 * order does more than that: each function that nobody outside calls has a
 * caller before it (where nobody outside calls any of them, all but the first
 * have).  So none loses all of its callers, and its time finds a way up. */
#ifndef GPTUI_TANGLE_H
#define GPTUI_TANGLE_H

#include <stdint.h>

struct arena;

/* Calls, seen from one end.  Exact up to 2 to the power of 53. */
struct link {
	uint32_t other;
	double calls; /* above 0 */
};

struct links {
	uint32_t *first; /* shape: [n + 1] */
	struct link *list;
};

struct tangle {
	uint32_t n;
	struct links callees, callers; /* within; of each function */
	double *entries;               /* calls from outside; shape: [n] */
};

/* The functions' places, 0 to n - 1; shape: [n].
 *
 * Source: Eades, Lin, Smyth: "A fast and effective heuristic for the feedback
 * arc set problem", 1993, with calls for weights, and taking the next one only
 * from those that have a caller already.
 * Cost: O((functions + arcs) log functions).  Owner: the arena. */
uint32_t *tangle_order(const struct tangle *tangle, struct arena *arena);

/* Moves functions to places where fewer calls go against the order, which
 * keeps what it promises.  Cost: O(arcs log functions). */
void tangle_sift(const struct tangle *tangle, uint32_t *places);

#endif
