/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files on disk.
 *
 * A path is looked for, in this order:
 * 1. as in the debug information;
 * 2. below each directory of the user's: the whole path, then ever shorter
 *    endings of it that still name a directory;
 * 3. where the mappings lead, the newest first;
 * 4. in each directory, by its last part alone;
 * 5. next to the executable, as in 2 and 4.
 * Only regular files are opened. */
#pragma once

#include "base/base.h"

struct sources;

/* Where source files are now, if not where they were compiled: paths that begin with one directory
 * are looked for below another. */

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

/* The text that source_maps_add() takes for a mapping, valid in any working directory; NULL if
 * there is none. */
const char *source_map_text(const struct source_map *map, struct arena *arena);

/* Adds a mapping by its text, "OLD=NEW"; a leading "~" in NEW is the home directory.  Errors:
 * "OLD=NEW is needed, ..." */
bool source_maps_add(struct source_maps *maps, const char *text, struct error *err);

/* Adds what can be learned from a file that was found elsewhere: the beginnings in which the two
 * paths differ. */
void source_maps_add_found(struct source_maps *maps, const char *path, const char *found);

/* Records that one path is another file. */
void source_maps_add_file(struct source_maps *maps, const char *path, const char *file);

/* The path after the mapping; NULL if it does not begin that way. */
const char *source_map_apply(const struct source_map *map, const char *path, struct arena *arena);

/* A path with its "~" replaced by the home directory. */
const char *source_path_expand(const char *path, struct arena *arena);

/* Where to look; all of it must live as long as the sources. */
struct source_search {
	const char *executable;
	/* Empty names are skipped; shape: [nfolders]. */
	const char *const *folders;
	size_t nfolders;
	const struct source_maps *maps; /* may grow later; may be NULL */
};

/* Owner: the arena, also of the files that are read later. */
const struct sources *source_files_new(const struct source_search *search, struct arena *arena);

/* Adds the directories of $GPROF_PATH after the n in the list; an empty name stays, which gprof
 * takes for the root. */
const char *const *source_folders(const char *const *folders, size_t *n, struct arena *arena);

/* A regular file below the directory whose path ends like the other one, with as many parts as
 * possible; or NULL.  The directory may be the file itself.  Owner: the arena. */
const char *source_path_below(const char *path, const char *folder, struct arena *arena);
