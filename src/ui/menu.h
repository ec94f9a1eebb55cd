/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A menu over the view: one of several lines is chosen. */
#ifndef GPTUI_MENU_H
#define GPTUI_MENU_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct event;
struct session;

struct menu_line {
	const char *text; /* what it says */
	const char *note; /* beside it; or NULL */
	const char *run;  /* the command line of choosing it; or NULL */

	/* Command lines that move the line up and down; or NULL. */
	const char *up, *down;
};

enum { MENU_LINES = 64 };

struct menu {
	const char *title; /* NULL: there is no menu */

	/* The cursor has gone to another line; the menu is closed without a
	 * choice.  NULL: nothing happens. */
	void (*moved)(struct session *session, const struct menu_line *line);
	void (*cancelled)(struct session *session);

	struct menu_line lines[MENU_LINES];
	size_t n, cursor, top;
};

/* Begins a menu; its texts must live until it is closed. */
void menu_open(struct session *session, const char *title);
void menu_add(struct session *session, struct menu_line line);
void menu_close(struct session *session);

/* A key for the menu: moves, chooses, or closes. */
void menu_event(struct session *session, const struct event *event);

#endif
