/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/key_press.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "ui/command/command.h"
#include "ui/config/presets.h"
#include "ui/session/session.h"

/* The command that a line "bind KEY COMMAND" of the text binds the key to, of
 * that length; or NULL. */
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

/* The first key that runs the line here, or ":LINE". */
static const char *key_of(const struct session *s, const char *line,
                          struct arena *arena)
{
	const struct command_word word = command_named(
		s, arena_text(arena, line, strcspn(line, " ")));
	const char *keys = bindings_keys(&s->bindings, word.keys, line, arena);

	return *keys ? arena_text(arena, keys, strcspn(keys, " "))
	             : arena_format(arena, ":%s", line);
}

/* The hint says what the user may have meant: the presets know what the key
 * does in other programs, and the hint says how to do that here ("quit is
 * Q"). */
static bool fail_key(const struct session *s, const char *key, bool is_bound,
                     struct error *err)
{
	struct arena *arena = arena_new();
	const char *line = is_bound ? NULL : preset_line(key, arena);
	const char *hint = "? lists the keys";
	char shown[64];

	if (line)
		hint = arena_format(arena, "%.*s is %s",
		                    (int)strcspn(line, " "), line,
		                    key_of(s, line, arena));
	text_safe(shown, sizeof shown, key);
	fail(err, "%s does nothing here; %s", shown, hint);
	arena_free(arena);
	return false;
}

bool key_press(struct session *s, const char *key, struct error *err)
{
	const struct binding *own = bindings_find(&s->bindings, key);
	const struct command_word word = command_of_key(s, key);

	if (own && *own->line)
		return command_line(s, own->line, err);
	if (!own && word.command)
		return command_line(s, word.name, err);
	return fail_key(s, key, own, err);
}
