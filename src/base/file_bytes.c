/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/file_bytes.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

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
static bool overwrite(int old, int readable, int new, off_t both, bool *is_damaged)
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

bool file_bytes_replace(int old, int readable, int new, bool *is_damaged)
{
	off_t before, after;
	int reason;

	*is_damaged = false;
	if (!size_of(old, &before) || !size_of(new, &after))
		return false;
	if (file_bytes_copy(new, old, before, after) && !fsync(old) &&
	    overwrite(old, readable, new, before < after ? before : after, is_damaged)) {
		*is_damaged = ftruncate(old, after) || fsync(old);
		return !*is_damaged;
	}
	reason = errno;
	if (after > before && ftruncate(old, before))
		*is_damaged = true;
	errno = reason;
	return false;
}
