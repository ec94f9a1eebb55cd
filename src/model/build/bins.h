/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Histograms that are alike, added up.
 *
 * Records with the same range, bins, rate and writer are one histogram, so a thousand runs of a
 * program cost as much as one.  Sums are 64 bits wide.  The bytes that a bin counts are those of
 * the writer's own formula; gprof spreads the range evenly and drifts away from it. */
#pragma once

#include "base/base.h"

struct bin;
struct shared_bin;
struct shared_bins;
struct code_map;
struct histogram;
struct machine;
struct piece;

/* Who filled the bins, judging by the shape of the record. */
enum bin_layout {
	LAYOUT_EVEN,   /* the range divides evenly: no doubt */
	LAYOUT_GLIBC,  /* profil(): 16.16 fixed point */
	LAYOUT_PLACES, /* single bytes, which are listed */
	LAYOUT_BUCKET, /* eCos, SID: buckets of a fixed size from low on */
	LAYOUT_UNKNOWN /* spread evenly, as a fallback */
};

struct merged_histogram {
	const struct histogram *shape; /* the first of them */
	enum bin_layout layout;
	uint64_t step;          /* GLIBC: 16.16 scale; BUCKET: bytes */
	double weight;          /* ticks of the profile's rate per tick */
	const struct bin *sums; /* by ascending index; shape: [n] */
	size_t n;
};

struct merged {
	const struct merged_histogram *list; /* by first appearance */
	size_t n;
	double rate;      /* the reference; 0: none known */
	uint64_t samples; /* ticks as counted */

	/* In which of the list each histogram is; shape: [histograms]. */
	const uint32_t *of;
};

/* Adds up histograms, all of the records or those of a file.
 * Owner: the arena.  Returns NULL when cancelled. */
const struct merged *merged_new(const struct histogram *histograms, size_t n,
                                const struct machine *machine, struct arena *arena,
                                struct progress *progress);

/* The bytes [*low, *high) that a bin counts. */
void merged_bin(const struct merged_histogram *h, uint32_t index, uint64_t *low, uint64_t *high);

/* Whether the histogram has the shape that glibc gives it. */
bool bins_are_of_glibc(const struct histogram *h, unsigned long_size);

/* Recognises who wrote a histogram, and sets the formula's step. */
enum bin_layout bin_layout_of(const struct histogram *h, unsigned address_size, uint64_t *step);

/* Bins one after the other, and whose code each of them counts.
 *
 * The ticks of a bin go to the functions whose code it counts.  If it counts code of several, each
 * gets what the splits say (model/image.h), or, where they say nothing, its share of the bytes;
 * padding between functions, where nothing can run, gets none.  Nothing is lost: the last share is
 * what is left.  Every figure about parts of bins comes from here. */

struct bin_walk {
	const struct merged *merged;
	const struct code_map *map;
	const struct shared_bins *splits; /* or NULL */
	uint64_t from, last;              /* addresses walked over; `last` is included */
	size_t histogram;                 /* its number, plus 1; 0: before the first */
	size_t next;                      /* index of the next bin in it */

	/* The bin. */
	uint64_t low, high; /* addresses, [low, high) */
	double ticks;       /* as counted */
	double noise;       /* variance of each; 0: 1 */
	double weight;      /* ticks of the profile's rate that one is */
	uint64_t bytes;     /* that share it; 0: no code */

	const struct shared_bin *split; /* or NULL: by bytes */
	size_t part;                    /* of that, the next one */

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
	double open;        /* variance of its part of the bin (struct split_part) */
};

/* All bins of histograms, by first appearance, then address; or those that count some of [low,
 * high), high > low. */
struct bin_walk bin_walk_all(const struct merged *merged, const struct code_map *map,
                             const struct shared_bins *splits);
struct bin_walk bin_walk_within(const struct merged *merged, const struct code_map *map,
                                const struct shared_bins *splits, uint64_t low, uint64_t high);

/* Goes to the next bin that is not 0; false at the end. */
bool bin_walk_next(struct bin_walk *walk);

/* The variance of that share, ticks of the profile squared. */
double bin_share_variance(const struct bin_walk *walk, const struct bin_share *share);

/* The bin's next share, by address; false when there is no other. */
bool bin_walk_share(struct bin_walk *walk, struct bin_share *out);
