/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/action_menu.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "ui/command/command.h"
#include "ui/command/help_row.h"
#include "ui/session/session.h"

static bool is_heading(const struct help_row *row)
{
	return !row->line;
}

/* What can be run here; commands without a key that take something are for
 * the prompt. */
static bool applies(struct session *s, const struct help_row *row)
{
	const struct command *c = row->command;
	struct error ignored;

	if (!c)
		return *row->line; /* else a key that does nothing */
	if (!*row->keys && c->arg && c->arg[0] != '[')
		return false;
	return strcmp(c->name, "menu") != 0 &&
	       need_is_met(s, c->need, &ignored);
}

static void add(struct session *s, const struct help_row *row)
{
	const char *name = row->command ? row->command->name : row->name;
	struct menu_line line = { .text = row->keys,
		                  .note = row->help,
		                  .more = name,
		                  .run = row->line,
		                  .is_heading = is_heading(row) };

	if (!*row->keys)
		line.text = arena_format(s->menu.arena, ":%s", name);
	menu_add(&s->menu, line);
}

/* Adds a range of the help's rows, headings only where something follows. */
static void add_rows(struct session *s, const struct table *help, size_t low,
                     size_t high)
{
	const struct help_row *heading = NULL;
	size_t i;

	for (i = low; i < high; i++) {
		const struct help_row *row = help->rows[i].item;

		if (is_heading(row)) {
			heading = row;
			continue;
		}
		if (!applies(s, row))
			continue;
		if (heading)
			add(s, heading);
		heading = NULL;
		add(s, row);
	}
}

/* Where the group after n groups begins. */
static size_t group_begin(const struct table *help, size_t n)
{
	size_t i;

	for (i = 0; i < help->nrows; i++)
		if (is_heading(help->rows[i].item) && !n--)
			break;
	return i;
}

/* What only moves, the second group, comes last, for nobody opens a menu to go
 * down; folds, the third, come first where there are any, else last, too. */
void action_menu_open(struct session *s)
{
	struct query query = { .keys = &s->bindings };
	struct error ignored;
	struct table help;
	size_t moves, folds, others;
	bool has_folds = need_is_met(s, NEED_FOLDS, &ignored);

	menu_open(&s->menu, "What can be done here; type to search");
	s->menu.is_searched = true;
	help = view_table(view_named("help"), s->profile, &query,
	                  s->menu.arena);
	moves = group_begin(&help, 1);
	folds = group_begin(&help, 2);
	others = group_begin(&help, 3);
	if (has_folds)
		add_rows(s, &help, folds, others);
	add_rows(s, &help, 0, moves);
	add_rows(s, &help, others, help.nrows);
	add_rows(s, &help, moves, has_folds ? folds : others);
	s->menu.cursor = 1; /* behind the first heading */
}
