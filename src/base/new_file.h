/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that replaces its target only once it is complete. */
#ifndef GPTUI_NEW_FILE_H
#define GPTUI_NEW_FILE_H

#include <stdbool.h>
#include <stdio.h>

struct arena;
struct error;

struct new_file {
	FILE *file;            /* to be written to */
	const char *path;      /* as given, for messages */
	const char *target;    /* where it goes, with links followed */
	const char *temporary; /* next to it */
};

/* Opens a temporary file next to the path.
 * Owner of the names: the arena.  Errors: "PATH: reason". */
bool new_file_open(struct new_file *out, const char *path, struct arena *arena,
                   struct error *err);

/* Closes the file and replaces the target with it.
 * Errors: "PATH: reason", also for earlier writes; the target is then
 * unchanged. */
bool new_file_finish(struct new_file *file, struct error *err);

#endif
