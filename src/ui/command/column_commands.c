/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "table/column_choice.h"
#include "ui/command/completion.h"
#include "ui/session/session.h"

/* The view whose columns keys are about, and the user's choice for it. */
static const struct columns *columns_here(const struct session *s)
{
	return s->pane->here.view->columns;
}

static struct column_choice *choice_here(struct session *s)
{
	return &s->choices[view_place(s->pane->here.view)];
}

/* What is shown now as a choice, to begin with. */
static struct column_choice shown_now(const struct session *s)
{
	const struct table *t = &s->pane->table;
	struct column_choice choice = { .n = 0 };
	struct table as_built = *t;
	size_t c;

	as_built.columns = columns_here(s);
	for (c = 0; c < as_built.columns->n && choice.n < CHOSEN_MOST; c++)
		if (table_shows(&as_built, c))
			choice.list[choice.n++] = (unsigned char)c;
	return choice;
}

static void add_line(struct session *s, size_t column, bool is_shown)
{
	struct arena *arena = s->menu.arena;
	const char *name = columns_here(s)->list[column].name;

	menu_add(
		&s->menu,
		(struct menu_line){
			.text = name,
			.note = is_shown ? "shown" : "hidden",
			.help = columns_here(s)->list[column].help,
			.run = arena_format(arena, "column-toggle %s", name),
			.up = arena_format(arena, "column-earlier %s", name),
			.down = arena_format(arena, "column-later %s", name) });
}

/* All columns, those chosen first, the cursor on one of them. */
static void show_menu(struct session *s, size_t at)
{
	struct column_choice choice = *choice_here(s);
	size_t i;

	if (!choice.n)
		choice = shown_now(s);
	menu_open(&s->menu, "Columns: Enter shows or hides, < and > move");
	for (i = 0; i < choice.n; i++) {
		if (choice.list[i] == at)
			s->menu.cursor = s->menu.n;
		add_line(s, choice.list[i], true);
	}
	for (i = 0; i < columns_here(s)->n; i++) {
		if (column_choice_place(&choice, i) < choice.n)
			continue;
		if (i == at)
			s->menu.cursor = s->menu.n;
		add_line(s, i, false);
	}
}

static bool columns(struct session *s, const char *arg, struct error *err)
{
	size_t len = strcspn(arg, " ");
	char name[64];
	const struct view *view;

	if (!*arg && !s->data)
		return fail(err, "columns takes VIEW [COLUMN ...]");
	if (!*arg) {
		show_menu(s, columns_here(s)->n);
		return true;
	}
	snprintf(name, sizeof name, "%.*s", len < 64 ? (int)len : 63, arg);
	view = view_named(name);
	if (!view)
		return fail(err, "no view \"%s\"", name);
	if (!column_choice_parse(&s->choices[view_place(view)], view->columns,
	                         arg + len, err))
		return false;
	session_refresh(s);
	return true;
}

/* The number of a column by its name, after a choice of one's own was begun
 * with what is shown now. */
static bool begin(struct session *s, const char *name, size_t *column,
                  struct error *err)
{
	struct column_choice one;

	if (!column_choice_parse(&one, columns_here(s), name, err))
		return false;
	if (one.n != 1)
		return fail(err, "one column is needed");
	*column = one.list[0];
	if (!choice_here(s)->n)
		*choice_here(s) = shown_now(s);
	return true;
}

static bool toggle(struct session *s, const char *arg, struct error *err)
{
	struct column_choice *choice = choice_here(s);
	size_t column, place;

	if (!begin(s, arg, &column, err))
		return false;
	place = column_choice_place(choice, column);
	if (place == choice->n && choice->n == CHOSEN_MOST)
		return fail(err, "more than %d columns", CHOSEN_MOST);
	if (place < choice->n && choice->n == 1)
		return fail(err, "the last column stays");
	if (place == choice->n)
		choice->list[choice->n++] = (unsigned char)column;
	else
		memmove(choice->list + place, choice->list + place + 1,
		        --choice->n - place);
	session_refresh(s);
	show_menu(s, column);
	return true;
}

static bool move(struct session *s, const char *arg, bool is_later,
                 struct error *err)
{
	struct column_choice *choice = choice_here(s);
	size_t column, from, to;

	if (!begin(s, arg, &column, err))
		return false;
	from = column_choice_place(choice, column);
	to = is_later ? from + 1 : from - 1; /* wraps below 0 */
	if (from < choice->n && to < choice->n) {
		choice->list[from] = choice->list[to];
		choice->list[to] = (unsigned char)column;
	}
	session_refresh(s);
	show_menu(s, column);
	return true;
}

static bool earlier(struct session *s, const char *arg, struct error *err)
{
	return move(s, arg, false, err);
}

static bool later(struct session *s, const char *arg, struct error *err)
{
	return move(s, arg, true, err);
}

static const struct command list[] = {
	{
		.name = "columns",
		.arg = "[VIEW [COLUMN ...]]",
		.help = "Choose columns and their order; VIEW: as at first.",
		.is_lasting = true,
		.run = columns,
		.complete = complete_columns,
	},
	{
		.name = "column-toggle",
		.arg = "COLUMN",
		.help = "Show or hide a column of this view.",
		.run = toggle,
		.complete = complete_column,
	},
	{
		.name = "column-earlier",
		.arg = "COLUMN",
		.help = "Move a column to the left.",
		.run = earlier,
		.complete = complete_column,
	},
	{
		.name = "column-later",
		.arg = "COLUMN",
		.help = "Move a column to the right.",
		.run = later,
		.complete = complete_column,
	},
};

const struct command_group column_commands = {
	.title = "Columns",
	.order = 32,
	.list = list,
	.n = sizeof list / sizeof *list,
};
