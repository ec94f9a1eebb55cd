/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sources that libcurl does not have: they are waited for beside its own (base/remote.c). */
#pragma once

#include "base/arena.h"
#include "base/error.h"

struct remote;

struct talk {
	int fd; /* to wait at until there is something to read; to be closed */
	struct remote *remote;

	/* Does what can be done without waiting.  Errors: what went wrong. */
	bool (*go_on)(struct talk *talk, bool *has_ended, struct error *err);
};

/* "serial:DEVICE,SPEED[,RECIPE]": sends the lines of a recipe to the shell of a board, and takes
 * all that comes, the log of a console.  A recipe is `nuttx` or a file of commands, each of which
 * is sent when the prompt was there: the text of a first line "prompt TEXT", or "> ".  Gets what
 * follows "serial:".  Owner: the arena.  NULL: there is no such port or recipe. */
struct talk *serial_begin(struct remote *remote, const char *rest, struct arena *arena,
                          struct error *err);
