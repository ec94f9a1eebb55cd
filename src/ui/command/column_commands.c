/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "ui/command/completion.h"
#include "ui/session/session.h"
#include "views/views.h"

/* The user's choice of columns for the view that has the focus, or NULL. */
static const char **choice_here(struct session *s) {
	return &s->choices[view_index(s->pane->here.view)];
}

/* Whether a column was chosen, or is shown where nothing was chosen. */
static bool is_chosen(struct session *s, size_t column) {
	const struct table *t = &s->pane->table;

	return *choice_here(s) ? !t->columns->list[column].is_left_out : table_shows(t, column);
}

static void add_line(struct session *s, const struct column *c, bool is_shown) {
	struct arena *arena = s->menu.arena;
	const char *name = arena_format(arena, "%s", c->name);

	menu_add(&s->menu,
	         (struct menu_line){ .text = name,
	                             .note = is_shown ? "shown" : "hidden",
	                             .help = arena_format(arena, "%s", c->help),
	                             .run = arena_format(arena, "column-toggle %s", name),
	                             .up = arena_format(arena, "column-earlier %s", name),
	                             .down = arena_format(arena, "column-later %s", name) });
}

/* Lists all columns, chosen ones first, with the cursor on the named one. */
static void show_menu(struct session *s, const char *name) {
	const struct columns *columns = s->pane->table.columns;
	size_t i;
	int round;

	menu_open(&s->menu, "Columns: Enter shows or hides, < and > move");
	for (round = 0; round < 2; round++)
		for (i = 0; i < columns->n; i++) {
			if (is_chosen(s, i) != !round)
				continue;
			if (!strcmp(columns->list[i].name, name))
				s->menu.cursor = s->menu.n;
			add_line(s, &columns->list[i], !round);
		}
}

static bool columns(struct session *s, const char *arg, struct error *err) {
	size_t len = strcspn(arg, " ");
	char name[64];
	const struct view *view;

	if (!*arg && !s->data)
		return fail(err, "columns takes VIEW [COLUMN ...]");
	if (!*arg) {
		show_menu(s, "");
		return true;
	}
	snprintf(name, sizeof name, "%.*s", len < 64 ? (int)len : 63, arg);
	view = view_named(name);
	if (!view)
		return fail(err, "no view \"%s\"", name);
	arg += len + strspn(arg + len, " ,");
	if (!view_takes_columns(view, s->data, &s->pane->here.query, arg, err))
		return false;
	s->choices[view_index(view)] = *arg ? session_keep(s, arg) : NULL;
	session_refresh(s);
	return true;
}

/* The chosen columns in their order, and the index of the one that a command is about; n: it is not
 * chosen. */
struct chosen {
	const char **names; /* shape: [n + 1]; the last is its name */
	size_t n, index;
};

static bool find(struct session *s, const char *name, struct chosen *out, struct error *err) {
	const struct columns *columns = s->pane->table.columns;
	const size_t column = table_column(&s->pane->table, name);
	size_t i;

	if (column == columns->n)
		return fail(err, "no column \"%.60s\"", name);
	*out = (struct chosen){ .index = SIZE_MAX };
	out->names = arena_alloc(s->pane->table_arena, columns->n + 1, sizeof *out->names);
	for (i = 0; i < columns->n; i++) {
		if (!is_chosen(s, i))
			continue;
		if (i == column)
			out->index = out->n;
		out->names[out->n++] = columns->list[i].name;
	}
	out->names[out->n] = columns->list[column].name;
	out->index = out->index < out->n ? out->index : out->n;
	return true;
}

/* Shows these columns, and the menu with the cursor on one of them. */
static void choose(struct session *s, const struct chosen *c, const char *at) {
	const char *names = "";
	size_t i;

	at = session_keep(s, at);
	for (i = 0; i < c->n; i++)
		names = arena_format(s->pane->table_arena, "%s%s%s", names, i ? " " : "",
		                     c->names[i]);
	*choice_here(s) = session_keep(s, names);
	session_refresh(s);
	show_menu(s, at);
}

static bool toggle(struct session *s, const char *arg, struct error *err) {
	struct chosen c;

	if (!find(s, arg, &c, err))
		return false;
	if (c.index == 0 && c.n == 1)
		return fail(err, "the last column stays");
	if (c.index == c.n)
		c.n++;
	else
		memmove(c.names + c.index, c.names + c.index + 1,
		        (--c.n - c.index) * sizeof *c.names);
	choose(s, &c, arg);
	return true;
}

static bool move(struct session *s, const char *arg, bool is_later, struct error *err) {
	struct chosen c;
	size_t to;

	if (!find(s, arg, &c, err))
		return false;
	to = is_later ? c.index + 1 : c.index - 1; /* wraps below 0 */
	if (c.index < c.n && to < c.n) {
		const char *other = c.names[to];

		c.names[to] = c.names[c.index];
		c.names[c.index] = other;
	}
	choose(s, &c, arg);
	return true;
}

static bool earlier(struct session *s, const char *arg, struct error *err) {
	return move(s, arg, false, err);
}

static bool later(struct session *s, const char *arg, struct error *err) {
	return move(s, arg, true, err);
}

static const struct command list[] = {
	{ .name = "columns",
	  .arg = "[VIEW [COLUMN ...]]",
	  .help = "Choose columns and their order; VIEW: as at first.",
	  .is_lasting = true,
	  .run = columns,
	  .complete = complete_columns },
	{ .name = "column-toggle",
	  .arg = "COLUMN",
	  .help = "Show or hide a column of this view.",
	  .run = toggle,
	  .complete = complete_column },
	{ .name = "column-earlier",
	  .arg = "COLUMN",
	  .help = "Move a column to the left.",
	  .run = earlier,
	  .complete = complete_column },
	{ .name = "column-later",
	  .arg = "COLUMN",
	  .help = "Move a column to the right.",
	  .run = later,
	  .complete = complete_column },
};

const struct command_group column_commands = {
	.title = "Columns",
	.rank = 32,
	.list = list,
	.n = sizeof list / sizeof *list,
};
