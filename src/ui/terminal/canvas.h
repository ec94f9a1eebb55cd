/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture of the screen: glyphs, each with a role.
 *
 * Everything is painted here first.  A terminal then shows the picture, and tests compare it, so
 * painting needs no terminal. */
#pragma once

#include "base/base.h"

/* What a glyph is for; a theme says what that looks like. */
#define ROLES(X)                                                      \
	X(PLAIN, "plain", "everything that has no other role")        \
	X(TITLE, "title", "the first line: what was opened")          \
	X(TAB, "tab", "a view's tab")                                 \
	X(TAB_HERE, "tab-here", "the tab of the view shown")          \
	X(HEADING, "heading", "column headings")                      \
	X(HEADING_SORT, "heading-sort", "heading of the sort column") \
	X(CURSOR, "cursor", "the row under the cursor")               \
	X(SUBJECT, "subject", "the function the view is about")       \
	X(HOT, "hot", "a share of 5 % or more")                       \
	X(WARM, "warm", "a share of 0.5 % or more")                   \
	X(FAINT, "faint", "figures of fewer than 10 samples")         \
	X(MATCH, "match", "what the search found")                    \
	X(STATUS, "status", "the last line")                          \
	X(PROMPT, "prompt", "a line being typed")                     \
	X(ERROR, "error", "why something failed")                     \
	X(FAULT, "fault", "why most figures are wrong or missing")    \
	X(NOTE, "note", "how many notes there are")                   \
	X(MENU, "menu", "a menu over the view")                       \
	X(MENU_HERE, "menu-here", "the menu line under the cursor")   \
	X(LINE, "line", "lines between panes and around menus")       \
	X(KEY, "key", "a key that can be pressed, in help")           \
	X(BETTER, "better", "less than before")                       \
	X(WORSE, "worse", "more than before")

enum role {
#define ROLE(id, name, help) ROLE_##id,
	ROLES(ROLE)
#undef ROLE
		NROLES
};

/* A glyph of width 2 is in its left cell; the right one has width 0 and no bytes.  An escape takes
 * a cell for each of its letters. */
struct cell {
	struct glyph glyph;
	unsigned char role; /* enum role */
};

struct canvas {
	int rows, cols;
	struct cell *cells;         /* of a whole picture: [rows * cols] */
	int stride;                 /* cells from a row to the next */
	int cursor_row, cursor_col; /* where the terminal's cursor is put */
	bool cursor_shown;          /* while something is typed */
};

/* A blank picture.  Owner: the arena. */
struct canvas canvas_new(int rows, int cols, struct arena *arena);

/* A part of a picture, painted on like a whole one, which has its cells and the cursor. */
struct canvas canvas_part(const struct canvas *canvas, int row, int col, int rows, int cols);

/* Writes text made safe, cut off at the edges or after `width` cells, never inside a glyph; returns
 * the column after it.  With a negative column, what is left of the picture is not shown.  Does
 * nothing outside the rows. */
int canvas_put(struct canvas *canvas, int row, int col, int width, enum role role,
               const char *text);

/* The same, with an ellipsis (one or two cells) at the end if the text is wider than `width`. */
void canvas_put_begin(struct canvas *canvas, int row, int col, int width, enum role role,
                      const char *text);

/* Changes the role of cells [low, high) of a row; the glyphs stay. */
void canvas_mark(struct canvas *canvas, int row, int low, int high, enum role role);

/* Makes cells [low, high) of a row blank, with a role. */
void canvas_fill(struct canvas *canvas, int row, int low, int high, enum role role);

/* Replaces lines, bars and the like by ASCII. */
void canvas_to_ascii(struct canvas *canvas);

/* The row as text, without blanks at its end.  Owner: the arena. */
const char *canvas_row(const struct canvas *canvas, int row, struct arena *arena);
