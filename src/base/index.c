/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/index.h"

#include "base/arena.h"

/* FNV-1a, then mixed, because its low bits alone are poor. */
uint64_t hash_text(uint64_t hash, const char *text)
{
	hash ^= 0xcbf29ce484222325u;
	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
	return hash_number(hash, 0);
}

static void put(struct index *index, struct index_slot slot)
{
	const size_t mask = index->nslots - 1;
	size_t i = slot.hash & mask;

	while (index->slots[i].number)
		i = (i + 1) & mask;
	index->slots[i] = slot;
}

/* At most half full. */
static void grow(struct index *index)
{
	const struct index_slot *old = index->slots;
	const size_t nold = index->nslots;
	size_t i;

	index->nslots = nold ? 2 * nold : 256;
	index->slots = arena_alloc(index->arena, index->nslots, sizeof *old);
	for (i = 0; i < nold; i++)
		if (old[i].number)
			put(index, old[i]);
}

void index_add(struct index *index, uint64_t hash, uint32_t number)
{
	if (2 * (index->n + 1) > index->nslots)
		grow(index);
	put(index, (struct index_slot){ (uint32_t)hash, number + 1 });
	index->n++;
}
