/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that takes its place only when it is complete. */
#ifndef GPTUI_NEW_FILE_H
#define GPTUI_NEW_FILE_H

#include <stdbool.h>
#include <stdio.h>

struct arena;
struct error;

struct new_file {
	FILE *file;            /* to be written */
	const char *path;      /* as it was asked for, for messages */
	const char *place;     /* where it goes: links are followed */
	const char *temporary; /* beside its place */
};

/* Opens a temporary file beside the path.
 * Owner: the arena, of the names.  Errors: "PATH: reason". */
bool new_file_open(struct new_file *out, const char *path, struct arena *arena,
                   struct error *err);

/* Closes the file and puts it in place of what was there.
 * Errors: "PATH: reason", also of writes before; what was there stays. */
bool new_file_finish(struct new_file *file, struct error *err);

#endif
