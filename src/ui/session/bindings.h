/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys: those of gptui, and those that the user has bound, which take precedence and may also say
 * that a key does nothing. */
#pragma once

#include "ui/terminal/terminal.h"

struct binding {
	char key[EVENT_TEXT];
	const char *line; /* the command line; "" does nothing */
};

struct bindings {
	struct arena *arena;
	struct binding *list; /* in the order they were made */
	size_t n;
};

/* Sets of keys that are compiled in: lines "bind KEY COMMAND" of presets/.  The one named "default"
 * has the keys that gptui has at first. */
extern const struct named_text presets[];

/* The keys that run a command at first, separated by spaces; NULL: none does. */
const char *default_keys(const char *command);

/* The name of a key in events, whatever way it is written: "^n" is "C-n".  Errors: no such key. */
bool key_parse(char out[EVENT_TEXT], const char *text, struct error *err);

/* The names of keys that are not characters; NULL after the last. */
const char *key_name_at(size_t index);

/* Binds a key to a command line; with "" it does nothing. */
void bindings_set(struct bindings *bindings, const char *key, const char *line);

/* The binding of a key, or NULL.  `bindings` may be NULL. */
const struct binding *bindings_find(const struct bindings *bindings, const char *key);

/* All keys that run a command line, separated by spaces: those of `keys` that are not bound to
 * anything else, then others bound to it.  Owner: the arena. */
const char *bindings_keys(const struct bindings *bindings, const char *keys, const char *line,
                          struct arena *arena);
