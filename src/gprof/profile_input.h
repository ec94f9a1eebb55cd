/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading profile files the way gprof does: one after the other, stopping at the first that is
 * wrong. */
#pragma once

#include <stdio.h>

#include "base/arena.h"
#include "base/error.h"

struct gprof_options;
struct machine;
struct records;

/* "@FILE" on a command line stands for the words in the file. */

/* Replaces each @FILE by its words, including those inside files.  Words are separated by white
 * space; quotes of both kinds and backslashes protect it.  If a file cannot be read, its argument
 * stays as it was.  Changes *argc and *argv; the new list ends with NULL.
 * Owner: the arena.
 * Errors: a directory, files that refer to each other in a circle. */
bool response_files_expand(int *argc, char ***argv, struct arena *arena, struct error *err);

/* Reads all files of the options, and prints what each contains if the options ask for that.  What
 * they contain is set as in gprof: BSD files always have both.  Returns false after a message. */
bool profile_input_read(struct records *records, const struct gprof_options *options,
                        const struct machine *machine, bool *has_histogram, bool *has_calls,
                        FILE *out, FILE *messages);
