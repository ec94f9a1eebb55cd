/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which profiles the words of a command line stand for: a folder for those in it, a pattern for
 * what fits, and what lies beside the program where nothing is named and there is no gmon.out. */
#pragma once

#include "base/base.h"

struct load_request;

/* Whether a file begins like one that programs are in. */
bool file_is_program(const char *path);

/* What a folder contains, by name. */
struct folder_files {
	const char **files; /* profiles; shape: [n] */
	size_t n;
	const char *program; /* the executable; or NULL */
	size_t nprograms;
	bool is_same_name; /* as the one asked for */
};

/* Profiles are known by their contents, or by their names, for one may be damaged; the executable
 * is that of this name, else the only one.  Owner: the arena.  Errors: "PATH: reason". */
bool folder_files_find(struct folder_files *out, const char *path, const char *executable,
                       struct arena *arena, struct error *err);

/* Sets the files of a request, and what was offered instead of those that are missing, by its
 * words; files that were there before (or NULL) keep their order, so that they keep their numbers,
 * and stay if some are chosen.  A word that stands for nothing is a file that is not there.  Owner:
 * the arena. */
void named_files_find(struct load_request *request, const struct load_request *before,
                      struct arena *arena);
