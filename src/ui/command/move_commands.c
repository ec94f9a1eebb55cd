/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include "views/views.h"

/* The ways to move: commands move the pane that has the focus. */
static bool by_rows(struct pane *pane, long rows, struct error *err) {
	const size_t n = pane->table.nrows, from = pane->cursor;

	if (rows < 0 && !from)
		return fail(err, "first row");
	if (rows > 0 && from + 1 >= n)
		return fail(err, "last row");
	pane_move(pane, row_beside(from, rows, n));
	return true;
}

/* Scrolls by halves of a screen, the cursor with the rows. */
static bool by_halves(struct pane *pane, long halves, struct error *err) {
	const long rows = (pane->body_rows * halves + halves % 2) / 2;

	if (!by_rows(pane, rows, err))
		return false;
	pane_scroll(pane, rows);
	return true;
}

static bool to_end(struct pane *pane, long is_last, struct error *err) {
	pane_move(pane, is_last ? SIZE_MAX : 0);
	return true;
}

/* The column whose biggest values are hot: that of changes where rows are changes, and in code
 * that is opened from there; else the first of percents. */
static size_t hot_column(const struct pane *pane) {
	const struct table *t = &pane->table;
	const char *by = t->query->by_change && t->data->base ? "delta" : t->sort;
	size_t c = by ? table_column(t, by) : t->columns->n;

	if (c < t->columns->n && t->columns->list[c].is_signed)
		return c;
	for (c = 0; c < t->columns->n; c++)
		if (t->columns->list[c].unit == UNIT_PERCENT)
			break;
	return c;
}

/* Whether row a comes before row b when the hottest come first. */
static bool is_hotter(double a, size_t row_a, double b, size_t row_b) {
	return a > b || (a >= b && row_a < row_b);
}

/* How hot a row is, -INFINITY if not at all: where no change is asked for, what it costs, which no
 * column has.  In a source file all lines of the function come before others. */
static double heat(const struct pane *pane, size_t row, size_t column) {
	const struct table *t = &pane->table;
	const struct view *view = pane->here.view;
	const void *item = t->rows[row].item;
	const struct func *f = view->cost ? pane->here.query.subject : NULL;
	const double size = !view->cost || t->columns->list[column].is_signed
	                            ? value_size(table_value(t, row, column))
	                    : item ? view->cost(item)
	                           : 0;

	if (size <= 0)
		return -INFINITY;
	return !f || view_subject(view, item) == f ? size : -1 / size;
}

/* The hottest row; with `by` the one after (1) or before (-1) the cursor's; nrows: none. */
static size_t hot_row(const struct pane *pane, long by) {
	const struct table *t = &pane->table;
	const size_t column = hot_column(pane), from = pane->cursor;
	const size_t n = column < t->columns->n ? t->nrows : 0;
	const bool is_down = by >= 0;
	size_t best = t->nrows;
	const double here = by && from < n ? heat(pane, from, column) : 0;
	double most = 0;

	for (size_t row = 0; row < n; row++) {
		double size = heat(pane, row, column);

		if (size <= -INFINITY ||
		    (by && (row == from || is_hotter(size, row, here, from) == is_down)))
			continue;
		if (best == t->nrows || is_hotter(size, row, most, best) == is_down) {
			best = row;
			most = size;
		}
	}
	return best;
}

static bool to_hot(struct pane *pane, long by, struct error *err) {
	const size_t row = hot_row(pane, by);

	if (row == pane->table.nrows)
		return fail(err, !by      ? "no row has any time"
		                 : by > 0 ? "no row has less time"
		                          : "no row has more time");
	pane_move(pane, row);
	return true;
}

/* The row that a number stands for: where rows have lines, that line's, or the next one's. */
static size_t row_of_number(const struct table *t, unsigned long number) {
	const size_t column = table_column(t, "line");
	size_t best = t->nrows;
	uint64_t nearest = UINT64_MAX;

	if (column == t->columns->n)
		return number ? number - 1 : 0;
	for (size_t r = 0; r < t->nrows; r++) {
		struct value line = table_value(t, r, column);

		if (line.unit == UNIT_LINE && line.whole >= number && line.whole < nearest) {
			best = r;
			nearest = line.whole;
		}
	}
	return best;
}

