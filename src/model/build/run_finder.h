/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ticks of each profile file by itself. */
#pragma once

#include "model/build/bins.h"

struct image;
struct inlined_shares;
struct profile;
struct profile_file;
struct recent;
struct records;
struct runs;

/* What the ticks of a file are divided by. */
struct tick_rules {
	const struct records *records;
	const struct image *image;
	const struct code_map *map;
	const struct shared_bins *splits;     /* or NULL */
	const struct inlined_shares *inlined; /* NULL: functions have all of their code */
	uint32_t outside;                     /* the function of foreign addresses, or NO_FUNC */
	double rate;                          /* of the profile; 0: not known */
};

/* What a tick of the file is in ticks of the profile's rate; 1 without a rate. */
double file_tick(const struct records *records, const struct profile_file *file, double rate);

/* Whose the ticks of each bin are: worked out once for all files of some records, because many
 * count the same bins, and a bin may count the code of very many functions. */

struct bin_owner {
	uint32_t owner; /* number of a function, or what stands for it */
	double part;    /* ticks of the profile's rate that it has of each one counted */
};

struct bin_owners {
	struct tick_rules rules;
	const struct merged *merged;    /* of all histograms of the records */
	const uint32_t *const *numbers; /* of bins, by histogram and index */
	size_t nbins;
	struct bin_owner *list; /* by bin; shape: [n] */
	size_t n;
	const uint32_t *first; /* in the list, by number of the bin; shape:
	                          [nbins + 1] */
};

/* Numbers the bins.  Owner: the arena.  False if the job is cancelled. */
bool bin_owners_begin(struct bin_owners *out, const struct tick_rules *rules, struct arena *arena,
                      struct progress *progress);

/* Sets the list.  as: the owner that stands for each function, or NO_FUNC, all below nowners; NULL:
 * functions do themselves.
 * False if there are more than `most`, or the job is cancelled.
 * Cost: linear in the parts of bins. */
bool bin_owners_find(struct bin_owners *out, const uint32_t *as, size_t nowners, size_t most,
                     struct arena *arena, struct progress *progress);

/* The numbers of a histogram's bins by their index: of those that it uses. */
static inline const uint32_t *bin_numbers(const struct bin_owners *owners, size_t histogram) {
	return owners->numbers[owners->merged->of[histogram]];
}

/* What each file has of a profile's time: all runs of a function add up to its self_ticks, those of
 * functions that got or gave the profiler's own time in proportion.  Owner: the arena.  NULL if the
 * job is cancelled.
 * Memory: linear in the records.  Where bins cover so many functions that it would not be, only
 * those with the most time have figures of each file. */
const struct runs *runs_find(const struct profile *profile, struct arena *arena,
                             struct progress *progress);

/* The same of what was added to its files (repeats.h): those that count, all together.  Owner: the
 * arena.  NULL if the job is cancelled. */
const struct recent *recent_find(const struct profile *profile, const struct records *added,
                                 struct arena *arena, struct progress *progress);
