/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen: a session painted on a canvas.
 *
 *	title, what was opened, tabs
 *	headings
 *	rows
 *	filter or message, sort, notes, where help is; or the prompt */
#ifndef GPTUI_SCREEN_H
#define GPTUI_SCREEN_H

#include <stddef.h>

struct arena;
struct canvas;
struct session;
struct view;

/* Paints everything; sets the session's body_rows and scrolls so that the
 * cursor is on the screen. */
void screen_paint(struct session *session, struct canvas *canvas,
                  struct arena *frame);

/* Paints the table's heading and rows into the rows [low, high) of the
 * canvas. */
void screen_paint_table(struct session *session, struct canvas *canvas, int low,
                        int high);

/* What stands at a column of the first line, and of the headings: a view, a
 * column of the table (columns->n: none).  For the mouse. */
const struct view *screen_tab_at(int cols, int col);
size_t screen_column_at(const struct session *session, int cols, int col);

/* The first row of the screen that shows a row of the table. */
enum { SCREEN_BODY = 2 };

/* Paints a menu, if there is one, over the view. */
void screen_paint_menu(const struct session *session, struct canvas *canvas);

#endif
