/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command_list.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "ui/session/bindings.h"

#define ITEM(name) extern const struct command_group name;
#include "commands.list"
#undef ITEM

const struct command_group *const command_groups[] = {
#define ITEM(name) &name,
#include "commands.list"
#undef ITEM
	NULL
};

struct help_lines {
	struct arena *arena;
	const struct bindings *bindings; /* or NULL */
	struct help_line *list;          /* shape: [n] */
	size_t n;
};

static void add(struct help_lines *lines, struct help_line line) {
	lines->list = arena_room(lines->arena, lines->list, lines->n, sizeof line);
	lines->list[lines->n++] = line;
}

static void add_heading(struct help_lines *lines, const char *title) {
	add(lines, (struct help_line){ .keys = title, .name = "", .help = "" });
}

/* Keys bound to more than the name of a command. */
static void add_own(struct help_lines *lines) {
	const struct bindings *keys = lines->bindings;
	bool any = false;
	size_t i;

	for (i = 0; keys && i < keys->n; i++) {
		const struct binding *b = &keys->list[i];
		const char *what = arena_format(lines->arena, "Runs \"%s\".", b->line);

		if (*b->line && !strchr(b->line, ' '))
			continue; /* it is shown beside the command */
		if (!any)
			add_heading(lines, "Your own keys");
		any = true;
		add(lines, (struct help_line){ .keys = b->key,
		                               .name = b->line,
		                               .help = *b->line ? what : "Does nothing.",
		                               .line = b->line });
	}
}

static void add_word(struct help_lines *lines, const struct command_word *w) {
	const char *name = w->arg ? arena_format(lines->arena, "%s %s", w->name, w->arg) : w->name;
	const char *help = w->missing ? arena_format(lines->arena, "Not here: it needs %s.",
	                                             w->missing)
	                              : w->help;

	add(lines, (struct help_line){
			   .keys = bindings_keys(lines->bindings, w->keys, w->name, lines->arena),
			   .name = name,
			   .help = help,
			   .line = w->name });
}

static const struct help_line *all_lines(const void *context, const struct dataset *data, size_t *n,
                                         struct arena *arena) {
	struct help_lines lines = { .arena = arena, .bindings = context };
	const struct command_group *group = NULL;
	struct command_word word = { .groups = command_groups, .data = data };

	while (command_next(&word)) {
		if (word.group != group)
			add_heading(&lines, word.group->title);
		group = word.group;
		add_word(&lines, &word);
	}
	add_own(&lines);
	*n = lines.n;
	return lines.list;
}

struct help help_of(const struct bindings *bindings) {
	return (struct help){ bindings, all_lines };
}
