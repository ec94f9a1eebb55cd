/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/index.h"

#include "base/arena.h"

/* FNV-1a, then mixed, because its low bits alone are poor. */
static const uint64_t fnv_start = 0xcbf29ce484222325u;

static uint64_t fnv_add(uint64_t hash, char byte)
{
	return (hash ^ (unsigned char)byte) * 0x100000001b3u;
}

uint64_t hash_text(uint64_t hash, const char *text)
{
	hash ^= fnv_start;
	for (; *text; text++)
		hash = fnv_add(hash, *text);
	return hash_number(hash, 0);
}

uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t len)
{
	hash ^= fnv_start;
	for (; len; len--)
		hash = fnv_add(hash, *bytes++);
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