static bool to_number(struct pane *pane, long number, struct error *err) {
	pane_move(pane, row_of_number(&pane->table, (unsigned long)number));
	return true;
}

static bool go(struct session *s, const char *arg, struct error *err) {
	enum { MOST_DIGITS = 9 };

	if (strspn(arg, "0123456789") != strlen(arg) || strlen(arg) > MOST_DIGITS)
		return fail(err, "go takes a number");
	return pane_move_by(s->pane, (struct move){ .run = to_number, .by = strtol(arg, NULL, 10) },
	                    err);
}

static const struct command list[] = {
	{ "down", .help = "Move the cursor to the next row.", .move = by_rows, .by = 1 },
	{ "up", .help = "Move the cursor to the previous row.", .move = by_rows, .by = -1 },
	{ "page-down", .help = "Move down by a screen.", .move = by_halves, .by = 2 },
	{ "page-up", .help = "Move up by a screen.", .move = by_halves, .by = -2 },
	{ "half-page-down", .help = "Move down by half a screen.", .move = by_halves, .by = 1 },
	{ "half-page-up", .help = "Move up by half a screen.", .move = by_halves, .by = -1 },
	{ "first", .help = "Move to the first row.", .move = to_end, .by = false },
	{ "last", .help = "Move to the last row.", .move = to_end, .by = true },
	{ "go", .arg = "NUMBER", .help = "Go to a row or source line; :NUMBER does the same.",
	  .run = go },
	{ "hottest", .help = "Move to the hottest row; from 7, to the largest change.",
	  .need = NEED_SHARES, .move = to_hot, .by = 0 },
	{ "next-hot", .help = "Move to the next hottest row.", .need = NEED_SHARES, .move = to_hot,
	  .by = 1 },
	{ "previous-hot", .help = "Move back to the next hotter row.", .need = NEED_SHARES,
	  .move = to_hot, .by = -1 },
};

const struct command_group move_commands = {
	.title = "Moving around",
	.rank = 10,
	.is_last = true, /* nobody opens a menu to go down */
	COMMANDS(list),
};

enum { SIDEWAYS = 8 };

static void set_open(struct session *s, const struct row *row, bool is_open) {
	folds_set(s->folds, row->fold, is_open != row->opens);
}

enum { CLOSE, OPEN, TOGGLE };

static bool fold(struct session *s, int how, struct error *err) {
	const struct row *row = pane_row(s->pane);

	if (row->is_open == how)
		return fail(err, how ? "the row is already open" : "the row is already closed");
	set_open(s, row, !row->is_open);
	session_refresh(s);
	return true;
}

/* Closes the rows [from, to). */
static void close_rows(struct session *s, size_t from, size_t to) {
	for (size_t i = from; i < to; i++)
		if (s->pane->table.rows[i].fold)
			set_open(s, &s->pane->table.rows[i], false);
	session_refresh(s);
}

/* Opens everything below a key, as far as the view does; a message says if rows stay closed. */
static void open_below(struct session *s, uint64_t key) {
	struct query query = s->pane->here.query;
	SCRATCH struct arena *arena = arena_new();
	size_t row = 0, nclosed = 0;

	query.open_below = key;
	query.sort = NULL; /* any order will do */
	const struct table table = view_table(s->pane->here.view, s->data, &query, arena);
	while (key != FOLD_ALL && row < table.nrows && table.rows[row].fold != key)
		row++;
	const size_t end = key == FOLD_ALL ? table.nrows : table_branch_end(&table, row);
	for (; row < end && row < table.nrows; row++)
		if (table.rows[row].fold) {
			set_open(s, &table.rows[row], table.rows[row].is_open);
			nclosed += !table.rows[row].is_open;
		}
	session_refresh(s);
	if (nclosed)
		session_say(s, "opened up to %s rows; the rest stay closed",
		            number_text(arena, TABLE_OPEN_ROWS));
}

