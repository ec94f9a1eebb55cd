/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that call each other in circles, separate from all others, and an
 * order of them that few calls go against.
 *
 * Without the calls that go against the order, no circle is left.  The order
 * guarantees more: each function that is not called from outside has a caller
 * before it (all but the first, if none of them is called from outside).  So
 * none loses all of its callers, and its time is passed up. */
#ifndef GPTUI_FEEDBACK_ARCS_H
#define GPTUI_FEEDBACK_ARCS_H

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

struct cycle_graph {
	uint32_t n;
	struct links callees, callers; /* inside; of each function */
	double *entries;               /* calls from outside; shape: [n] */
};

/* The functions' positions, 0 to n - 1; shape: [n].
 *
 * Source: Eades, Lin, Smyth: "A fast and effective heuristic for the feedback
 * arc set problem", 1993, weighted by calls, and choosing the next function
 * only from those that already have a caller.
 * Cost: O((functions + arcs) log functions).  Owner: the arena. */
uint32_t *feedback_order(const struct cycle_graph *graph, struct arena *arena);

/* Moves functions to where fewer calls go against the order, which keeps its
 * guarantee.  Cost: O(arcs log functions). */
void feedback_sift(const struct cycle_graph *graph, uint32_t *positions);

#endif
