/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A menu over the view: one of several lines is chosen. */
#ifndef GPTUI_MENU_H
#define GPTUI_MENU_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct event;
struct session;

struct menu_line {
	const char *text; /* what it says */
	const char *note; /* beside it; or NULL */
	const char *more; /* what typing finds it by, too; or NULL */
	const char
		*help; /* a sentence, for while the cursor is on it; or NULL */
	const char *run; /* the command line of choosing it; or NULL */

	/* Command lines that move the line up and down; or NULL. */
	const char *up, *down;

	/* It names the lines after it and cannot be chosen. */
	bool is_heading;
};

enum {
	MENU_TYPED = 64,
	MENU_HELP_ROWS = 8 /* of the screen, where a help has two lines */
};

struct menu {
	struct arena *arena;     /* of its texts: until another one is opened */
	struct session *session; /* for the functions below */

	const char *title; /* NULL: there is no menu */

	/* The cursor has gone to another line; the menu is closed without a
	 * choice.  NULL: nothing happens. */
	void (*moved)(struct session *session, const struct menu_line *line);
	void (*cancelled)(struct session *session);

	struct menu_line *lines; /* shape: [n] */
	size_t n;
	size_t cursor, top; /* of the lines shown */

	/* Typing leaves only the lines that fit; else a letter goes to the
	 * next line that begins with it. */
	bool is_searched;
	char typed[MENU_TYPED];
	size_t *shown; /* numbers of lines; shape: [nshown] */
	size_t nshown;
};

/* Where a menu is on the screen, in cells. */
struct menu_box {
	int row, col;   /* of its title; the lines are below it */
	int rows, cols; /* rows of lines */
	int notes;      /* cells from col on to where notes begin */
	size_t top;     /* the first line on the screen, of those shown */
};

/* Begins a menu.  Texts of its lines must live until it is closed: those of
 * menu->arena, which this gives back first, do. */
void menu_open(struct menu *menu, const char *title);
void menu_add(struct menu *menu, struct menu_line line);
void menu_close(struct menu *menu);

/* What the menu has to say about the line under the cursor, or NULL. */
const char *menu_help(const struct menu *menu);

/* Where it goes on a screen of that size; rows is 0 where there is no room. */
struct menu_box menu_box(const struct menu *menu, int rows, int cols);

/* Takes a key or the mouse, on a screen of that size: moves, closes, or chooses.
 * Returns the command line that was chosen, or NULL; it lives until another menu
 * is opened. */
const char *menu_event(struct menu *menu, const struct event *event, int rows,
                       int cols);

#endif
