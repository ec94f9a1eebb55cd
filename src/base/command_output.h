/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command prints, line by line.
 *
 * The command is run without a shell, has no input and no terminal, and is
 * ended when it takes too long, prints too much, or the job is cancelled. */
#ifndef GPTUI_COMMAND_OUTPUT_H
#define GPTUI_COMMAND_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct progress;

enum {
	OUTPUT_LINE = 1024, /* bytes of a line; the rest is left out */
	OUTPUT_WORDS = 16   /* of a command, at most */
};

struct command_limits {
	size_t bytes;
	long long ms;
};

/* Runs argv[0], found in $PATH, and calls line(context, text, len) for each
 * line of its standard output; what else it says is dropped.
 * Errors: "NAME: reason"; it ended badly, or was ended. */
bool command_output(const char *const *argv, struct command_limits limits,
                    void (*line)(void *context, const char *text, size_t len), void *context,
                    struct progress *progress, struct error *err);

#endif
