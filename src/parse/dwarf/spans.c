/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/spans.h"

#include <stdbool.h>

#include "base/arena.h"
#include "base/search.h"
#include "base/sort.h"

/* A cut in progress: ranges that begin at or before the present address are in
 * a heap, the winner first; those that ended stay until they reach its top. */
struct cut {
	const struct span **heap; /* shape: [nheap] */
	size_t nheap;
	struct span *pieces; /* shape: [npieces] */
	size_t npieces;
	struct arena *scratch;
};

static bool wins(const struct span *a, const struct span *b)
{
	uint64_t x = a->high - a->low, y = b->high - b->low;

	return x != y ? x < y : a->owner > b->owner;
}

static void push(struct cut *c, const struct span *range)
{
	size_t at = c->nheap++;

	for (; at && wins(range, c->heap[(at - 1) / 2]); at = (at - 1) / 2)
		c->heap[at] = c->heap[(at - 1) / 2];
	c->heap[at] = range;
}

static void pop(struct cut *c)
{
	const struct span *last = c->heap[--c->nheap];
	size_t at = 0, child;

	while ((child = 2 * at + 1) < c->nheap) {
		if (child + 1 < c->nheap && wins(c->heap[child + 1], c->heap[child]))
			child++;
		if (!wins(c->heap[child], last))
			break;
		c->heap[at] = c->heap[child];
		at = child;
	}
	c->heap[at] = last;
}

static void add_piece(struct cut *c, struct span piece)
{
	struct span *before = c->npieces ? &c->pieces[c->npieces - 1] : NULL;

	if (before && before->owner == piece.owner && before->high == piece.low) {
		before->high = piece.high;
		return;
	}
	c->pieces = arena_room(c->scratch, c->pieces, c->npieces, sizeof piece);
	c->pieces[c->npieces++] = piece;
}

/* Cuts ranges that are sorted by their beginning. */
static void cut_sorted(struct cut *c, const struct span *sorted, size_t n)
{
	uint64_t at = 0;
	size_t i = 0;

	while (i < n || c->nheap) {
		struct span piece;

		while (c->nheap && c->heap[0]->high <= at)
			pop(c);
		if (!c->nheap && i < n && sorted[i].low > at)
			at = sorted[i].low;
		for (; i < n && sorted[i].low <= at; i++)
			if (sorted[i].high > at)
				push(c, &sorted[i]);
		if (!c->nheap)
			continue;
		piece = (struct span){ at, c->heap[0]->high, c->heap[0]->owner };
		if (i < n && sorted[i].low < piece.high)
			piece.high = sorted[i].low;
		add_piece(c, piece);
		at = piece.high;
	}
}

struct spans spans_cut(const struct span *ranges, size_t n, struct arena *arena)
{
	struct cut c = { .scratch = arena_new() };
	struct span *list;

	c.heap = arena_space(c.scratch, n, sizeof *c.heap);
	cut_sorted(&c, sort_copy(ranges, n, sizeof *ranges, offsetof(struct span, low), c.scratch),
	           n);
	list = arena_copy(arena, c.pieces, c.npieces, sizeof *list);
	arena_free(c.scratch);
	return (struct spans){ list, c.npieces };
}

size_t spans_at(const struct spans *spans, uint64_t address)
{
	return upper_bound(spans->list, spans->n, sizeof *spans->list, offsetof(struct span, high),
	                   address);
}

static bool is_at(const struct spans *spans, uint64_t address, size_t i)
{
	return i <= spans->n && (!i || spans->list[i - 1].high <= address) &&
	       (i == spans->n || spans->list[i].high > address);
}

size_t spans_near(const struct spans *spans, uint64_t address, size_t *last)
{
	if (is_at(spans, address, *last))
		return *last;
	if (is_at(spans, address, *last + 1))
		return ++*last;
	*last = spans_at(spans, address);
	return *last;
}
