/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files for views.
 *
 * Views read no files: parse/source/source_files.c does; tests supply a
 * table. */
#ifndef GPTUI_SOURCE_H
#define GPTUI_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct source {
	const char *path;   /* as in the debug information */
	const char *found;  /* where the file is; NULL: not found */
	bool is_newer;      /* newer than the executable */
	const char **lines; /* without tabs and line ends; shape: [n] */
	size_t n;           /* 0: the file could not be read */
	const char *reason; /* why it could not; may be NULL */
};

struct sources {
	void *context;

	/* The file of a path; never NULL, and the same each time until
	 * sources are looked for elsewhere. */
	const struct source *(*get)(void *context, const char *path);
};

#endif
