/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files for views.
 *
 * Views read no files: parse/source/source_files.c does; tests supply a
 * table. */
#ifndef GPTUI_SOURCE_H
#define GPTUI_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"

struct arena;

struct source {
	const char *path;   /* as in the debug information */
	const char *found;  /* where the file is; NULL: not found */
	bool is_newer;      /* newer than the executable */
	size_t n;           /* lines; 0: the file could not be read */
	const char *reason; /* why it could not; may be NULL */

	struct bytes text;           /* the file as it is */
	const uint64_t *ends_before; /* source.c's */
};

/* Sets the text and its lines; it must live as long as the source.
 * Owner of more: the arena. */
void source_set_text(struct source *out, struct bytes text, struct arena *arena);

/* A line, from 1 to n: tabs become blanks, NULs "\\x00", and more than 64 KiB
 * "...".  Owner: the arena. */
const char *source_line(const struct source *source, size_t line, struct arena *arena);

struct sources {
	void *context;

	/* The file of a path; never NULL, and the same each time until
	 * sources are looked for elsewhere. */
	const struct source *(*get)(void *context, const char *path);
};

#endif
