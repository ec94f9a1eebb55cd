/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ticks and calls of each profile file by itself. */
#ifndef GPTUI_CALLER_SERIES_H
#define GPTUI_CALLER_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct building;
struct func;

struct caller_series {
	size_t nfiles; /* those that have both */
	size_t size;   /* bytes of figures */
	bool is_large; /* there would be too many, so there are none */

	/* Variance of a tick: files may differ in rate; shape: [nfiles]. */
	double *tick;

	/* Own ticks of a function, or of all in the cycle that it heads, by
	 * its number; NULL: it and what it calls have none.
	 * Shape: [nfuncs][nfiles]. */
	double **ticks;

	/* Calls by file and column; arcs that hand time on have one.  Whole
	 * numbers up to 2^24 are exact.  Shape: [nfiles][ncolumns]. */
	float *calls;
	size_t ncolumns;
	double *total;          /* calls in all files; shape: [ncolumns] */
	const uint32_t *column; /* plus 1, or 0, by arc; shape: [narcs] */
};

/* The first function of its cycle, or itself; its number. */
size_t caller_node(const struct building *b, const struct func *f);

/* Sets all of it once arcs and cycles are known; owner: the arena.  No files if
 * fewer than two have both, the job is cancelled, or there would be too many
 * figures: 64 MiB and four times the call records.
 * Cost: linear in the records. */
struct caller_series caller_series_find(const struct building *b, struct arena *arena);

#endif
