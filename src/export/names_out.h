/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Foreign names in exported files. */
#ifndef GPTUI_NAMES_OUT_H
#define GPTUI_NAMES_OUT_H

#include <stdio.h>

struct export;
struct func;

/* Writes a text on one line, without bytes that act; a backslash goes before
 * each of the bytes in `quoted`. */
void name_put(FILE *file, const char *text, const char *quoted);

/* The profile files: "gmon.out", or "gmon.1, gmon.2 and 14 more files".
 * Owner: the export's arena. */
const char *files_of(const struct export *what);

/* A function's name in the style of the export; the path of its source file,
 * or "". */
const char *name_of_func(const struct export *what, const struct func *f);
const char *path_of_func(const struct export *what, const struct func *f);

#endif
