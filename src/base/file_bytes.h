/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of open files, copied from one to another. */
#ifndef GPTUI_FILE_BYTES_H
#define GPTUI_FILE_BYTES_H

#include <stdbool.h>
#include <sys/types.h>

/* Copies the bytes from one offset to another, to the same offsets.
 * Errors: false, and errno. */
bool file_bytes_copy(int from, int to, off_t low, off_t high);

/* Makes an old file hold what another one holds.  What needs room comes first,
 * so when there is none nothing has changed; if writing fails later, what was
 * overwritten comes back, if `readable`, the old file open for reading or -1,
 * and a temporary file for it are there.
 * Errors: false, and errno; `is_damaged` if it is neither old nor new. */
bool file_bytes_replace(int old, int readable, int new, bool *is_damaged);

#endif
