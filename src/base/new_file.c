/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* O_TMPFILE, AT_EMPTY_PATH */
#include "base/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/file_attributes.h"
#include "base/file_bytes.h"
#include "base/file_lock.h"

/* ---- The file that is being written --------------------------------------- */

static FILE *open_stream(const struct target *t)
{
	int fd = fcntl(t->file, F_DUPFD_CLOEXEC, 0);

	/* It was opened without waiting; writing to it may wait. */
	if (fd >= 0 && fcntl(fd, F_SETFL, O_WRONLY) >= 0)
		return fdopen(fd, "wb");
	if (fd >= 0)
		close(fd);
	return NULL;
}

/* Nobody else reads it before it has the rights of the old one. */
static mode_t first_mode(const struct target *t)
{
	return t->file >= 0 ? 0600 : 0666;
}

/* In the target's folder if the file system has such files. */
static FILE *open_unnamed(struct new_file *f)
{
	int fd = -1;

#ifdef O_TMPFILE
	if (f->target.folder >= 0)
		fd = openat(f->target.folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC,
		            first_mode(&f->target));
#endif
	f->is_linkable = fd >= 0;
	return fd >= 0 ? fdopen(fd, "w+b") : tmpfile();
}

static bool is_stream(const struct target *t)
{
	return t->file >= 0 && !S_ISREG(t->old.st_mode);
}

bool new_file_open(struct new_file *out, const char *path, enum new_file_kind kind,
                   struct arena *arena, struct error *err)
{
	struct target *t = &out->target;

	*out = (struct new_file){ .path = path, .arena = arena };
	if (!target_open(t, path, kind == NEW_FILE_ANY, arena, err))
		return false;
	out->followed = t->followed;
	out->file = is_stream(t) ? open_stream(t) : open_unnamed(out);
	if (out->file)
		return true;
	fail(err, "%s: no temporary file: %s", path, strerror(errno));
	target_close(t);
	return false;
}

/* ---- The temporary name --------------------------------------------------- */

enum { MOST_NAMES = 100 };

/* The same for each write of a file, so that what a killed one left is found
 * again: ".gptui-HASH.NUMBER".  Nothing depends on its being secret, because
 * whoever makes it wants it to be new. */
static const char *temporary(const struct new_file *f, int number)
{
	const unsigned char *c = (const unsigned char *)f->target.name;
	uint32_t hash = 2166136261u; /* FNV-1a */

	while (*c)
		hash = (hash ^ *c++) * 16777619u;
	return arena_format(f->arena, ".gptui-%08x.%d", (unsigned)hash, number);
}

/* Whether a name in the folder is that of an open file, and the only one. */
static bool is_name_of(int folder, const char *name, int fd)
{
	struct stat named, opened;

	return !fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) && !fstat(fd, &opened) &&
	       S_ISREG(named.st_mode) && named.st_dev == opened.st_dev &&
	       named.st_ino == opened.st_ino && named.st_nlink == 1;
}

/* Removes a temporary name whose writer is dead: one that lives has locked the
 * file.  Only who has the lock removes the name, so it is still the same. */
static bool remove_stale(int folder, const char *name)
{
	int fd = openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	bool is_gone = fd >= 0 && file_lock(fd, 0) && is_name_of(folder, name, fd) &&
	               !unlinkat(folder, name, 0);

	if (fd >= 0)
		close(fd);
	return is_gone;
}

/* Gives an unnamed file a name that nothing has yet. */
static bool link_unnamed(int fd, int folder, const char *name)
{
	char path[64];

#ifdef AT_EMPTY_PATH
	if (!linkat(fd, "", folder, name, AT_EMPTY_PATH))
		return true;
	if (errno == EEXIST)
		return false;
#endif
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	return !linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW);
}

/* Gives it all that the old file has, and has the disk hold it. */
static bool prepare(const struct target *t, int fd)
{
	return (t->file < 0 || file_attributes_copy(t->file, fd)) && !fsync(fd);
}

/* A new file of that name with the same bytes, or -1: where unnamed files
 * cannot be linked. */
