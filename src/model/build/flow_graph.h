/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Directed graphs of numbered nodes, and what leads to what in them. */
#ifndef GPTUI_FLOW_GRAPH_H
#define GPTUI_FLOW_GRAPH_H

#include <stddef.h>
#include <stdint.h>

struct arena;

#define NO_NODE UINT32_MAX

struct flow_arc {
	uint32_t from, to;
};

struct flow_graph {
	uint32_t n;      /* nodes */
	uint32_t *first; /* of a node's arcs; shape: [n + 1] */
	uint32_t *to;    /* where arcs lead; shape: [first[n]] */
};

/* Arcs that leave the same node keep their order.  Cost: linear. */
struct flow_graph flow_graph_new(uint32_t n, const struct flow_arc *arcs, size_t narcs,
                                 struct arena *arena);

/* Node d dominates node v if every path from the root to v leads through d.
 * The nearest such d that is not v is its immediate dominator. */
struct dominators {
	uint32_t *of;    /* immediate dominators; NO_NODE: the root, and what
	                    cannot be reached; shape: [graph.n] */
	uint32_t *order; /* what can be reached, a node after its dominators;
	                    shape: [n] */
	uint32_t n;
};

/* Cost: m log n.  Owner: the arena.
 * Source: Lengauer, Tarjan, "A Fast Algorithm for Finding Dominators in a
 * Flowgraph", ACM TOPLAS 1, 1979. */
struct dominators dominators_find(const struct flow_graph *graph, uint32_t root,
                                  struct arena *arena);

/* For each node the sum of the weights of all nodes that it leads to, itself
 * included, each counted once.  Arcs must lead to smaller numbers.
 * Shape of weights and of what it returns: [n].
 * Cost: arcs, for every 512 nodes with a weight.  Owner: the arena. */
double *reach_sums(const struct flow_graph *graph, const double *weights, struct arena *arena);

#endif
