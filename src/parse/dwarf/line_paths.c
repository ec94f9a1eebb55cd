/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/index.h"
#include "base/path.h"
#include "base/work.h"
#include "parse/dwarf/line_files.h"

struct line_paths {
	struct work *work;
	struct index index;
	const struct line_path **list; /* shape: [index.n] */
};

struct line_paths *line_paths_new(struct work *work, struct arena *arena)
{
	struct line_paths *paths = arena_alloc(arena, 1, sizeof *paths);

	paths->work = work;
	paths->index.arena = arena;
	return paths;
}

static bool is_path(const void *list, uint32_t number, const void *wanted)
{
	const struct line_path *const *paths = list;

	return !strcmp(paths[number]->text, wanted);
}

static const struct line_path *new_path(struct arena *arena, const char *text, size_t len)
{
	struct line_path *path = arena_alloc(arena, 1, sizeof *path);

	path->text = arena_text(arena, text, len);
	path->file = path_last(path->text);
	return path;
}

const struct line_path *line_paths_add(struct line_paths *paths, const char *const parts[3])
{
	enum { EACH = 32 };
	char text[3 * DWARF_TEXT_MAX];
	bool has_parts = false;
	size_t len = 0, i;
	uint32_t number;
	uint64_t hash;

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
	if (!work_pay(paths->work, EACH + len))
		return NULL;
	hash = hash_text(0, text);
	number = index_find(&paths->index, hash, is_path, paths->list, text);
	if (number != NO_ITEM)
		return paths->list[number];
	number = (uint32_t)paths->index.n;
	paths->list = arena_room(paths->index.arena, paths->list, number,
	                         sizeof(struct line_path *));
	paths->list[number] = new_path(paths->index.arena, text, len);
	index_add(&paths->index, hash, number);
	return paths->list[number];
}
