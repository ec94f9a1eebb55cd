/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What files count, so that they can be compared and added up: their bins, and
 * their calls by function, as gprof -s keeps them. */
#ifndef GPTUI_CONTENTS_H
#define GPTUI_CONTENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct image;
struct records;
struct work;

/* A bin, or the calls of one function by another one. */
struct cell {
	uint64_t key;
	uint64_t count; /* not 0 */
};

struct content {
	struct cell *cells; /* by key, bins first; NULL: not made */
	size_t ncells, nbins;
	uint64_t ticks, calls; /* sums */
	uint64_t hash;         /* that of a sum is the sum of those */
	bool is_summed;        /* calls are by function: gprof -s wrote it, no run */
	uint32_t kind;         /* files of one kind count the same things; NO_ITEM: it
	                  cannot be told what the file counts */
};

struct calls_seen;

/* Of an image, or NULL: then calls are by address.  Owner: the arena. */
struct calls_seen *calls_seen_new(const struct image *image, struct arena *arena);

/* Of all files, without cells; allows work in proportion to them.  Owner: the
 * arena.  Cost: linear. */
struct content *contents_of(const struct records *records, struct calls_seen *calls,
                            struct work *work, struct arena *arena);

/* How many cells a file has at most, and these.  Owner: the arena. */
size_t content_room(const struct records *records, size_t file);
void content_make_cells(struct content *content, const struct records *records, size_t file,
                        struct calls_seen *calls, struct arena *arena);

#endif
