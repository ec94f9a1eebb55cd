/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal as a device: its descriptors, modes and signals, and everything
 * else that curses does not deal with.
 *
 * It is ours or lent: at first, to a command, and to the shell while we are
 * stopped.  While it is lent, its modes are the original ones. */
#ifndef GPTUI_DEVICE_H
#define GPTUI_DEVICE_H

#include <stdbool.h>

#include "ui/terminal/tty_output.h"
#include "process/signals.h"
#include "process/captured_stderr.h"
#include "ui/terminal/terminal.h"

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

/* Adds bytes to what a crash writes, without padding ("$<5>" in terminfo).
 * Call it before device_open(). */
void device_restore(struct device *device, const char *bytes);

/* Takes the terminal on standard output, the keyboard and the signals; the
 * device is lent at first.  The title (or NULL) is foreign text.
 * Errors: no keyboard; no descriptor is available. */
bool device_open(struct device *device, const char *title, struct error *err);
void device_close(struct device *device);

/* Lends the device, or takes it back, together with bracketed paste, the title,
 * standard error and the effect of signals. */
void device_lend(struct device *device, bool is_lent);

/* The window's size; false if the system does not know it. */
bool device_size(const struct device *device, int *rows, int *cols);

/* Sleeps until there is something to read, as terminal->next() does.  EVENT_KEY:
 * a key or a signal; EVENT_NONE: nothing, or ready() may have become true. */
enum event_kind device_await(struct device *device, int wait_ms);

/* The event of a button that is pressed or released: a click, which may be the
 * second of a double click, or a release.  If both happen at once, curses
 * reports only the release, so a release without a press is a click. */
struct event device_click(struct device *device, int row, int col, bool is_release);

/* True while the keyboard has something to read and the terminal's answer is
 * still open.  Waits up to a second for it, because the next program would read
 * it as keys. */
bool device_lingers(struct device *device);

#endif
