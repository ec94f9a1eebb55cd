/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a file is to be written: what a path leads to.
 *
 * Links are followed as the system follows them for fopen(), with its checks
 * of rights, so a link or a file that somebody else has put in a shared folder
 * is refused where the system refuses it.  A link that leads to nothing says
 * where to create the file. */
#ifndef GPTUI_TARGET_H
#define GPTUI_TARGET_H

#include <stdbool.h>
#include <sys/stat.h>

struct arena;
struct error;

struct target {
	int file;             /* the old file, open for writing; or -1 */
	int folder;           /* that the name is in; or -1: the old file can
	                       * only be overwritten */
	const char *name;     /* of the file itself, in the folder */
	const char *followed; /* where it is if the path is a link; or NULL */
	struct stat old;      /* of the old file, if there is one */
};

/* Finds the target and opens it, without changing it and without waiting.
 * Unless `any_kind`, what is not a regular file is refused.
 * Owner of the names: the arena.
 * Errors: "PATH: reason"; it cannot be written, nor created. */
bool target_open(struct target *out, const char *path, bool any_kind, struct arena *arena,
                 struct error *err);

/* Where a path leads if it is a link, even to nothing; else NULL.
 * Owner: the arena. */
const char *target_of_link(const char *path, struct arena *arena);

void target_close(struct target *target);

#endif
