/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where source files are now, if not where they were compiled: paths that
 * begin with one directory are looked for below another. */
#ifndef GPTUI_SOURCE_MAPS_H
#define GPTUI_SOURCE_MAPS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct error;

struct source_map {
	const char *from; /* "/build"; "" stands for relative paths */
	const char *to;
	bool is_file; /* one file that was fetched: not to be saved */
};

struct source_maps {
	struct arena *arena;     /* owns the list and its texts */
	struct source_map *list; /* the newest last; shape: [n]; room: [room] */
	size_t n, room;
	unsigned changes; /* so far */
};

/* The text that source_maps_add() takes for a mapping, valid in any working
 * directory; NULL if there is none. */
const char *source_map_text(const struct source_map *map, struct arena *arena);

/* Adds a mapping by its text, "OLD=NEW"; a leading "~" in NEW is the home
 * directory.  Errors: "OLD=NEW is needed, ..." */
bool source_maps_add(struct source_maps *maps, const char *text, struct error *err);

/* Adds what can be learned from a file that was found elsewhere: the
 * beginnings in which the two paths differ. */
void source_maps_add_found(struct source_maps *maps, const char *path, const char *found);

/* Records that one path is another file. */
void source_maps_add_file(struct source_maps *maps, const char *path, const char *file);

/* The path after the mapping; NULL if it does not begin that way. */
const char *source_map_apply(const struct source_map *map, const char *path, struct arena *arena);

/* A path with its "~" replaced by the home directory. */
const char *source_path_expand(const char *path, struct arena *arena);

#endif
