/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal as a device: its descriptors, modes and signals, and everything else that curses
 * does not deal with.
 *
 * It is ours or lent: at first, to a command, and to the shell while we are stopped.  While it is
 * lent, its modes are the original ones. */
#pragma once

#include "process/signals.h"
#include "ui/terminal/terminal.h"

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
