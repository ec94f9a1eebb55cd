/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A piece of memory, and how to read numbers out of it.
 *
 * The order of bytes and the width of an address belong to the machine that
 * wrote the file, never to the one that reads it. */
#ifndef GPTUI_BYTES_H
#define GPTUI_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct error;
struct progress;

struct bytes {
	const unsigned char *data;
	size_t len; /* bytes */
};

/* Reads a whole file, "-" being standard input.  Regular files and pipes
 * only: a directory or device is refused, a pipe without a writer is empty.
 * Owner: the arena.
 * Errors: "PATH: reason". */
bool bytes_read(struct bytes *out, const char *path, struct arena *arena,
                struct error *err);

/* Room that one file after the other is read into; begins with the arena and
 * zeros. */
struct bytes_room {
	struct arena *arena;
	unsigned char *data; /* shape: [size] */
	size_t size;
};

/* The same into room that is used again: what was read before is gone. */
bool bytes_read_again(struct bytes *out, const char *path,
                      struct bytes_room *room, struct error *err);

/* The same for a job that can be cancelled while a pipe's writer makes it
 * wait. */
bool bytes_read_watched(struct bytes *out, const char *path,
                        struct arena *arena, struct progress *progress,
                        struct error *err);

/* Splits the next `len` bytes off the front of *rest; false if it is shorter,
 * and then *rest is left as it was. */
bool bytes_take(struct bytes *rest, size_t len, struct bytes *out);

/* Splits an unsigned number of `size` bytes, at most 8, off the front. */
bool bytes_take_number(struct bytes *rest, size_t size, bool big_endian,
                       uint64_t *out);

/* The bytes as an unsigned number, at most 8 of them. */
uint64_t bytes_number(struct bytes bytes, bool big_endian);

#endif
