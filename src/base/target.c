/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* O_PATH */
#include "base/target.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/path.h"

#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

static bool is_link(const char *path)
{
	struct stat status;

	return !lstat(path, &status) && S_ISLNK(status.st_mode);
}

/* The path of what exists, without links; or NULL. */
static const char *real_path(const char *path, struct arena *arena)
{
	char real[PATH_MAX];

	return realpath(path, real) ? arena_text(arena, real, strlen(real)) : NULL;
}

static int open_folder(const char *path, struct arena *arena)
{
	const char *folder = path_folder(path, arena);

	return open(*folder ? folder : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
}

static bool is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether it is where the program prints to: /dev/stdout. */
static bool is_output(const struct stat *file)
{
	struct stat status;
	int fd;

	for (fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
		if (!fstat(fd, &status) && is_same(&status, file))
			return true;
	return false;
}

/* Finds the name of the file that is open.  What has none that leads to it is
 * left without a folder, and so is what another file must not take the place
 * of, because it is open. */
static void find_name(struct target *t, const char *path, struct arena *arena)
{
	const char *real = real_path(path, arena);
	struct stat status;

	if (!real)
		return;
	t->folder = open_folder(real, arena);
	t->name = path_last(real);
	if (is_link(path))
		t->followed = real;
	if (t->folder >= 0 && !is_output(&t->old) &&
	    !fstatat(t->folder, t->name, &status, AT_SYMLINK_NOFOLLOW) && is_same(&status, &t->old))
		return;
	if (t->folder >= 0)
		close(t->folder);
	t->folder = -1;
}

/* Opens what exists.  A link that somebody puts at the end now is not followed;
 * but what /proc has open may have no name there. */
static bool open_old(struct target *t, const char *path, const char *end, struct arena *arena)
{
	const int how = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

	/* With O_CREAT the system refuses others' files in shared folders. */
	t->file = !lstat(end, &t->old) ? open(end, how | O_CREAT | O_NOFOLLOW, 0666)
	                               : open(path, how);
	if (t->file < 0 || fstat(t->file, &t->old))
		return false;
	if (S_ISREG(t->old.st_mode))
		find_name(t, path, arena);
	return true;
}

/* Whether somebody else may have put a link into a folder where all may write.
 * Source: proc_sys_fs(5), protected_symlinks. */
static bool is_planted(const char *path, struct arena *arena)
{
	const char *folder = path_folder(path, arena);
	struct stat link, around;

	if (lstat(path, &link) || stat(*folder ? folder : ".", &around))
		return true;
	return around.st_mode & S_ISVTX && around.st_mode & S_IWOTH && link.st_uid != geteuid() &&
	       link.st_uid != around.st_uid;
}

/* Where links lead, even to nothing; NULL, and errno, if they should not be
 * followed. */
static const char *follow(const char *path, struct arena *arena)
{
	enum { MOST_LINKS = 40 };

	char text[PATH_MAX];
	int i;

	for (i = 0; i < MOST_LINKS; i++) {
		ssize_t len = readlink(path, text, sizeof text - 1);

		if (len < 0)
			return path;
		text[len] = '\0';
		if (is_planted(path, arena)) {
			errno = EACCES;
			return NULL;
		}
		path = arena_format(arena, "%s%s", *text == '/' ? "" : path_folder(path, arena),
		                    text);
	}
	errno = ELOOP;
	return NULL;
}

/* Whether a file could be created where the path ends. */
static bool find_new(struct target *t, const char *path, const char *end, struct arena *arena)
{
	if (end != path)
		t->followed = end;
	t->name = path_last(end);
	t->folder = open_folder(end, arena);
	return t->folder >= 0 && *t->name && !faccessat(t->folder, ".", W_OK | X_OK, AT_EACCESS);
}

bool target_open(struct target *out, const char *path, bool any_kind, struct arena *arena,
                 struct error *err)
{
	const char *end = follow(path, arena);
	struct stat status;
	bool ok = false;

	*out = (struct target){ .file = -1, .folder = -1 };
	if (end && !stat(path, &status)) {
		if (S_ISDIR(status.st_mode))
			return fail(err, "%s: %s", path, strerror(EISDIR));
		if (!S_ISREG(status.st_mode) && !any_kind)
			return fail(err, "%s: not a regular file", path);
		ok = open_old(out, path, end, arena);
	} else if (end && errno == ENOENT) {
		ok = find_new(out, path, end, arena);
	}
	if (ok)
		return true;
	fail(err, "%s: %s", path, strerror(errno));
	target_close(out);
	return false;
}

const char *target_of_link(const char *path, struct arena *arena)
{
	const char *real = is_link(path) ? real_path(path, arena) : path;

	return real ? (real != path ? real : NULL) : follow(path, arena);
}

void target_close(struct target *target)
{
	if (target->file >= 0)
		close(target->file);
	if (target->folder >= 0)
		close(target->folder);
	target->file = target->folder = -1;
}
