/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/session.h"

/* The names of keys that are not characters (ui/terminal/terminal.h). */
static const char *const names[] = {
	"Space", "Enter", "Esc",  "Tab", "BS",     "Del",      "Ins", "Up",  "Down",
	"Left",  "Right", "Home", "End", "PageUp", "PageDown", "F1",  "F2",  "F3",
	"F4",    "F5",    "F6",   "F7",  "F8",     "F9",       "F10", "F11", "F12",
};

/* Keys that terminals send as other ones. */
static const struct {
	const char *written, *sent;
} same[] = {
	{ "C-h", "BS" },    { "C-i", "Tab" }, { "C-j", "Enter" },
	{ "C-m", "Enter" }, { "C-[", "Esc" }, { "C-Space", "C-@" },
};

const char *key_name_at(size_t index) {
	return index < sizeof names / sizeof *names ? names[index] : NULL;
}

/* Whether the text is a single printable character. */
static bool is_character(const char *text) {
	uint32_t code;
	size_t len = text_decode(&code, text, strlen(text));

	return len && !text[len] && code > 0x20 && code != 0x7f;
}

const struct named_text presets[] = {
#include "presets.inc"
	{ NULL, NULL }
};

/* What presets/default.preset has for each command. */
static const struct named_text defaults[] = {
#include "default_keys.inc"
	{ NULL, NULL }
};

const char *default_keys(const char *command) {
	return named_text(defaults, command);
}

bool key_parse(char out[EVENT_TEXT], const char *text, struct error *err) {
	bool has_caret = text[0] == '^' && text[1];
	size_t name = 0;

	snprintf(out, EVENT_TEXT, "%s%s", has_caret ? "C-" : "", text + (has_caret ? 1 : 0));
	const char *rest = out;
	while (strlen(rest) > 2 && strchr("CMS", rest[0]) && rest[1] == '-')
		rest += 2;
	while (key_name_at(name) && strcmp(names[name], rest) != 0)
		name++;
	if (strlen(text) + 2 > EVENT_TEXT || (!key_name_at(name) && !is_character(rest)))
		return fail(err, "no key \"%.60s\"; keys are x, C-x, M-x, Space, PageUp, F5, ...",
		            text);
	/* Control and a letter is the same key with Shift. */
	if (!strncmp(out, "C-", 2) && !rest[1] && *rest >= 'A' && *rest <= 'Z')
		out[strlen(out) - 1] = (char)(*rest - 'A' + 'a');
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		if (!strcmp(same[i].written, out))
			snprintf(out, EVENT_TEXT, "%s", same[i].sent);
	return true;
}

const struct binding *bindings_find(const struct bindings *bindings, const char *key) {
	for (size_t i = 0; bindings && i < bindings->n; i++)
		if (!strcmp(bindings->list[i].key, key))
			return &bindings->list[i];
	return NULL;
}

void bindings_set(struct bindings *bindings, const char *key, const char *line) {
	const struct binding *own = bindings_find(bindings, key);

	if (own && !strcmp(own->line, line))
		return;
	struct binding new = { .line = arena_text(bindings->arena, line, strlen(line)) };
	snprintf(new.key, sizeof new.key, "%s", key);
	if (own)
		bindings->list[own - bindings->list] = new;
	else
		arena_append(bindings->arena, bindings->list, bindings->n, new);
}

const char *bindings_keys(const struct bindings *bindings, const char *keys, const char *line,
                          struct arena *arena) {
	const char *all = "";
	size_t len;

	for (; keys && *keys; keys += len + strspn(keys + len, " ")) {
		len = strcspn(keys, " ");
		const char *key = arena_text(arena, keys, len);
		if (!bindings_find(bindings, key))
			all = arena_format(arena, "%s%s%s", all, *all ? " " : "", key);
	}
	for (size_t i = 0; bindings && i < bindings->n; i++)
		if (!strcmp(bindings->list[i].line, line))
			all = arena_format(arena, "%s%s%s", all, *all ? " " : "",
			                   bindings->list[i].key);
	return all;
}
