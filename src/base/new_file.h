/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one way to write a file: whole or not at all.
 *
 * What is written goes into a file without a name.  When it is complete, a
 * temporary name next to the target takes its place, with the mode, owner and
 * attributes that the old file had; a file that is new has its own name at
 * once.  What this cannot be done for is overwritten in place instead, after
 * what is longer than before has got its room: a file with several hard links,
 * one whose owner the user cannot give away, or whose folder takes no names.
 * A program that is killed leaves the old file or the new one; only between
 * two calls of the system can the temporary name stay, which the next write of
 * the same file removes; and only while it overwrites in place can it leave
 * some of both. */
#ifndef GPTUI_NEW_FILE_H
#define GPTUI_NEW_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/target.h"

struct new_file {
	FILE *file;           /* to be written to */
	const char *path;     /* as given, for messages */
	const char *followed; /* where it goes if that is a link; or NULL */
	struct target target; /* closed by new_file_finish() */
	bool is_linkable;     /* unnamed, in the target's folder */
	struct arena *arena;
};

enum new_file_kind {
	NEW_FILE_REGULAR, /* devices and pipes are refused */
	NEW_FILE_ANY      /* they are written to directly, as gprof does */
};

/* Follows links and checks that the target can be written.
 * Owner of the names: the arena.  Errors: "PATH: reason". */
bool new_file_open(struct new_file *out, const char *path, enum new_file_kind kind,
                   struct arena *arena, struct error *err);

/* Closes the file and makes it the target.
 * Errors: "PATH: reason", also for earlier writes; the target is then
 * unchanged, or the reason says that it is not. */
bool new_file_finish(struct new_file *file, struct error *err);

#endif
