/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen: a session painted on a canvas.
 *
 *	title, what was opened, tabs
 *	headings
 *	rows
 *	filter or message, sort, notes, where help is; or the prompt */
#ifndef GPTUI_SCREEN_H
#define GPTUI_SCREEN_H

struct arena;
struct canvas;
struct session;

/* Paints everything; sets the session's body_rows and scrolls so that the
 * cursor is on the screen. */
void screen_paint(struct session *session, struct canvas *canvas,
                  struct arena *frame);

/* Paints the table's heading and rows into the rows [low, high) of the
 * canvas. */
void screen_paint_table(struct session *session, struct canvas *canvas, int low,
                        int high);

/* Paints a menu, if there is one, over the view. */
void screen_paint_menu(const struct session *session, struct canvas *canvas);

#endif
