/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/call_index.h"

#include <stdbool.h>

#include "base/arena.h"
#include "model/records.h"

static bool has_same_ends(const struct call *a, const struct call *b)
{
	return a->from == b->from && a->to == b->to;
}

static size_t hash(const struct call *call)
{
	uint64_t h = call->from * 0x9e3779b97f4a7c15u;

	h = (h ^ h >> 32 ^ call->to) * 0xc2b2ae3d27d4eb4fu;
	return (size_t)(h ^ h >> 29);
}

/* The slot of a call with these ends, or the free one where it belongs. */
static uint32_t *slot_of(const struct call_index *index,
                         const struct call *calls, const struct call *wanted)
{
	const size_t mask = index->nslots - 1;
	size_t i = hash(wanted) & mask;

	while (index->slots[i] &&
	       !has_same_ends(&calls[index->slots[i] - 1], wanted))
		i = (i + 1) & mask;
	return &index->slots[i];
}

/* Open addressing, at most half full. */
static void make_room(struct call_index *index, size_t n)
{
	size_t nslots = index->nslots ? index->nslots : 1024;

	while (nslots / 2 < n)
		nslots *= 2;
	if (nslots == index->nslots)
		return;
	index->nslots = nslots;
	index->slots = arena_alloc(index->arena, nslots, sizeof *index->slots);
	index->nknown = 0;
}

static void catch_up(struct call_index *index, const struct call *calls,
                     size_t n)
{
	if (index->nslots && index->nknown == n)
		return;
	make_room(index, n);
	for (; index->nknown < n; index->nknown++) {
		uint32_t *slot = slot_of(index, calls, &calls[index->nknown]);

		if (!*slot)
			*slot = (uint32_t)index->nknown + 1;
	}
}

size_t call_index_find(struct call_index *index, const struct call *calls,
                       size_t n, const struct call *wanted)
{
	size_t found = index->guess;

	if (found >= n || !has_same_ends(&calls[found], wanted)) {
		uint32_t slot;

		catch_up(index, calls, n);
		slot = *slot_of(index, calls, wanted);
		found = slot ? slot - 1 : n;
	}
	index->guess = found + 1;
	return found;
}

size_t call_index_add(struct call_index *index, struct call *calls,
                      size_t ncalls, const struct call *add, size_t n)
{
	struct call *to = calls + index->guess;
	size_t i;

	if (index->guess >= ncalls)
		return 0;
	if (n > ncalls - index->guess)
		n = ncalls - index->guess;
	for (i = 0; i < n && has_same_ends(&to[i], &add[i]) &&
	            to[i].count <= UINT64_MAX - add[i].count;
	     i++)
		to[i].count += add[i].count;
	index->guess += i;
	return i;
}
