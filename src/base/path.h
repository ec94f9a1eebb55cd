/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths as text; the file system is not asked. */
#ifndef GPTUI_PATH_H
#define GPTUI_PATH_H

/* The last part of a path, behind its last slash: empty for "a/", the whole
 * path when it has no slash.  It points into the path, so that path_last(p)
 * - p is the length of the folder with its slash. */
const char *path_last(const char *path);

#endif
