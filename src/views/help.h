/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The help, as its view needs it: views know neither commands nor keys. */
#pragma once

#include "base/base.h"

struct dataset;

/* A heading, a command, or a key of the user's own. */
struct help_line {
	const char *keys; /* the current ones, separated by spaces; or "" */
	const char *name; /* with what it takes; of headings "" */
	const char *help; /* of headings "" */
	const char *line; /* the command line that it stands for; or NULL */
};

struct help {
	const void *context;

	/* All lines as they are now; shape: [*n].  Owner: the arena. */
	const struct help_line *(*lines)(const void *context, const struct dataset *data, size_t *n,
	                                 struct arena *arena);
};
