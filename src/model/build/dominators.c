/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes are numbered in the order of a depth-first walk.  The semidominator of
 * a node is the smallest number from which a path of larger numbers leads to
 * it; it is found for the largest number first, in a forest that grows by one
 * node at a time, and the immediate dominator follows from it.
 * All stacks are explicit: chains of a million calls exist. */
#include "model/build/flow_graph.h"

#include <string.h>

#include "base/arena.h"

/* All by number in the walk. */
struct search {
	struct flow_graph callers; /* the arcs, reversed */
	uint32_t n;
	uint32_t *node;     /* of the graph; shape of all: [n] */
	uint32_t *parent;   /* in the walk */
	uint32_t *semi;     /* semidominator */
	uint32_t *dom;      /* immediate dominator, once it is known */
	uint32_t *ancestor; /* in the forest, or NO_NODE */
	uint32_t *label;    /* the least semi on the way to the ancestor */
	uint32_t *bucket;   /* the first node with that semidominator */
	uint32_t *next;     /* the next one in the bucket */
	uint32_t *stack;
};

/* Numbers the nodes that the root leads to; the number of each node, or
 * NO_NODE.  Shape: [graph->n]. */
static uint32_t *number_nodes(struct search *s, const struct flow_graph *g, uint32_t root,
                              struct arena *arena)
{
	uint32_t *number = arena_space(arena, g->n, sizeof *number);
	uint32_t *next = arena_space(arena, g->n, sizeof *next);
	uint32_t depth = 0;

	memset(number, 0xff, g->n * sizeof *number);
	memcpy(next, g->first, g->n * sizeof *next);
	number[root] = 0;
	s->node[s->n++] = root;
	s->stack[depth++] = root;
	while (depth) {
		const uint32_t from = s->stack[depth - 1];
		uint32_t to;

		if (next[from] == g->first[from + 1]) {
			depth--;
			continue;
		}
		to = g->to[next[from]++];
		if (number[to] != NO_NODE)
			continue;
		number[to] = s->n;
		s->parent[s->n] = number[from];
		s->node[s->n++] = to;
		s->stack[depth++] = to;
	}
	return number;
}

static void reverse(struct search *s, const struct flow_graph *g, const uint32_t *number,
                    struct arena *arena)
{
	struct flow_arc *arcs = arena_space(arena, g->first[g->n], sizeof *arcs);
	size_t narcs = 0;
	uint32_t v, i;

	for (v = 0; v < s->n; v++)
		for (i = g->first[s->node[v]]; i < g->first[s->node[v] + 1]; i++)
			arcs[narcs++] = (struct flow_arc){ number[g->to[i]], v };
	s->callers = flow_graph_new(s->n, arcs, narcs, arena);
}

/* The node with the least semidominator between v and the root of its tree,
 * which is left out.  Shortens the path. */
static uint32_t eval(struct search *s, uint32_t v)
{
	uint32_t depth = 0;

	if (s->ancestor[v] == NO_NODE)
		return v;
	for (; s->ancestor[s->ancestor[v]] != NO_NODE; v = s->ancestor[v])
		s->stack[depth++] = v;
	while (depth) {
		const uint32_t w = s->stack[--depth], up = s->ancestor[w];

		if (s->semi[s->label[up]] < s->semi[s->label[w]])
			s->label[w] = s->label[up];
		s->ancestor[w] = s->ancestor[up];
		v = w;
	}
	return s->label[v];
}

static void find_semidominators(struct search *s)
{
	uint32_t w, v, i;

	for (w = s->n - 1; w > 0; w--) {
		for (i = s->callers.first[w]; i < s->callers.first[w + 1]; i++) {
			const uint32_t u = eval(s, s->callers.to[i]);

			if (s->semi[u] < s->semi[w])
				s->semi[w] = s->semi[u];
		}
		s->next[w] = s->bucket[s->semi[w]];
		s->bucket[s->semi[w]] = w;
		s->ancestor[w] = s->parent[w];
		for (v = s->bucket[s->parent[w]]; v != NO_NODE; v = s->next[v]) {
			const uint32_t u = eval(s, v);

			s->dom[v] = s->semi[u] < s->semi[v] ? u : s->parent[w];
		}
		s->bucket[s->parent[w]] = NO_NODE;
	}
	for (w = 1; w < s->n; w++)
		if (s->dom[w] != s->semi[w])
			s->dom[w] = s->dom[s->dom[w]];
}

static uint32_t *numbers(uint32_t n, struct arena *arena)
{
	return arena_space(arena, n, sizeof(uint32_t));
}

struct dominators dominators_find(const struct flow_graph *g, uint32_t root, struct arena *arena)
{
	struct search s = { .node = numbers(g->n, arena),
		            .parent = numbers(g->n, arena),
		            .semi = numbers(g->n, arena),
		            .dom = numbers(g->n, arena),
		            .ancestor = numbers(g->n, arena),
		            .label = numbers(g->n, arena),
		            .bucket = numbers(g->n, arena),
		            .next = numbers(g->n, arena),
		            .stack = numbers(g->n, arena) };
	uint32_t *of = numbers(g->n, arena), v;

	reverse(&s, g, number_nodes(&s, g, root, arena), arena);
	for (v = 0; v < s.n; v++) {
		s.semi[v] = s.label[v] = v;
		s.ancestor[v] = s.bucket[v] = NO_NODE;
	}
	find_semidominators(&s);
	memset(of, 0xff, g->n * sizeof *of);
	for (v = 1; v < s.n; v++)
		of[s.node[v]] = s.node[s.dom[v]];
	return (struct dominators){ of, s.node, s.n };
}
