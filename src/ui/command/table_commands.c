/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include "views/views.h"

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
	/* A line without the figure would stay far from those that have it. */
	if (s->pane->here.view->cost && unit_sorts_down(s->pane->table.columns->list[column].unit))
		pane_move(s->pane, 0);
}

/* A line of a menu about a column, and the command to run with its name. */
static struct menu_line line_of(struct session *s, size_t column, const char *command) {
	const struct column *c = &s->pane->table.columns->list[column];
	struct arena *arena = s->menu.arena;

	return (struct menu_line){
		.text = arena_format(arena, "%s", c->name),
		.help = arena_format(arena, "%s", c->help),
		.words = command_synonyms(arena_format(arena, "column:%s", c->name)),
		.run = arena_format(arena, "%s %s", command, c->name),
	};
}

static bool has_room(struct slots shown, size_t column) {
	size_t i = 0;

	while (i < shown.n && shown.list[i].column != column)
		i++;
	return i < shown.n;
}

static bool choose_sort(struct session *s) {
	const struct table *t = &s->pane->table;
	const size_t now = sort_column(s);

	menu_open(&s->menu, "Sort by");
	const struct slots shown = pane_slots(s->pane, s->menu.arena);
	for (size_t i = 0; i < t->columns->n; i++) {
		struct menu_line line = line_of(s, i, "sort");

		if (!table_shows(t, i) || t->columns->list[i].is_mark)
			continue;
		line.note = has_room(shown, i) ? NULL : "not shown";
		if (i == now)
			s->menu.cursor = s->menu.n;
		menu_add(&s->menu, line);
	}
	return true;
}

/* For the menu of all: the columns of this view, to sort by; else to show or to explain. */
static void offer_columns(struct session *s) {
	const struct table *t = &s->pane->table;
	struct error ignored;
	const char *use = need_is_met(s, NEED_ORDER, &ignored) ? "sort" : "explain";
	struct arena *arena = s->menu.arena;

	for (size_t i = 0; i < t->columns->n; i++) {
		const struct column *c = &t->columns->list[i];
		struct menu_line line = line_of(s, i, table_shows(t, i) ? use : "column-toggle");

		line.kind = MENU_COLUMN;
		const char *perf = command_synonyms(arena_format(arena, "perf:%s", c->name));
		line.name = arena_format(arena, "%s %s", c->name, perf);
		line.text = "Column";
		line.note = arena_format(arena, "%s: %.*s%s%.*s  Enter: %s.", c->name,
		                         (int)text_sentence(c->help), c->help,
		                         *perf ? "  In perf: " : "", (int)strcspn(perf, " "), perf,
		                         line.run);
		if (!(c->needs & t->lacks) && !c->is_for_programs)
			menu_add(&s->menu, line);
	}
}

static bool sort(struct session *s, const char *arg, struct error *err) {
	if (!need_is_met(s, NEED_ORDER, err))
		return false;
	if (!*arg)
		return choose_sort(s);
	size_t column = table_column(&s->pane->table, arg);
	if (column == s->pane->table.columns->n)
		return fail(err, "no column \"%s\"", arg);
	sort_by(s, column);
	return true;
}

/* The next column on one side of a column, round the ends, or of none, which is columns->n: first
 * those of some slots, then others. */
static size_t column_beside(const struct table *t, size_t column, int by, struct slots shown) {
	SCRATCH struct arena *scratch = arena_new(); /* the table may stay for many keys */
	size_t *order = arena_alloc(scratch, t->columns->n, sizeof *order), n = shown.n, at = 0;

	for (size_t c = 0, i = 0; c < t->columns->n; c++)
		if (i < shown.n && shown.list[i].column == c)
			order[i++] = c;
		else if (table_shows(t, c))
			order[n++] = c;
	while (at < n && order[at] != column)
		at++;
	return order[by < 0 ? (at ? at : n) - 1 : at + 1 < n ? at + 1 : 0];
}

/* Marks are passed over. */
static bool sort_beside(struct session *s, int by, struct error *err) {
	const struct table *t = &s->pane->table;
	size_t column = sort_column(s);

	do
		column = column_beside(t, column, by, (struct slots){ .n = 0 });
	while (t->columns->list[column].is_mark);
	sort_by(s, column);
	return true;
}

static bool invert(struct session *s, const char *arg, struct error *err) {
	const struct view *to = view_named(s->pane->here.view->inverse);
	const struct func *f = pane_subject(s->pane);
	struct query query = s->pane->here.query;

	if (!f || !to->takes_function)
		return command_line(s, to->name, err);
	query_ask(&query, f);
	navigation_go(s, to, query);
	return true;
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
	{ "sort", .arg = "[COLUMN]", .help = "Sort by a column; a menu lets you choose.",
	  .need = NEED_ORDER, .run = sort, .complete = complete_column, .offer = offer_columns },
	{ "sort-left", .help = "Sort by the column to the left.", .need = NEED_ORDER,
	  .run_by = sort_beside, .by = -1 },
	{ "sort-right", .help = "Sort by the column to the right.", .need = NEED_ORDER,
	  .run_by = sort_beside, .by = 1 },
	{ "reverse", .help = "Reverse the order.", .need = NEED_ORDER, .run = reverse },
	{ "invert", .help = "Invert a tree (who calls it?), or show time by file.",
	  .need = NEED_INVERSE, .run = invert },
};

