/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/action_menu.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "ui/command/command.h"
#include "ui/session/session.h"

/* Where a group stands in the menu. */
enum rank { FIRST, BETWEEN, LAST, RANKS };

static enum rank rank_of(struct session *s, const struct command_group *group)
{
	struct error ignored;

	if (group->is_first_with != NEED_NOTHING &&
	    need_is_met(s, group->is_first_with, &ignored))
		return FIRST;
	return group->is_last ? LAST : BETWEEN;
}

/* Whether the command can be run here.  Those without a key that need an
 * argument are left to the prompt. */
static bool applies(struct session *s, const struct command_word *w)
{
	struct error ignored;

	if (w->missing || (!w->keys && w->arg && w->arg[0] != '['))
		return false;
	return need_is_met(s, w->need, &ignored);
}

static void add_heading(struct session *s, const char *title)
{
	menu_add(&s->menu, (struct menu_line){ .text = title,
	                                       .note = "",
	                                       .more = "",
	                                       .is_heading = true });
}

static void add(struct session *s, const struct command_word *w)
{
	const char *keys = bindings_keys(&s->bindings, w->keys, w->name,
	                                 s->menu.arena);

	if (!*keys)
		keys = arena_format(s->menu.arena, ":%s", w->name);
	menu_add(&s->menu, (struct menu_line){ .text = keys,
	                                       .note = w->help,
	                                       .more = w->name,
	                                       .run = w->name });
}

/* Adds the groups of a rank, each with a heading unless it is empty. */
static void add_groups(struct session *s, enum rank rank)
{
	const struct command_group *group = NULL;
	struct command_word word = { .groups = s->commands, .data = s->data };

	while (command_next(&word)) {
		if (rank_of(s, word.group) != rank || !applies(s, &word))
			continue;
		if (word.group != group)
			add_heading(s, word.group->title);
		group = word.group;
		add(s, &word);
	}
}

/* Keys that the user bound to commands with an argument; those bound to a
 * command alone are shown beside it. */
static void add_own_keys(struct session *s)
{
	bool any = false;
	size_t i;

	for (i = 0; i < s->bindings.n; i++) {
		const struct binding *b = &s->bindings.list[i];

		if (!strchr(b->line, ' '))
			continue;
		if (!any)
			add_heading(s, "Your own keys");
		any = true;
		menu_add(&s->menu,
		         (struct menu_line){
				 .text = b->key,
				 .note = arena_format(s->menu.arena,
		                                      "Runs \"%s\".", b->line),
				 .more = b->line,
				 .run = b->line });
	}
}

void action_menu_open(struct session *s)
{
	enum rank rank;

	menu_open(&s->menu, "What can be done here; type to search");
	s->menu.is_searched = true;
	for (rank = FIRST; rank < RANKS; rank++) {
		add_groups(s, rank);
		if (rank == BETWEEN)
			add_own_keys(s);
	}
	s->menu.cursor = 1; /* below the first heading */
}
