/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether files are snapshots of one growing profile. */
#pragma once

#include "model/build/contents.h"

/* A board, a daemon or a simulator that does not reset its counters writes files each of which
 * contains the one before: adding them up counts what came first many times. */
struct snapshots {
	bool are_nested;   /* each file contains the one before */
	bool are_in_order; /* and they were fetched from one board in this order */
	bool is_too_much;  /* for the time between two fetches */
	bool are_sure;     /* and that is no chance */
	double evidence;   /* -ln of the probability; no more than is needed */
	size_t nsteps;     /* files that add samples to the one before */
	uint32_t *order;   /* of the files, by their sums; shape: [n] */
	size_t n;
	uint64_t least, most; /* ticks of the first and of the last file */
};

/* Looks whether all files that are not off are snapshots.  Owner of the order: the arena.  Cost:
 * linear in the records; where they are not, the first bins tell. */
struct snapshots snapshots_find(const struct contents *contents, const bool *is_off,
                                struct arena *arena);

/* Records in which each file has what it adds to the one before, and a note: the files, which keep
 * their numbers, are in the order of their sums, and add up to the last one; files that are off
 * have all that they hold.
 * Owner: the arena; the given records must live as long. */
struct records *snapshots_intervals(const struct records *records,
                                    const struct snapshots *snapshots, const bool *is_off,
                                    struct arena *arena);

/* Marks records of snapshots, and adds a note that they are or may be. */
void snapshots_note(struct records *records, const struct snapshots *snapshots);
