/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a command that has the terminal until it ends.
 *
 * When it is stopped (^Z), so are we, because the shell waits for the whole job. */
#ifndef GPTUI_CHILD_H
#define GPTUI_CHILD_H

#include <stdbool.h>

struct error;

/* Runs argv[0], found in $PATH; `input` becomes its standard input and `output` its standard output
 * (SPAWN_OURS: the terminal).  Without an output call it between terminal->pause() and resume();
 * with one its messages are lost.  *status is that of waitpid().  Errors: it cannot be started. */
bool child_run(int *status, char *const argv[], int input, int output, struct error *err);

/* Whether a command ended well.  Errors: `name` and how it ended. */
bool child_succeeded(int status, const char *name, struct error *err);

#endif
