/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that do not call each other may, once inlined code is theirs: what
 * one of them calls from one place and what calls it from another become one.
 *
 * A depth-first walk from what has the most time cuts the arcs that lead back
 * to where it comes from; calls rather than inlined code. */
#include "model/build/apart_arcs.h"

#include "base/arena.h"
#include "base/sort.h"
#include "model/build/building.h"

enum state { UNSEEN, OPEN, DONE };

/* A cycle is one node, numbered after the functions. */
struct walk {
	struct building *b;
	uint32_t n;
	uint32_t *first; /* arcs out of each node; shape: [n + 1] */
	uint32_t *arcs;  /* by node, inlined code first */
	unsigned char *state;
	uint32_t *next; /* of each node, what to look at next; shape: [n] */
	uint32_t *stack;
	uint32_t depth;
};

static uint32_t node_of(const struct walk *w, const struct func *f)
{
	return f->cycle ? (uint32_t)(w->b->nfuncs + (size_t)(f->cycle - w->b->cycles))
	                : (uint32_t)(f - w->b->funcs);
}

static void list_arcs(struct walk *w)
{
	const struct building *b = w->b;
	uint32_t *end;
	size_t i;
	int calls;

	w->first = arena_alloc(b->step, w->n + 1, sizeof *w->first);
	w->arcs = arena_space(b->step, b->narcs, sizeof *w->arcs);
	for (i = 0; i < b->narcs; i++)
		if (arc_hands_time(&b->arcs[i]))
			w->first[node_of(w, b->arcs[i].caller) + 1]++;
	for (i = 0; i < w->n; i++)
		w->first[i + 1] += w->first[i];
	end = arena_copy(b->step, w->first, w->n, sizeof *end);
	for (calls = 0; calls <= 1; calls++)
		for (i = 0; i < b->narcs; i++)
			if (arc_hands_time(&b->arcs[i]) && b->arcs[i].is_inlined == !calls)
				w->arcs[end[node_of(w, b->arcs[i].caller)]++] = (uint32_t)i;
	w->next = arena_copy(b->step, w->first, w->n, sizeof *w->next);
}

static void push(struct walk *w, uint32_t node)
{
	w->state[node] = OPEN;
	w->stack[w->depth++] = node;
}

static void cut(struct arc *arc)
{
	arc->is_cut = true;
	arc->self_ticks = arc->descendant_ticks = 0;
}

static void visit(struct walk *w, uint32_t from)
{
	push(w, from);
	while (w->depth) {
		const uint32_t node = w->stack[w->depth - 1];
		struct arc *arc;
		uint32_t to;

		if (w->next[node] == w->first[node + 1]) {
			w->state[node] = DONE;
			w->depth--;
			continue;
		}
		arc = &w->b->arcs[w->arcs[w->next[node]++]];
		to = node_of(w, arc->callee);
		if (w->state[to] == UNSEEN)
			push(w, to);
		else if (w->state[to] == OPEN)
			cut(arc);
	}
}

void apart_arcs_cut(struct building *b, const double *total)
{
	struct walk w = { .b = b, .n = (uint32_t)(b->nfuncs + b->ncycles) };
	struct keyed *order = arena_space(b->step, b->nfuncs, sizeof *order);
	size_t i;

	list_arcs(&w);
	w.state = arena_alloc(b->step, w.n, 1);
	w.stack = arena_space(b->step, w.n, sizeof *w.stack);
	for (i = 0; i < b->nfuncs; i++)
		order[i] = (struct keyed){ sort_key_down(total[i]), (uint32_t)i };
	sort_keys(order, b->nfuncs, b->step);
	for (i = 0; i < b->nfuncs; i++) {
		const uint32_t node = node_of(&w, &b->funcs[order[i].index]);

		if (w.state[node] == UNSEEN)
			visit(&w, node);
	}
}
