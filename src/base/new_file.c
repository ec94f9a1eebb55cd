/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* O_PATH, O_TMPFILE, AT_EMPTY_PATH */
#include "base/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/own_files.h"
#include "base/work.h"

static void target_close(struct target *target);

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
static void find_target_name(struct target *t, const char *path, struct arena *arena)
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
		find_target_name(t, path, arena);
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

/* Finds the target and opens it, without changing it and without waiting.
 * Unless `any_kind`, what is not a regular file is refused.
 * Owner of the names: the arena.
 * Errors: "PATH: reason"; it cannot be written, nor created. */
static bool target_open(struct target *out, const char *path, bool any_kind, struct arena *arena,
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

static void target_close(struct target *target)
{
	if (target->file >= 0)
		close(target->file);
	if (target->folder >= 0)
		close(target->folder);
	target->file = target->folder = -1;
}

/* What a file has beside its bytes: mode, owner, access lists, labels. */

#ifdef __linux__
#include <sys/xattr.h>

/* Bytes; a file with more is not copied. */
enum { MOST_ATTRIBUTE_NAMES = 4096, MOST_VALUE = 16384 };

/* Names of extended attributes, each with its NUL. */
struct names {
	char text[MOST_ATTRIBUTE_NAMES];
	size_t len;
};

static bool names_of(struct names *out, int fd)
{
	ssize_t len = flistxattr(fd, out->text, sizeof out->text);

	out->len = len > 0 ? (size_t)len : 0;
	return len >= 0 || errno == ENOTSUP;
}

static const char *next_name(const struct names *names, const char *name)
{
	name = name ? name + strlen(name) + 1 : names->text;
	return name < names->text + names->len ? name : NULL;
}

static bool has_name(const struct names *names, const char *wanted)
{
	const char *name = NULL;

	while ((name = next_name(names, name)))
		if (!strcmp(name, wanted))
			return true;
	return false;
}

static bool copy_value(int from, int to, const char *name)
{
	char wanted[MOST_VALUE], has[MOST_VALUE];
	ssize_t len = fgetxattr(from, name, wanted, sizeof wanted);

	if (len < 0)
		return false;
	if (fgetxattr(to, name, has, sizeof has) == len && !memcmp(wanted, has, (size_t)len))
		return true;
	return !fsetxattr(to, name, wanted, (size_t)len, 0);
}

/* Access lists and labels: a new file has those of its folder. */
static bool copy_extended(int from, int to)
{
	struct names wanted, has;
	const char *name = NULL;

	if (!names_of(&wanted, from) || !names_of(&has, to))
		return false;
	while ((name = next_name(&has, name)))
		if (!has_name(&wanted, name) && fremovexattr(to, name))
			return false;
	while ((name = next_name(&wanted, name)))
		if (!copy_value(from, to, name))
			return false;
	return true;
}

#else

static bool copy_extended(int from, int to)
{
	return true;
}

#endif

/* Gives a new file, which must be the user's, all that an old one has, but
 * for set-user-ID and set-group-ID bits, which a write clears.
 * Errors: false, and errno; something cannot be given. */
static bool file_attributes_copy(int from, int to)
{
	struct stat old, new;

	if (fstat(from, &old) || fstat(to, &new))
		return false;
	if ((old.st_uid != new.st_uid || old.st_gid != new.st_gid) &&
	    fchown(to, old.st_uid, old.st_gid))
		return false;
	return copy_extended(from, to) && !fchmod(to, old.st_mode & 0777);
}

/* As pread() and pwrite(), but signals and short writes are no errors. */
static ssize_t read_at(int fd, char *data, size_t len, off_t at)
{
	ssize_t n;

	while ((n = pread(fd, data, len, at)) < 0 && errno == EINTR)
		;
	return n;
}

/* Moves *at over what was written. */
static bool write_at(int fd, const char *data, size_t len, off_t *at)
{
	while (len) {
		ssize_t n = pwrite(fd, data, len, *at);

		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0) {
			data += n;
			len -= (size_t)n;
			*at += n;
		}
	}
	return true;
}

bool file_bytes_read(int fd, void *data, size_t len, uint64_t offset)
{
	char *to = data;

	if (offset > (uint64_t)INT64_MAX - len)
		return false;
	while (len) {
		ssize_t n = read_at(fd, to, len, (off_t)offset);

		if (n <= 0)
			return false;
		to += n;
		offset += (uint64_t)n;
		len -= (size_t)n;
	}
	return true;
}

bool file_part_read(const struct file_part *part, void *data, size_t len, size_t offset)
{
	return offset <= part->len && len <= part->len - offset &&
	       file_bytes_read(part->fd, data, len, part->offset + offset);
}

/* Copies from *at on, and moves it. */
static bool copy_from(int from, int to, off_t *at, off_t high)
{
	char block[1 << 16];

	while (*at < high) {
		size_t len = sizeof block;
		ssize_t n;

		if (high - *at < (off_t)len)
			len = (size_t)(high - *at);
		n = read_at(from, block, len, *at);
		if (!n)
			errno = EIO; /* it became shorter */
		if (n <= 0 || !write_at(to, block, (size_t)n, at))
			return false;
	}
	return true;
}

bool file_bytes_copy(int from, int to, off_t low, off_t high)
{
	return copy_from(from, to, &low, high);
}

static bool size_of(int fd, off_t *size)
{
	struct stat status;

	if (fstat(fd, &status))
		return false;
	*size = status.st_size;
	return true;
}

/* Its first bytes in a file without a name, or NULL. */
static FILE *saved(int readable, off_t size)
{
	FILE *copy = readable >= 0 ? tmpfile() : NULL;

	if (!copy || file_bytes_copy(readable, fileno(copy), 0, size))
		return copy;
	fclose(copy);
	return NULL;
}

/* Overwrites the bytes that both have, after all others are written. */
static bool overwrite_bytes(int old, int readable, int new, off_t both, bool *is_damaged)
{
	FILE *copy = saved(readable, both);
	off_t done = 0;
	int reason;

	if (copy_from(new, old, &done, both)) {
		if (copy)
			fclose(copy);
		return true;
	}
	reason = errno;
	*is_damaged = !copy || !file_bytes_copy(fileno(copy), old, 0, done);
	if (copy)
		fclose(copy);
	errno = reason;
	return false;
}

/* Makes an old file hold what another one holds.  What needs room comes first,
 * so when there is none nothing has changed; if writing fails later, what was
 * overwritten comes back, if `readable`, the old file open for reading or -1,
 * and a temporary file for it are there.
 * Errors: false, and errno; `is_damaged` if it is neither old nor new. */
static bool file_bytes_replace(int old, int readable, int new, bool *is_damaged)
{
	off_t before, after;
	int reason;

	*is_damaged = false;
	if (!size_of(old, &before) || !size_of(new, &after))
		return false;
	if (file_bytes_copy(new, old, before, after) && !fsync(old) &&
	    overwrite_bytes(old, readable, new, before < after ? before : after, is_damaged)) {
		*is_damaged = ftruncate(old, after) || fsync(old);
		return !*is_damaged;
	}
	reason = errno;
	if (after > before && ftruncate(old, before))
		*is_damaged = true;
	errno = reason;
	return false;
}

bool file_lock(int fd, int patience_ms)
{
	enum { STEP_MS = 5 };

	const long long end = clock_ms() + patience_ms;

	while (flock(fd, LOCK_EX | LOCK_NB)) {
		if ((errno != EWOULDBLOCK && errno != EINTR) || clock_ms() >= end)
			return false;
		poll(NULL, 0, STEP_MS);
	}
	return true;
}

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
