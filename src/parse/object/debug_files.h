/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Separate files of debug information: where they are, and whether they are
 * of the same build.
 *
 * A program names its debug file by its build-id, and by .gnu_debuglink with
 * the CRC of the file.  It is looked for, in this order:
 * 1. by the build-id, FOLDER/.build-id/AB/CDEF.debug, in each folder;
 * 2. by .gnu_debuglink, beside the program, in .debug beside it, and in
 *    each folder below the path of the program's own folder;
 * 3. by the build-id, in what debuginfod clients keep of what they fetched.
 * The folders are the user's, then /usr/lib/debug.  A file that was found but
 * is of another build is not used; a note says so if none is right.
 *
 * What dwz(1) took out of several files is in an alternate file that the debug
 * file names, and its build-id: as it is named, then as in 1 and 3. */
#ifndef GPTUI_DEBUG_FILES_H
#define GPTUI_DEBUG_FILES_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct debug_files;
struct note;
struct notes;
struct object_file;
struct progress;

/* Where to look; the texts must live as long as the files. */
struct debug_places {
	const char *const *folders; /* the user's; shape: [nfolders] */
	size_t nfolders;
	bool asks_servers; /* parse/debug_server.h may be used */
};

/* Looks for nothing yet.  The program must live as long.
 * places: or NULL for the system's alone.
 * Owner: the arena, which also closes what will be opened. */
struct debug_files *debug_files_new(const struct object_file *program,
                                    const char *path,
                                    const struct debug_places *places,
                                    struct arena *arena);

/* The program's debug file, or NULL.  Found once, at the first call.
 * Cost: of finding it by .gnu_debuglink, to read it whole. */
const struct object_file *debug_files_separate(struct debug_files *files);

/* The alternate file, or NULL, likewise. */
const struct object_file *debug_files_alternate(struct debug_files *files);

/* Asks servers for what was not found here, if the user allows it: the debug
 * file, then the alternate one.  Cost: whatever the network takes. */
void debug_files_fetch(struct debug_files *files, struct progress *progress);

/* The path of the debug file, or NULL. */
const char *debug_files_path(const struct debug_files *files);

/* Whether the program itself has debug information; then no other file is
 * looked at for it. */
bool debug_files_has_own(const struct debug_files *files);

bool debug_files_asks_servers(const struct debug_files *files);

/* The name in .gnu_debuglink, "ls.debug", or NULL. */
const char *debug_files_link(const struct debug_files *files);

/* The program's build-id, maybe empty; lives as long as the files. */
struct bytes debug_files_build_id(const struct debug_files *files);

/* Where separate files are looked for, after the places that they are named
 * by; sets how many.  Owner: the files. */
const char *const *debug_files_folders(const struct debug_files *files,
                                       size_t *n);

/* Counts a file that the compiler split off and that was not found, or is of
 * another build; or begins to count anew. */
void debug_files_miss_split(struct debug_files *files, const char *path,
                            bool is_other);
void debug_files_forget_splits(struct debug_files *files);

/* What was counted. */
struct debug_splits {
	size_t nmissing, nother;
	const char *missing, *other; /* the first ones; or NULL */
};

/* The counts by now.  Owner: the files. */
const struct debug_splits *debug_files_splits(const struct debug_files *files);

/* What is wrong with the files that were found, and which are missing; grows
 * as more is looked for. */
const struct notes *debug_files_notes(const struct debug_files *files);

#endif
