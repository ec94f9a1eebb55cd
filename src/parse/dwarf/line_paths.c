/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/path.h"
#include "parse/dwarf/line_files.h"

struct slot {
	const struct line_path *path; /* NULL: free */
	uint64_t hash;
};

struct line_paths {
	struct arena *arena;
	struct slot *slots; /* shape: [size]; a power of two */
	size_t size, used;
};

struct line_paths *line_paths_new(struct arena *arena)
{
	struct line_paths *paths = arena_alloc(arena, 1, sizeof *paths);

	paths->arena = arena;
	paths->size = 256;
	paths->slots = arena_alloc(arena, paths->size, sizeof *paths->slots);
	return paths;
}

/* FNV-1a. */
static uint64_t text_hash(const char *text, size_t len)
{
	uint64_t hash = 0xcbf29ce484222325;
	size_t i;

	for (i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3;
	return hash;
}

/* The slot of the text, or the free one where it belongs. */
static struct slot *find_slot(const struct line_paths *paths, const char *text,
                              uint64_t hash)
{
	size_t i = (size_t)hash & (paths->size - 1);
	struct slot *slot = &paths->slots[i];

	while (slot->path &&
	       (slot->hash != hash || strcmp(slot->path->text, text) != 0)) {
		i = (i + 1) & (paths->size - 1);
		slot = &paths->slots[i];
	}
	return slot;
}

static void grow(struct line_paths *paths)
{
	const struct slot *old = paths->slots;
	size_t nold = paths->size, i;

	paths->size *= 2;
	paths->slots = arena_alloc(paths->arena, paths->size,
	                           sizeof *paths->slots);
	for (i = 0; i < nold; i++)
		if (old[i].path)
			*find_slot(paths, old[i].path->text,
			           old[i].hash) = old[i];
}

static const struct line_path *new_path(struct arena *arena, const char *text,
                                        size_t len)
{
	struct line_path *path = arena_alloc(arena, 1, sizeof *path);

	path->text = arena_text(arena, text, len);
	path->file = path_last(path->text);
	return path;
}

const struct line_path *line_paths_add(struct line_paths *paths,
                                       const char *const parts[3])
{
	char text[3 * DWARF_TEXT_MAX];
	bool has_parts = false;
	size_t len = 0, i;
	uint64_t hash;
	struct slot *slot;

	for (i = 0; i < 3; i++)
		if (parts[i]) {
			size_t n = strlen(parts[i]);

			if (has_parts)
				text[len++] = '/';
			has_parts = true;
			memcpy(text + len, parts[i], n);
			len += n;
		}
	text[len] = '\0';
	hash = text_hash(text, len);
	if (paths->used >= paths->size / 2)
		grow(paths);
	slot = find_slot(paths, text, hash);
	if (!slot->path) {
		*slot = (struct slot){ new_path(paths->arena, text, len),
			               hash };
		paths->used++;
	}
	return slot->path;
}
