/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explains in words what is under the cursor. */
#include "ui/command/command.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "ui/session/session.h"
#include "ui/terminal/terminal.h"

enum { WIDEST = 71, NARROWEST = 12, AROUND = 9 }; /* cells */

/* The command that explains the next shown column on one side. */
static const char *beside(const struct session *s, size_t column, bool to_right) {
	const struct table *t = &s->pane->table;
	size_t n = t->columns->n, i;

	for (i = 0; i < n; i++) {
		column = (column + (to_right ? 1 : n - 1)) % n;
		if (table_shows(t, column))
			break;
	}
	return arena_format(s->menu.arena, "explain %s", t->columns->list[column].name);
}

/* Left and Right do the same on every line. */
static void add_line(struct session *s, size_t column, const char *text) {
	menu_add(&s->menu, (struct menu_line){ .text = text,
	                                       .up = beside(s, column, false),
	                                       .down = beside(s, column, true) });
}

static int text_room(const struct session *s) {
	int rows, cols;

	s->terminal->size(&rows, &cols);
	cols -= AROUND;
	return cols < NARROWEST ? NARROWEST : cols > WIDEST ? WIDEST : cols;
}

/* Adds sentences, broken into lines. */
static void add_text(struct session *s, size_t column, const char *text) {
	const int room = text_room(s);
	const char *line;

	while (text && (line = text_take_line(&text, room, s->menu.arena)))
		add_line(s, column, line);
}

static size_t first_column(const struct session *s) {
	const struct table *t = &s->pane->table;
	const char *sort = pane_sort(s->pane);
	size_t c = sort ? table_column(t, sort) : t->columns->n;

	for (c = c < t->columns->n ? c : 0; c + 1 < t->columns->n; c++)
		if (table_shows(t, c))
			break;
	return c;
}

/* Opens the menu with the column's value in its title, or below it if the value is too long for
 * that. */
static void open_value(struct session *s, size_t column) {
	enum { LONG = 60 }; /* bytes */
	const struct table *t = &s->pane->table;
	char title[VALUE_TEXT], shown[VALUE_TEXT];
	bool is_long;

	table_title(t, column, title, sizeof title);
	value_show(shown, sizeof shown, table_value(t, s->pane->cursor, column));
	is_long = strlen(shown) > LONG;
	menu_open(&s->menu, arena_format(t->arena, is_long ? "%.60s" : "%.60s: %s", title,
	                                 *shown ? shown : "nothing"));
	if (!is_long)
		return;
	add_text(s, column, shown);
	add_line(s, column, "");
}

static void explain_column(struct session *s, size_t column) {
	const struct table *t = &s->pane->table;
	const struct column *c = &t->columns->list[column];
	const void *item = pane_row(s->pane)->item;
	const char *why = c->explain && item ? c->explain(&(struct field){ t, c, item }) : NULL;
	const char *row = s->pane->here.view->explain ? s->pane->here.view->explain(t, item) : "";

	open_value(s, column);
	add_text(s, column, c->help);
	add_text(s, column, why);
	if (*row) {
		add_line(s, column, "");
		add_text(s, column, row);
	}
	add_line(s, column, "");
	add_text(s, column, "Left and Right: other columns.  Esc: back.");
}

static bool explain(struct session *s, const char *arg, struct error *err) {
	size_t column = first_column(s);

	if (!pane_row(s->pane))
		return fail(err, "there is no row");
	if (*arg)
		column = table_column(&s->pane->table, arg);
	if (column == s->pane->table.columns->n)
		return fail(err, "no column \"%s\"", arg);
	explain_column(s, column);
	return true;
}

static const struct command list[] = {
	{ .name = "explain",
	  .arg = "[COLUMN]",
	  .help = "Explain the figures and marks of the row.",
	  .need = NEED_ROW,
	  .run = explain },
};

const struct command_group explain_commands = {
	.title = "What it means",
	.rank = 45,
	.list = list,
	.n = sizeof list / sizeof *list,
};
