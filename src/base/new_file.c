/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* O_PATH, O_TMPFILE, AT_EMPTY_PATH */
#include "base/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/work.h"

#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

static bool is_link(const char *path) {
	struct stat status;

	return !lstat(path, &status) && S_ISLNK(status.st_mode);
}

static bool is_same(const struct stat *a, const struct stat *b) {
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether it is where the program prints to: /dev/stdout. */
static bool is_output(const struct stat *file) {
	struct stat status;

	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
		if (!fstat(fd, &status) && is_same(&status, file))
			return true;
	return false;
}

/* Whether somebody else may have put a link into a folder where all may write.  Source:
 * proc_sys_fs(5), protected_symlinks. */
static bool is_planted(const char *path, struct arena *arena) {
	const char *folder = path_folder(path, arena);
	struct stat link, around;

	if (lstat(path, &link) || stat(*folder ? folder : ".", &around))
		return true;
	return around.st_mode & S_ISVTX && around.st_mode & S_IWOTH && link.st_uid != geteuid() &&
	       link.st_uid != around.st_uid;
}

/* Where links lead, even to nothing; NULL, and errno, if they should not be followed. */
static const char *follow(const char *path, struct arena *arena) {
	enum { MOST_LINKS = 40 };

	char text[PATH_MAX];

	for (int i = 0; i < MOST_LINKS; i++) {
		ssize_t len = readlink(path, text, sizeof text - 1);

		if (len < 0)
			return realpath(path, text) ? arena_text(arena, text, strlen(text)) : path;
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

const char *target_of_link(const char *path, struct arena *arena) {
	return is_link(path) ? follow(path, arena) : NULL;
}

static bool is_at(const struct stat *file, int folder, const char *name) {
	struct stat status;

	return !fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) && is_same(&status, file);
}

/* Opens what exists.  A link that somebody puts at the end now is not followed; but what /proc has
 * open may have no name there.  What another file cannot take the place of is left without a
 * folder: no name leads to it, or the program prints to it. */
static bool open_old(struct new_file *f, const char *end) {
	const int how = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

	/* With O_CREAT the system refuses others' files in shared folders. */
	f->old = !lstat(end, &f->status) ? open(end, how | O_CREAT | O_NOFOLLOW, 0666)
	                                 : open(f->path, how);
	if (f->old < 0 || fstat(f->old, &f->status))
		return false;
	if (!S_ISREG(f->status.st_mode)) /* a device is no place to name */
		f->followed = NULL;
	if (f->folder >= 0 && (!S_ISREG(f->status.st_mode) || is_output(&f->status) ||
	                       !is_at(&f->status, f->folder, f->name))) {
		close(f->folder);
		f->folder = -1;
	}
	return true;
}

/* Finds the target and opens it, without changing it and without waiting.  Errors: false, and
 * errno; it cannot be written, nor created. */
static bool open_target(struct new_file *f, bool exists) {
	const char *end = follow(f->path, f->arena);

	if (!end)
		return false;
	const char *folder = path_folder(end, f->arena);
	f->followed = is_link(f->path) ? end : NULL;
	f->name = path_last(end);
	f->folder = open(*folder ? folder : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (exists)
		return open_old(f, end);
	return f->folder >= 0 && *f->name && !faccessat(f->folder, ".", W_OK | X_OK, AT_EACCESS);
}

static void close_target(struct new_file *f) {
	if (f->old >= 0)
		close(f->old);
	if (f->folder >= 0)
		close(f->folder);
	f->old = f->folder = -1;
}

/* What a file has beside its bytes: mode, owner, access lists, labels. */

#ifdef __linux__
#include <sys/xattr.h>

static bool copy_value(int from, int to, const char *name) {
	enum { MOST = 16384 }; /* bytes; a larger one is not copied */
	char wanted[MOST], has[MOST];
	const ssize_t len = fgetxattr(from, name, wanted, MOST);

	if (len < 0)
		return errno == ENODATA && !fremovexattr(to, name);
	return (fgetxattr(to, name, has, MOST) == len && !memcmp(wanted, has, (size_t)len)) ||
	       !fsetxattr(to, name, wanted, (size_t)len, 0);
}

/* Access lists and labels: a new file has those of its folder, and gets or loses all that one of
 * the two has. */
static bool copy_extended(int from, int to) {
	const int both[] = { to, from };
	char names[4096];

	for (size_t i = 0; i < 2; i++) {
		const ssize_t len = flistxattr(both[i], names, sizeof names);

		if (len < 0 && errno != ENOTSUP)
			return false;
		for (char *name = names; name < names + len; name += strlen(name) + 1)
			if (!copy_value(from, to, name))
				return false;
	}
	return true;
}

#else

static bool copy_extended(int from, int to) {
	return true;
}

#endif

/* Gives a new file, which must be the user's, all that an old one has, but for set-user-ID and
 * set-group-ID bits, which a write clears.  Errors: false, and errno; something cannot be given. */
static bool file_attributes_copy(int from, int to) {
	struct stat old, new;

	if (fstat(from, &old) || fstat(to, &new))
		return false;
	if ((old.st_uid != new.st_uid || old.st_gid != new.st_gid) &&
	    fchown(to, old.st_uid, old.st_gid))
		return false;
	return copy_extended(from, to) && !fchmod(to, old.st_mode & 0777);
}

/* As pread() and pwrite(), but signals and short writes are no errors. */
static ssize_t read_at(int fd, char *data, size_t len, off_t at) {
	ssize_t n;

	while ((n = pread(fd, data, len, at)) < 0 && errno == EINTR)
		;
	return n;
}

/* Moves *at over what was written. */
static bool write_at(int fd, const char *data, size_t len, off_t *at) {
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

bool file_bytes_read(int fd, void *data, size_t len, uint64_t offset) {
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

bool file_part_read(const struct file_part *part, void *data, size_t len, size_t offset) {
	return offset <= part->len && len <= part->len - offset &&
	       file_bytes_read(part->fd, data, len, part->offset + offset);
}

/* Copies from *at on, and moves it. */
static bool copy_from(int from, int to, off_t *at, off_t high) {
	char block[1 << 16];

	while (*at < high) {
		size_t len = sizeof block;

		if (high - *at < (off_t)len)
			len = (size_t)(high - *at);
		ssize_t n = read_at(from, block, len, *at);
		if (!n)
			errno = EIO; /* it became shorter */
		if (n <= 0 || !write_at(to, block, (size_t)n, at))
			return false;
	}
	return true;
}

bool file_bytes_copy(int from, int to, off_t low, off_t high) {
	return copy_from(from, to, &low, high);
}

bool file_lock(int fd, int patience_ms) {
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

static bool is_stream(const struct new_file *f) {
	return f->old >= 0 && !S_ISREG(f->status.st_mode);
}

static FILE *open_stream(const struct new_file *f) {
	int fd = fcntl(f->old, F_DUPFD_CLOEXEC, 0);

	/* It was opened without waiting; writing to it may wait. */
	if (fd >= 0 && fcntl(fd, F_SETFL, O_WRONLY) >= 0)
		return fdopen(fd, "wb");
	if (fd >= 0)
		close(fd);
	return NULL;
}

/* Removes a temporary name whose writer is dead: one that lives has locked the file.  Only who has
 * the lock removes the name, so it is still the same. */
static bool remove_stale(int folder, const char *name) {
	int fd = openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat opened;
	bool is_gone = fd >= 0 && file_lock(fd, 0) && !fstat(fd, &opened) &&
	               S_ISREG(opened.st_mode) && opened.st_nlink == 1 &&
	               is_at(&opened, folder, name) && !unlinkat(folder, name, 0);

	if (fd >= 0)
		close(fd);
	return is_gone;
}

static const char own_files[] = "/proc/self/fd";

/* Gives an unnamed file a name that nothing has yet. */
static bool link_unnamed(int fd, int folder, const char *name) {
	char path[64];

	snprintf(path, sizeof path, "%s/%d", own_files, fd);
	return !linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW);
}

/* Nobody else reads it before it has the rights of the old one. */
static mode_t first_mode(const struct new_file *f) {
	return f->old >= 0 ? 0600 : 0666;
}

/* Gives the open file, or if it is -1 a new one, the first temporary name that nothing has, or only
 * what a killed writer left: ".gptui-HASH.NUMBER" is the same for each write of a file.  Nothing
 * depends on its being secret, because whoever makes it wants it to be new.  Returns the file; or
 * -1, and errno. */
static int take_name(struct new_file *f, int fd) {
	enum { MOST_NAMES = 100 };
	const int how = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	const unsigned char *c = (const unsigned char *)f->name;
	uint32_t hash = 2166136261u; /* FNV-1a */
	const char *name;
	int number = 0, named;

	while (*c)
		hash = (hash ^ *c++) * 16777619u;
	do {
		name = arena_format(f->arena, ".gptui-%08x.%d", (unsigned)hash, number);
		if (fd < 0)
			named = openat(f->folder, name, how, first_mode(f));
		else
			named = link_unnamed(fd, f->folder, name) ? fd : -1;
	} while (named < 0 && errno == EEXIST &&
	         (remove_stale(f->folder, name) || ++number < MOST_NAMES));
	if (named >= 0)
		f->temporary = name;
	return named;
}

/* A file in the target's folder, nameless if there are such; else a temporary one of the system. */
static FILE *open_temporary(struct new_file *f) {
	int fd = -1;

#ifdef O_TMPFILE
	if (f->folder >= 0 && !access(own_files, X_OK))
		fd = openat(f->folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, first_mode(f));
#endif
	if (f->folder >= 0 && fd < 0)
		fd = take_name(f, -1);
	if (fd >= 0) {
		file_lock(fd, 0);
		return fdopen(fd, "w+b");
	}
	if (f->folder >= 0)
		close(f->folder);
	f->folder = -1;
	return f->old >= 0 ? tmpfile() : NULL;
}

bool new_file_open(struct new_file *out, const char *path, enum new_file_kind kind,
                   struct arena *arena, struct error *err) {
	struct stat status;
	const bool exists = !stat(path, &status);

	*out = (struct new_file){ .path = path, .arena = arena, .old = -1, .folder = -1 };
	if (exists && S_ISDIR(status.st_mode))
		return fail(err, "%s: %s", path, strerror(EISDIR));
	if (exists && !S_ISREG(status.st_mode) && kind != NEW_FILE_ANY)
		return fail(err, "%s: not a regular file", path);
	if (!open_target(out, exists))
		fail(err, "%s: %s", path, strerror(errno));
	else if (!(out->file = is_stream(out) ? open_stream(out) : open_temporary(out)))
		fail(err, "%s: no temporary file: %s", path, strerror(errno));
	if (!out->file)
		close_target(out);
	return out->file;
}

/* Puts the complete file in the target's place, with all that the old file has, once the disk holds
 * it.  Errors: false, and errno; nothing has changed. */
static bool rename_there(struct new_file *f) {
	const int fd = fileno(f->file);

	errno = EXDEV;
	if (f->folder < 0 || f->status.st_nlink > 1 ||
	    (f->old >= 0 && !file_attributes_copy(f->old, fd)) || fsync(fd))
		return false;
	if (!f->temporary && f->old < 0 && link_unnamed(fd, f->folder, f->name))
		return true;
	if ((!f->temporary && take_name(f, fd) < 0) ||
	    renameat(f->folder, f->temporary, f->folder, f->name))
		return false;
	f->temporary = NULL;
	return true;
}

/* ---- In place ------------------------------------------------------------- */

/* The first bytes of the old file, in a file without a name; or NULL. */
static FILE *save(const struct new_file *f, off_t size) {
	const int fd = open(f->path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat status;
	FILE *copy = fd >= 0 && !fstat(fd, &status) && is_same(&status, &f->status) ? tmpfile()
	                                                                            : NULL;

	if (copy && !file_bytes_copy(fd, fileno(copy), 0, size)) {
		fclose(copy);
		copy = NULL;
	}
	if (fd >= 0)
		close(fd);
	return copy;
}

/* Overwrites the bytes that both have; if that fails, what was saved of them comes back. */
static bool overwrite_start(struct new_file *f, off_t both) {
	FILE *copy = save(f, both);
	off_t done = 0;
	const bool ok = copy_from(fileno(f->file), f->old, &done, both);
	const int reason = errno;

	f->is_damaged = !ok && (!copy || !file_bytes_copy(fileno(copy), f->old, 0, done));
	if (copy)
		fclose(copy);
	errno = reason;
	return ok;
}

/* Makes the old file hold what the new one holds.  What needs room comes first, so when there is
 * none nothing has changed.  Errors: false, and errno; is_damaged if it is neither old nor new. */
static bool overwrite(struct new_file *f) {
	enum { PATIENCE_MS = 100 }; /* for another one that overwrites it */
	const int new = fileno(f->file);
	struct stat after, before;

	file_lock(f->old, PATIENCE_MS);
	if (fstat(f->old, &before) || fstat(new, &after))
		return false;
	if (file_bytes_copy(new, f->old, before.st_size, after.st_size) && !fsync(f->old) &&
	    overwrite_start(f, before.st_size < after.st_size ? before.st_size : after.st_size)) {
		f->is_damaged = ftruncate(f->old, after.st_size) || fsync(f->old);
		return !f->is_damaged;
	}
	int reason = errno;
	f->is_damaged |= after.st_size > before.st_size && ftruncate(f->old, before.st_size);
	errno = reason;
	return false;
}

/* Whether overwriting it would meet the same fault, or do harm. */
static bool is_about_room(int reason) {
	return reason == ENOSPC || reason == EDQUOT || reason == EFBIG || reason == EIO;
}

bool new_file_finish(struct new_file *f, struct error *err) {
	errno = 0;
	bool ok = !fflush(f->file) && !ferror(f->file);
	if (ok && !is_stream(f))
		ok = rename_there(f) || (f->old >= 0 && !is_about_room(errno) && overwrite(f));
	int reason = errno ? errno : EIO;
	if (f->temporary)
		unlinkat(f->folder, f->temporary, 0);
	if (fclose(f->file) && ok) {
		reason = errno;
		ok = !is_stream(f);
	}
	close_target(f);
	return ok || fail(err, "%s: %s%s", f->path, strerror(reason),
	                  f->is_damaged ? "; its old content is lost" : "");
}

const char *path_last(const char *path) {
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

const char *path_folder_next(const char **rest, int *len) {
	const char *folder = *rest;

	if (!folder)
		return NULL;
	*len = (int)strcspn(folder, ":");
	*rest = folder[*len] ? folder + *len + 1 : NULL;
	if (*len)
		return folder;
	*len = 1;
	return ".";
}

const char *path_folder(const char *path, struct arena *arena) {
	return arena_text(arena, path, (size_t)(path_last(path) - path));
}

const char *path_parent(const char *path, struct arena *arena) {
	const char *name = path_last(path);

	if (name == path)
		return ".";
	return name == path + 1 ? "/" : arena_text(arena, path, (size_t)(name - path) - 1);
}

/* Source: XDG Base Directory Specification 0.8: relative paths are ignored, missing directories are
 * created with mode 0700. */

const char *path_of_user(const char *variable, const char *otherwise, const char *name,
                         struct arena *arena) {
	const char *folder = getenv(variable), *home = getenv("HOME");

	if (folder && *folder == '/')
		return arena_format(arena, "%s/%s", folder, name);
	return home && *home == '/' ? arena_format(arena, "%s/%s/%s", home, otherwise, name) : NULL;
}

const char *own_config(struct arena *arena) {
	return path_of_user("XDG_CONFIG_HOME", ".config", "gptui/config", arena);
}

const char *system_config(void) {
	const char *other = getenv("GPTUI_SYSCONFIG");

	if (other)
		return *other ? other : NULL;
	return SYSCONFDIR "/gptui/config";
}

const char *own_themes(struct arena *arena) {
	return path_of_user("XDG_CONFIG_HOME", ".config", "gptui/themes", arena);
}

const char *own_history(struct arena *arena) {
	return path_of_user("XDG_STATE_HOME", ".local/state", "gptui/history", arena);
}

const char *own_shown(const char *path, struct arena *arena) {
	const char *home = getenv("HOME");
	size_t len = home ? strlen(home) : 0;

	if (len < 2 || strncmp(path, home, len) != 0 || path[len] != '/')
		return path;
	return arena_format(arena, "~%s", path + len);
}

bool own_folders(const char *path, struct arena *arena, struct error *err) {
	char *folder = arena_text(arena, path, strlen(path)), *slash = folder;

	while ((slash = strchr(slash + 1, '/'))) {
		*slash = '\0';
		if (mkdir(folder, 0700) && errno != EEXIST)
			return fail(err, "%.500s: %s", own_shown(folder, arena), strerror(errno));
		*slash = '/';
	}
	return true;
}
