/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that would count twice: copies of others, sums of others, and files
 * that are contained in another one.  They are told by what they hold, never
 * by their names.  doc/profiling.md has the rules. */
#ifndef GPTUI_REPEATS_H
#define GPTUI_REPEATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/work.h"
#include "model/build/snapshots.h"

struct arena;
struct image;
struct progress;
struct records;

enum repeat_kind {
	REPEAT_NONE,
	REPEAT_COPY, /* of another file */
	REPEAT_SUM,  /* of several others */
	REPEAT_PART  /* another file contains it, and more */
};

struct repeat {
	enum repeat_kind kind;
	bool is_sure;       /* that is no chance */
	const char *reason; /* "the sum of a, b and 2 other files" */
};

/* By file, in the order of the records; shape: [nfiles]. */
struct repeats {
	struct records *records;
	struct repeat *list;
	struct content *contents;
	struct calls_seen *calls;
	struct arena *own;
	struct work work;
	size_t cells; /* that may still be made */
};

/* Files that do not repeat each other yet.  The image, which may be NULL, tells
 * functions: gprof -s keeps calls by function.  Owner: the arena; repeats_end()
 * frees what only finding needs. */
void repeats_begin(struct repeats *repeats, struct records *records, const struct image *image,
                   keeps_symbol *keeps, struct progress *progress, struct arena *arena);
void repeats_end(struct repeats *repeats);

/* Finds the file that is the sum of all others; of sums of some of them each
 * that could be told in time.  Cost: linear in the records where sums of all
 * counts could not be right; at most in proportion to what they hold. */
void repeats_find_sums(struct repeats *repeats, bool of_all);

/* same[i] is an earlier file that is the same one by another name, or i. */
void repeats_find_same(struct repeats *repeats, const uint32_t *same);

/* Finds files that are equal.  Cost: linear. */
void repeats_find_copies(struct repeats *repeats);

/* Finds files that another one surely contains, after the sums. */
void repeats_find_parts(struct repeats *repeats);

/* Whether the file surely repeats others. */
bool repeats_are_sure(const struct repeats *repeats, size_t file);

/* Adds warnings that name the files. */
void repeats_note(struct repeats *repeats);

/* What all files of a set have in common: children of fork() write the samples
 * and calls of their parent again, and a file may be appended to itself. */

struct common {
	struct records *part; /* one file: what is common; NULL: nothing */
	bool is_sure;         /* and that is no chance */
	bool is_likely;       /* at least there is little chance of it */
	uint64_t ticks, calls;
	size_t keeper; /* the file that keeps it */
	size_t nfiles;
};

/* Looks at the files that are not off.  Owner of the part: the arena.
 * Cost: linear in the records; where nothing is common, the first files
 * tell. */
struct common common_find(const struct records *records, const bool *is_off, struct arena *arena);

/* Records in which only the keeper has it.  Owner: the arena; the given records
 * must live as long. */
struct records *common_counted_once(const struct records *records, const struct common *common,
                                    const bool *is_off, struct arena *arena);

/* Adds a note about it. */
void common_note(struct records *records, const struct common *common, const bool *is_off);

/* Drops the records that a file has again because it was appended to itself,
 * with a warning; returns the same if there is none.  Owner: the arena. */
struct records *records_without_appended(struct records *records, struct arena *arena);

#endif
