/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen: a session painted on a canvas.
 *
 *	title, what was opened, tabs
 *	what makes its figures wrong, if anything does
 *	headings
 *	rows
 *	filter or message, sort, notes, help key; or the prompt */
#pragma once

#include "base/base.h"
#include "table/table.h"

struct canvas;
struct comparison;
struct pane;
struct session;
struct view;

/* Says what is shown: for the first line of the screen and the head of files. */

/* The head of a table that is written.  Owner: the arena. */
struct caption caption_of(const struct view *view, const struct table *table, const char *filter,
                          struct arena *arena);

/* The last part of a path. */
const char *caption_name(const char *path);

/* " of old/prog": the program of the base or, if that is the same, its only profile; or "". */
const char *caption_base(const struct comparison *comparison, struct arena *arena);

/* Settles what a picture of that size shows: the second pane and its rows, the areas of both, and
 * how far they and the menu are scrolled. */
void screen_settle(struct session *session, int rows, int cols, struct arena *arena);
void screen_settle_table(const struct session *session, struct pane *pane, struct arena *arena);

/* Paints what was settled for a picture of that size, with the same arena. */
void screen_paint(const struct session *session, struct canvas *canvas, struct arena *picture);

/* Paints a pane's heading and rows into its area. */
void screen_paint_table(const struct session *session, const struct pane *pane,
                        struct canvas *canvas, struct arena *picture);

/* The view whose tab is at a column of the first line, and the table's column at a column of a
 * pane's headings (columns->n: none).  For the mouse. */
const struct view *screen_tab_at(const struct session *session, int cols, int col);
size_t screen_column_at(const struct pane *pane, int col);

/* Whether the fold mark of a row is at a column of a pane. */
bool screen_is_fold_at(const struct pane *pane, size_t row, int col);
