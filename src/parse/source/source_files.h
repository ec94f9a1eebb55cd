/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files on disk.
 *
 * A path is looked for, in this order:
 * 1. as the debug information has it;
 * 2. below each folder of the user's: the whole path, then ever shorter
 *    endings of it that still name a folder;
 * 3. where the maps lead, the newest map first;
 * 4. in each folder, by its last part alone;
 * 5. beside the executable, as in 2 and 4.
 * Only regular files are opened. */
#ifndef GPTUI_SOURCE_FILES_H
#define GPTUI_SOURCE_FILES_H

#include <stddef.h>

struct arena;
struct source_maps;
struct sources;

/* Where to look; all of it must live as long as the sources. */
struct source_places {
	const char *executable;
	/* Those without a name are passed over; shape: [nfolders]. */
	const char *const *folders;
	size_t nfolders;
	const struct source_maps *maps; /* may grow later; or NULL */
};

/* Owner: the arena, as of the files that are read later. */
const struct sources *source_files_new(const struct source_places *places,
                                       struct arena *arena);

/* Adds the folders of $GPROF_PATH behind the n of the list; one may have no
 * name, which gprof takes for the root. */
const char *const *source_folders(const char *const *folders, size_t *n,
                                  struct arena *arena);

/* A regular file below the folder whose path ends as the other one does, with
 * as many parts as can be; or NULL.  The folder may be the file itself.
 * Owner: the arena. */
const char *source_path_below(const char *path, const char *folder,
                              struct arena *arena);

#endif
