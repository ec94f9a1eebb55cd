/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/screen/screen.h"

#include "base/arena.h"
#include "model/compare/comparison.h"
#include "model/names.h"
#include "model/dataset.h"
#include "model/profile.h"
#include "ui/terminal/canvas.h"
#include "ui/session/session.h"
#include "ui/session/split.h"

static const char vertical[] = "\xe2\x94\x82", horizontal[] = "\xe2\x94\x80";

/* Without colours, or characters for them, lines are noise. */
static bool has_lines(const struct session *s)
{
	return s->has_colours && !s->preferences.is_ascii;
}

/* A line beside the second pane, or a gap where no lines are drawn. */
static void paint_border(const struct session *s, struct canvas *canvas)
{
	const struct area *area = &s->panes[1].area;
	int i;

	for (i = 0; has_lines(s) && i < area->rows; i++)
		canvas_put(canvas, area->row + i, area->col - 1, 1, ROLE_LINE, vertical);
}

/* The subject of a pane: a function, or a whole cycle. */
static const char *about(const struct session *s, const struct query *query, struct arena *picture)
{
	if (query->gone && s->data->comparison)
		return comparison_base_name(s->data->comparison, query->gone, query->display.names);
	if (query->cycle)
		return arena_format(picture, "<cycle %u as a whole>", query->cycle->number);
	return names_get(s->data->names, query->subject, query->display.names);
}

/* A line above the second pane, which names it. */
static void paint_divider(const struct session *s, struct canvas *canvas, struct arena *picture)
{
	const struct pane *pane = &s->panes[1];
	int row = pane->area.row - 1, col;

	for (col = 0; has_lines(s) && col < canvas->cols; col++)
		canvas_put(canvas, row, col, 1, ROLE_LINE, horizontal);
	if (!pane->table.data)
		return;
	col = canvas_put(canvas, row, 2, canvas->cols, ROLE_LINE, " ");
	col = canvas_put(canvas, row, col, canvas->cols, ROLE_LINE, pane->here.view->title);
	col = canvas_put(canvas, row, col, canvas->cols, ROLE_LINE, ": ");
	col = canvas_put(canvas, row, col, canvas->cols - col - 3, ROLE_LINE,
	                 about(s, &pane->here.query, picture));
	canvas_put(canvas, row, col, 1, ROLE_LINE, " ");
}

void screen_paint_panes(struct session *s, struct canvas *canvas, struct arena *picture)
{
	split_arrange(s, canvas->rows, canvas->cols);
	screen_paint_table(s, &s->panes[0], canvas, picture);
	if (!split_is_shown(s))
		return;
	if (s->panes[1].area.col)
		paint_border(s, canvas);
	else
		paint_divider(s, canvas, picture);
	if (s->panes[1].table.data)
		screen_paint_table(s, &s->panes[1], canvas, picture);
}
