/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One depth-first walk over all callees.  A function found busy closes a
 * cycle: everything on the stack above it joins it.  A function that is still
 * the head of its own list when it is left is finished, with all members, and
 * gets the next number of the order; so callees come before their callers.
 * The stack is explicit (chains of a million calls exist), heads are found
 * through shortened paths, and what has joined a cycle is not visited again,
 * so the cost is nearly linear in functions and arcs.
 * Source: Graham, Kessler, McKusick 1982, after Tarjan 1972; the order of
 * members, on which sums depend, is gprof's. */
#include "model/build/components.h"

#include <stddef.h>

#include "base/arena.h"
#include "model/build/building.h"

#define NONE UINT32_MAX

struct visit {
	uint32_t func;
	size_t next; /* next callee to look at */
};

struct walk {
	const struct building *b;
	bool with_cut;
	struct visit *stack;
	size_t depth;
	uint32_t *position; /* on the stack, or NONE; shape: [nfuncs] */
	uint32_t *parent;   /* towards the head; shape: [nfuncs] */
	uint32_t *next;     /* in the member list; shape: [nfuncs] */
	uint32_t *tail;     /* of a head's list; shape: [nfuncs] */
	uint32_t *number;   /* 0: not finished; shape: [nfuncs] */
	bool *seen;         /* shape: [nfuncs] */
	uint32_t *heads;    /* stack positions of heads; ascending */
	size_t nheads;
	uint32_t counter;
};

static uint32_t head_of(struct walk *w, uint32_t func)
{
	uint32_t head = func;

	while (w->parent[head] != head)
		head = w->parent[head];
	while (w->parent[func] != head) {
		uint32_t up = w->parent[func];

		w->parent[func] = head;
		func = up;
	}
	return head;
}

/* Everything above the busy function joins its cycle, lowest first. */
static void close_cycle(struct walk *w, uint32_t func)
{
	uint32_t position = w->position[func], head, first, i;

	if (position == NONE)
		position = w->position[head_of(w, func)];
	if (position + 1 == w->depth)
		return;
	head = head_of(w, w->stack[position].func);
	first = (uint32_t)w->nheads;
	while (first && w->heads[first - 1] > position)
		first--;
	for (i = first; i < w->nheads; i++) {
		uint32_t joins = w->stack[w->heads[i]].func;

		w->next[w->tail[head]] = joins;
		w->tail[head] = w->tail[joins];
		w->parent[joins] = head;
	}
	w->nheads = first;
}

static void push(struct walk *w, uint32_t func)
{
	w->seen[func] = true;
	w->position[func] = (uint32_t)w->depth;
	w->heads[w->nheads++] = (uint32_t)w->depth;
	w->stack[w->depth++] = (struct visit){ func, 0 };
}

static void pop(struct walk *w)
{
	uint32_t func = w->stack[w->depth - 1].func, i;

	if (w->parent[func] == func) {
		w->counter++;
		for (i = func; i != LAST_MEMBER; i = w->next[i])
			w->number[i] = w->counter;
		w->nheads--;
	}
	w->depth--;
	w->position[func] = NONE;
}

static void visit_from(struct walk *w, uint32_t root)
{
	const struct building *b = w->b;

	push(w, root);
	while (w->depth) {
		struct visit *top = &w->stack[w->depth - 1];
		const struct func *f = &b->funcs[top->func];
		const struct arc *arc;
		uint32_t callee;

		if (top->next == f->ncallees) {
			pop(w);
			continue;
		}
		arc = f->callees[top->next++];
		callee = (uint32_t)(arc->callee - b->funcs);
		if (arc->is_cut && !w->with_cut)
			continue;
		if (!w->seen[callee])
			push(w, callee);
		else if (!w->number[callee])
			close_cycle(w, callee);
	}
}

/* One that cannot be in a cycle because it calls nothing: by line, most are. */
static void leave_leaf(struct walk *w, uint32_t func)
{
	w->seen[func] = true;
	w->number[func] = ++w->counter;
}

static void walk_all(struct walk *w)
{
	size_t n = w->b->nfuncs, i;
	struct arena *step = w->b->step;

	w->stack = arena_space(step, n, sizeof *w->stack);
	w->position = arena_space(step, n, sizeof *w->position);
	w->parent = arena_space(step, n, sizeof *w->parent);
	w->next = arena_space(step, n, sizeof *w->next);
	w->tail = arena_space(step, n, sizeof *w->tail);
	w->number = arena_alloc(step, n, sizeof *w->number);
	w->seen = arena_alloc(step, n, sizeof *w->seen);
	w->heads = arena_space(step, n, sizeof *w->heads);
	for (i = 0; i < n; i++) {
		w->parent[i] = w->tail[i] = (uint32_t)i;
		w->position[i] = NONE;
		w->next[i] = LAST_MEMBER;
	}
	for (i = 0; i < n; i++)
		if (!w->seen[i] && w->b->funcs[i].ncallees)
			visit_from(w, (uint32_t)i);
		else if (!w->seen[i])
			leave_leaf(w, (uint32_t)i);
}

struct components components_find(const struct building *b, bool with_cut)
{
	struct walk w = { .b = b, .with_cut = with_cut };

	walk_all(&w);
	return (struct components){
		.head = w.parent, .next = w.next, .number = w.number, .n = w.counter
	};
}
