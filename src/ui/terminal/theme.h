/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Themes: what each role looks like.
 *
 * A theme is a text file, NAME.theme, with one line for each role:
 *
 *	# role    foreground  background  attributes
 *	heading   cyan        default     bold underline
 *
 * Colours: default, black red green yellow blue magenta cyan white, bright- and one of these, a
 * number up to 255 (as xterm has them), or #rrggbb.  On a terminal with fewer colours the nearest
 * one is used; "208/yellow" names the one for fewer than 256.  Attributes: bold dim underline
 * reverse.  A role without a line looks like "plain".  A comment on the first line describes the
 * theme. theme.h finds them. */
#pragma once

#include "base/base.h"

/* A picture of the screen: glyphs, each with a role.
 *
 * Everything is painted here first.  A terminal then shows the picture, and tests compare it, so
 * painting needs no terminal. */

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

enum { STYLE_BOLD = 1, STYLE_DIM = 2, STYLE_UNDERLINE = 4, STYLE_REVERSE = 8 };

/* A colour is -1: the terminal's own; 0 to 255; or COLOUR_RGB + rrggbb. */
enum { COLOUR_RGB = 1 << 24 };

struct style {
	int foreground, background;
	unsigned attributes; /* STYLE_BOLD | ... */
};

/* The style of a role: with 256 colours or more, and with fewer. */
struct theme_line {
	struct style many, few;
};

struct theme {
	struct theme_line roles[NROLES];
};

/* Reads the text of a theme file; `name` is for messages.
 * Errors: NAME:LINE: no such role, colour or attribute. */
bool theme_parse(struct theme *out, const char *name, const char *text, struct error *err);

/* The style of a role on a terminal with ncolours colours: none (below 8), 8 (bold for the bright
 * ones), 16, 256, or 2^24, where only 0 to 7 are numbers and colour_rgb() gives the others. */
struct style theme_style(const struct theme *theme, enum role role, int ncolours);

/* The red << 16 | green << 8 | blue of a colour, as xterm has it. */
int colour_rgb(int colour);

/* The name of a role, and the role of a name (-1: there is none). */
const char *role_name(enum role role);
int role_named(const char *name);

/* Finds themes: in a file, the user's folder, or those compiled in. */

/* A name with a slash is a file.  Any other is NAME.theme in the folder gptui/themes of the user's
 * configuration, else a theme of gptui.  Errors: there is none, or it is malformed. */
bool theme_load(struct theme *out, const char *name, struct error *err);

/* gptui's own themes. */
extern const struct named_text themes[];

/* The names of all themes: gptui's own, then up to 64 of the user's with other names; NULL after
 * the last.  Owner: the arena. */
const char *const *theme_names(struct arena *arena);

/* Its description: the comment on its first line; or "".  Owner: the arena. */
const char *theme_about(const char *name, struct arena *arena);
