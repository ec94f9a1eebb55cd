/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that would count twice: copies of others, sums of others, files that another one contains,
 * snapshots of one growing profile, and what all files of a set have in common.  They are told by
 * what they hold, never by their names: what one set of files contains of another, and how likely
 * that would be for runs that have nothing to do with each other.  doc/profiling.md has the
 * rules. */
#pragma once

#include "model/build/snapshots.h"
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
