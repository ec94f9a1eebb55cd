/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/symbol_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "model/image.h"

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

const struct image *symbol_file_read(const struct image *image,
                                     const char *path, struct arena *arena,
                                     struct error *err)
{
	struct image *changed = arena_alloc(arena, 1, sizeof *changed);
	char line[LINE_BYTES + 1];
	struct symbol symbol, *list = NULL;
	uint64_t address = 0;
	struct bytes text = { NULL, 0 };
	size_t n = 0;

	if (!bytes_read_named(&text, path, arena, err) &&
	    !bytes_is_directory(path)) {
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
	*changed = *image;
	changed->symbols = list;
	changed->nsymbols = n;
	changed->leading_char = 0;
	return changed;
}
