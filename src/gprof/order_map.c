/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/order_map.h"

#include <string.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/sort.h"
#include "model/image.h"

static int by_function(const void *a, const void *b, const void *context)
{
	const struct order_entry *x = a, *y = b;

	return strcmp(x->function, y->function);
}

/* Takes a line apart where it stands; false when it is none of a map. */
static bool parse_line(char *line, struct order_entry *out)
{
	char *colon = strchr(line, ':');
	char *blank = strrchr(line, ' ');

	if (!colon || colon == line || !blank)
		return false;
	*colon = '\0';
	out->file = line;
	out->function = blank + 1;
	return true;
}

/* Parses all lines of the text, which ends with NUL. */
static bool parse(struct order_map *map, char *text, struct arena *arena)
{
	static const char nothing[] = "No symbols in ";
	struct order_entry *list = NULL;
	char *line, *rest;

	for (line = text; *line; line = rest) {
		struct order_entry entry;
		char *end = strchr(line, '\n');

		rest = end ? end + 1 : line + strlen(line);
		if (end)
			*end = '\0';
		if (!strncmp(line, nothing, sizeof nothing - 1))
			continue;
		if (!parse_line(line, &entry))
			return false;
		entry.is_first = !map->n ||
		                 strcmp(list[map->n - 1].file, entry.file) != 0;
		list = arena_room(arena, list, map->n, sizeof *list);
		list[map->n++] = entry;
	}
	sort_stable(list, map->n, sizeof *list, by_function, NULL, arena);
	map->entries = list;
	return map->n > 0;
}

const struct order_map *order_map_read(const char *path, struct arena *arena,
                                       struct error *err)
{
	struct order_map *map = arena_alloc(arena, 1, sizeof *map);
	struct bytes bytes;
	char *text;

	if (!bytes_read_named(&bytes, path, arena, err)) {
		fail(err, "could not open %s.", path);
		return NULL;
	}
	text = arena_text(arena, (const char *)bytes.data, bytes.len);
	map->low = text;
	map->high = text + bytes.len;
	if (!parse(map, text, arena)) {
		fail(err, "unable to parse mapping file %s.", path);
		return NULL;
	}
	return map;
}

/* The entry of a function, or NULL.  Of several, the one that gprof's
 * search meets first. */
static const struct order_entry *find(const struct order_map *map,
                                      const char *function)
{
	size_t low = 0, high = map->n;

	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = strcmp(function, map->entries[middle].function);

		if (!order)
			return &map->entries[middle];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

const struct image *order_map_apply(const struct order_map *map,
                                    const struct image *image, bool as_gprof,
                                    struct arena *arena)
{
	struct image *changed = arena_alloc(arena, 1, sizeof *changed);
	struct symbol *list = arena_alloc(arena, image->nsymbols, sizeof *list);
	size_t n = 0, i;

	for (i = 0; i < image->nsymbols; i++) {
		const struct order_entry *entry = find(map,
		                                       image->symbols[i].name);

		const bool is_dropped = entry && !entry->is_first;

		if (is_dropped && !as_gprof)
			continue;
		list[n] = image->symbols[i];
		if (is_dropped)
			list[n].passes_gprof = false;
		else if (entry)
			list[n].name = entry->file;
		n++;
	}
	*changed = *image;
	changed->symbols = list;
	changed->nsymbols = n;
	return changed;
}

bool order_map_gave(const struct order_map *map, const char *name)
{
	return name >= map->low && name < map->high;
}
