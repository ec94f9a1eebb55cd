/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a base: of the words behind --base, which is the executable and
 * which are profiles. */
#ifndef GPTUI_BASE_FILES_H
#define GPTUI_BASE_FILES_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct error;

struct base_files {
	const char *executable;
	const char **files; /* shape: [nfiles] */
	size_t nfiles;
};

/* The first word that is no profile but an object file, judging by its
 * contents, is the executable; without one it is `executable`.  A folder
 * stands for the profiles in it, by name, and for an executable if there is
 * one: that of the same name, else the only one.  Owner: the arena.
 * Errors: "PATH: reason"; no profile is named. */
bool base_files_find(struct base_files *out, const char *const *words, size_t nwords,
                     const char *executable, struct arena *arena, struct error *err);

/* Fails if a file is on both sides.  Links are the files that they lead to. */
bool base_files_check(const struct base_files *base, const char *const *files, size_t nfiles,
                      struct arena *scratch, struct error *err);

/* When the files were written: seconds since 1970; 0: not known. */
void files_written(const char *const *files, size_t nfiles, double *oldest, double *newest);

#endif
