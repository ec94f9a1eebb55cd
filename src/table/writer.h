/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as text: reports, exports, and what the tests compare.
 *
 * A format is one file, NAME_writer.c, that defines NAME_writer.  The build finds it by its
 * name. */
#pragma once

#include "base/base.h"

struct table;

/* What the figures are from, for programs. */
struct provenance {
	const char *version; /* of gptui */
	const char *view;
	const char *program;      /* its path */
	const char *const *files; /* paths of profiles; shape: [nfiles] */
	size_t nfiles;
	double rate;      /* samples a second; 0: not known */
	double total;     /* of all figures, in `unit` */
	const char *unit; /* "seconds", or "samples" without a rate */
	const char *rules;
};

/* What stands above a table where the format has room for it. */
struct caption {
	const char *title;  /* "Flat profile of as-new" */
	const char *source; /* "12 files, 100 Hz, 41.37 s" */
	const char *state;  /* "filter hash; sorted by calls", or "" */
	struct provenance provenance;
};

struct writer {
	const char *name;   /* --format NAME, the manual */
	const char *ending; /* of a file's name: ".csv" */
	const char *help;
	bool is_for_programs; /* it gets rows with nothing folded */
	bool has_paths;       /* of files, not just their names */
	bool is_brief;        /* people read it among other things: of changes the largest */
	void (*write)(const struct table *table, const struct caption *caption, FILE *file);
};

extern const struct writer *const writers[]; /* ends with NULL */

/* The writer of that name, or NULL. */
const struct writer *writer_named(const char *name);

/* The writer for a file name's ending, in letters of either case; text where it has none.  Errors:
 * NULL, none has that ending. */
const struct writer *writer_for(const char *path, struct error *err);

/* Writes a new file, or replaces an old one, whole or not at all; see base/new_file.h.  Sets
 * `followed` to where it went if the path is a link, else to NULL; owner: the arena.
 * Errors: "PATH: reason"; the old file is then unchanged. */
bool write_file(const char *path, const struct writer *writer, const struct table *table,
                const struct caption *caption, const char **followed, struct arena *arena,
                struct error *err);
