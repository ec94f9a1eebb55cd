/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The listings of GNU gprof 2.40 for the same command line. */
#pragma once

#include "base/base.h"

struct gprof_options;
struct machine;
struct records;

/* Prints what the options ask for; if no listing is asked for, the flat profile and the call graph.
 * Messages are gprof's own.  Returns the exit status: 0, or 1 with a message. */
int gprof_main(const struct gprof_options *options, FILE *out, FILE *messages, struct arena *arena);

/* Explaining a profile file field by field, for those who write one. */

/* Prints what a file holds, what is wrong with it, and what gprof would do; *is_right tells whether
 * nothing is.  The executable says how wide addresses are and in which byte order; without it
 * (NULL), what fits the file is taken.
 * Errors: "PATH: reason": one of them cannot be read, or is something else. */
bool format_check(const char *path, const char *executable, FILE *out, bool *is_right,
                  struct arena *arena, struct error *err);

/* Reading profile files the way gprof does: one after the other, up to the first that is wrong. */

/* "@FILE" on a command line stands for the words in the file. */

/* Replaces each @FILE by its words, including those inside files.  Words are separated by white
 * space; quotes of both kinds and backslashes protect it.  If a file cannot be read, its argument
 * stays as it was.  Changes *argc and *argv; the new list ends with NULL.  Owner: the arena.
 * Errors: a directory, files that refer to each other in a circle. */
bool response_files_expand(int *argc, char ***argv, struct arena *arena, struct error *err);

/* Reads all files of the options, and prints what each contains if the options ask for that.  What
 * they contain is set as in gprof: BSD files always have both.  Returns false after a message. */
bool profile_input_read(struct records *records, const struct gprof_options *options,
                        const struct machine *machine, bool *has_histogram, bool *has_calls,
                        FILE *out, FILE *messages);
