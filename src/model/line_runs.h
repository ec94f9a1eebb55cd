/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code that comes from one line of one function, for profiles by line. */
#ifndef GPTUI_LINE_RUNS_H
#define GPTUI_LINE_RUNS_H

#include <stddef.h>
#include <stdint.h>

#include "model/locations.h"

/* Begins at `low`, and extends to the next run; the rest of it is the same
 * line, or unknown. */
struct line_run {
	uint64_t low;         /* address */
	const char *function; /* raw name */
	struct source_location
		location; /* fully known; equal paths have the same
	                         address */
};

struct line_runs {
	const struct line_run *list; /* by ascending address; shape: [n] */
	size_t n;
};

#endif
