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

struct arena;
struct records;

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
