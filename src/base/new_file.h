/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one way to write a file: whole or not at all.
 *
 * What is written goes into a file in the target's folder that has no name, or where there are no
 * such files a temporary one.  When it is complete it takes the place of the target, with the mode,
 * owner and attributes that the old file had; a file that is new has its own name at once.  What
 * this cannot be done for is overwritten in place instead, after what is longer than before has got
 * its room: a file with several hard links, one whose owner the user cannot give away, or whose
 * folder takes no names.  A program that is killed leaves the old file or the new one, and at most
 * a temporary name, which the next write of the same file removes; only while it overwrites in
 * place can it leave some of both. */
#pragma once

#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "base/arena.h"
#include "base/error.h"

/* Where a path leads if it is a link, even to nothing; else NULL.  Owner: the arena. */
const char *target_of_link(const char *path, struct arena *arena);

/* The bytes of open files. */

/* Some of them. */
struct file_part {
	int fd;
	uint64_t offset; /* of the first one in the file */
	size_t len;      /* bytes */
};

/* Reads bytes from an offset on; false if they are not there. */
bool file_bytes_read(int fd, void *data, size_t len, uint64_t offset);

/* The same; the offset is in the part. */
bool file_part_read(const struct file_part *part, void *data, size_t len, size_t offset);

/* Copies the bytes from one offset to another, to the same offsets.  Errors: false, and errno. */
bool file_bytes_copy(int from, int to, off_t low, off_t high);

/* Locks on open files, which programs that ask for them respect. */

/* Locks a file for as long as it is open, waiting at most that long for whoever has it.  False if
 * it stays locked, or its file system has no locks. */
bool file_lock(int fd, int patience_ms);

/* Links are followed as the system follows them for fopen(), with its checks of rights, so a link
 * or a file that somebody else has put in a shared folder is refused where the system refuses it.
 * A link that leads to nothing says where to create the file. */
struct new_file {
	FILE *file;           /* to be written to */
	const char *path;     /* as given, for messages */
	const char *followed; /* where it goes if that is a link; or NULL */

	int old;               /* the old file, open for writing; or -1 */
	struct stat status;    /* of the old file, if there is one */
	int folder;            /* that the name is in; or -1: the old file can
	                        * only be overwritten */
	const char *name;      /* of the file itself, in the folder */
	const char *temporary; /* that the new file has there; or NULL */
	bool is_damaged;       /* the old file, by overwriting it */
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

/* Closes the file and makes it the target.  Errors: "PATH: reason", also for earlier writes; the
 * target is then unchanged, or the reason says that it is not. */
bool new_file_finish(struct new_file *file, struct error *err);

/* Where the user's own files are, following the XDG Base Directory Specification.
 *
 * A path is NULL if the environment names no absolute directory for it.  Owner of all but
 * system_config(): the arena. */

/* Paths as text; nothing here looks at the file system. */

/* The last part of a path, after its last slash: empty for "a/", the whole path if it has no slash.
 * It points into the path, so path_last(p) - p is the length of the directory with its slash. */
const char *path_last(const char *path);

/* The directory of a path, with its slash; "" without one.  Owner: the arena. */
const char *path_folder(const char *path, struct arena *arena);

/* The same without its slash, but "/"; "." without one. */
const char *path_parent(const char *path, struct arena *arena);

/* The next folder of $PATH, which *rest is at first, and the bytes of its name; NULL: none. */
const char *path_folder_next(const char **rest, int *len);

/* A file in the folder that the variable names, else in the other one of $HOME; or NULL. */
const char *path_of_user(const char *variable, const char *otherwise, const char *name,
                         struct arena *arena);

/* The configuration: gptui/config in $XDG_CONFIG_HOME, else ~/.config. */
const char *own_config(struct arena *arena);

/* The system-wide one, in the installation directory; $GPTUI_SYSCONFIG names another, "" none. */
const char *system_config(void);

/* The directory of themes, gptui/themes next to the configuration. */
const char *own_themes(struct arena *arena);

/* Where typed lines are saved: gptui/history in $XDG_STATE_HOME, else ~/.local/state. */
const char *own_history(struct arena *arena);

/* A path as people write it, with "~" for $HOME. */
const char *own_shown(const char *path, struct arena *arena);

/* Creates the directories that a path needs, for the user only.  Errors: "PATH: reason". */
bool own_folders(const char *path, struct arena *arena, struct error *err);
