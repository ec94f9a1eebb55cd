/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are just being written: a damaged one is not damaged, only
 * unfinished. */
#ifndef GPTUI_SETTLE_H
#define GPTUI_SETTLE_H

#include <stdbool.h>
#include <stddef.h>

struct progress;
struct records;

/* Whether one of the files was changed within the last two seconds. */
bool settle_is_fresh(const char *const *files, size_t nfiles);

/* Whether the tail of a file is missing. */
bool settle_is_cut(const struct records *records);

/* Waits a bit; false if the job is no longer wanted. */
bool settle_wait(struct progress *progress);

#endif
