/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terminals: they send keys and show pictures.
 *
 * curses_terminal is the real one; script_terminal plays a list of keys and prints the last
 * picture, which is how screens are tested.  A process
 * has one terminal, so the functions take no object. */
#pragma once

#include "base/base.h"
#include "process/signals.h"

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

/* Turns the bytes that a terminal sends into names of keys.
 *
 * Understands UTF-8, control and Alt keys, the sequences that terminals like xterm send for cursor
 * and function keys with modifiers, bracketed paste and the answer to "are you there?".  A sequence
 * it does not know is read to its end and dropped, so that its letters do not act as keys. */

/* The state of the decoder; starts as zeros. */
struct keys {
	enum {
		KEYS_GROUND,
		KEYS_ESCAPE,   /* after ESC */
		KEYS_SHIFT,    /* after ESC O */
		KEYS_SEQUENCE, /* after ESC [ */
		KEYS_CONSOLE   /* after ESC [ [, as the Linux console sends */
	} state;
	char held[16]; /* parameters of a sequence, or a part of a character */
	size_t nheld;
	bool has_alt; /* the character held came after ESC */
	bool is_pasting;
	char paste[EVENT_TEXT];
	size_t npaste;
	bool is_answered; /* set at the answer (CSI 0 n); cleared by the user */
};

/* Takes a byte; true if it completes an event. */
bool keys_byte(struct keys *keys, unsigned char byte, struct event *out);

/* To be called when no byte follows for now; true if what was held is an event by itself (a lone
 * ESC, a piece of pasted text). */
bool keys_pause(struct keys *keys, struct event *out);

/* Fills in an event. */
struct event event_of(enum event_kind kind, const char *text);

/* The terminal as a device: its descriptors, modes and signals, and everything else that curses
 * does not deal with.
 *
 * It is ours or lent: at first, to a command, and to the shell while we are stopped.  While it is
 * lent, its modes are the original ones. */

/* One picture, one write().
 *
 * Between tty_output_begin() and tty_output_end() curses writes to memory; then everything is sent
 * to the terminal at once.  A long picture is put between synchronized-output marks (mode 2026), so
 * that the user never sees half of one.
 *
 * Pacing: each picture ends with a request for the terminal's status (DSR).  Once a terminal has
 * answered one, the next picture waits for the answer to the last, so that pictures never queue up
 * on a slow link.  A terminal that does not answer for 3 seconds is not waited for again. */

/* As far as known: its letters are selected; the cursor, from 1, or 0. */
struct tty_state {
	bool is_selected;
	int row, col;
};

struct tty_output {
	int terminal;       /* pictures are written to it */
	int curses;         /* curses writes to it */
	int memory;         /* a memfd; or -1: none, and nothing is held back */
	long long asked_ms; /* when the open request was sent, or 0 */
	bool is_proven;     /* has answered once */
	bool is_off;        /* has stopped answering */

	/* Cells of the next picture that are on the screen already, row by row; NULL if that is not
	 * known, or the terminal does not move its cursor as xterm does. */
	const bool *kept;
	int cols;
	struct tty_state state;

	/* Not 0 when the program was asked to end; a write that the terminal does not accept is
	 * abandoned then.  Owner: struct signals. */
	const volatile sig_atomic_t *ending;
};

/* Discards what curses writes, or sends it to the terminal again. */
void tty_output_divert(const struct tty_output *output, bool to_nowhere);

void tty_output_begin(const struct tty_output *output);
void tty_output_end(struct tty_output *output);

/* True when the next picture may be drawn. */
bool tty_output_ready(struct tty_output *output);

/* The answer has come. */
void tty_output_answered(struct tty_output *output);

enum { TITLE = 256 };

struct device {
	struct tty_output output;
	struct signals signals;
	struct captured_stderr captured;
	int keyboard;       /* keys are read from it */
	int worker;         /* or -1; set by the user */
	bool is_gone;       /* the terminal has hung up */
	int empty_reads;    /* in succession; whoever reads keys clears it */
	char title[TITLE];  /* the sequence that sets it; or "" */
	bool is_pressed;    /* the mouse's button */
	struct event click; /* the last one */
	long long click_ms;
};

/* Adds bytes to what a crash writes, without padding ("$<5>" in terminfo), before device_open(). */
void device_restore(struct device *device, const char *bytes);

/* Takes the terminal on standard output, the keyboard and the signals; the device is lent at first.
 * The title (or NULL) is foreign text.  Errors: no keyboard; no descriptor is available. */
bool device_open(struct device *device, const char *title, struct error *err);
void device_close(struct device *device);

/* Lends the device, or takes it back, with bracketed paste, title, standard error and signals. */
void device_lend(struct device *device, bool is_lent);

/* The window's size; false if the system does not know it. */
bool device_size(const struct device *device, int *rows, int *cols);

/* Sleeps until there is something to read, as terminal->next() does.  EVENT_KEY: a key or a signal;
 * EVENT_NONE: nothing, or ready() may have become true. */
enum event_kind device_await(struct device *device, int wait_ms);

/* The event of a button that is pressed or released: a click, which may be the second of a double
 * click, or a release.  If both happen at once, curses reports only the release, so a release
 * without a press is a click. */
struct event device_click(struct device *device, int row, int col, bool is_release);

/* True while the keyboard has something to read and the terminal's answer is still open.  Waits up
 * to a second for it, because the next program would read it as keys. */
bool device_lingers(struct device *device);

/* Puts text on the clipboard of the user's terminal, also from a remote host.
 *
 * The sequence OSC 52 does that, if the terminal allows it.  Programs between keep it to
 * themselves: tmux has a command of its own for the clipboard, and is asked to pass the sequence on
 * where that command cannot be reached (over ssh); GNU screen passes it on in small pieces. */

/* Returns where the text went, in words; NULL: the terminal has no clipboard, and nothing was sent.
 * Text beyond 64 KB is left out.  Source: "XTerm Control Sequences"; base64 of RFC 4648; tmux(1),
 * options set-clipboard and allow-passthrough; screen(1), "ESC P (A) Device Control String". */
const char *clipboard_put(const struct tty_output *output, const char *text);
