/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are named more than once, under whatever names: links are the
 * files that they lead to. */
#ifndef GPTUI_SEEN_FILES_H
#define GPTUI_SEEN_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/index.h"

struct arena;
struct file_identity;

struct seen_files {
	struct index index;
	struct file_identity *list; /* shape: [index.n] */
};

/* None, with room for so many.  Owner: the arena. */
struct seen_files seen_files_new(size_t room, struct arena *arena);

/* Adds a file; false if it was there.  What is no regular file is never the
 * same as another. */
bool seen_files_add(struct seen_files *seen, const char *path);

bool seen_files_have(const struct seen_files *seen, const char *path);

/* Of each file the first one that is the same.  Owner: the arena.  Cost: a call
 * of the system for each file. */
const uint32_t *seen_files_first(const char *const *files, size_t n, struct arena *arena);

#endif
