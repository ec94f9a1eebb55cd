/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files for views.
 *
 * Views read no files: parse/source/source_files.c does; tests supply a table. */
#pragma once

#include "base/base.h"

/* Where code comes from: source files and lines.
 *
 * Found by parse/dwarf/line_runs.c after the profile is on the screen. */

struct source_location {
	const char *path; /* as in the debug information; NULL: unknown */
	const char *file; /* the last part of the path */
	unsigned line;    /* from 1; 0: only the file is known */
};

/* The time of one source line; entries of one file share its path. */
struct line_ticks {
	const char *path;
	unsigned line;
	double ticks;    /* of profile->rate */
	double variance; /* ticks squared; sampling noise */
};

/* Lines of one file that are code of a function, and those between them that are code of none
 * (model/code_lines.h). */
struct code_extent {
	const char *path;
	unsigned first, last; /* lines, both included */
	uint32_t func;        /* its number in the profile */
	bool is_shared;       /* other functions have code of them, too */
};

struct func_locations {
	const struct source_location *list; /* of profile->funcs[i]; shape: [n] */

	/* The last line of the same file in the function's code, its own or inlined into it; shape:
	 * [n]. */
	const unsigned *last;
	size_t n;

	/* By the address of the path, then line; shape: [nextents]. */
	const struct code_extent *extents;
	size_t nextents;
};

/* All lines that have any. */
struct line_times {
	const struct line_ticks *list; /* by path, then line; shape: [n] */
	size_t n;
};

/* Code that comes from one line of one function, for profiles by line: it begins at `low` and
 * extends to the next run.  Kernels have a million. */
struct line_run {
	uint64_t low;  /* address */
	uint32_t name; /* the function's number */
	uint32_t path; /* its number */
	uint32_t line;
};

struct line_runs {
	const struct line_run *list; /* by ascending address; shape: [n] */
	size_t n;
	const char *const *names; /* raw */
	const char *const *paths; /* as in struct source_location */
};

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

/* A line, from 1 to n: tabs become blanks, NULs "\\x00", and more than 64 KiB "...".  Owner: the
 * arena. */
const char *source_line(const struct source *source, size_t line, struct arena *arena);

/* A number for each line, the same for lines that are alike, and before them one for no line;
 * shape: [n + 1].  Owner: the arena. */
uint64_t *source_keys(const struct source *source, struct arena *arena);

struct sources {
	void *context;

	/* The file of a path; never NULL, and the same each time until sources are looked for
	 * elsewhere. */
	const struct source *(*get)(void *context, const char *path);
};