static int copy_named(const struct new_file *f, const char *name)
{
	const struct target *t = &f->target;
	struct stat content;
	int reason;
	int fd = openat(t->folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
	                first_mode(t));

	if (fd < 0)
		return -1;
	file_lock(fd, 0);
	if (!fstat(fileno(f->file), &content) &&
	    file_bytes_copy(fileno(f->file), fd, 0, content.st_size) && prepare(t, fd))
		return fd;
	reason = errno;
	unlinkat(t->folder, name, 0);
	close(fd);
	errno = reason;
	return -1;
}

/* The complete file under a temporary name, locked; -1 and errno. */
static int give_name(const struct new_file *f, const char *name)
{
	if (!f->is_linkable)
		return copy_named(f, name);
	if (link_unnamed(fileno(f->file), f->target.folder, name))
		return fileno(f->file);
	return errno == EEXIST ? -1 : copy_named(f, name);
}

/* The same under the first name that is free; sets it. */
static int find_name(const struct new_file *f, const char **name)
{
	int fd = -1, number;

	for (number = 0; fd < 0 && number < MOST_NAMES; number++) {
		*name = temporary(f, number);
		fd = give_name(f, *name);
		if (fd < 0 && errno != EEXIST)
			return -1;
		if (fd < 0 && remove_stale(f->target.folder, *name))
			fd = give_name(f, *name);
	}
	if (fd < 0)
		errno = EEXIST;
	return fd;
}

/* ---- In the target's place ------------------------------------------------ */

/* Errors: false, and errno; nothing has changed. */
static bool rename_there(const struct new_file *f)
{
	const struct target *t = &f->target;
	const char *name;
	bool ok;
	int fd, reason;

	if (t->folder < 0 || (t->file >= 0 && t->old.st_nlink > 1)) {
		errno = EXDEV;
		return false;
	}
	if (f->is_linkable) {
		if (!prepare(t, fileno(f->file)))
			return false;
		file_lock(fileno(f->file), 0);
		if (t->file < 0 && link_unnamed(fileno(f->file), t->folder, t->name))
			return true;
	}
	fd = find_name(f, &name);
	if (fd < 0)
		return false;
	ok = !renameat(t->folder, name, t->folder, t->name);
	reason = errno;
	if (!ok)
		unlinkat(t->folder, name, 0);
	if (fd != fileno(f->file))
		close(fd);
	errno = reason;
	return ok;
}

/* Whether overwriting it would meet the same fault, or do harm. */
static bool is_about_room(int reason)
{
	return reason == ENOSPC || reason == EDQUOT || reason == EFBIG || reason == EIO;
}

/* The old file, to save what it holds; or -1. */
static int open_readable(const struct new_file *f)
{
	const struct target *t = &f->target;
	struct stat status;
	int fd = open(f->path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	if (fd < 0 || (!fstat(fd, &status) && status.st_dev == t->old.st_dev &&
	               status.st_ino == t->old.st_ino))
		return fd;
	close(fd);
	return -1;
}

static bool overwrite(const struct new_file *f, bool *is_damaged)
{
	enum { PATIENCE_MS = 100 }; /* for another one that overwrites it */

	const int readable = open_readable(f);
	bool ok;

	file_lock(f->target.file, PATIENCE_MS);
	ok = file_bytes_replace(f->target.file, readable, fileno(f->file), is_damaged);

	if (readable >= 0)
		close(readable);
	return ok;
}

bool new_file_finish(struct new_file *file, struct error *err)
{
	const struct target *t = &file->target;
	bool is_damaged = false, ok;
	int reason;

	errno = 0;
	ok = !fflush(file->file) && !ferror(file->file);
	if (ok && !is_stream(t))
		ok = rename_there(file) ||
		     (t->file >= 0 && !is_about_room(errno) && overwrite(file, &is_damaged));
	reason = errno ? errno : EIO;
	if (fclose(file->file) && ok) {
		reason = errno;
		ok = !is_stream(t);
	}
	target_close(&file->target);
	return ok || fail(err, "%s: %s%s", file->path, strerror(reason),
	                  is_damaged ? "; what it held is lost" : "");
}
