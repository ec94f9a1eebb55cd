/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "ui/session/session.h"

/* Moves by some rows; the end is no error, but it is told. */
static bool move_by(struct session *s, long rows, struct error *err)
{
	size_t last = s->pane->table.nrows ? s->pane->table.nrows - 1 : 0;
	size_t by = (size_t)(rows < 0 ? -rows : rows);

	if (rows < 0 && !s->pane->here.cursor)
		return fail(err, "first row");
	if (rows > 0 && s->pane->here.cursor >= last)
		return fail(err, "last row");
	if (rows < 0)
		pane_move(s->pane, s->pane->here.cursor > by
		                           ? s->pane->here.cursor - by
		                           : 0);
	else
		pane_move(s->pane, s->pane->here.cursor + by);
	return true;
}

/* Scrolls by some rows, the cursor with them. */
static bool scroll_by(struct session *s, long rows, struct error *err)
{
	size_t most = s->pane->table.nrows > (size_t)s->pane->body_rows
	                      ? s->pane->table.nrows -
	                                (size_t)s->pane->body_rows
	                      : 0;
	size_t by = (size_t)(rows < 0 ? -rows : rows);

	if (!move_by(s, rows, err))
		return false;
	if (rows < 0)
		s->pane->here.top = s->pane->here.top > by
		                            ? s->pane->here.top - by
		                            : 0;
	else
		s->pane->here.top = s->pane->here.top + by < most
		                            ? s->pane->here.top + by
		                            : most;
	return true;
}

static bool down(struct session *s, const char *arg, struct error *err)
{
	return move_by(s, 1, err);
}

static bool up(struct session *s, const char *arg, struct error *err)
{
	return move_by(s, -1, err);
}

static bool page_down(struct session *s, const char *arg, struct error *err)
{
	return scroll_by(s, s->pane->body_rows, err);
}

static bool page_up(struct session *s, const char *arg, struct error *err)
{
	return scroll_by(s, -s->pane->body_rows, err);
}

static bool half_page_down(struct session *s, const char *arg,
                           struct error *err)
{
	return scroll_by(s, (s->pane->body_rows + 1) / 2, err);
}

static bool half_page_up(struct session *s, const char *arg, struct error *err)
{
	return scroll_by(s, -(s->pane->body_rows + 1) / 2, err);
}

static bool first(struct session *s, const char *arg, struct error *err)
{
	pane_move(s->pane, 0);
	return true;
}

static bool last(struct session *s, const char *arg, struct error *err)
{
	pane_move(s->pane, s->pane->table.nrows);
	return true;
}

/* The column whose biggest values are hot: the first of percents. */
static size_t hot_column(const struct table *t)
{
	size_t c;

	for (c = 0; c < t->columns->n; c++)
		if (t->columns->list[c].unit == UNIT_PERCENT)
			break;
	return c;
}

/* Whether row a comes before row b when the hottest come first. */
static bool is_hotter(double a, size_t row_a, double b, size_t row_b)
{
	return a > b || (a >= b && row_a < row_b);
}

/* The hottest row of those that come after (or before) the cursor's, or
 * nrows. */
static size_t hot_row(const struct session *s, bool is_after, bool from_cursor)
{
	const struct table *t = &s->pane->table;
	size_t column = hot_column(t), best = t->nrows, row, from;
	double most = 0, here;

	from = s->pane->here.cursor;
	here = from_cursor ? value_size(table_value(t, from, column)) : 0;
	for (row = 0; row < t->nrows; row++) {
		double size = value_size(table_value(t, row, column));

		if (size <= 0 || (from_cursor &&
		                  (row == from || is_hotter(size, row, here,
		                                            from) == is_after)))
			continue;
		if (best == t->nrows ||
		    is_hotter(size, row, most, best) == is_after) {
			best = row;
			most = size;
		}
	}
	return best;
}

static bool go_hot(struct session *s, bool is_after, bool from_cursor,
                   struct error *err)
{
	size_t row;

	row = hot_row(s, is_after, from_cursor);
	if (row == s->pane->table.nrows)
		return fail(err, !from_cursor ? "no row has any time"
		                 : is_after   ? "no row is less hot"
		                              : "this is the hottest row");
	pane_move(s->pane, row);
	return true;
}

/* The row that a number stands for: where rows have lines, that line's, or
 * the next one's that there is. */
static size_t row_of_number(const struct table *t, unsigned long number)
{
	const size_t column = table_column(t, "line");
	size_t best = t->nrows, r;
	uint64_t nearest = UINT64_MAX;

	if (column == t->columns->n)
		return number ? number - 1 : 0;
	for (r = 0; r < t->nrows; r++) {
		struct value line = table_value(t, r, column);

		if (line.unit == UNIT_LINE && line.whole >= number &&
		    line.whole < nearest) {
			best = r;
			nearest = line.whole;
		}
	}
	return best;
}

static bool go(struct session *s, const char *arg, struct error *err)
{
	enum { MOST_DIGITS = 9 };

	if (strspn(arg, "0123456789") != strlen(arg) ||
	    strlen(arg) > MOST_DIGITS)
		return fail(err, "go takes a number");
	pane_move(s->pane,
	          row_of_number(&s->pane->table, strtoul(arg, NULL, 10)));
	return true;
}

static bool hottest(struct session *s, const char *arg, struct error *err)
{
	return go_hot(s, true, false, err);
}

static bool next_hot(struct session *s, const char *arg, struct error *err)
{
	return go_hot(s, true, true, err);
}

static bool previous_hot(struct session *s, const char *arg, struct error *err)
{
	return go_hot(s, false, true, err);
}

static const struct command list[] = {
	{
		.name = "down",
		.keys = "j Down C-n",
		.help = "Move the cursor to the next row.",
		.run = down,
	},
	{
		.name = "up",
		.keys = "k Up C-p",
		.help = "Move the cursor to the row before.",
		.run = up,
	},
	{
		.name = "page-down",
		.keys = "PageDown Space C-f",
		.help = "Move down by a screen.",
		.run = page_down,
	},
	{
		.name = "page-up",
		.keys = "PageUp b C-b",
		.help = "Move up by a screen.",
		.run = page_up,
	},
	{
		.name = "half-page-down",
		.keys = "C-d",
		.help = "Move down by half a screen.",
		.run = half_page_down,
	},
	{
		.name = "half-page-up",
		.keys = "C-u",
		.help = "Move up by half a screen.",
		.run = half_page_up,
	},
	{
		.name = "first",
		.keys = "g Home",
		.help = "Move to the first row.",
		.run = first,
	},
	{
		.name = "last",
		.keys = "G End",
		.help = "Move to the last row.",
		.run = last,
	},
	{
		.name = "go",
		.arg = "NUMBER",
		.help = "Go to a row, or line of a source; so does its number.",
		.run = go,
	},
	{
		.name = "hottest",
		.keys = "H",
		.help = "Move to the row with the most time.",
		.need = NEED_SHARES,
		.run = hottest,
	},
	{
		.name = "next-hot",
		.keys = ")",
		.help = "Move to the row that is next in time.",
		.need = NEED_SHARES,
		.run = next_hot,
	},
	{
		.name = "previous-hot",
		.keys = "(",
		.help = "Move to the row before it in time.",
		.need = NEED_SHARES,
		.run = previous_hot,
	},
};

const struct command_group move_commands = {
	.title = "Moving around",
	.rank = 10,
	.is_last = true, /* nobody opens a menu to go down */
	.list = list,
	.n = sizeof list / sizeof *list,
};
