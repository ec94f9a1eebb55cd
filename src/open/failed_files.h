/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that cost themselves only: those that could not be read, and those that cannot be added to
 * the others, or would cost too much. */
#ifndef GPTUI_FAILED_FILES_H
#define GPTUI_FAILED_FILES_H

#include <stdbool.h>

struct arena;
struct error;
struct image;
struct records;

/* Makes files that count something else than most do (of as many: than the first), and those with
 * more different histograms than can be divided among functions, files that failed.  Notes all that
 * failed, as one fault.
 * Errors: the first reason, if no file is left. */
struct records *failed_files_find(struct records *all, const struct image *image,
                                  struct error *err);

/* The records without files that gprof's rules cannot add to those before them, which failed, with
 * a note; all, if it is none or the first.
 * Owner: the arena. */
const struct records *failed_files_by_gprof(const struct records *all, struct arena *arena);

#endif
