/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

bool is_null_device(const struct stat *status) {
	struct stat null;

	return S_ISCHR(status->st_mode) && !stat("/dev/null", &null) && S_ISCHR(null.st_mode) &&
	       status->st_rdev == null.st_rdev;
}

/* Does not block on a FIFO without a writer. */
enum { FOR_READING = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC };

static int refuse(int fd, const char *path, const struct stat *status, struct error *err) {
	if (fd >= 0)
		close(fd);
	fail(err, "%s: %s", path,
	     S_ISDIR(status->st_mode) ? strerror(EISDIR) : "not a regular file");
	return -1;
}

/* Opens a regular file, or what else has something to read: a pipe, and "-". */
static int open_file(const char *path, bool is_regular, uint64_t *size, struct error *err) {
	struct stat status;

	/* Opening a device or a pipe may have effects. */
	if (is_regular && !stat(path, &status) && !S_ISREG(status.st_mode))
		return refuse(-1, path, &status, err);
	int fd = is_regular || strcmp(path, "-") ? open(path, FOR_READING)
	                                         : fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
	if (fd < 0 || fstat(fd, &status)) {
		fail(err, "%s: %s", path, strerror(errno));
		if (fd >= 0)
			close(fd);
		return -1;
	}
	*size = S_ISREG(status.st_mode) ? (uint64_t)status.st_size : 0;
	if (S_ISREG(status.st_mode) ||
	    (!is_regular &&
	     (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || is_null_device(&status))))
		return fd;
	return refuse(fd, path, &status, err);
}

int bytes_open_regular(const char *path, uint64_t *size, struct error *err) {
	return open_file(path, true, size, err);
}

/* An open input. */
struct input {
	int fd;
	bool blocks;                     /* a pipe as "-" */
	uint64_t size;                   /* of a regular file */
	const struct bytes_check *check; /* or NULL */
};

/* Some files of the kernel's are regular, and yet have nothing to read now. */
static bool is_regular(int fd) {
	struct stat status;

	return !fstat(fd, &status) && S_ISREG(status.st_mode);
}

/* Reads what is there now, waiting for a pipe's writer while the job is wanted; -1: error. */
static ssize_t read_some(const struct input *in, unsigned char *data, size_t len,
                         struct progress *progress) {
	enum { PATIENCE_MS = 50 };

	bool is_ready = !in->blocks;

	for (;;) {
		ssize_t n = is_ready ? read(in->fd, data, len) : -1;

		if (n >= 0 || (is_ready && errno != EAGAIN && errno != EINTR))
			return n;
		if (is_ready && errno == EAGAIN && is_regular(in->fd))
			return 0;
		if (!progress_wanted(progress)) {
			errno = ECANCELED;
			return -1;
		}
		is_ready = poll(&(struct pollfd){ in->fd, POLLIN, 0 }, 1,
		                progress ? PATIENCE_MS : -1) > 0 ||
		           !in->blocks;
	}
}

/* The most a pipe may deliver; a regular file has a known size. */
static const size_t most = (size_t)1 << 30;

void bytes_make_room(struct bytes_room *room, size_t size) {
	if (size <= room->size)
		return;
	room->data = arena_grow(room->arena, room->data, room->size, size);
	room->size = size;
}

/* The first bytes; false if the file is not worth reading on. */
static bool read_start(const struct input *in, struct bytes_room *room, size_t *len,
                       struct progress *progress) {
	enum { START = 4096 };
	ssize_t n;

	bytes_make_room(room, START);
	while (*len < START && (n = read_some(in, room->data + *len, START - *len, progress)) > 0)
		*len += (size_t)n;
	return in->check->is_wanted(in->check->context, (struct bytes){ room->data, *len },
	                            in->size ? (size_t)in->size : SIZE_MAX);
}

