/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are snapshots of one growing profile.
 *
 * A board, a daemon or a simulator that does not reset its counters writes
 * files each of which contains the one before: adding them up counts what came
 * first many times.  They are told by what they hold, in the order of their
 * sums, never by their names: no count of a file may be above that of the next
 * one.  As that can be chance where there are few samples, it must also be
 * very unlikely for runs that have nothing to do with each other:
 *
 * Of a bin that counts a in a file and b in the next one, a of a + b ticks would
 * be of the first file by chance q = A / (A + B), where A and B are the sums of
 * the bins around; that a is not above b then has the probability
 * P(Binomial(a + b, q) <= (a + b) / 2).  The product of these, over all bins
 * and files that differ, is what chance would be.  doc/profiling.md has how
 * often that is right. */
#ifndef GPTUI_SNAPSHOTS_H
#define GPTUI_SNAPSHOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sort.h"

struct arena;
struct call;
struct calls_seen;
struct histogram;
struct image;
struct profile_file;
struct records;
struct symbol;
struct work;

/* Finds the calls of one file in another: files of one program have the same
 * calls in nearly the same order. */

struct call_lookup {
	const struct call *calls; /* to be searched; shape: [n] */
	size_t n;                 /* less than NO_ITEM */
	struct index index;       /* of them, once it is needed */
	size_t nindexed;
	size_t guess; /* the call that may be asked for next */
};

struct call_lookup call_lookup_in(const struct call *calls, size_t n, struct arena *arena);

/* The number of the first call with the same ends, or NO_ITEM.  Cost: constant,
 * on average. */
uint32_t call_lookup_find(struct call_lookup *lookup, const struct call *wanted);

/* Whether what a profile file counts contains what another one does. */

/* Whether a bin counts as much as it can, or more. */
bool histogram_has_full_bin(const struct histogram *h);

/* Whether a file, which is kept apart, counts the same things as a first one,
 * of the same records or of others: it is not cut off, and has no full
 * counters, blocks, or other histograms.  Cost: linear in the bins. */
bool file_is_alike(const struct records *of_first, const struct profile_file *first,
                   const struct records *records, const struct profile_file *file);

/* The same of their bins only. */
bool file_bins_are_nested(const struct records *of_a, const struct profile_file *a,
                          const struct records *of_b, const struct profile_file *b);

/* -ln of the probability that the bins of a file would be nested like this in
 * those of another one by chance; stops at `most`. */
double nesting_evidence(const struct records *records, const struct profile_file *a,
                        const struct profile_file *b, double most);

/* What files count, so that they can be compared and added up: their bins, and
 * their calls by function, as gprof -s keeps them. */

/* Whether a symbol is a function, under gprof's rules. */
typedef bool keeps_symbol(const struct image *image, const struct symbol *symbol);

/* A bin, or the calls of one function by another one. */
struct cell {
	uint64_t key;
	uint64_t count; /* not 0 */
};

struct content {
	struct cell *cells; /* by key, bins first; NULL: not made */
	size_t ncells, nbins;
	uint64_t ticks, calls; /* sums */
	uint64_t hash;         /* that of a sum is the sum of those */
	bool is_summed;        /* calls are by function: gprof -s wrote it, no run */
	uint32_t kind;         /* files of one kind count the same things; NO_ITEM: it
	                  cannot be told what the file counts */
};

/* Of an image, or NULL: then calls are by address.  Owner: the arena. */
struct calls_seen *calls_seen_new(const struct image *image, keeps_symbol *keeps,
                                  struct arena *arena);

/* Of all files, without cells; allows work in proportion to them.  Owner: the
 * arena.  Cost: linear. */
struct content *contents_of(const struct records *records, struct calls_seen *calls,
                            struct work *work, struct arena *arena);

/* How many cells a file has at most, and these.  Owner: the arena. */
size_t content_room(const struct records *records, size_t file);
void content_make_cells(struct content *content, const struct records *records, size_t file,
                        struct calls_seen *calls, struct arena *arena);

/* What profile files count more than they did before. */

/* Adds a file that has what file b has more than file a, which is nested in it
 * (snapshots.h); NULL: all that b has.  The records of both must live as long. */
void records_add_interval(struct records *out, const struct records *of_a,
                          const struct profile_file *a, const struct records *of_b,
                          const struct profile_file *b, struct arena *scratch);

/* What files have more than when they were read before: of one whose counts
 * all are what they were or above, the difference; of one that began anew, and
 * of a new one, all.  Each file has what it adds, which may be nothing, and
 * keeps its number.
 * Owner: the arena; both records must live as long.  Cost: linear in them. */
const struct records *records_added(const struct records *before, const struct records *now,
                                    struct arena *arena);

struct snapshots {
	bool are_nested; /* each file contains the one before */
	bool are_sure;   /* and that is no chance */
	double evidence; /* -ln of the probability; no more than is needed */
	size_t nsteps;   /* files that add samples to the one before */
	uint32_t *order; /* of the files, by their sums; shape: [n] */
	size_t n;
	uint64_t least, most; /* ticks of the first and of the last file */
};

/* Looks whether all files of the records that are not off are snapshots.  Owner
 * of the order: the arena.
 * Cost: linear in the records; where they are not, the first bins tell. */
struct snapshots snapshots_find(const struct records *records, const bool *is_off,
                                struct arena *arena);

/* Records in which each file has what it adds to the one before, and a note:
 * the files, which keep their numbers, are in the order of their sums, and add
 * up to the last one; files that are off have all that they hold.
 * Owner: the arena; the given records must live as long. */
struct records *snapshots_intervals(const struct records *records,
                                    const struct snapshots *snapshots, const bool *is_off,
                                    struct arena *arena);

/* Marks records of snapshots, and adds a note that they are or may be. */
void snapshots_note(struct records *records, const struct snapshots *snapshots);

#endif
