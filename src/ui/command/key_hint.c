/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/key_hint.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "ui/session/bindings.h"
#include "ui/command/command.h"
#include "ui/command/config_file.h"
#include "views/view.h"

/* The command line that one of the lines "bind KEY COMMAND" has for the key,
 * up to its end; or NULL. */
static const char *bound(const char *text, const char *key, size_t *len)
{
	static const char bind[] = "bind ";
	size_t line;

	for (; *text; text += line + (text[line] == '\n')) {
		const char *word = text + sizeof bind - 1;
		size_t n;

		line = strcspn(text, "\n");
		if (strncmp(text, bind, sizeof bind - 1) != 0)
			continue;
		n = strcspn(word, " \n");
		if (n != strlen(key) || strncmp(word, key, n) != 0)
			continue;
		*len = strcspn(word + n + 1, "\n");
		return word + n + 1;
	}
	return NULL;
}

static const char *preset_line(const char *key, struct arena *arena)
{
	const char *line;
	size_t i, len;

	for (i = 0; preset_at(i); i++) {
		line = bound(preset_text(preset_at(i)), key, &len);
		if (line)
			return arena_text(arena, line, len);
	}
	return NULL;
}

/* The first key that does here what the line does, or ":LINE". */
static const char *key_of(const struct bindings *bindings, const char *line,
                          struct arena *arena)
{
	const struct command_word word = command_named(
		arena_text(arena, line, strcspn(line, " ")));
	const char *keys = bindings_keys(bindings, word.keys, line, arena);

	return *keys ? arena_text(arena, keys, strcspn(keys, " "))
	             : arena_format(arena, ":%s", line);
}

const char *key_hint(const struct bindings *bindings, const char *key,
                     struct arena *arena)
{
	const char *line = preset_line(key, arena);

	if (!line)
		return NULL;
	return arena_format(arena, "%.*s is %s", (int)strcspn(line, " "), line,
	                    key_of(bindings, line, arena));
}