static bool read_all(struct bytes *out, const struct input *in, struct bytes_room *room,
                     struct progress *progress) {
	size_t len = 0;
	ssize_t n;

	if (in->check && !read_start(in, room, &len, progress)) {
		*out = (struct bytes){ room->data, len };
		return true;
	}
	/* One more than the size, so that a short read means the end. */
	bytes_make_room(room, in->size > len ? (size_t)in->size + 1 : len + 1);
	while ((n = read_some(in, room->data + len, room->size - len, progress)) > 0) {
		len += (size_t)n;
		if (in->size && len == in->size) {
			n = 0;
			break;
		}
		if (len > most && len > in->size) {
			errno = EFBIG;
			return false;
		}
		if (len == room->size)
			bytes_make_room(room, len < 4096 ? 8192 : 2 * len);
	}
	*out = (struct bytes){ room->data, len };
	return n == 0;
}

static void close_input(void *what) {
	const struct input *in = what;

	close(in->fd);
}

/* Reads an open file and closes it, even if there is no memory for it. */
static bool read_open(struct bytes *out, const char *path, const struct input *from,
                      struct bytes_room *room, struct progress *progress, struct error *err) {
	SCRATCH struct arena *open = arena_new();
	struct input *in = arena_copy(open, from, 1, sizeof *from);

	arena_defer(open, close_input, in);
	return read_all(out, in, room, progress) || fail(err, "%s: %s", path, strerror(errno));
}

bool bytes_read_wanted(struct bytes *out, const char *path, const struct bytes_check *check,
                       struct bytes_room *room, struct progress *progress, struct error *err) {
	struct input in = { .check = check };

	in.fd = open_file(path, false, &in.size, err);
	if (in.fd < 0)
		return false;
	if (!strcmp(path, "-"))
		in.blocks = !(fcntl(in.fd, F_GETFL) & O_NONBLOCK);
	return read_open(out, path, &in, room, progress, err);
}

bool bytes_read(struct bytes *out, const char *path, struct arena *arena, struct error *err) {
	return bytes_read_wanted(out, path, NULL, &(struct bytes_room){ .arena = arena }, NULL,
	                         err);
}

bool bytes_read_named(struct bytes *out, const char *path, struct arena *arena, struct error *err) {
	return bytes_read(out, strcmp(path, "-") ? path : "./-", arena, err);
}

bool bytes_read_regular(struct bytes *out, const char *path, uint64_t largest, struct arena *arena,
                        struct error *err) {
	struct bytes_room room = { .arena = arena };
	struct input in = { .check = NULL };

	in.fd = open_file(path, true, &in.size, err);
	if (in.fd < 0)
		return false;
	if (in.size > largest) {
		close(in.fd);
		return fail(err, "%s: %s", path, strerror(EFBIG));
	}
	return read_open(out, path, &in, &room, NULL, err);
}

bool bytes_is_regular(const char *path) {
	struct stat status;

	return !stat(path, &status) && S_ISREG(status.st_mode);
}

bool bytes_look(const char *path, struct stat *status, size_t *len) {
	char part[PATH_MAX];

	for (*len = strlen(path); *len && *len < sizeof part; (*len)--) {
		if (path[*len] && path[*len] != '/')
			continue;
		snprintf(part, sizeof part, "%.*s", (int)*len, path);
		if (!stat(part, status))
			return !path[*len] || S_ISREG(status->st_mode);
		if (errno != ENOTDIR)
			break;
	}
	return false;
}

bool bytes_is_directory(const char *path) {
	struct stat status;

	return !stat(path, &status) && S_ISDIR(status.st_mode);
}

bool bytes_take(struct bytes *rest, size_t len, struct bytes *out) {
	if (rest->len < len)
		return false;
	*out = (struct bytes){ rest->data, len };
	rest->data += len;
	rest->len -= len;
	return true;
}

bool bytes_take_number(struct bytes *rest, size_t size, bool big_endian, uint64_t *out) {
	struct bytes field;

	if (!bytes_take(rest, size, &field))
		return false;
	*out = bytes_number(field, big_endian);
	return true;
}

void bytes_put_number(FILE *out, uint64_t number, size_t size, bool big_endian) {
	for (size_t i = 0; i < size; i++)
		putc((int)(number >> 8 * (big_endian ? size - 1 - i : i) & 0xff), out);
}
