/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal as a device: its descriptors, modes and signals, and whatever
 * else of it is not curses' business.
 *
 * It is ours or lent.  While it is lent (at first, to a command, to a shell
 * while we are stopped) its modes are those of before. */
#ifndef GPTUI_DEVICE_H
#define GPTUI_DEVICE_H

#include <stdbool.h>

#include "ui/terminal/tty_output.h"
#include "ui/process/signals.h"
#include "ui/process/captured_stderr.h"
#include "ui/terminal/terminal.h"

enum { TITLE = 256 };

struct device {
	struct tty_output output;
	struct signals signals;
	struct captured_stderr captured;
	int keyboard;       /* keys are read from it */
	int worker;         /* or -1; set by the user */
	bool is_gone;       /* the terminal has hung up */
	int empty_reads;    /* in a row; the user of the keyboard clears it */
	char title[TITLE];  /* the sequence that sets it, or nothing */
	bool is_pressed;    /* the mouse's button */
	struct event click; /* the last one */
	long long click_ms;
};

/* Adds bytes to what a crash writes, without padding ("$<5>" in terminfo).
 * To be called before device_open(). */
void device_restore(struct device *device, const char *bytes);

/* Takes the terminal on standard output, the keyboard and the signals; the
 * device starts out lent.  The title (or NULL) is foreign text.
 * Errors: no keyboard; no descriptors to be had. */
bool device_open(struct device *device, const char *title, struct error *err);
void device_close(struct device *device);

/* Lends the device, or takes it back: bracketed paste, the title, standard
 * error and what a signal does follow. */
void device_lend(struct device *device, bool is_lent);

/* The window's size; false when the system does not know it. */
bool device_size(const struct device *device, int *rows, int *cols);

/* Sleeps (with `wait`) until there is something to read.  EVENT_KEY: from the
 * keyboard or about signals; EVENT_NONE: nothing, or ready() may be true. */
enum event_kind device_await(struct device *device, bool wait);

/* The event of a button that goes down, or up again: a click, which may be the
 * second half of a double one, or a release.  Of one that goes up at once
 * curses tells only that, so what goes up without having been down is a
 * click. */
struct event device_click(struct device *device, int row, int col,
                          bool is_release);

/* True while the keyboard has something to read and an answer of the terminal
 * is among it or still to come.  It waits a second for that, at most: else
 * the next reader of the terminal would take it for typed. */
bool device_lingers(struct device *device);

#endif
