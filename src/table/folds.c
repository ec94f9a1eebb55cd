/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/folds.h"

#include <assert.h>

#include "base/arena.h"
#include "base/index.h"

struct fold {
	uint64_t key; /* a hash already */
	bool is_in;
};

struct folds {
	struct index index;
	struct fold *list; /* shape: [index.n] */
};

struct folds *folds_new(struct arena *arena)
{
	struct folds *folds = arena_alloc(arena, 1, sizeof *folds);

	folds->index.arena = arena;
	return folds;
}

static bool is_key(const void *list, uint32_t number, const void *wanted)
{
	return ((const struct fold *)list)[number].key == *(const uint64_t *)wanted;
}

static uint32_t find(const struct folds *folds, uint64_t key)
{
	return index_find(&folds->index, key, is_key, folds->list, &key);
}

bool folds_has(const struct folds *folds, uint64_t key)
{
	const uint32_t number = folds ? find(folds, key) : NO_ITEM;

	return number != NO_ITEM && folds->list[number].is_in;
}

void folds_set(struct folds *folds, uint64_t key, bool has)
{
	uint32_t number = find(folds, key);

	assert(key != 0 && key != FOLD_ALL);
	if (number == NO_ITEM) {
		number = (uint32_t)folds->index.n;
		folds->list = arena_room(folds->index.arena, folds->list, number,
		                         sizeof *folds->list);
		index_add(&folds->index, key, number);
	}
	folds->list[number] = (struct fold){ key, has };
}

uint64_t fold_key(uint64_t parent, const char *text)
{
	const uint64_t hash = hash_text(hash_number(0, parent + 1), text);

	return hash == 0 || hash == FOLD_ALL ? 1 : hash;
}
