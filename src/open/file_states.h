/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether files have changed since they were looked at, as the system tells it without reading
 * them. */
#ifndef GPTUI_FILE_STATES_H
#define GPTUI_FILE_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sort.h"

struct arena;
struct file_identity;
struct file_state;

struct file_states {
	const char *const *paths;      /* shape: [n] */
	const struct file_state *list; /* shape: [n] */
	size_t n;
};

/* Looks at the executable, if it is not NULL, and at files.  Owner: the arena; the paths must live
 * as long.  Cost: a call of the system for each. */
struct file_states file_states_take(const char *executable, const char *const *files, size_t n,
                                    struct arena *arena);

/* Whether none has changed. */
bool file_states_are_same(const struct file_states *a, const struct file_states *b);

/* Whether a file that is known in both, or one that it is a member of, has changed. */
bool file_states_differ(const struct file_states *a, const struct file_states *b, const char *path);

/* To tell whether states are those of another time; not 0. */
uint64_t file_states_hash(const struct file_states *states);

/* Files that are named more than once, under whatever names: links are the files that they lead
 * to. */

struct seen_files {
	struct index index;
	struct file_identity *list; /* shape: [index.n] */
};

/* None, with room for so many.  Owner: the arena. */
struct seen_files seen_files_new(size_t room, struct arena *arena);

/* Adds a file; false if it was there.  What is no regular file is never the same as another. */
bool seen_files_add(struct seen_files *seen, const char *path);

bool seen_files_have(const struct seen_files *seen, const char *path);

/* Of each file the first one that is the same.  Owner: the arena.  Cost: a call of the system for
 * each file. */
const uint32_t *seen_files_first(const char *const *files, size_t n, struct arena *arena);

#endif
