/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where code comes from: source files and lines.
 *
 * Found by parse/dwarf/function_lines.c after the profile is on the screen. */
#ifndef GPTUI_LOCATIONS_H
#define GPTUI_LOCATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* Lines of one file that are code of a function, and those between them that
 * are code of none (model/code_extents.h). */
struct code_extent {
	const char *path;
	unsigned first, last; /* lines, both included */
	uint32_t func;        /* its number in the profile */
	bool is_shared;       /* other functions have code of them, too */
};

struct func_locations {
	const struct source_location *list; /* of profile->funcs[i]; shape: [n] */

	/* The last line of the same file in the function's code, its own or
	 * inlined into it; shape: [n]. */
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

/* Code that comes from one line of one function, for profiles by line: it
 * begins at `low` and extends to the next run.  Kernels have a million. */
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

#endif
