/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/screen/screen.h"

#include <stdio.h>

#include "base/text.h"
#include "ui/terminal/canvas.h"
#include "ui/session/session.h"

/* The text typed is after the title, the number of lines at the right. */
static void paint_title(const struct menu *m, const struct menu_box *box,
                        struct canvas *canvas)
{
	int end = box->col + box->cols, col = box->col + 2;
	char count[64] = "";
	int width;

	canvas_fill(canvas, box->row, box->col, end, ROLE_HEADING);
	if (!m->nshown)
		snprintf(count, sizeof count, "no match");
	else if (m->nshown > (size_t)box->rows)
		snprintf(count, sizeof count, "%zu/%zu", m->cursor + 1,
		         m->nshown);
	width = text_width(count);
	col = canvas_put(canvas, box->row, col, end - col, ROLE_HEADING,
	                 m->title);
	if (*m->typed) {
		col = canvas_put(canvas, box->row, col, end - col, ROLE_HEADING,
		                 ": ");
		col = canvas_put(canvas, box->row, col, end - col, ROLE_HEADING,
		                 m->typed);
	}
	if (col + 2 + width <= end)
		canvas_put(canvas, box->row, end - width - 1, width,
		           ROLE_HEADING, count);
}

static void paint_line(const struct menu *m, const struct menu_box *box,
                       size_t shown, int row, struct canvas *canvas)
{
	const struct menu_line *line = &m->lines[m->shown[shown]];
	bool is_here = shown == m->cursor;
	enum role role = line->is_heading ? ROLE_HEADING
	                 : is_here        ? ROLE_MENU_HERE
	                                  : ROLE_MENU;
	int room = box->cols - box->notes - 1;
	char note[256];

	canvas_fill(canvas, row, box->col, box->col + box->cols, role);
	canvas_put(canvas, row, box->col + 2, box->cols - 2, role, line->text);
	if (line->note && room > 0) {
		text_fit(note, sizeof note, line->note, room);
		canvas_put(canvas, row, box->col + box->notes, room, role,
		           note);
	}
	if (is_here)
		canvas_put(canvas, row, box->col, 1, role, ">");
}

void screen_paint_menu(struct session *s, struct canvas *canvas)
{
	struct menu *m = &s->menu;
	struct menu_box box;
	int i;

	if (!m->title)
		return;
	box = menu_box(m, canvas->rows, canvas->cols);
	if (!box.rows)
		return;
	m->top = box.top;
	paint_title(m, &box, canvas);
	for (i = 0; i < box.rows && box.top + (size_t)i < m->nshown; i++)
		paint_line(m, &box, box.top + (size_t)i, box.row + 1 + i,
		           canvas);
	canvas->cursor_row = box.row + 1 + (int)(m->cursor - box.top);
	canvas->cursor_col = box.col;
}
