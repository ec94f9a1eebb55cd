/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths as text; nothing here looks at the file system. */
#ifndef GPTUI_PATH_H
#define GPTUI_PATH_H

struct arena;

/* The last part of a path, after its last slash: empty for "a/", the whole
 * path if it has no slash.  It points into the path, so path_last(p) - p is
 * the length of the directory with its slash. */
const char *path_last(const char *path);

/* The directory of a path, with its slash; "" without one.  Owner: the
 * arena. */
const char *path_folder(const char *path, struct arena *arena);

#endif
