/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/call_lookup.h"

#include "model/records.h"

struct call_lookup call_lookup_in(const struct call *calls, size_t n, struct arena *arena)
{
	return (struct call_lookup){ .calls = calls,
		                     .n = n < NO_ITEM ? n : NO_ITEM - 1,
		                     .index = { .arena = arena } };
}

uint32_t call_lookup_find(struct call_lookup *l, const struct call *wanted)
{
	uint32_t found;

	if (l->guess < l->n && call_is(l->calls, (uint32_t)l->guess, wanted))
		return (uint32_t)l->guess++;
	for (; l->nindexed < l->n; l->nindexed++) {
		const uint64_t hash = call_hash(&l->calls[l->nindexed]);

		if (index_find(&l->index, hash, call_is, l->calls, &l->calls[l->nindexed]) ==
		    NO_ITEM)
			index_add(&l->index, hash, (uint32_t)l->nindexed);
	}
	found = index_find(&l->index, call_hash(wanted), call_is, l->calls, wanted);
	if (found != NO_ITEM)
		l->guess = found + 1;
	return found;
}
