/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder for tests that write files, and programs that die while they do. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The user that tests of rights become if they are run by root. */
enum { ANOTHER = 65534 };

struct test_folder {
	char path[40];
	char file[64]; /* "out" in it */
};

/* Makes it, for everybody. */
void folder_begin(struct test_folder *folder);

/* Removes it with its files. */
void folder_end(struct test_folder *folder);

/* How many names are in it. */
size_t folder_names(const struct test_folder *folder);

/* Writes a file as C does. */
void folder_put(const char *path, const char *content, mode_t mode);

bool folder_has(const char *path, const char *content);
void folder_assert(const char *path, const char *content, mode_t mode);

/* What another process does; true if it went well. */
typedef bool folder_deed(const struct test_folder *folder);

/* Does it in another process; the first as another user if this one is root. */
bool folder_as_user(folder_deed *deed, const struct test_folder *folder);

bool folder_in_child(folder_deed *deed, const struct test_folder *folder);

/* Lets the calling process alone have a disk of 16 KiB there, for 4 names with
 * its own; false if it cannot, as it is not root. */
bool folder_small_disk(const struct test_folder *folder);

/* Does it in a process that is killed at its n-th stop: before and after each
 * call of the system.  Returns false when it came to its end before. */
bool folder_killed(folder_deed *deed, const struct test_folder *folder, int n);

/* Whether processes can be stopped that way here. */
bool folder_can_kill(void);

/* Lets the calling process have no files without names from now on, as on many
 * file systems; false if it cannot. */
bool folder_forbid_unnamed(void);
