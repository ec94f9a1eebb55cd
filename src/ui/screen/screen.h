/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen: a session painted on a canvas.
 *
 *	title, what was opened, tabs
 *	headings
 *	rows
 *	filter or message, sort, notes, where help is; or the prompt */
#ifndef GPTUI_SCREEN_H
#define GPTUI_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct canvas;
struct pane;
struct session;
struct view;

/* Paints everything; gives the panes their areas and scrolls so that the
 * cursor is on the screen. */
void screen_paint(struct session *session, struct canvas *canvas,
                  struct arena *frame);

/* Paints the panes and what parts them.  Owner of texts: the frame. */
void screen_paint_panes(struct session *session, struct canvas *canvas,
                        struct arena *frame);

/* Paints a pane's heading and rows into its area. */
void screen_paint_table(const struct session *session, struct pane *pane,
                        struct canvas *canvas, struct arena *frame);

/* What stands at a column of the first line, and of a pane's headings: a
 * view, a column of the table (columns->n: none).  For the mouse. */
const struct view *screen_tab_at(int cols, int col);
size_t screen_column_at(const struct pane *pane, int col);

/* Whether the mark of a row that folds is at a column of a pane. */
bool screen_is_fold_at(const struct pane *pane, size_t row, int col);

/* Paints a menu, if there is one, over the view; scrolls it so that its cursor
 * is on the screen. */
void screen_paint_menu(struct session *session, struct canvas *canvas);

#endif
