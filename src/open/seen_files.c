/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/seen_files.h"

#include <stdint.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "model/file_notes.h"
#include "model/records.h"

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
	const struct file_identity *a = (const struct file_identity *)items +
	                                number;
	const struct file_identity *b = wanted;

	return a->dev == b->dev && a->ino == b->ino;
}

static bool identify(const char *path, struct file_identity *out,
                     uint64_t *hash)
{
	struct stat st;

	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return false;
	*out = (struct file_identity){ st.st_dev, st.st_ino };
	*hash = hash_number(hash_number(0, (uint64_t)st.st_dev),
	                    (uint64_t)st.st_ino);
	return true;
}

bool seen_files_add(struct seen_files *seen, const char *path)
{
	struct file_identity one;
	uint64_t hash;

	if (!identify(path, &one, &hash))
		return true;
	if (index_find(&seen->index, hash, is_same, seen->list, &one) !=
	    NO_ITEM)
		return false;
	seen->list[seen->index.n] = one;
	index_add(&seen->index, hash, (uint32_t)seen->index.n);
	return true;
}

bool seen_files_have(const struct seen_files *seen, const char *path)
{
	struct file_identity one;
	uint64_t hash;

	return identify(path, &one, &hash) &&
	       index_find(&seen->index, hash, is_same, seen->list, &one) !=
	               NO_ITEM;
}

const char *seen_files_note(struct records *r, const char *const *files,
                            size_t n)
{
	struct arena *own = arena_new();
	struct seen_files seen = seen_files_new(n, own);
	const char *first = NULL;
	size_t nmore = 0, i;

	for (i = 0; i < n; i++) {
		if (seen_files_add(&seen, files[i]))
			continue;
		first = first ? first : files[i];
		nmore++;
	}
	arena_free(own);
	if (!first)
		return NULL;
	notes_add(
		&r->notes, NOTE_WARNING,
		file_notes_cause(first, nmore, "named twice, and counts twice",
	                         r->arena),
		arena_format(r->arena, "names: %zu; files: %zu", n, n - nmore),
		"name each file once; in the view files, x switches one off");
	return first;
}
