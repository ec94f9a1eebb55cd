/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include "base/arena.h"
#include "base/error.h"
#include "ui/command/completion.h"
#include "ui/session/session.h"

/* The number of the column that the table is sorted by, or columns->n. */
static size_t sort_column(const struct session *s) {
	const char *name = pane_sort(s->pane);

	return name ? table_column(&s->pane->table, name) : s->pane->table.columns->n;
}

/* The name is kept because columns may be made for this table only. */
static void take_sort(struct session *s, size_t column) {
	s->pane->here.query.sort = session_keep(s, s->pane->table.columns->list[column].name);
}

static void sort_by(struct session *s, size_t column) {
	take_sort(s, column);
	s->pane->here.query.reverse = false;
	if (s->pane->here.view->kind == VIEW_FUNCTIONS)
		s->preferences.sort = s->pane->here.query.sort;
	session_refresh(s);
}

static bool choose_sort(struct session *s) {
	struct arena *arena = s->menu.arena;
	const struct table *t = &s->pane->table;
	const size_t now = sort_column(s);
	size_t i;

	menu_open(&s->menu, "Sort by");
	for (i = 0; i < t->columns->n; i++) {
		const struct column *c = &t->columns->list[i];

		if (!table_shows(t, i))
			continue;
		if (i == now)
			s->menu.cursor = s->menu.n;
		menu_add(&s->menu,
		         (struct menu_line){ .text = arena_format(arena, "%s", c->name),
		                             .help = arena_format(arena, "%s", c->help),
		                             .run = arena_format(arena, "sort %s", c->name) });
	}
	return true;
}

static bool sort(struct session *s, const char *arg, struct error *err) {
	size_t column;

	if (!need_is_met(s, NEED_ORDER, err))
		return false;
	if (!*arg)
		return choose_sort(s);
	column = table_column(&s->pane->table, arg);
	if (column == s->pane->table.columns->n)
		return fail(err, "no column \"%s\"", arg);
	sort_by(s, column);
	return true;
}

static bool sort_beside(struct session *s, int by, struct error *err) {
	size_t n = s->pane->table.columns->n, column = sort_column(s), i;

	if (column == n)
		column = by > 0 ? n - 1 : 0;
	for (i = 0; i < n; i++) {
		column = (column + (by > 0 ? 1 : n - 1)) % n;
		if (table_shows(&s->pane->table, column))
			break;
	}
	sort_by(s, column);
	return true;
}

static bool invert(struct session *s, const char *arg, struct error *err) {
	const char *view = arena_format(s->pane->table_arena, "view %s",
	                                s->pane->here.view->inverse);

	return command_line(s, view, err);
}

static bool reverse(struct session *s, const char *arg, struct error *err) {
	size_t column = sort_column(s);

	if (column == s->pane->table.columns->n)
		return fail(err, "not sorted by a column; s sorts");
	take_sort(s, column);
	s->pane->here.query.reverse = !s->pane->here.query.reverse;
	session_refresh(s);
	return true;
}

static const struct command list[] = {
	{ .name = "sort",
	  .arg = "[COLUMN]",
	  .help = "Sort by a column; a menu lets you choose.",
	  .need = NEED_ORDER,
	  .run = sort,
	  .complete = complete_column },
	{ .name = "sort-left",
	  .help = "Sort by the column to the left.",
	  .need = NEED_ORDER,
	  .run_by = sort_beside,
	  .by = -1 },
	{ .name = "sort-right",
	  .help = "Sort by the column to the right.",
	  .need = NEED_ORDER,
	  .run_by = sort_beside,
	  .by = 1 },
	{ .name = "reverse", .help = "Reverse the order.", .need = NEED_ORDER, .run = reverse },
	{ .name = "invert",
	  .help = "Turn a tree upside down; files into rows, or back.",
	  .need = NEED_INVERSE,
	  .run = invert },
};

const struct command_group table_commands = {
	.title = "Rows and columns",
	.rank = 30,
	.list = list,
	.n = sizeof list / sizeof *list,
};
