/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bins one after the other, and whose code each of them counts.
 *
 * The ticks of a bin go to the functions whose code it counts.  If it counts
 * code of several, each gets what the splits say (model/bin_splits.h), or,
 * where they say nothing, its share of the bytes; padding between functions,
 * where nothing can run, gets none.  Nothing is lost: the last share is what
 * is left.  Every figure about parts of bins comes from here. */
#ifndef GPTUI_BIN_WALK_H
#define GPTUI_BIN_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bin_split;
struct bin_splits;
struct code_map;
struct merged;
struct piece;

struct bin_walk {
	const struct merged *merged;
	const struct code_map *map;
	const struct bin_splits *splits; /* or NULL */
	uint64_t from, last;             /* addresses walked over; `last` is included */
	size_t histogram;                /* its number, plus 1; 0: before the first */
	size_t next;                     /* index of the next bin in it */

	/* The bin. */
	uint64_t low, high; /* addresses, [low, high) */
	double ticks;       /* as counted */
	double weight;      /* ticks of the profile's rate that one is */
	uint64_t bytes;     /* that share it; 0: no code */

	const struct bin_split *split; /* or NULL: by bytes */
	size_t part;                   /* of that, the next one */

	bool claimed;       /* only pieces of symbols have a share */
	size_t piece, end;  /* pieces that may have one */
	uint64_t bytes_got; /* by the shares before */
	double left;        /* ticks for the shares to come */
};

/* What a piece of code has of a bin. */
struct bin_share {
	const struct piece *piece;
	uint64_t low, high; /* bytes of it that the bin counts */
	double ticks;       /* as counted */
};

/* All bins of histograms, by first appearance, then address; or those that
 * count some of [low, high), high > low. */
struct bin_walk bin_walk_all(const struct merged *merged, const struct code_map *map,
                             const struct bin_splits *splits);
struct bin_walk bin_walk_within(const struct merged *merged, const struct code_map *map,
                                const struct bin_splits *splits, uint64_t low, uint64_t high);

/* Goes to the next bin that is not 0; false at the end. */
bool bin_walk_next(struct bin_walk *walk);

/* The variance of this much of the bin, ticks of the profile squared. */
double bin_share_variance(const struct bin_walk *walk, double ticks);

/* The bin's next share, by address; false when there is no other. */
bool bin_walk_share(struct bin_walk *walk, struct bin_share *out);

#endif