const struct command_group table_commands = {
	.title = "Rows and columns",
	.rank = 30,
	COMMANDS(list),
};

/* The user's choice of columns for the view that has the focus, or NULL. */
static const char **choice_here(struct session *s) {
	return &s->choices[view_index(s->pane->here.view)];
}

/* Whether a column was chosen, or is shown where nothing was chosen. */
static bool is_chosen(struct session *s, size_t column) {
	const struct table *t = &s->pane->table;

	return *choice_here(s) ? !t->columns->list[column].is_left_out : table_shows(t, column);
}

/* Lists all columns, chosen ones first, with the cursor on the named one. */
static void show_menu(struct session *s, const char *name) {
	const struct columns *columns = s->pane->table.columns;

	split_update(s); /* columns that were chosen just now have their room */
	menu_open(&s->menu, "Columns: Enter shows or hides, < and > move");
	const struct slots shown = pane_slots(s->pane, s->menu.arena);
	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < columns->n; i++) {
			if (is_chosen(s, i) != !round)
				continue;
			if (!strcmp(columns->list[i].name, name))
				s->menu.cursor = s->menu.n;
			struct menu_line line = line_of(s, i, "column-toggle");
			line.note = round ? "hidden" : has_room(shown, i) ? "shown" : "no room";
			line.up = arena_format(s->menu.arena, "column-earlier %s", line.text);
			line.down = arena_format(s->menu.arena, "column-later %s", line.text);
			menu_add(&s->menu, line);
		}
}

static bool columns(struct session *s, const char *arg, struct error *err) {
	char name[64];
	const char *chosen = text_take_word(name, sizeof name, arg);

	if (!*arg && !s->data)
		return fail(err, "columns takes VIEW [COLUMN ...]");
	if (!*arg) {
		show_menu(s, "");
		return true;
	}
	const struct view *view = view_named(name);
	if (!view)
		return fail(err, "no view \"%s\"", name);
	chosen += strspn(chosen, " ,");
	if (!view_takes_columns(view, s->data, &s->pane->here.query, chosen, err))
		return false;
	s->choices[view_index(view)] = *chosen ? session_keep(s, chosen) : NULL;
	session_refresh(s);
	return true;
}

/* The chosen columns in their order, and the index of a command's; n or more: it is not chosen. */
struct chosen {
	const char **names; /* shape: [n + 1]; the last is its name */
	size_t n, index;
};

static bool find_chosen(struct session *s, const char *name, struct chosen *out,
                        struct error *err) {
	const struct columns *columns = s->pane->table.columns;
	const size_t column = table_column(&s->pane->table, name);

	if (column == columns->n)
		return fail(err, "no column \"%.60s\"", name);
	*out = (struct chosen){ .index = SIZE_MAX };
	out->names = arena_alloc(s->pane->table_arena, columns->n + 1, sizeof *out->names);
	for (size_t i = 0; i < columns->n; i++) {
		if (!is_chosen(s, i))
			continue;
		if (i == column)
			out->index = out->n;
		out->names[out->n++] = columns->list[i].name;
	}
	out->names[out->n] = columns->list[column].name;
	return true;
}

/* Shows these columns, and the menu with the cursor on one of them. */
static void choose_columns(struct session *s, const struct chosen *c, const char *at) {
	const char *names = "";

	at = session_keep(s, at);
	for (size_t i = 0; i < c->n; i++)
		names = arena_format(s->pane->table_arena, "%s%s%s", names, i ? " " : "",
		                     c->names[i]);
	*choice_here(s) = session_keep(s, names);
	session_refresh(s);
	show_menu(s, at);
}

static bool toggle_column(struct session *s, const char *arg, struct error *err) {
	struct chosen c;

	if (!find_chosen(s, arg, &c, err))
		return false;
	if (c.index == 0 && c.n == 1)
		return fail(err, "the last column cannot be hidden");
	if (c.index >= c.n)
		c.n++;
	else
		memmove(c.names + c.index, c.names + c.index + 1,
		        (--c.n - c.index) * sizeof *c.names);
	choose_columns(s, &c, arg);
	return true;
}

static bool move(struct session *s, const char *arg, size_t by, struct error *err) {
	struct chosen c;

	if (!find_chosen(s, arg, &c, err))
		return false;
	size_t to = c.index + by; /* wraps below 0 */
	if (c.index < c.n && to < c.n) {
		const char *other = c.names[to];

		c.names[to] = c.names[c.index];
		c.names[c.index] = other;
	}
	choose_columns(s, &c, arg);
	return true;
}

static bool earlier(struct session *s, const char *arg, struct error *err) {
	return move(s, arg, SIZE_MAX, err);
}

