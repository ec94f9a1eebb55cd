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

static const struct help_line *all_lines(const void *context, const struct dataset *data, size_t *n,
                                         struct arena *arena) {
	struct command_word w = {
		.groups = command_groups, .data = data, .bindings = context, .arena = arena
	};
	const struct command_group *group = NULL;
	struct help_line *list = NULL;

	for (*n = 0; command_next(&w); group = w.group) {
		const char *name = w.arg ? arena_format(arena, "%s %s", w.name, w.arg) : w.name;
		const char *help = w.missing ? arena_format(arena, "Not here: it needs %s.",
		                                            w.missing)
		                             : w.help;

		if (w.group != group)
			arena_append(arena, list, *n,
			             (struct help_line){ w.group->title, "", "", NULL });
		arena_append(arena, list, *n,
		             (struct help_line){ w.keys ? w.keys : "", name, help, w.name });
	}
	return list;
}

struct help help_of(const struct bindings *bindings) {
	return (struct help){ bindings, all_lines };
}
