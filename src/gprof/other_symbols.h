/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symbols that replace the executable's: from another file (gprof's -S), or by
 * the object files that contain the functions (-R). */
#ifndef GPTUI_OTHER_SYMBOLS_H
#define GPTUI_OTHER_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct error;
struct image;

/* The image with the symbols of a file made by nm instead of its own: lines
 * "ADDRESS TYPE NAME", of which types t and T count.
 * Owner: the arena.
 * Errors: "could not open PATH.", "file `PATH' has no symbols". */
const struct image *symbol_file_read(const struct image *image, const char *path,
                                     struct arena *arena, struct error *err);

struct order_entry {
	const char *function, *file;
	bool is_first; /* of a run of lines with this file */
};

/* Lines "FILE:...NAME" as nm --print-file-name prints them: the file ends at
 * the first colon, the function begins after the last blank. */
struct order_map {
	const struct order_entry *entries; /* by function; shape: [n] */
	size_t n;
	const char *low, *high; /* names of files are in [low, high) */
};

/* Owner: the arena.
 * Errors: "could not open PATH.", "unable to parse mapping file PATH." */
const struct order_map *order_map_read(const char *path, struct arena *arena, struct error *err);

/* The image with the first function of each run named after the file, and
 * without the others that the map names: for gprof's rules they become symbols
 * that are not functions, because it asks for their source file before it
 * leaves them out.  Owner: the arena. */
const struct image *order_map_apply(const struct order_map *map, const struct image *image,
                                    bool as_gprof, struct arena *arena);

/* Whether a name was given by order_map_apply(). */
bool order_map_gave(const struct order_map *map, const char *name);

#endif
