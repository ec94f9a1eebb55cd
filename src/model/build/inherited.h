/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all files of a set have in common: children of fork() write the samples
 * and calls of their parent again, and a file may be appended to itself. */
#ifndef GPTUI_INHERITED_H
#define GPTUI_INHERITED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct records;

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
