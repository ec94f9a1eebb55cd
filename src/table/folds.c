/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/folds.h"

#include <assert.h>

#include "base/arena.h"

/* Open addressing; a slot of 0 is free.  Keys are hashes already. */
struct folds {
	struct arena *arena;
	uint64_t *slots; /* shape: [size], a power of two */
	size_t size, used;
};

struct folds *folds_new(struct arena *arena)
{
	enum { FIRST = 64 };
	struct folds *folds = arena_alloc(arena, 1, sizeof *folds);

	folds->arena = arena;
	folds->slots = arena_alloc(arena, FIRST, sizeof *folds->slots);
	folds->size = FIRST;
	return folds;
}

/* The slot that holds the key, or the free one where it would be. */
static size_t slot_of(const struct folds *folds, uint64_t key)
{
	size_t i = (size_t)key & (folds->size - 1);

	while (folds->slots[i] && folds->slots[i] != key)
		i = (i + 1) & (folds->size - 1);
	return i;
}

bool folds_has(const struct folds *folds, uint64_t key)
{
	return folds && folds->slots[slot_of(folds, key)] == key;
}

static void grow(struct folds *folds)
{
	const uint64_t *old = folds->slots;
	size_t n = folds->size, i;

	folds->size = 2 * n;
	folds->slots = arena_alloc(folds->arena, folds->size, sizeof *old);
	for (i = 0; i < n; i++)
		if (old[i])
			folds->slots[slot_of(folds, old[i])] = old[i];
}

static void put(struct folds *folds, uint64_t key)
{
	size_t slot = slot_of(folds, key);

	if (folds->slots[slot])
		return;
	if (2 * (folds->used + 1) > folds->size) {
		grow(folds);
		slot = slot_of(folds, key);
	}
	folds->slots[slot] = key;
	folds->used++;
}

/* Frees a slot; keys after it that would not be found then move up. */
static void take_out(struct folds *folds, uint64_t key)
{
	size_t mask = folds->size - 1, hole = slot_of(folds, key), i;

	if (!folds->slots[hole])
		return;
	for (i = (hole + 1) & mask; folds->slots[i]; i = (i + 1) & mask) {
		size_t home = (size_t)folds->slots[i] & mask;

		if (((i - home) & mask) < ((i - hole) & mask))
			continue;
		folds->slots[hole] = folds->slots[i];
		hole = i;
	}
	folds->slots[hole] = 0;
	folds->used--;
}

void folds_set(struct folds *folds, uint64_t key, bool has)
{
	assert(key != 0 && key != FOLD_ALL);
	if (has)
		put(folds, key);
	else
		take_out(folds, key);
}

/* Spreads each bit over all.  Source: the finalizer of SplitMix64, Steele,
 * Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014. */
static uint64_t mixed(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
	x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
	return x ^ (x >> 31);
}

/* FNV-1a over the text, begun with the parent. */
uint64_t fold_key(uint64_t parent, const char *text)
{
	uint64_t hash = 0xcbf29ce484222325 ^ mixed(parent + 1);

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
	hash = mixed(hash);
	return hash == 0 || hash == FOLD_ALL ? 1 : hash;
}
