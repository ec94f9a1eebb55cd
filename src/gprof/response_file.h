/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "@FILE" on a command line stands for the words in the file. */
#ifndef GPTUI_RESPONSE_FILE_H
#define GPTUI_RESPONSE_FILE_H

#include <stdbool.h>

struct arena;
struct error;

/* Replaces each @FILE by its words, including those inside files.  Words are
 * separated by white space; quotes of both kinds and backslashes protect it.
 * If a file cannot be read, its argument stays as it was.  Changes *argc and
 * *argv; the new list ends with NULL.
 * Owner: the arena.
 * Errors: a directory, files that refer to each other in a circle. */
bool response_files_expand(int *argc, char ***argv, struct arena *arena, struct error *err);

#endif
