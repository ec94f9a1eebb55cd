/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/screen/mouse.h"

#include <stdio.h>
#include <string.h>

#include "ui/screen/screen.h"
#include "ui/session/session.h"
#include "ui/terminal/terminal.h"

enum { WHEEL_ROWS = 3 };

static void click_tab(struct session *s, int cols, int col)
{
	const struct view *view = screen_tab_at(cols, col);
	char line[64];

	if (!view)
		return;
	s->pane = &s->panes[0];
	snprintf(line, sizeof line, "view %s", view->name);
	session_run(s, line);
}

/* A second click on the heading turns the order round. */
static void click_heading(struct session *s, int col)
{
	size_t column = screen_column_at(s->pane, col - s->pane->area.col);
	const char *name, *sort = session_sort(s);
	char line[64];

	if (column == s->pane->table.columns->n)
		return;
	name = s->pane->table.columns->list[column].name;
	snprintf(line, sizeof line, "sort %s", name);
	session_run(s, sort && !strcmp(sort, name) ? "invert" : line);
}

/* A click on the mark of a row that folds opens or closes it. */
static void click_row(struct session *s, int row, int col, bool opens)
{
	bool folds;
	size_t at = s->pane->here.top + (size_t)(row - s->pane->area.row - 1);

	if (at >= s->pane->table.nrows)
		return;
	session_move(s, at);
	folds = screen_is_fold_at(s->pane, at, col - s->pane->area.col);
	if (folds)
		session_run(s, "fold");
	else if (opens)
		session_run(s, "open");
}

/* Scrolls; the cursor stays on the screen. */
static void wheel(struct pane *pane, bool is_down)
{
	size_t body = (size_t)pane->body_rows, nrows = pane->table.nrows;
	size_t most = nrows > body ? nrows - body : 0;
	size_t top = pane->here.top, cursor = pane->here.cursor;

	if (is_down)
		top = top + WHEEL_ROWS < most ? top + WHEEL_ROWS : most;
	else
		top = top > WHEEL_ROWS ? top - WHEEL_ROWS : 0;
	if (cursor < top)
		cursor = top;
	if (cursor >= top + body)
		cursor = top + body - 1;
	pane->here.top = top;
	pane_move(pane, cursor);
}

/* The pane at a place of the screen, or NULL. */
static struct pane *pane_at(struct session *s, int row, int col)
{
	size_t i;

	for (i = 0; i < 2; i++) {
		const struct area *a = &s->panes[i].area;

		if (row >= a->row && row < a->row + a->rows && col >= a->col &&
		    col < a->col + a->cols && s->panes[i].table.profile)
			return &s->panes[i];
	}
	return NULL;
}

/* A click goes to the pane, the wheel only turns it. */
void mouse_event(struct session *s, const struct event *event)
{
	const char *what = event->text;
	struct pane *pane;
	bool ignores = s->ignores_double_click && !strcmp(what, "DoubleClick");
	int rows, cols;

	if (!strcmp(what, "Release")) {
		if (s->is_dragging)
			split_drag(s, event->row, event->col);
		s->is_dragging = false;
		return;
	}
	s->message.reason[0] = '\0';
	s->ignores_double_click = false;
	if (!s->profile || s->prompt.kind || ignores)
		return;
	if (s->menu.title) {
		menu_event(s, event);
		return;
	}
	s->terminal->size(&rows, &cols);
	split_arrange(s, rows, cols);
	s->is_dragging = strncmp(what, "Wheel", 5) != 0 &&
	                 split_is_border(s, event->row, event->col);
	pane = pane_at(s, event->row, event->col);
	if (event->row == 0 && strncmp(what, "Wheel", 5) != 0)
		click_tab(s, cols, event->col);
	if (!pane)
		return;
	if (!strncmp(what, "Wheel", 5)) {
		wheel(pane, !strcmp(what, "WheelDown"));
		return;
	}
	s->pane = pane;
	if (event->row == pane->area.row)
		click_heading(s, event->col);
	else
		click_row(s, event->row, event->col,
		          !strcmp(what, "DoubleClick"));
}
