/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the time of functions is spread over several profile files, and which
 * files differ from the others.
 *
 * Samples vary by chance: the most of 64 equal files with five samples each is
 * more than twice the average.  So a function is said to vary only if a test
 * of dispersion finds more than that, allowing for the number of functions. */
#ifndef GPTUI_SPREADS_H
#define GPTUI_SPREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct note;
struct runs;

enum spread_pattern {
	SPREAD_NOISE, /* no more than samples vary by chance */
	SPREAD_ONE,   /* a single file makes it */
	SPREAD_VARIES
};

enum {
	STRIP_CELLS = 24, /* the most that a strip has */
	STRIP_LEVELS = 8  /* heights, from 0 */
};

/* A cell of a strip. */
struct strip_cell {
	unsigned char level; /* of 0 to the most that a file has */
	signed char outlier; /* a file that stands out: above 1, below -1 */
};

/* One function in all files that count.  Ticks are of the profile's rate. */
struct spread {
	double mean, min, median, max; /* ticks in a file */
	double variation;              /* coefficient of variation between files, without
	                     what samples make of it */
	uint32_t most;                 /* the run with the most, in runs->list */
	enum spread_pattern pattern;
	struct strip_cell strip[STRIP_CELLS]; /* files in their order */
};

/* How far a file is from the others. */
struct run_distance {
	double shift;   /* robust z of the logarithm of its total */
	double differs; /* robust z of how its time is divided */
	uint32_t func;  /* that differs most; NO_FUNC: none has enough ticks */
	double usual;   /* the ticks that this would have */
	bool is_outlier;
};

struct spreads {
	const struct runs *runs;
	struct spread *const *funcs; /* by number; NULL: no ticks in any file;
	                                shape: [nfuncs] */
	double tick;                 /* what a sample is worth, in ticks; at most */
	size_t ncells;               /* of strips, at most the files */

	/* Of the runs that count and of those that do not; shape: [n],
	 * [noff]; NULL: too few files to tell. */
	const struct run_distance *on, *off;
	const struct note *notes; /* about outliers; shape: [nnotes] */
	size_t nnotes;
};

enum {
	SPREADS_TELL = 8, /* files from which on outliers are told */
	OUTLIER_Z = 5
};

#endif
