/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds items of a caller's list by their contents.
 *
 * A hash table of the items' numbers, open addressing.  The items stay in
 * the caller's list, which may move: each lookup gets its address.
 * Inline: with constant arguments it is as fast as a hand-written loop. */
#ifndef GPTUI_INDEX_H
#define GPTUI_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

#define NO_ITEM UINT32_MAX

/* Initialised with the arena and zeros. */
struct index {
	struct arena *arena;
	struct index_slot {
		uint32_t hash;   /* the low bits of it */
		uint32_t number; /* plus 1; 0: free */
	} * slots;               /* shape: [nslots]; a power of two, or 0 */
	size_t nslots, n;
};

/* Adds to a hash, which is 0 at first. */
static inline uint64_t hash_number(uint64_t hash, uint64_t number)
{
	hash = (hash ^ number) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 32;
}

uint64_t hash_text(uint64_t hash, const char *text);
uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t len);

/* The number of the item with that hash for which is() is true, or NO_ITEM.
 * Cost: constant. */
static inline uint32_t index_find(const struct index *index, uint64_t hash,
                                  bool (*is)(const void *items, uint32_t number,
                                             const void *wanted),
                                  const void *items, const void *wanted)
{
	const size_t mask = index->nslots - 1;
	size_t i = (size_t)hash & mask;

	if (!index->nslots)
		return NO_ITEM;
	for (; index->slots[i].number; i = (i + 1) & mask)
		if (index->slots[i].hash == (uint32_t)hash &&
		    is(items, index->slots[i].number - 1, wanted))
			return index->slots[i].number - 1;
	return NO_ITEM;
}

/* Adds an item that is not there yet.  Cost: constant, on average. */
void index_add(struct index *index, uint64_t hash, uint32_t number);

#endif
