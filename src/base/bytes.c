/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/progress.h"

/* A non-blocking open, so that a FIFO nobody writes to cannot hang us. */
static int open_input(const char *path, size_t *size, struct error *err)
{
	int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_NONBLOCK |
	                                                O_NOCTTY | O_CLOEXEC)
	                           : dup(STDIN_FILENO);
	struct stat status;

	if (fd < 0 || fstat(fd, &status)) {
		fail(err, "%s: %s", path, strerror(errno));
		if (fd >= 0)
			close(fd);
		return -1;
	}
	*size = S_ISREG(status.st_mode) ? (size_t)status.st_size : 0;
	if (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode) ||
	    S_ISSOCK(status.st_mode))
		return fd;
	close(fd);
	fail(err, "%s: %s", path,
	     S_ISDIR(status.st_mode) ? strerror(EISDIR) : "not a regular file");
	return -1;
}

/* Reads what is there now, waiting for a pipe's writer as long as the job is
 * wanted; -1 on an error. */
static ssize_t read_some(int fd, unsigned char *data, size_t len,
                         struct progress *progress)
{
	enum { PATIENCE_MS = 50 };

	bool blocks = !(fcntl(fd, F_GETFL) & O_NONBLOCK); /* a pipe as "-" */
	bool is_ready = !blocks;

	for (;;) {
		ssize_t n = is_ready ? read(fd, data, len) : -1;

		if (n >= 0 || (is_ready && errno != EAGAIN && errno != EINTR))
			return n;
		if (!progress_wanted(progress)) {
			errno = ECANCELED;
			return -1;
		}
		is_ready = poll(&(struct pollfd){ fd, POLLIN, 0 }, 1,
		                progress ? PATIENCE_MS : -1) > 0 ||
		           !blocks;
	}
}

/* What a pipe may bring; a regular file tells its size. */
static const size_t most = (size_t)1 << 30;

/* Makes room for so many bytes, of which `used` are kept. */
static void make_room(struct bytes_room *room, size_t size, size_t used)
{
	unsigned char *data;

	if (size <= room->size)
		return;
	data = arena_alloc(room->arena, size, 1);
	if (used)
		memcpy(data, room->data, used);
	room->data = data;
	room->size = size;
}

static bool read_all(struct bytes *out, int fd, size_t size,
                     struct bytes_room *room, struct progress *progress)
{
	size_t len = 0;
	ssize_t n;

	make_room(room, size + 1, 0); /* one more: the end shows at once */
	while ((n = read_some(fd, room->data + len, room->size - len,
	                      progress)) > 0) {
		len += (size_t)n;
		if (len > most && len > size) {
			errno = EFBIG;
			return false;
		}
		if (len == room->size)
			make_room(room, len < 4096 ? 8192 : 2 * len, len);
	}
	*out = (struct bytes){ room->data, len };
	return n == 0;
}

static bool read_file(struct bytes *out, const char *path,
                      struct bytes_room *room, struct progress *progress,
                      struct error *err)
{
	size_t size;
	int fd = open_input(path, &size, err);
	bool ok;

	if (fd < 0)
		return false;
	ok = read_all(out, fd, size, room, progress) ||
	     fail(err, "%s: %s", path, strerror(errno));
	close(fd);
	return ok;
}

bool bytes_read_again(struct bytes *out, const char *path,
                      struct bytes_room *room, struct error *err)
{
	return read_file(out, path, room, NULL, err);
}

bool bytes_read_watched(struct bytes *out, const char *path,
                        struct arena *arena, struct progress *progress,
                        struct error *err)
{
	struct bytes_room room = { .arena = arena };

	return read_file(out, path, &room, progress, err);
}

bool bytes_read(struct bytes *out, const char *path, struct arena *arena,
                struct error *err)
{
	return bytes_read_watched(out, path, arena, NULL, err);
}

bool bytes_take(struct bytes *rest, size_t len, struct bytes *out)
{
	if (rest->len < len)
		return false;
	*out = (struct bytes){ rest->data, len };
	rest->data += len;
	rest->len -= len;
	return true;
}

bool bytes_take_number(struct bytes *rest, size_t size, bool big_endian,
                       uint64_t *out)
{
	struct bytes field;

	if (!bytes_take(rest, size, &field))
		return false;
	*out = bytes_number(field, big_endian);
	return true;
}

/* Written out, so that a compiler makes one load of each: files hold millions
 * of numbers of 4 and 8 bytes. */
static uint64_t little_4(const unsigned char *p)
{
	return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
	       (uint64_t)p[3] << 24;
}

static uint64_t big_4(const unsigned char *p)
{
	return (uint64_t)p[0] << 24 | (uint64_t)p[1] << 16 |
	       (uint64_t)p[2] << 8 | (uint64_t)p[3];
}

uint64_t bytes_number(struct bytes bytes, bool big_endian)
{
	const unsigned char *p = bytes.data;
	uint64_t number = 0;
	size_t i;

	if (bytes.len == 4)
		return big_endian ? big_4(p) : little_4(p);
	if (bytes.len == 8)
		return big_endian ? big_4(p) << 32 | big_4(p + 4)
		                  : little_4(p) | little_4(p + 4) << 32;
	for (i = 0; i < bytes.len; i++)
		number = number << 8 | p[big_endian ? i : bytes.len - 1 - i];
	return number;
}
