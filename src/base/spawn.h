/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts commands.
 *
 * Signals that are blocked or ignored here (a worker has all blocked; SIGPIPE and SIGXFSZ are
 * ignored) have their default action in the command. */
#pragma once

#include <sys/types.h>

#include "base/work.h"

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

/* How a command ended by its status, 128 more than a signal, as a shell has it: "by signal 6
 * (Aborted)", "with status 3"; below 0: "with statuses other than 0".  Owner: the arena. */
const char *command_ending(int status, struct arena *arena);

/* What a command prints, line by line.
 *
 * The command is run without a shell, has no input and no terminal, and is ended when it takes too
 * long, prints too much, or the job is cancelled. */

enum {
	OUTPUT_LINE = 1024, /* bytes of a line; the rest is left out */
	OUTPUT_WORDS = 16   /* of a command, at most */
};

struct command_limits {
	size_t bytes;
	long long ms;
};

/* Runs argv[0], found in $PATH, and calls line(context, text, len) for each line of its standard
 * output; what else it says is dropped.  Errors: "NAME: reason"; it ended badly, or was ended. */
bool command_output(const char *const *argv, struct command_limits limits,
                    void (*line)(void *context, const char *text, size_t len), void *context,
                    struct progress *progress, struct error *err);
