/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command.h"

#include "base/error.h"
#include "ui/session.h"

enum { SIDEWAYS = 8 };

/* Moves by some rows; the end is no error, but it is told. */
static bool move_by(struct session *s, long rows, struct error *err)
{
	size_t last = s->table.nrows ? s->table.nrows - 1 : 0;
	size_t by = (size_t)(rows < 0 ? -rows : rows);

	if (rows < 0 && !s->here.cursor)
		return fail(err, "first row");
	if (rows > 0 && s->here.cursor >= last)
		return fail(err, "last row");
	if (rows < 0)
		session_move(s, s->here.cursor > by ? s->here.cursor - by : 0);
	else
		session_move(s, s->here.cursor + by);
	return true;
}

/* Scrolls by some rows, the cursor with them. */
static bool scroll_by(struct session *s, long rows, struct error *err)
{
	size_t most = s->table.nrows > (size_t)s->body_rows
	                      ? s->table.nrows - (size_t)s->body_rows
	                      : 0;
	size_t by = (size_t)(rows < 0 ? -rows : rows);

	if (!move_by(s, rows, err))
		return false;
	if (rows < 0)
		s->here.top = s->here.top > by ? s->here.top - by : 0;
	else
		s->here.top = s->here.top + by < most ? s->here.top + by : most;
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
	return scroll_by(s, s->body_rows, err);
}

static bool page_up(struct session *s, const char *arg, struct error *err)
{
	return scroll_by(s, -s->body_rows, err);
}

static bool half_page_down(struct session *s, const char *arg,
                           struct error *err)
{
	return scroll_by(s, (s->body_rows + 1) / 2, err);
}

static bool half_page_up(struct session *s, const char *arg, struct error *err)
{
	return scroll_by(s, -(s->body_rows + 1) / 2, err);
}

static bool first(struct session *s, const char *arg, struct error *err)
{
	session_move(s, 0);
	return true;
}

static bool last(struct session *s, const char *arg, struct error *err)
{
	session_move(s, s->table.nrows);
	return true;
}

static bool left(struct session *s, const char *arg, struct error *err)
{
	if (!s->here.sideways)
		return fail(err, "names begin here");
	s->here.sideways -= SIDEWAYS;
	return true;
}

static bool right(struct session *s, const char *arg, struct error *err)
{
	enum { MOST = 4096 };

	if (s->here.sideways < MOST)
		s->here.sideways += SIDEWAYS;
	return true;
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
		.name = "left",
		.keys = "h Left",
		.help = "Scroll names that are too long to the left.",
		.run = left,
	},
	{
		.name = "right",
		.keys = "l Right",
		.help = "Scroll names that are too long to the right.",
		.run = right,
	},
};

const struct command_group move_commands = {
	.title = "Moving around",
	.order = 10,
	.list = list,
	.n = sizeof list / sizeof *list,
};
