/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/screen/screen.h"

#include <stdio.h>

#include "base/text.h"
#include "ui/terminal/canvas.h"
#include "ui/session/session.h"

/* What was typed stands behind the title, how much is shown at the right. */
static void paint_title(const struct menu *m, const struct menu_place *place,
                        struct canvas *canvas)
{
	int end = place->col + place->cols, col = place->col + 2;
	char count[64] = "";
	int width;

	canvas_fill(canvas, place->row, place->col, end, ROLE_HEADING);
	if (!m->nshown)
		snprintf(count, sizeof count, "nothing fits");
	else if (m->nshown > (size_t)place->rows)
		snprintf(count, sizeof count, "%zu/%zu", m->cursor + 1,
		         m->nshown);
	width = text_width(count);
	col = canvas_put(canvas, place->row, col, end - col, ROLE_HEADING,
	                 m->title);
	if (*m->typed) {
		col = canvas_put(canvas, place->row, col, end - col,
		                 ROLE_HEADING, ": ");
		col = canvas_put(canvas, place->row, col, end - col,
		                 ROLE_HEADING, m->typed);
	}
	if (col + 2 + width <= end)
		canvas_put(canvas, place->row, end - width - 1, width,
		           ROLE_HEADING, count);
}

static void paint_line(const struct menu *m, const struct menu_place *place,
                       size_t shown, int row, struct canvas *canvas)
{
	const struct menu_line *line = &m->lines[m->shown[shown]];
	bool is_here = shown == m->cursor;
	enum role role = line->is_heading ? ROLE_HEADING
	                 : is_here        ? ROLE_MENU_HERE
	                                  : ROLE_MENU;
	int room = place->cols - place->notes - 1;
	char note[256];

	canvas_fill(canvas, row, place->col, place->col + place->cols, role);
	canvas_put(canvas, row, place->col + 2, place->cols - 2, role,
	           line->text);
	if (line->note && room > 0) {
		text_fit(note, sizeof note, line->note, room);
		canvas_put(canvas, row, place->col + place->notes, room, role,
		           note);
	}
	if (is_here)
		canvas_put(canvas, row, place->col, 1, role, ">");
}

void screen_paint_menu(struct session *s, struct canvas *canvas)
{
	struct menu *m = &s->menu;
	struct menu_place place;
	int i;

	if (!m->title)
		return;
	place = menu_place(m, canvas->rows, canvas->cols);
	if (!place.rows)
		return;
	m->top = place.top;
	paint_title(m, &place, canvas);
	for (i = 0; i < place.rows && place.top + (size_t)i < m->nshown; i++)
		paint_line(m, &place, place.top + (size_t)i, place.row + 1 + i,
		           canvas);
	canvas->cursor_row = place.row + 1 + (int)(m->cursor - place.top);
	canvas->cursor_col = place.col;
}
