/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of open files. */
#ifndef GPTUI_FILE_BYTES_H
#define GPTUI_FILE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Some of them. */
struct file_part {
	int fd;
	uint64_t offset; /* of the first one in the file */
	size_t len;      /* bytes */
};

/* Reads bytes from an offset on; false if they are not there. */
bool file_bytes_read(int fd, void *data, size_t len, uint64_t offset);

/* The same; the offset is in the part. */
bool file_part_read(const struct file_part *part, void *data, size_t len, size_t offset);

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
