/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Captures what libraries print on standard error while the screen is ours, and
 * shows it when the terminal is given back. */
#ifndef GPTUI_CAPTURED_STDERR_H
#define GPTUI_CAPTURED_STDERR_H

#include <stdbool.h>

struct captured_stderr {
	int kept;   /* the real standard error, or -1: not captured */
	int memory; /* what replaces it */
};

/* Captures standard error if it is a terminal. */
void stderr_capture(struct captured_stderr *captured);

/* Gives standard error to a command for a while, or captures it again. */
void stderr_lend(const struct captured_stderr *captured, bool is_lent);

/* Gives standard error back and prints what was captured (the first 16 KB,
 * control bytes as "?").  Safe in a signal handler; harmless if nothing was
 * captured. */
void stderr_release(struct captured_stderr *captured);

#endif
