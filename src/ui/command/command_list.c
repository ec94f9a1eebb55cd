/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#define ITEM(name) extern const struct command_group name;
#include "commands.list"
#undef ITEM

const struct command_group *const command_groups[] = {
#define ITEM(name) &name,
#include "commands.list"
#undef ITEM
	NULL
};

static struct help_line line_of(const struct command_word *w, struct arena *arena) {
	return (struct help_line){
		.keys = w->keys ? w->keys : "",
		.name = w->arg ? arena_format(arena, "%s %s", w->name, w->arg) : w->name,
		.help = w->missing ? arena_format(arena, "Not here: it needs %s.", w->missing)
		                   : w->help,
		.line = w->name,
	};
}

static const struct help_line *all_lines(const void *context, const struct dataset *data, size_t *n,
                                         struct arena *arena) {
	struct command_word word = {
		.groups = command_groups, .data = data, .bindings = context, .arena = arena
	};
	const struct command_group *group = NULL;
	struct help_line *list = NULL;

	for (*n = 0; command_next(&word); group = word.group) {
		if (word.group != group)
			arena_append(arena, list, *n,
			             (struct help_line){ word.group->title, "", "", NULL });
		arena_append(arena, list, *n, line_of(&word, arena));
	}
	return list;
}

struct help help_of(const struct bindings *bindings) {
	return (struct help){ bindings, all_lines };
}
