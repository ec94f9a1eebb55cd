/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A block of memory, and how to read numbers from it.
 *
 * The byte order and the width of an address are those of the machine that wrote the file, never of
 * the one that reads it. */
#pragma once

#include <stdio.h>
#include <sys/stat.h>

#include "base/work.h"

struct bytes {
	const unsigned char *data;
	size_t len; /* bytes */
};

/* Reads a whole file; "-" is standard input.  Only regular files and pipes are accepted, and
 * /dev/null; a pipe without a writer counts as empty.  Owner: the arena.
 * Errors: "PATH: reason". */
bool bytes_read(struct bytes *out, const char *path, struct arena *arena, struct error *err);

/* The same, but "-" is an ordinary name. */
bool bytes_read_named(struct bytes *out, const char *path, struct arena *arena, struct error *err);

/* A buffer that files are read into one after the other; initialised with the arena and zeros. */
struct bytes_room {
	struct arena *arena;
	unsigned char *data; /* shape: [size] */
	size_t size;
};

/* Makes room for so many bytes; what was read stays. */
void bytes_make_room(struct bytes_room *room, size_t size);

/* Whether a file is worth reading: by its first bytes, 4096 or all of a smaller one, and its size,
 * SIZE_MAX for a pipe. */
struct bytes_check {
	bool (*is_wanted)(const void *context, struct bytes start, size_t size);
	const void *context;
};

/* As bytes_read() into a buffer that is used again: what was read before is lost.  Of a file that
 * is not worth it, by a check or NULL, only the first bytes are read.  Waits for a pipe's writer as
 * long as the job is wanted. */
bool bytes_read_wanted(struct bytes *out, const char *path, const struct bytes_check *check,
                       struct bytes_room *room, struct progress *progress, struct error *err);

/* The same for regular files only: pipes and larger files are refused, and "-" is a plain name. */
bool bytes_read_regular(struct bytes *out, const char *path, uint64_t largest, struct arena *arena,
                        struct error *err);

/* Opens a regular file for reading, without ever blocking; sets its size in bytes.  The caller
 * closes it.  Errors: returns -1; "PATH: reason" if it is not one. */
int bytes_open_regular(const char *path, uint64_t *size, struct error *err);

/* Whether a path is a directory.  C's stdio, and so gprof, can open one but reads nothing. */
bool bytes_is_directory(const char *path);

bool bytes_is_regular(const char *path);
bool is_null_device(const struct stat *status); /* /dev/null: a way to say "nothing" */

/* Looks at a file, or at the archive of "ARCHIVE/FOLDER"; *len is how long its path is.  False, and
 * errno: there is none. */
bool bytes_look(const char *path, struct stat *status, size_t *len);

/* Splits the next `len` bytes off the front of *rest; false, and no change, if it is shorter. */
bool bytes_take(struct bytes *rest, size_t len, struct bytes *out);

/* Splits an unsigned number of `size` bytes, at most 8, off the front. */
bool bytes_take_number(struct bytes *rest, size_t size, bool big_endian, uint64_t *out);

/* Spelled out so that a compiler turns each into a single load: files hold millions of numbers of 2
 * to 8 bytes, and a loop over them should not call functions. */
static inline uint64_t bytes_little_4(const unsigned char *p) {
	return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24;
}

static inline uint64_t bytes_little_8(const unsigned char *p) {
	return bytes_little_4(p) | bytes_little_4(p + 4) << 32;
}

static inline uint64_t bytes_big_4(const unsigned char *p) {
	return (uint64_t)p[0] << 24 | (uint64_t)p[1] << 16 | (uint64_t)p[2] << 8 | (uint64_t)p[3];
}

/* Writes a number of that many bytes. */
void bytes_put_number(FILE *out, uint64_t number, size_t size, bool big_endian);

/* The bytes as an unsigned number, at most 8 of them. */
static inline uint64_t bytes_number(struct bytes bytes, bool big_endian) {
	const unsigned char *p = bytes.data;
	uint64_t number = 0;
	size_t i;

	if (bytes.len == 2)
		return big_endian ? (uint64_t)p[0] << 8 | p[1] : (uint64_t)p[1] << 8 | p[0];
	if (bytes.len == 4)
		return big_endian ? bytes_big_4(p) : bytes_little_4(p);
	if (bytes.len == 8)
		return big_endian ? bytes_big_4(p) << 32 | bytes_big_4(p + 4) : bytes_little_8(p);
	for (i = 0; i < bytes.len; i++)
		number = number << 8 | p[big_endian ? i : bytes.len - 1 - i];
	return number;
}
