/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What libraries print on standard error while the screen is ours: kept, and
 * shown when the terminal is given back. */
#ifndef GPTUI_CAPTURED_STDERR_H
#define GPTUI_CAPTURED_STDERR_H

#include <stdbool.h>

struct captured_stderr {
	int kept;   /* the real standard error, or -1: not caught */
	int memory; /* what took its place */
};

/* Catches standard error when it is a terminal. */
void stderr_capture(struct captured_stderr *captured);

/* Gives standard error back for a while, to a command, or takes it again. */
void stderr_lend(const struct captured_stderr *captured, bool is_lent);

/* Gives standard error back and shows there what was caught (the first 16 KB,
 * control bytes as "?").  Safe in a signal handler; harmless when nothing was
 * caught. */
void stderr_release(struct captured_stderr *captured);

#endif