static bool later(struct session *s, const char *arg, struct error *err) {
	return move(s, arg, 1, err);
}

static const struct command column_list[] = {
	{ "columns", .arg = "[VIEW [COLUMN ...]]",
	  .help = "Choose columns and their order; VIEW alone resets them.", .is_lasting = true,
	  .run = columns, .complete = complete_columns },
	{ "column-toggle", .arg = "COLUMN", .help = "Show or hide a column of this view.",
	  .run = toggle_column, .complete = complete_column },
	{ "column-earlier", .arg = "COLUMN", .help = "Move a column to the left.", .run = earlier,
	  .complete = complete_column },
	{ "column-later", .arg = "COLUMN", .help = "Move a column to the right.", .run = later,
	  .complete = complete_column },
};

const struct command_group column_commands = {
	.title = "Columns",
	.rank = 32,
	COMMANDS(column_list),
};

enum { WIDEST = 71, NARROWEST = 12, AROUND = 9 }; /* cells */

static void add_line(struct session *s, struct menu_line line, const char *text) {
	line.text = text;
	menu_add(&s->menu, line);
}

/* Adds sentences, broken into lines. */
static void add_text(struct session *s, struct menu_line line, const char *text) {
	const char *taken;
	int rows, cols;

	s->terminal->size(&rows, &cols);
	cols = cols < NARROWEST + AROUND ? NARROWEST
	       : cols > WIDEST + AROUND  ? WIDEST
	                                 : cols - AROUND;
	text = text ? text + strspn(text, " ") : text;
	while (text && (taken = text_take_line(&text, cols, s->menu.arena)))
		add_line(s, line, taken);
}

/* On the screen, then among others; marks that the row has not are passed over. */
static const char *explained_beside(struct session *s, size_t column, int by) {
	const struct table *t = &s->pane->table;
	const struct slots slots = pane_slots(s->pane, s->menu.arena);
	char cell[VALUE_TEXT];

	do
		column = column_beside(t, column, by, slots);
	while (t->columns->list[column].is_mark &&
	       !table_cell(t, s->pane->cursor, column, cell, sizeof cell));
	return arena_format(s->menu.arena, "explain %s", t->columns->list[column].name);
}

/* Opens the menu with the column's value in its title, or below if it is too long; false: none. */
static bool open_value(struct session *s, size_t row, size_t column, struct menu_line *line) {
	enum { LONG = 60 }; /* bytes */
	const struct table *t = &s->pane->table;
	const struct column *columns = t->columns->list;
	char title[VALUE_TEXT], shown[VALUE_TEXT];

	table_title(t, column, title, sizeof title);
	value_show(shown, sizeof shown, table_value(t, row, column));
	const char *value = *shown                              ? shown + strspn(shown, " ")
	                    : columns[column].is_mark           ? "no mark"
	                    : columns[column].unit == UNIT_TEXT ? "empty"
	                                                        : "no figure";
	bool is_long = strlen(value) > LONG;
	menu_open(&s->menu, arena_format(t->arena, is_long ? "%.60s" : "%.60s: %s",
	                                 *title ? title : columns[column].name, value));
	/* Left and Right act on every line. */
	*line = (struct menu_line){ .up = explained_beside(s, column, -1),
		                    .down = explained_beside(s, column, 1) };
	if (is_long) {
		add_text(s, *line, value);
		add_line(s, *line, "");
	}
	return *shown;
}

static bool explain(struct session *s, const char *arg, struct error *err) {
	const struct table *t = &s->pane->table;
	size_t column = *arg ? table_column(t, arg) : sort_column(s);

	if (!*arg && (column == t->columns->n || !table_shows(t, column)))
		column = column_beside(t, t->columns->n, 1, (struct slots){ .n = 0 });
	if (column == t->columns->n)
		return fail(err, "no column \"%s\"", arg);
	const struct column *c = &t->columns->list[column];
	const struct view *view = s->pane->here.view;
	size_t at = s->pane->cursor;
	while (at && view->begins && !view->begins(t->rows[at].item))
		at--; /* to the first line of a text */
	const void *item = t->rows[at].item;
	const char *why = c->explain && item ? c->explain(&(struct field){ t, c, item }) : NULL;
	const char *row = view->explain ? view->explain(t, item, c) : "";
	struct menu_line line;
	const bool is_first = !open_value(s, at, column, &line) && !why && *row;

	if (is_first) {
		add_text(s, line, row);
		add_line(s, line, "");
	}
	add_text(s, line, table_help(t, at, column));
	add_text(s, line, why);
	if (!is_first && *row && !(why && strstr(why, row))) {
		add_line(s, line, "");
		add_text(s, line, row);
	}
	add_line(s, line, "");
	add_text(s, line, "Left and Right: other columns.  Esc: back.");
	return true;
}

static const struct command explain_list[] = {
	{ "explain", .arg = "[COLUMN]", .help = "Explain the figures and marks of the row.",
	  .need = NEED_ROW, .run = explain },
};

const struct command_group explain_commands = {
	.title = "What it means",
	.rank = 45,
	COMMANDS(explain_list),
};
