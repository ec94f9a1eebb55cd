/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/screen/screen.h"

#include <stdio.h>

#include "base/text.h"
#include "ui/terminal/canvas.h"
#include "ui/session/session.h"

/* The text typed is after the title, the number of lines at the right. */
static void paint_title(const struct menu *m, const struct menu_box *box, struct canvas *canvas)
{
	int end = box->col + box->cols, col = box->col + 2;
	char count[64] = "";
	int width;

	canvas_fill(canvas, box->row, box->col, end, ROLE_HEADING);
	if (!m->nshown)
		snprintf(count, sizeof count, "no match");
	else if (menu_rows(m, box, 0, m->nshown) > box->rows)
		snprintf(count, sizeof count, "%zu/%zu", m->cursor + 1, m->nshown);
	width = text_width(count);
	col = canvas_put(canvas, box->row, col, end - col, ROLE_HEADING, m->title);
	if (*m->typed) {
		col = canvas_put(canvas, box->row, col, end - col, ROLE_HEADING, ": ");
		col = canvas_put(canvas, box->row, col, end - col, ROLE_HEADING, m->typed);
	}
	if (col + 2 + width <= end)
		canvas_put(canvas, box->row, end - width - 1, width, ROLE_HEADING, count);
}

/* Returns how many rows it takes. */
static int paint_line(const struct menu *m, const struct menu_box *box, size_t shown, int row,
                      struct canvas *canvas)
{
	const struct menu_line *line = &m->lines[m->shown[shown]];
	const int first = row, end = box->row + 1 + box->rows;
	bool is_here = shown == m->cursor;
	enum role role = line->is_heading ? ROLE_HEADING : is_here ? ROLE_MENU_HERE : ROLE_MENU;
	const char *rest = NULL;
	char text[256];

	do {
		int indent;
		const char *at = menu_take_row(box, line, &rest, &indent);

		canvas_fill(canvas, row, box->col, box->col + box->cols, role);
		snprintf(text, sizeof text, "%.*s", (int)(rest - at), at);
		canvas_put(canvas, row++, box->col + indent, box->cols - indent, role, text);
	} while (*rest && row < end);
	if (!box->is_tight)
		canvas_put(canvas, first, box->col + 2, box->cols - 2, role, line->text);
	if (is_here)
		canvas_put(canvas, first, box->col, 1, role, ">");
	return row - first;
}

void screen_paint_menu(struct session *s, struct canvas *canvas)
{
	struct menu *m = &s->menu;
	struct menu_box box;
	size_t i;
	int row;

	if (!m->title)
		return;
	box = menu_box(m, canvas->rows, canvas->cols);
	if (!box.rows)
		return;
	m->top = box.top;
	paint_title(m, &box, canvas);
	row = box.row + 1;
	for (i = box.top; i < m->nshown && row < box.row + 1 + box.rows; i++)
		row += paint_line(m, &box, i, row, canvas);
	canvas->cursor_row = box.row + 1 + menu_rows(m, &box, box.top, m->cursor);
	canvas->cursor_col = box.col;
}