/* Whether all rows [from, to) that can be open are, or are closed. */
static bool are_all(const struct table *t, size_t from, size_t to, bool is_open) {
	while (from < to && (!t->rows[from].fold || t->rows[from].is_open == is_open))
		from++;
	return from == to;
}

static bool toggle_below(struct session *s, const char *arg, struct error *err) {
	const struct row *row = pane_row(s->pane);
	size_t end = table_branch_end(&s->pane->table, s->pane->cursor);

	if (are_all(&s->pane->table, s->pane->cursor, end, true))
		close_rows(s, s->pane->cursor, end);
	else
		open_below(s, row->fold);
	return true;
}

static bool expand_all(struct session *s, const char *arg, struct error *err) {
	open_below(s, FOLD_ALL);
	return true;
}

/* The cursor moves to the outermost row above it, which stays. */
static bool collapse_all(struct session *s, const char *arg, struct error *err) {
	const struct table *t = &s->pane->table;
	size_t up;

	if (are_all(t, 0, t->nrows, false))
		return fail(err, "all rows are closed; E opens them");
	while ((up = table_parent(t, s->pane->cursor)) < t->nrows)
		pane_move(s->pane, up);
	close_rows(s, 0, t->nrows);
	return true;
}

/* Scrolls back; then closes the row; then goes up. */
static bool left(struct session *s, const char *arg, struct error *err) {
	const struct row *row = pane_row(s->pane);

	if (s->pane->here.sideways) {
		s->pane->here.sideways -= SIDEWAYS;
		return true;
	}
	if (!s->pane->table.is_tree || !row)
		return fail(err, "names are shown from their beginning; ? is help");
	if (row->fold && row->is_open)
		return fold(s, CLOSE, err);
	size_t up = table_parent(&s->pane->table, s->pane->cursor);
	if (up == s->pane->table.nrows)
		return fail(err, "this row is at the top level; ? is help");
	pane_move(s->pane, up);
	return true;
}

/* Whether a name, or a line, goes on at the right. */
static bool goes_on(const struct pane *p) {
	SCRATCH struct arena *arena = arena_new();
	const struct slots shown = pane_slots(p, arena);

	for (const struct slot *slot = shown.list; slot < shown.list + shown.n; slot++) {
		const struct column *c = &p->table.columns->list[slot->column];

		if ((c->is_name || c->is_cut_behind) &&
		    p->needs.widths[slot->column] > (size_t)(slot->width + p->here.sideways))
			return true;
	}
	return false;
}

/* Opens the row; then goes into it; scrolls where nothing can be opened. */
static bool right(struct session *s, const char *arg, struct error *err) {
	const struct row *row = pane_row(s->pane);

	if (s->pane->table.is_tree && row && row->fold)
		return row->is_open ? by_rows(s->pane, 1, err) : fold(s, OPEN, err);
	split_update(s);
	if (!goes_on(s->pane))
		return fail(err, "names are shown to their end; ? is help");
	s->pane->here.sideways += SIDEWAYS;
	return true;
}

static const struct command fold_list[] = {
	{ "left", .help = "Close a tree's row or go up; otherwise scroll names.", .run = left },
	{ "right", .help = "Open a tree's row or go into it; otherwise scroll names.",
	  .run = right },
	{ "expand", .help = "Show what is below the row.", .need = NEED_FOLD, .run_by = fold,
	  .by = OPEN },
	{ "collapse", .help = "Hide what is below the row.", .need = NEED_FOLD, .run_by = fold,
	  .by = CLOSE },
	{ "fold", .help = "Show or hide what is below the row.", .need = NEED_FOLD, .run_by = fold,
	  .by = TOGGLE },
	{ "fold-below", .help = "Show all levels below the row, or hide them.", .need = NEED_FOLD,
	  .run = toggle_below },
	{ "expand-all", .help = "Open all rows, up to 100,000.", .need = NEED_FOLDS,
	  .run = expand_all },
	{ "collapse-all", .help = "Close all rows.", .need = NEED_FOLDS, .run = collapse_all },
};

const struct command_group fold_commands = {
	.title = "Trees, long names",
	.rank = 15,
	.is_last = true,
	.is_first_with = NEED_FOLDS,
	COMMANDS(fold_list),
};
