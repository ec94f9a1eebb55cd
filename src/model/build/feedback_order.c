/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order grows from both ends.  A function that calls none of those left
 * goes to the end, because no call goes against that.  Otherwise the next one at
 * the start is chosen from those that are called from outside or by one
 * already placed: the one whose calls to those left most exceed the calls it
 * gets from them, which go against the order. */
#include "model/build/feedback_arcs.h"

#include <stdbool.h>

#include "base/arena.h"
#include "base/sort.h"

#define NONE UINT32_MAX

struct placing {
	const struct cycle_graph *graph;
	uint32_t *positions; /* or NONE; shape of all: [n] */
	uint32_t *ncallees;  /* of those left */
	uint32_t *ncallers;  /* same */
	double *gain;        /* calls to those left minus calls from them */
	uint32_t *heap;      /* candidates for the next one, best first */
	uint32_t *in_heap;   /* their positions in it, or NONE: never in it */
	uint32_t *ends;      /* those that call none of those left */
	uint32_t *order;     /* the next one if none has a caller */
	uint32_t nheap, nends, norder;
	uint32_t low, high; /* free positions: [low, high) */
};

static bool is_better(const struct placing *p, uint32_t a, uint32_t b)
{
	const double *entries = p->graph->entries;

	if (!p->ncallers[a] != !p->ncallers[b])
		return !p->ncallers[a];
	if (p->gain[a] < p->gain[b] || p->gain[a] > p->gain[b])
		return p->gain[a] > p->gain[b];
	if (entries[a] < entries[b] || entries[a] > entries[b])
		return entries[a] > entries[b];
	return a < b;
}

static void put(struct placing *p, uint32_t at, uint32_t f)
{
	p->heap[at] = f;
	p->in_heap[f] = at;
}

static void rise(struct placing *p, uint32_t f)
{
	uint32_t at = p->in_heap[f];

	for (; at && is_better(p, f, p->heap[(at - 1) / 2]); at = (at - 1) / 2)
		put(p, at, p->heap[(at - 1) / 2]);
	put(p, at, f);
}

static void sink(struct placing *p, uint32_t f)
{
	uint32_t at = p->in_heap[f], child;

	while ((child = 2 * at + 1) < p->nheap) {
		if (child + 1 < p->nheap && is_better(p, p->heap[child + 1], p->heap[child]))
			child++;
		if (!is_better(p, p->heap[child], f))
			break;
		put(p, at, p->heap[child]);
		at = child;
	}
	put(p, at, f);
}

/* Adds a candidate, or moves one that has become better. */
static void push(struct placing *p, uint32_t f)
{
	if (p->in_heap[f] == NONE)
		p->in_heap[f] = p->nheap++;
	rise(p, f);
}

static uint32_t pop(struct placing *p)
{
	uint32_t best = p->heap[0], last = p->heap[--p->nheap];

	if (p->nheap) {
		p->in_heap[last] = 0;
		sink(p, last);
	}
	return best;
}

/* A function called by f has one caller less among those left. */
static void lose_caller(struct placing *p, const struct link *callee)
{
	uint32_t f = callee->other;

	if (p->positions[f] != NONE)
		return;
	p->ncallers[f]--;
	p->gain[f] += callee->calls;
	push(p, f);
}

static void lose_callee(struct placing *p, const struct link *caller)
{
	uint32_t f = caller->other;

	if (p->positions[f] != NONE)
		return;
	if (!--p->ncallees[f])
		p->ends[p->nends++] = f;
	p->gain[f] -= caller->calls;
	if (p->in_heap[f] != NONE)
		sink(p, f);
}

/* Functions placed at the end call none of those left. */
static void place(struct placing *p, uint32_t f, uint32_t at)
{
	const struct links *callees = &p->graph->callees;
	const struct links *callers = &p->graph->callers;
	uint32_t i;

	p->positions[f] = at;
	for (i = callees->first[f]; i < callees->first[f + 1]; i++)
		lose_caller(p, &callees->list[i]);
	for (i = callers->first[f]; i < callers->first[f + 1]; i++)
		lose_callee(p, &callers->list[i]);
}

static void place_next(struct placing *p)
{
	uint32_t f;

	if (p->nends) {
		f = p->ends[--p->nends];
		if (p->positions[f] == NONE)
			place(p, f, --p->high);
		return;
	}
	f = p->nheap ? pop(p) : p->order[p->norder++];
	if (p->positions[f] == NONE)
		place(p, f, p->low++);
}

static double sum(const struct links *links, uint32_t f)
{
	double calls = 0;
	uint32_t i;

	for (i = links->first[f]; i < links->first[f + 1]; i++)
		calls += links->list[i].calls;
	return calls;
}

static int by_goodness(const void *a, const void *b, const void *context)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return is_better(context, x, y) ? -1 : is_better(context, y, x);
}

static void begin(struct placing *p, struct arena *arena)
{
	const struct cycle_graph *t = p->graph;
	uint32_t f;

	for (f = 0; f < t->n; f++) {
		p->positions[f] = p->in_heap[f] = NONE;
		p->order[f] = f;
		p->ncallees[f] = t->callees.first[f + 1] - t->callees.first[f];
		p->ncallers[f] = t->callers.first[f + 1] - t->callers.first[f];
		p->gain[f] = sum(&t->callees, f) - sum(&t->callers, f);
		if (!p->ncallees[f])
			p->ends[p->nends++] = f;
	}
	sort_stable(p->order, t->n, sizeof *p->order, by_goodness, p, arena);
	for (f = 0; f < t->n; f++)
		if (t->entries[f] > 0)
			push(p, f);
}

uint32_t *feedback_order(const struct cycle_graph *graph, struct arena *arena)
{
	const uint32_t n = graph->n;
	struct arena *scratch = arena_new();
	struct placing p = {
		.graph = graph,
		.positions = arena_space(arena, n, sizeof *p.positions),
		.ncallees = arena_space(scratch, n, sizeof *p.ncallees),
		.ncallers = arena_space(scratch, n, sizeof *p.ncallers),
		.gain = arena_space(scratch, n, sizeof *p.gain),
		.heap = arena_space(scratch, n, sizeof *p.heap),
		.in_heap = arena_space(scratch, n, sizeof *p.in_heap),
		.ends = arena_space(scratch, n, sizeof *p.ends),
		.order = arena_space(scratch, n, sizeof *p.order),
		.high = n,
	};

	begin(&p, scratch);
	while (p.low < p.high)
		place_next(&p);
	arena_free(scratch);
	return p.positions;
}
