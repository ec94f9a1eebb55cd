/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/mouse.h"

#include <stdio.h>
#include <string.h>

#include "ui/screen.h"
#include "ui/session.h"
#include "ui/terminal.h"

enum { WHEEL_ROWS = 3 };

static void click_tab(struct session *s, int cols, int col)
{
	const struct view *view = screen_tab_at(cols, col);
	char line[64];

	if (!view)
		return;
	snprintf(line, sizeof line, "view %s", view->name);
	session_run(s, line);
}

/* A second click on the heading turns the order round. */
static void click_heading(struct session *s, int cols, int col)
{
	size_t column = screen_column_at(s, cols, col);
	const char *name, *sort = session_sort(s);
	char line[64];

	if (column == s->pane->table.columns->n)
		return;
	name = s->pane->table.columns->list[column].name;
	snprintf(line, sizeof line, "sort %s", name);
	session_run(s, sort && !strcmp(sort, name) ? "invert" : line);
}

static void click_row(struct session *s, int row, bool opens)
{
	size_t at = s->pane->here.top + (size_t)(row - SCREEN_BODY);

	if (row - SCREEN_BODY >= s->pane->body_rows ||
	    at >= s->pane->table.nrows)
		return;
	session_move(s, at);
	if (opens)
		session_run(s, "open");
}

static void wheel(struct session *s, bool is_down)
{
	size_t most = s->pane->table.nrows > (size_t)s->pane->body_rows
	                      ? s->pane->table.nrows -
	                                (size_t)s->pane->body_rows
	                      : 0;
	size_t top = s->pane->here.top, cursor = s->pane->here.cursor;

	if (is_down)
		top = top + WHEEL_ROWS < most ? top + WHEEL_ROWS : most;
	else
		top = top > WHEEL_ROWS ? top - WHEEL_ROWS : 0;
	if (cursor < top)
		cursor = top;
	if (cursor >= top + (size_t)s->pane->body_rows)
		cursor = top + (size_t)s->pane->body_rows - 1;
	s->pane->here.top = top;
	session_move(s, cursor);
}

void mouse_event(struct session *s, const struct event *event)
{
	const char *what = event->text;
	int rows, cols;

	if (!s->profile || s->prompt.kind || s->menu.title)
		return;
	s->terminal->size(&rows, &cols);
	if (!strncmp(what, "Wheel", 5))
		wheel(s, !strcmp(what, "WheelDown"));
	else if (event->row == 0)
		click_tab(s, cols, event->col);
	else if (event->row == SCREEN_BODY - 1)
		click_heading(s, cols, event->col);
	else
		click_row(s, event->row, !strcmp(what, "DoubleClick"));
}
