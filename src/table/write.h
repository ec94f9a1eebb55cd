/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as text: reports, exports, and what the tests compare.
 *
 * A format is one file, NAME_writer.c, that defines NAME_writer.  The build
 * finds it by its name. */
#ifndef GPTUI_WRITE_H
#define GPTUI_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct arena;
struct error;
struct table;

/* What stands above a table where the format has room for it. */
struct caption {
	const char *title;  /* "Flat profile of as-new" */
	const char *source; /* "12 files, 100 Hz, 41.37 s" */
	const char *state;  /* "filter hash; sorted by calls", or "" */
};

struct writer {
	const char *name;   /* --format NAME, the manual */
	const char *ending; /* of a file's name: ".csv" */
	const char *help;
	void (*write)(const struct table *table, const struct caption *caption,
	              FILE *file);
};

extern const struct writer *const writers[]; /* ends with NULL */

/* The writer of that name, or NULL. */
const struct writer *writer_named(const char *name);

/* The writer for a file name's ending; text when no other fits. */
const struct writer *writer_for(const char *path);

/* Writes a new file, or replaces an old one, whole or not at all: to a
 * temporary file beside it that is then renamed.  Links are followed.
 * Errors: "PATH: reason"; the old file is as it was then. */
bool write_file(const char *path, const struct writer *writer,
                const struct table *table, const struct caption *caption,
                struct arena *scratch, struct error *err);

#endif
