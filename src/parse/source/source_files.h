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
#ifndef GPTUI_SOURCE_FILES_H
#define GPTUI_SOURCE_FILES_H

#include <stddef.h>

struct arena;
struct source_maps;
struct sources;

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

/* Adds the directories of $GPROF_PATH after the n in the list; an empty name
 * stays, which gprof takes for the root. */
const char *const *source_folders(const char *const *folders, size_t *n, struct arena *arena);

/* A regular file below the directory whose path ends like the other one, with
 * as many parts as possible; or NULL.  The directory may be the file itself.
 * Owner: the arena. */
const char *source_path_below(const char *path, const char *folder, struct arena *arena);

#endif
