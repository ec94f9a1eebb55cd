/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A menu over the view, to choose one of several lines. */
#ifndef GPTUI_MENU_H
#define GPTUI_MENU_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct event;
struct session;

struct menu_line {
	const char *text; /* what it says */
	const char *note; /* beside it, or behind it; or NULL */
	const char *more; /* more text for typing to find; or NULL */
	const char *help; /* a sentence on it, for the cursor's line; or NULL */
	const char *run;  /* the command to run when it is chosen; or NULL */

	/* Commands that move the line up and down; or NULL. */
	const char *up, *down;

	/* A heading of the lines below it; cannot be chosen. */
	bool is_heading;

	const char *whole; /* set by menu_add(): the text and its note */
};

enum {
	MENU_TYPED = 64,
	MENU_HELP_ROWS = 8 /* of a screen where the help has two lines */
};

struct menu {
	struct arena *arena;     /* of its texts, until another menu is opened */
	struct session *session; /* for the functions below */

	const char *title; /* NULL: there is no menu */

	/* Called when the cursor is on another line, and when the menu is closed without a choice.
	 * May be NULL. */
	void (*moved)(struct session *session, const struct menu_line *line);
	void (*cancelled)(struct session *session);

	struct menu_line *lines; /* shape: [n] */
	size_t n;
	size_t cursor, top; /* of the lines shown */

	/* Typing leaves only the lines that match; otherwise a letter moves to the next line that
	 * begins with it. */
	bool is_searched;
	char typed[MENU_TYPED];
	size_t *shown; /* numbers of lines; shape: [nshown] */
	size_t nshown;
};

/* A menu's position on the screen, in cells. */
struct menu_box {
	int row, col;   /* of its title; the lines are below it */
	int rows, cols; /* rows of lines */
	int notes;      /* where notes begin, in cells from col */
	bool is_tight;  /* notes begin right behind their texts instead */
	size_t top;     /* the line in the first row, of those shown */
};

/* Begins a menu.  The texts of its lines must live until it is closed; those in menu->arena, which
 * is emptied first, do. */
void menu_open(struct menu *menu, const char *title);
void menu_add(struct menu *menu, struct menu_line line);
void menu_close(struct menu *menu);

/* The help of the line under the cursor, or NULL. */
const char *menu_help(const struct menu *menu);

/* Its position on a screen of that size; rows is 0 if there is no room. */
struct menu_box menu_box(const struct menu *menu, int rows, int cols);

/* Notes wrap.  Takes the next row off the rest of one, at first NULL: moves *rest to what is below
 * it, and *indent becomes its indentation.  Returns where its text begins.  In a tight box it is
 * one of text and note. */
const char *menu_take_row(const struct menu_box *box, const struct menu_line *line,
                          const char **rest, int *indent);

/* How many rows lines take, from one of those shown up to another. */
int menu_rows(const struct menu *menu, const struct menu_box *box, size_t low, size_t high);

/* Handles a key or mouse event on a screen of that size.  Returns the command that was chosen, or
 * NULL; it lives until another menu is opened. */
const char *menu_event(struct menu *menu, const struct event *event, int rows, int cols);

#endif
