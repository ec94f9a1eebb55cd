/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the ticks of bins that count code of several functions are divided.
 *
 * Only bins with ticks are in the list.  A part is code that can have been
 * sampled: in which an instruction begins, as far as the code could be read.
 * A bin with one part is no longer open: its ticks are all of that part. */
#ifndef GPTUI_BIN_SPLITS_H
#define GPTUI_BIN_SPLITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct split_part {
	uint32_t piece; /* its index in the code map */
	uint32_t func;  /* number of the function that owns it */
	double share;   /* of the ticks; those of a bin add up to 1 */
};

struct bin_split {
	uint64_t low, high;             /* addresses that the bin counts, [low, high) */
	double ticks;                   /* of the profile's rate; of all histograms */
	const struct split_part *parts; /* by address; shape: [n]; n > 0 */
	size_t n;
	bool is_read; /* by its code; else by bytes */
};

struct bin_splits {
	const struct bin_split *list; /* by ascending address; shape: [n] */
	size_t n;
};

/* How the bin is divided, or NULL if it counts code of one function only.
 * The splits may be NULL. */
const struct bin_split *bin_splits_find(const struct bin_splits *splits, uint64_t low,
                                        uint64_t high);

/* What a function has of bins that other functions have code in, too, and what
 * it may have. */
struct shared_time {
	double ticks, most;
};

/* Cost: linear in the splits, which may be NULL. */
struct shared_time bin_splits_of(const struct bin_splits *splits, uint32_t func);

/* The variance of a part's ticks, ticks squared: the noise of sampling, and
 * what the division leaves open.  How often code is sampled differs from what
 * the evidence says by about a factor of e, measured on programs where the
 * truth was recorded, so a share's standard error is share * (1 - share). */
double split_variance(double ticks, double share);

#endif
