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

/* Splits the line at *text, "FILE:...NAME", in place: the name is what follows
 * the last blank.  False if it is not a line of a map. */
static bool parse_line(char **text, size_t file_len, struct order_entry *out)
{
	char *file = *text, *colon = file + file_len;
	char *end = colon + strcspn(colon, "\n"), *blank;
	const bool is_last = !*colon; /* its colon may be missing */

	if (!is_last && (*colon != ':' || end == colon + 1))
		return false;
	*text = end + (*end == '\n');
	*colon = *end = '\0';
	blank = strrchr(is_last ? file : colon + 1, ' ');
	if (!blank)
		return false;
	out->file = file;
	out->function = blank + 1;
	return true;
}

/* Parses all lines of the NUL-terminated text as gprof does: white space
 * between lines means nothing. */
static bool parse(struct order_map *map, char *text, struct arena *arena)
{
	static const char nothing[] = "No symbols in ", white[] = " \t\n\v\f\r";
	struct order_entry *list = NULL;

	if (!*text)
		return false;
	for (; *text; text += strspn(text, white)) {
		const size_t len = strcspn(text, "\n:");
		struct order_entry entry;

		if (!len)
			return false;
		if (!strncmp(text, nothing, sizeof nothing - 1)) {
			text += len;
			continue;
		}
		if (!parse_line(&text, len, &entry))
			return false;
		entry.is_first = !map->n ||
		                 strcmp(list[map->n - 1].file, entry.file) != 0;
		list = arena_room(arena, list, map->n, sizeof *list);
		list[map->n++] = entry;
	}
	sort_stable(list, map->n, sizeof *list, by_function, NULL, arena);
	map->entries = list;
	return true;
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

/* The entry of a function, or NULL.  If there are several, the one that
 * gprof's search finds first. */
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
