/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command that has the terminal until it ends.
 *
 * When it is stopped (^Z), so are we, for the shell waits for all of the job.
 * SIGPIPE, which does nothing to us, ends it as usual. */
#ifndef GPTUI_CHILD_H
#define GPTUI_CHILD_H

#include <stdbool.h>

struct error;

/* Runs argv[0], looked for in $PATH; `input` becomes its standard input, -1:
 * the terminal's.  Call it between terminal->pause() and resume().
 * *status becomes what waitpid() tells.  Errors: it cannot be started. */
bool child_run(int *status, char *const argv[], int input, struct error *err);

/* Why a command that ended so failed: `name` and the reason; true when it did
 * not. */
bool child_succeeded(int status, const char *name, struct error *err);

#endif
