/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/other_symbols.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/sort.h"
#include "model/image.h"

static struct image *with_symbols(const struct image *image, const struct symbol *list, size_t n,
                                  struct arena *arena)
{
	struct image *changed = arena_alloc(arena, 1, sizeof *changed);

	*changed = *image;
	changed->symbols = list;
	changed->nsymbols = n;
	return changed;
}

/* The longest line; anything beyond it is a line of its own. */
enum { LINE_BYTES = 1022 };

/* Splits a line off the front of the text and terminates it with NUL. */
static bool take_line(struct bytes *text, char line[LINE_BYTES + 1])
{
	const unsigned char *end;
	size_t len = text->len;

	if (!len)
		return false;
	end = memchr(text->data, '\n', len);
	if (end)
		len = (size_t)(end - text->data);
	if (len > LINE_BYTES) {
		len = LINE_BYTES;
		end = NULL;
	}
	memcpy(line, text->data, len);
	line[len] = '\0';
	text->data += len + (end != NULL);
	text->len -= len + (end != NULL);
	return true;
}

/* Splits a word off the front of the text and terminates it with NUL. */
static char *take_word(char **rest)
{
	static const char blanks[] = " \t\n\v\f\r";
	char *word = *rest + strspn(*rest, blanks);
	char *end = word + strcspn(word, blanks);

	*rest = *end ? end + 1 : end;
	*end = '\0';
	return word;
}

/* Makes a symbol of a line, if it is one: address, letter, name; the name may
 * follow the letter without a blank.  If the address is not a number, *address
 * is unchanged. */
static bool parse_line(char *line, uint64_t *address, struct symbol *out,
                       const struct section *text, struct arena *arena)
{
	char *rest = line, *number = take_word(&rest);
	const char *type = take_word(&rest);
	const char *name = *type && type[1] ? type + 1 : take_word(&rest);
	uint64_t value;
	char *end;

	if ((*type != 't' && *type != 'T') || !*name)
		return false;
	value = strtoull(number, &end, 16);
	if (end != number)
		*address = value;
	*out = (struct symbol){
		.name = arena_text(arena, name, strlen(name)),
		.low = *address,
		.section = text,
		.kind = SYMBOL_FUNC,
		.binding = *type == 't' ? SYMBOL_LOCAL : SYMBOL_GLOBAL,
		.table = TABLE_SYMTAB,
		.passes_gprof = true,
	};
	return true;
}

const struct image *symbol_file_read(const struct image *image, const char *path,
                                     struct arena *arena, struct error *err)
{
	struct image *changed;
	char line[LINE_BYTES + 1];
	struct symbol symbol, *list = NULL;
	uint64_t address = 0;
	struct bytes text = { NULL, 0 };
	size_t n = 0;

	if (!bytes_read_named(&text, path, arena, err) && !bytes_is_directory(path)) {
		fail(err, "could not open %s.", path);
		return NULL;
	}
	while (take_line(&text, line)) {
		if (!parse_line(line, &address, &symbol, image->text, arena))
			continue;
		list = arena_room(arena, list, n, sizeof *list);
		list[n++] = symbol;
	}
	if (!n) {
		fail(err, "file `%s' has no symbols", path);
		return NULL;
	}
	changed = with_symbols(image, list, n, arena);
	changed->leading_char = 0;
	return changed;
}

static int by_function(const void *a, const void *b, const void *context)
{
	const struct order_entry *x = a, *y = b;

	return strcmp(x->function, y->function);
}

/* Splits the line at *text, "FILE:...NAME", in place: the name is what follows
 * the last blank.  False if it is not a line of a map. */
static bool parse_entry(char **text, size_t file_len, struct order_entry *out)
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
static bool parse_map(struct order_map *map, char *text, struct arena *arena)
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
		if (!parse_entry(&text, len, &entry))
			return false;
		entry.is_first = !map->n || strcmp(list[map->n - 1].file, entry.file) != 0;
		list = arena_room(arena, list, map->n, sizeof *list);
		list[map->n++] = entry;
	}
	sort_stable(list, map->n, sizeof *list, by_function, NULL, arena);
	map->entries = list;
	return true;
}

const struct order_map *order_map_read(const char *path, struct arena *arena, struct error *err)
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
	if (!parse_map(map, text, arena)) {
		fail(err, "unable to parse mapping file %s.", path);
		return NULL;
	}
	return map;
}

/* The entry of a function, or NULL.  If there are several, the one that
 * gprof's search finds first. */
static const struct order_entry *find(const struct order_map *map, const char *function)
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

const struct image *order_map_apply(const struct order_map *map, const struct image *image,
                                    bool as_gprof, struct arena *arena)
{
	struct symbol *list = arena_alloc(arena, image->nsymbols, sizeof *list);
	size_t n = 0, i;

	for (i = 0; i < image->nsymbols; i++) {
		const struct order_entry *entry = find(map, image->symbols[i].name);

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
	return with_symbols(image, list, n, arena);
}

bool order_map_gave(const struct order_map *map, const char *name)
{
	return name >= map->low && name < map->high;
}
