/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much memory files may make a job use: a floor, and a share for each byte
 * that they really hold.  Real files need less than a third of it; a file that
 * needs more claims what it does not have. */
#ifndef GPTUI_FILE_MEMORY_H
#define GPTUI_FILE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct error;

/* The bytes that a regular file has on its disk: less than its size if it has
 * holes; 0 if it has no data, or there is no such file. */
uint64_t file_held(const char *path);

/* The most bytes that a part of the file can have.  That is more than it holds,
 * because its file system may compress it, but a hole cannot be a table. */
uint64_t file_part_most(const char *path);

/* What a job may use before it opens files. */
struct arena_limit file_memory_floor(void);

/* Adds the share of a file to what the part of a job that is running may use,
 * see arena_try(). */
void file_memory_allow(const char *path);

/* Says that a job got no memory; returns false. */
bool file_memory_fail(const char *path, const struct arena_limit *limit, struct error *err);

#endif
