/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Directed graphs of numbered nodes, and what leads to what in them. */
#pragma once

#include "base/base.h"

#define NO_NODE UINT32_MAX

/* Arcs as they come. */
struct flow_arcs {
	uint32_t *from, *to; /* NO_LIST: not one; shape: [n] */
	double *weights;     /* or NULL; shape: same */
	size_t n;
};

struct flow_graph {
	uint32_t n;      /* nodes */
	uint32_t *first; /* of a node's arcs; shape: [n + 1] */
	uint32_t *to;    /* where arcs lead; shape: [first[n]] */
	double *weights; /* of arcs, or NULL; shape: same */
};

/* Room for arcs, without weights. */
struct flow_arcs flow_arcs_new(size_t most, struct arena *arena);
void flow_arcs_add(struct flow_arcs *arcs, uint32_t from, uint32_t to);

/* Arcs that leave the same node keep their order.  Cost: linear. */
struct flow_graph flow_graph_new(uint32_t n, const struct flow_arcs *arcs, struct arena *arena);

/* The same of arcs that lead the other way. */
struct flow_graph flow_graph_reversed(uint32_t n, const struct flow_arcs *arcs,
                                      struct arena *arena);

/* Node d dominates node v if every path from the root to v leads through d.  The nearest such d
 * that is not v is its immediate dominator. */
struct dominators {
	uint32_t *of;    /* immediate dominators; NO_NODE: the root, and what
	                    cannot be reached; shape: [graph.n] */
	uint32_t *order; /* what can be reached, a node after its dominators; shape: [n] */
	uint32_t n;
};

/* Cost: m log n.  Owner: the arena.
 * Source: Lengauer, Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph", ACM TOPLAS 1,
 * 1979. */
struct dominators dominators_find(const struct flow_graph *graph, uint32_t root,
                                  struct arena *arena);

/* For each node the sum of the weights of all nodes that it leads to, itself included, each counted
 * once.  Arcs must lead to smaller numbers.  Shape of weights and of what it returns: [n].
 * Cost: arcs, for every 512 nodes with a weight.  Owner: the arena. */
double *reach_sums(const struct flow_graph *graph, const double *weights, struct arena *arena);

/* Nodes that reach each other, and an order of all nodes in which each comes behind those that its
 * arcs lead to. */

#define LAST_MEMBER UINT32_MAX

struct components {
	uint32_t *head;   /* itself, or one nearer to its component's head; shape: [graph.n] */
	uint32_t *next;   /* member, or LAST_MEMBER; shape: same */
	uint32_t *number; /* 1..n in the order; shape: same */
	uint32_t n;
};

/* Cost: nearly linear in nodes and arcs.  Owner: the arena. */
struct components components_find(const struct flow_graph *graph, struct arena *arena);

/* Functions that call each other in circles, separate from all others, and an order of them that
 * few calls go against.
 *
 * Without the calls that go against the order, no circle is left.  The order guarantees more: each
 * function that is not called from outside has a caller before it (all but the first, if none of
 * them is called from outside).  So none loses all of its callers, and its time is passed up. */

/* The weights of arcs are calls, above 0; exact up to 2 to the power of 53. */
struct cycle_graph {
	struct flow_graph callees, callers; /* inside; of each function */
	double *entries;                    /* calls from outside; shape: [callees.n] */
};

/* The functions' positions, 0 to n - 1; shape: [n].
 *
 * Source: Eades, Lin, Smyth: "A fast and effective heuristic for the feedback arc set problem",
 * 1993, weighted by calls, and choosing the next function only from those that already have a
 * caller.  Cost: O((functions + arcs) log functions).  Owner: the arena. */
uint32_t *feedback_order(const struct cycle_graph *graph, struct arena *arena);

/* Moves functions to where fewer calls go against the order, which keeps its guarantee.  Cost:
 * O(arcs log functions). */
void feedback_sift(const struct cycle_graph *graph, uint32_t *positions);
