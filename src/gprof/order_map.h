/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which object file contains which function: gprof's -R.
 *
 * A map has lines "FILE:...NAME" as nm --print-file-name prints them: the file
 * ends at the first colon, the function begins after the last blank. */
#ifndef GPTUI_ORDER_MAP_H
#define GPTUI_ORDER_MAP_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct error;
struct image;

struct order_entry {
	const char *function, *file;
	bool is_first; /* of a run of lines with this file */
};

struct order_map {
	const struct order_entry *entries; /* by function; shape: [n] */
	size_t n;
	const char *low, *high; /* names of files are in [low, high) */
};

/* Owner: the arena.
 * Errors: "could not open PATH.", "unable to parse mapping file PATH." */
const struct order_map *order_map_read(const char *path, struct arena *arena,
                                       struct error *err);

/* The image with the first function of each run named after the file, and
 * without the others that the map names: for gprof's rules they become symbols
 * that are not functions, because it asks for their source file before it
 * leaves them out.  Owner: the arena. */
const struct image *order_map_apply(const struct order_map *map,
                                    const struct image *image, bool as_gprof,
                                    struct arena *arena);

/* Whether a name was given by order_map_apply(). */
bool order_map_gave(const struct order_map *map, const char *name);

#endif
