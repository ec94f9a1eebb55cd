/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A menu over the view, to choose one of several lines. */
#pragma once

#include "base/base.h"

struct event;

/* What a line is.  Of those that match what was typed alike, the first kinds come first; only
 * commands are there before something is typed.  Absent: a command that does not work here. */
enum menu_kind { MENU_COMMAND, MENU_SETTING, MENU_COLUMN, MENU_ABSENT, MENU_CHAPTER, MENU_OPTION };

struct menu_line {
	enum menu_kind kind;

	const char *text; /* what it says */
	const char *note; /* beside it, or behind it; or NULL */
	const char *help; /* a sentence on it, for the cursor's line; or NULL */
	const char *run;  /* the command to run when it is chosen; or NULL: a text to read */

	const char *name, *words; /* more for typing to find; or NULL */
	const char *whole;        /* for typing that finds nothing else; or NULL */

	/* Commands that move the line up and down; or NULL. */
	const char *up, *down;

	const char *heading; /* above it, and above those behind it that have the same; or NULL */
};

enum {
	MENU_TYPED = 64,
	MENU_HELP_ROWS = 8 /* of a screen where the help has two lines */
};

struct menu {
	struct arena *arena; /* of its texts, until another menu is opened */

	const char *title; /* NULL: there is no menu */
	bool is_of_row;    /* numbers in its commands are of what a row is about now */

	struct menu_line *lines; /* shape: [n] */
	size_t n;
	size_t cursor; /* of the lines shown */
	size_t top;    /* the first row on the screen */

	/* Typing leaves only the lines that match, the best first, unless it is a text. */
	char typed[MENU_TYPED];
	size_t *shown; /* numbers of lines; shape: [nshown] */
	size_t nshown;
};

/* A row of a menu on a screen: a line, the next part of one that wraps, or the heading above it. */
struct menu_row {
	size_t line;      /* of those shown */
	const char *name; /* the line's text, if its note is beside it; or NULL */
	const char *text;
	int indent; /* of the text */
	bool is_heading, is_more;
};

/* A menu on a screen, in cells. */
struct menu_box {
	int row, col;          /* of its title; the lines are below it */
	int rows, cols;        /* rows of lines; 0: there is no room */
	struct menu_row *list; /* all of its rows; shape: [n] */
	size_t n;
	size_t top, here; /* the first row that is to be seen, the cursor's first */
};

/* Begins a menu.  The texts of its lines must live until it is closed, whatever becomes of tables;
 * those in menu->arena, which is emptied first, do. */
void menu_open(struct menu *menu, const char *title);
void menu_add(struct menu *menu, struct menu_line line);
void menu_offer(struct menu *menu, const char *text, const char *note, const char *run);
void menu_close(struct menu *menu);

/* The line under the cursor, or NULL. */
const struct menu_line *menu_line_here(const struct menu *menu);

/* The menu on a screen of that size.  Owner: the arena. */
struct menu_box menu_box(const struct menu *menu, int rows, int cols, struct arena *arena);

/* Handles a key or mouse event on a screen of that size.  Returns the command that was chosen, or
 * NULL; it lives until another menu is opened. */
const char *menu_event(struct menu *menu, const struct event *event, int rows, int cols);
