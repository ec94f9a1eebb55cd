/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terminals: they send keys and show pictures.
 *
 * curses_terminal is the real one; script_terminal plays a list of keys and prints the last
 * picture, which is how screens are tested.  A process
 * has one terminal, so the functions take no object. */
#pragma once

#include "base/base.h"

struct canvas;
struct theme;

enum event_kind {
	EVENT_NONE,   /* nothing now: draw, then wait */
	EVENT_KEY,    /* `text` names a key */
	EVENT_PASTE,  /* `text` was pasted: a piece of any bytes */
	EVENT_RESIZE, /* size() has changed, or all must be drawn again */
	EVENT_WORKER, /* the worker's descriptor is readable */
	EVENT_MOUSE,  /* `text` happened at row, col: see below */
	EVENT_END     /* no more keys, terminal gone, or asked to end */
};

enum { EVENT_TEXT = 64 };

/* A key that gives a character is that character ("j", "é", "?"); "Space", "Enter", "Esc", "Tab",
 * "S-Tab", "BS", "Del", "Ins", "Up", "Down", "Left", "Right", "Home", "End", "PageUp", "PageDown",
 * "F1" to "F12"; with control "C-l"; with Alt "M-x", "M-Left".  Names that are not in this list can
 * come from odd keyboards ("S-Up", "C-M-Left"). The mouse: "Click", "DoubleClick", "WheelUp",
 * "WheelDown", and "Release" of what was clicked on. */
struct event {
	enum event_kind kind;
	char text[EVENT_TEXT];
	int row, col; /* of the mouse, from 0 */
};

struct terminal {
	void (*size)(int *rows, int *cols);

	/* False while the terminal is busy with the last picture: events go on, drawing waits. */
	bool (*ready)(void);

	/* Shows a picture of exactly size(): one write of what changed. */
	void (*show)(const struct canvas *canvas);

	/* The next event.  With 0, EVENT_NONE means that all keys typed so far were returned.  Else
	 * sleeps until there is an event, so many milliseconds at most if that is above 0;
	 * EVENT_NONE then means that they have passed, or that ready() may have become true.  The
	 * script does not sleep. */
	struct event (*next)(int wait_ms);

	/* Draws everything anew with the next picture (^L). */
	void (*redraw)(void);

	/* Uses a theme from now on. */
	void (*take_theme)(const struct theme *theme);

	/* Says whether a job is running in the background.  The script waits for it before its next
	 * key. */
	void (*busy)(bool is_busy);

	/* Turns mouse events on or off; off at first.  False: the terminal has none. */
	bool (*mouse)(bool is_on);

	/* Puts up to 64 KB of text on the clipboard, if the terminal lets programs do that (OSC
	 * 52); it does not say whether it did. Returns where the text went, in words; NULL: there
	 * is no clipboard. */
	const char *(*copy)(const char *text);

	/* Gives the terminal to a command for a while.  Until resume(), SIGINT and SIGQUIT are
	 * ignored here and have their default action in the command; waiting for it may be
	 * interrupted (EINTR). resume() takes the terminal back and draws everything anew. */
	void (*pause)(void);
	void (*resume)(void);

	/* Stops the process, as ^Z does; returns when it is continued.  size() may have changed,
	 * and all must be drawn again. */
	void (*stop)(void);

	/* Gives the terminal back for good.  Returns the signal that asked the program to end, to
	 * be raised again; or 0. */
	int (*close)(void);
};

struct terminal_setup {
	const struct theme *theme;
	const char *title; /* for the window; foreign text */
	bool no_color;     /* --no-color or NO_COLOR */
	int worker;        /* descriptor to watch for EVENT_WORKER, or -1 */
};

/* Takes the terminal on standard input and output (or /dev/tty for keys if standard input is not a
 * terminal).  Errors: NULL if none can be used; nothing was written to it then. */
const struct terminal *curses_terminal(const struct terminal_setup *setup, struct error *err);

/* The version of ncurses in use, "ncurses 6.4.20221231". */
const char *curses_terminal_version(void);

/* Plays keys, names separated by spaces, on a screen of rows x cols; close()
 * prints the last picture on standard output.  While busy() it reports the
 * worker's events before the next key, for at most a minute each.
 * Not keys, but directions:
 *
 *	R:80x24            changes the size
 *	T:text             types the text, one key a character
 *	P:text             pastes it
 *	Click:3,10         and the other names of EVENT_MOUSE: row 3, column 10
 *	ROLES              close() prints the role of each cell, too
 *	LOOKS:256          and the style of each role, with 256 colours
 *	HOLD:60            holds what jobs have to report back for 60 keys, while
 *	                   they go on, as if they took that long
 *	HOLD:60,7          for 0 to 60 keys at random, of seed 7, and keys are
 *	                   sometimes typed ahead of the picture
 *	                   (as the first word from the first job on)
 */
const struct terminal *script_terminal(int rows, int cols, const char *keys,
                                       const struct terminal_setup *setup);
