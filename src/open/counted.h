/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which records of profile files count, so that nothing counts twice. */
#ifndef GPTUI_COUNTED_H
#define GPTUI_COUNTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct file_choice;
struct image;
struct progress;
struct records;
struct repeat;
struct repeat_uses;

struct counted {
	const struct records *all;       /* as files have them */
	const struct records *once;      /* no record of a file is there again */
	const struct records *snapshots; /* what each adds to the one before, if
	                                    each contains that one; or NULL */
	const struct records *common;    /* what all files have in common is in
	                                    one only; or NULL */
	bool is_common_sure;
	const struct repeat *repeats; /* of files; shape: [once->nfiles] */
};

/* Finds what would count more than once, and notes it.  Of each file an earlier
 * one that is the same by another name, or itself, is in same.  Owner: the
 * arena. */
void counted_find(struct counted *out, struct records *records, const struct image *image,
                  const uint32_t *same, struct progress *progress, struct arena *arena);

/* The records that count, and which files do unless somebody chooses (NULL:
 * all).  Owner: the arena. */
const struct records *counted_records(const struct counted *counted,
                                      const struct repeat_uses *uses);
const struct file_choice *counted_choice(const struct counted *counted,
                                         const struct repeat_uses *uses, struct arena *arena);

#endif
