/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that would count twice: copies of others, sums of others, files that another one contains,
 * snapshots of one growing profile, and what all files of a set have in common.  They are told by
 * what they hold, never by their names: what one set of files contains of another, and how likely
 * that would be for runs that have nothing to do with each other.  doc/profiling.md has the
 * rules. */
#pragma once

#include "model/build/contents.h"
#include "model/rules.h"

enum repeat_kind {
	REPEAT_NONE,
	REPEAT_COPY,   /* of another file */
	REPEAT_SUM,    /* of several others */
	REPEAT_PART,   /* another file contains it, and more */
	REPEAT_EARLIER /* what the counters of another one were before */
};

struct repeat {
	enum repeat_kind kind;
	bool is_sure;       /* that is no chance */
	const char *reason; /* "the sum of a, b and 2 other files" */
};

/* Children of fork() write the samples and calls of their parent again. */
struct common {
	struct records *part; /* one file: what is common; NULL: nothing */
	bool is_sure;         /* and that is no chance */
	bool is_likely;       /* at least there is little chance of it */
	uint64_t ticks, calls;
	size_t keeper; /* the file that keeps it */
};

/* Which records of profile files count, so that nothing counts twice. */
struct counted {
	const struct records *all;       /* as files have them */
	const struct records *once;      /* no record of a file is there again */
	const struct records *snapshots; /* what each adds to the one before, if
	                                    each contains that one; or NULL */
	const struct records *common;    /* what all files have in common is in one only; or NULL */
	bool is_common_sure;
	const struct repeat *repeats; /* of files; shape: [once->nfiles] */
};

/* Finds what would count more than once, and notes it.  The image, which may be NULL, tells
 * functions.  Of each file an earlier one that is the same by another name, or itself, is in same.
 * Owner: the arena. */
void counted_find(struct counted *out, struct records *records, const struct image *image,
                  keeps_symbol *keeps, const uint32_t *same, struct progress *progress,
                  struct arena *arena);

/* The records that count, and whether a file of `once` does not unless somebody chooses. */
const struct records *counted_records(const struct counted *counted,
                                      const struct repeat_uses *uses);
bool counted_is_off(const struct counted *counted, const struct repeat_uses *uses, size_t file);

/* Whether files are snapshots of one growing profile. */

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
 * have all that they hold.  Owner: the arena; the given records must live as long. */
struct records *snapshots_intervals(const struct records *records,
                                    const struct snapshots *snapshots, const bool *is_off,
                                    struct arena *arena);

/* Marks records of snapshots, and adds a note that they are or may be. */
void snapshots_note(struct records *records, const struct snapshots *snapshots);
