/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts commands.
 *
 * Signals that are blocked or ignored here (a worker has all blocked; SIGPIPE
 * and SIGXFSZ are ignored) have their default action in the command. */
#ifndef GPTUI_SPAWN_H
#define GPTUI_SPAWN_H

#include <stdbool.h>
#include <sys/types.h>

enum {
	SPAWN_OURS = -1,   /* the file that is ours */
	SPAWN_NOTHING = -2 /* an empty one */
};

/* What a command reads and writes. */
struct spawn_files {
	int input, output;   /* file descriptors; or a SPAWN_ above */
	bool drops_messages; /* what it says on standard error */
};

/* Runs argv[0], found in $PATH.  Returns 0 and its process, or errno. */
int spawn_command(pid_t *child, char *const argv[], struct spawn_files files);

#endif
