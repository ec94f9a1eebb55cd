/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/seen_files.h"

#include <stdint.h>
#include <sys/stat.h>

#include "base/arena.h"

struct file_identity {
	dev_t dev;
	ino_t ino;
};

struct seen_files seen_files_new(size_t room, struct arena *arena)
{
	return (struct seen_files){
		.index = { .arena = arena },
		.list = arena_space(arena, room, sizeof(struct file_identity)),
	};
}

static bool is_same(const void *items, uint32_t number, const void *wanted)
{
	const struct file_identity *a = (const struct file_identity *)items + number;
	const struct file_identity *b = wanted;

	return a->dev == b->dev && a->ino == b->ino;
}

static bool identify(const char *path, struct file_identity *out, uint64_t *hash)
{
	struct stat st;

	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return false;
	*out = (struct file_identity){ st.st_dev, st.st_ino };
	*hash = hash_number(hash_number(0, (uint64_t)st.st_dev), (uint64_t)st.st_ino);
	return true;
}

/* The number of a file that was added, or NO_ITEM if it is added now; of one
 * that is not regular always NO_ITEM. */
static uint32_t find_or_add(struct seen_files *seen, const char *path)
{
	struct file_identity one;
	uint32_t found;
	uint64_t hash;

	if (!identify(path, &one, &hash))
		return NO_ITEM;
	found = index_find(&seen->index, hash, is_same, seen->list, &one);
	if (found != NO_ITEM)
		return found;
	seen->list[seen->index.n] = one;
	index_add(&seen->index, hash, (uint32_t)seen->index.n);
	return NO_ITEM;
}

bool seen_files_add(struct seen_files *seen, const char *path)
{
	return find_or_add(seen, path) == NO_ITEM;
}

bool seen_files_have(const struct seen_files *seen, const char *path)
{
	struct file_identity one;
	uint64_t hash;

	return identify(path, &one, &hash) &&
	       index_find(&seen->index, hash, is_same, seen->list, &one) != NO_ITEM;
}

const uint32_t *seen_files_first(const char *const *files, size_t n, struct arena *arena)
{
	struct arena *own = arena_new();
	struct seen_files seen = seen_files_new(n, own);
	uint32_t *first = arena_space(arena, n, sizeof *first);
	uint32_t *numbers = arena_space(own, n, sizeof *numbers);
	size_t i;

	for (i = 0; i < n; i++) {
		const size_t before = seen.index.n;
		const uint32_t found = find_or_add(&seen, files[i]);

		first[i] = found == NO_ITEM ? (uint32_t)i : numbers[found];
		if (seen.index.n > before)
			numbers[before] = (uint32_t)i;
	}
	arena_free(own);
	return first;
}
