/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where keys come from and pictures go.
 *
 * curses_terminal is the real one; script_terminal plays a list of keys and
 * prints the last picture, which is how screens are tested.  There is one
 * terminal a process, so the functions take no object. */
#ifndef GPTUI_TERMINAL_H
#define GPTUI_TERMINAL_H

#include <stdbool.h>

struct canvas;
struct error;
struct theme;

enum event_kind {
	EVENT_NONE,   /* nothing for now: draw, then wait */
	EVENT_KEY,    /* `text` names a key */
	EVENT_PASTE,  /* `text` was pasted; any bytes, in pieces */
	EVENT_RESIZE, /* size() has changed, or all must be drawn again */
	EVENT_WORKER, /* the worker's descriptor is readable */
	EVENT_MOUSE,  /* `text` happened at row, col: see below */
	EVENT_END     /* no more keys, terminal gone, or told to end */
};

enum { EVENT_TEXT = 64 };

/* A key that gives a character is that character ("j", "é", "?"); "Space",
 * "Enter", "Esc", "Tab", "S-Tab", "BS", "Del", "Ins", "Up", "Down", "Left",
 * "Right", "Home", "End", "PageUp", "PageDown", "F1" to "F12"; with control
 * "C-l"; with Alt "M-x", "M-Left".  Names that are not in this list can come from
 * odd keyboards ("S-Up", "C-M-Left").
 * The mouse: "Click", "DoubleClick", "WheelUp", "WheelDown", and "Release" of
 * what was clicked on. */
struct event {
	enum event_kind kind;
	char text[EVENT_TEXT];
	int row, col; /* of the mouse, from 0 */
};

struct terminal {
	void (*size)(int *rows, int *cols);

	/* False while the terminal still swallows the last picture: events
	 * go on, drawing has to wait. */
	bool (*ready)(void);

	/* Shows a picture of exactly size(): one write of what changed. */
	void (*show)(const struct canvas *canvas);

	/* The next event.  Without `wait`, EVENT_NONE says that all keys typed
	 * so far were taken.  With it, sleeps until there is one; EVENT_NONE
	 * then says that ready() may have become true. */
	struct event (*next)(bool wait);

	/* Draws everything anew with the next picture (^L). */
	void (*redraw)(void);

	/* Looks of the roles from now on. */
	void (*take_theme)(const struct theme *theme);

	/* Says that a job is under way in the background, or no more.  The
	 * script waits for it before its next key. */
	void (*busy)(bool is_busy);

	/* Asks the terminal for mouse events, or no more; off at first.
	 * False: they are not to be had. */
	bool (*mouse)(bool is_on);

	/* Puts text on the clipboard, as far as the terminal lets programs do
	 * that (OSC 52, up to 64 KB); whether it did nobody can tell.
	 * Returns where it went, in words; NULL: there is no clipboard. */
	const char *(*copy)(const char *text);

	/* Gives the terminal back for a while, to a command that is run.
	 * SIGINT and SIGQUIT do nothing to this process meanwhile and have
	 * their default action in the command; wait for it through EINTR.
	 * resume() takes the terminal again and draws everything anew. */
	void (*pause)(void);
	void (*resume)(void);

	/* Stops the process, as ^Z does; returns when it goes on.  size() may
	 * have changed, and all must be drawn again. */
	void (*stop)(void);

	/* Gives the terminal back for good; harmless when already closed. */
	void (*close)(void);

	/* The signal that told the program to end, or 0: to die of after
	 * close(). */
	int (*signal)(void);
};

struct terminal_setup {
	const struct theme *theme;
	const char *title; /* for the window; foreign text */
	bool no_color;     /* --no-color or NO_COLOR */
	int worker;        /* descriptor to watch for EVENT_WORKER, or -1 */
};

/* Takes the terminal on standard input and output (or /dev/tty for keys when
 * standard input is not a terminal).
 * Returns NULL when there is none that can be used, with the reason; nothing
 * was written to it then. */
const struct terminal *curses_terminal(const struct terminal_setup *setup,
                                       struct error *err);

/* The version of ncurses in use, "ncurses 6.4.20221231". */
const char *curses_terminal_version(void);

/* Plays keys, names parted by spaces, on a screen of rows x cols; close()
 * prints the last picture on standard output.  While busy() it reports the
 * worker's events before the next key, for at most a minute each.
 * Not keys, but directions:
 *
 *	R:80x24            changes the size
 *	T:text             types the text, one key a character
 *	P:text             pastes it
 *	Click:3,10         and the other names of EVENT_MOUSE: row 3, column 10
 *	ROLES              close() prints the role of each cell, too
 *	LOOKS:256          and what each role looks like, with 256 colours
 */
const struct terminal *script_terminal(int rows, int cols, const char *keys,
                                       const struct terminal_setup *setup);

#endif
