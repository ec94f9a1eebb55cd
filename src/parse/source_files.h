/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files on disk.
 *
 * A path is tried as the debug information has it; then below each folder it
 * is looked for in, with its whole path and with its last part; then beside
 * the executable.  Only regular files are opened. */
#ifndef GPTUI_SOURCE_FILES_H
#define GPTUI_SOURCE_FILES_H

#include <stddef.h>

struct arena;
struct sources;

/* folders: where to look, shape [n]; must live as long as the sources.
 * Owner: the arena, as of the files that are read later. */
const struct sources *source_files_new(const char *executable,
                                       const char *const *folders, size_t n,
                                       struct arena *arena);

#endif
