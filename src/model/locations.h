/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where code comes from: source files and lines.
 *
 * Found by parse/dwarf/lines.c after the profile is on the screen. */
#ifndef GPTUI_LOCATIONS_H
#define GPTUI_LOCATIONS_H

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

struct func_locations {
	const struct source_location
		*list; /* of profile->funcs[i]; shape: [n] */

	/* The last line of the same file in the function's code, its own or
	 * inlined into it; shape: [n]. */
	const unsigned *last;
	size_t n;
};

/* All lines that have any. */
struct line_times {
	const struct line_ticks *list; /* by path, then line; shape: [n] */
	size_t n;
};

/* Code that comes from one line of one function, for profiles by line: it
 * begins at `low` and extends to the next run.  Equal paths have the same
 * address. */
struct line_run {
	uint64_t low;         /* address */
	const char *function; /* raw name */
	struct source_location location;
};

struct line_runs {
	const struct line_run *list; /* by ascending address; shape: [n] */
	size_t n;
};

#endif
