/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "ui/session/session.h"

/* A number of a row some rows on, from 0 to the last. */
static size_t moved_by(size_t from, long rows, size_t last) {
	const size_t by = (size_t)(rows < 0 ? -rows : rows);

	if (rows < 0)
		return from > by ? from - by : 0;
	return from + by < last ? from + by : last;
}

/* The ways to move: commands move the pane that has the focus. */
static bool by_rows(struct pane *pane, long rows, struct error *err) {
	const size_t n = pane->table.nrows, from = pane->cursor;

	if (rows < 0 && !from)
		return fail(err, "first row");
	if (rows > 0 && from + 1 >= n)
		return fail(err, "last row");
	pane_move(pane, moved_by(from, rows, n));
	return true;
}

/* Scrolls by halves of a screen, the cursor with the rows. */
static bool by_halves(struct pane *pane, long halves, struct error *err) {
	const long body = pane->body_rows, rows = (body * halves + halves % 2) / 2;
	const size_t n = pane->table.nrows;

	if (!by_rows(pane, rows, err))
		return false;
	pane->here.top = moved_by(pane->here.top, rows, n > (size_t)body ? n - (size_t)body : 0);
	return true;
}

static bool to_end(struct pane *pane, long is_last, struct error *err) {
	pane_move(pane, is_last ? SIZE_MAX : 0);
	return true;
}

/* The column whose biggest values are hot: the first of percents. */
static size_t hot_column(const struct table *t) {
	size_t c;

	for (c = 0; c < t->columns->n; c++)
		if (t->columns->list[c].unit == UNIT_PERCENT)
			break;
	return c;
}

/* Whether row a comes before row b when the hottest come first. */
static bool is_hotter(double a, size_t row_a, double b, size_t row_b) {
	return a > b || (a >= b && row_a < row_b);
}

/* The hottest row; with `by` the one that comes after (1) or before (-1) the cursor's; nrows if
 * there is none. */
static size_t hot_row(const struct pane *pane, long by) {
	const struct table *t = &pane->table;
	const size_t column = hot_column(t), from = pane->cursor;
	const size_t n = column < t->columns->n ? t->nrows : 0;
	const bool is_down = by >= 0;
	size_t best = t->nrows, row;
	double here = 0, most = 0;

	if (by && from < n)
		here = value_size(table_value(t, from, column));
	for (row = 0; row < n; row++) {
		double size = value_size(table_value(t, row, column));

		if (size <= 0 ||
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
		                 : by > 0 ? "no row is less hot"
		                          : "this is the hottest row");
	pane_move(pane, row);
	return true;
}

/* The row that a number stands for: where rows have lines, that line's, or the next one's that
 * there is. */
static size_t row_of_number(const struct table *t, unsigned long number) {
	const size_t column = table_column(t, "line");
	size_t best = t->nrows, r;
	uint64_t nearest = UINT64_MAX;

	if (column == t->columns->n)
		return number ? number - 1 : 0;
	for (r = 0; r < t->nrows; r++) {
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
	{ .name = "down", .help = "Move the cursor to the next row.", .move = by_rows, .by = 1 },
	{ .name = "up", .help = "Move the cursor to the row before.", .move = by_rows, .by = -1 },
	{ .name = "page-down", .help = "Move down by a screen.", .move = by_halves, .by = 2 },
	{ .name = "page-up", .help = "Move up by a screen.", .move = by_halves, .by = -2 },
	{ .name = "half-page-down",
	  .help = "Move down by half a screen.",
	  .move = by_halves,
	  .by = 1 },
	{ .name = "half-page-up",
	  .help = "Move up by half a screen.",
	  .move = by_halves,
	  .by = -1 },
	{ .name = "first", .help = "Move to the first row.", .move = to_end, .by = false },
	{ .name = "last", .help = "Move to the last row.", .move = to_end, .by = true },
	{ .name = "go",
	  .arg = "NUMBER",
	  .help = "Go to a row, or line of a source; so does its number.",
	  .run = go },
	{ .name = "hottest",
	  .help = "Move to the row with the most time.",
	  .need = NEED_SHARES,
	  .move = to_hot,
	  .by = 0 },
	{ .name = "next-hot",
	  .help = "Move to the row that is next in time.",
	  .need = NEED_SHARES,
	  .move = to_hot,
	  .by = 1 },
	{ .name = "previous-hot",
	  .help = "Move to the row before it in time.",
	  .need = NEED_SHARES,
	  .move = to_hot,
	  .by = -1 },
};

const struct command_group move_commands = {
	.title = "Moving around",
	.rank = 10,
	.is_last = true, /* nobody opens a menu to go down */
	.list = list,
	.n = sizeof list / sizeof *list,
};
