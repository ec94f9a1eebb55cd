/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* SEEK_DATA */
#include "base/file_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

static const size_t mebibyte = (size_t)1 << 20;

/* Whether all of the file is a hole, where the file system says so. */
static bool is_hole(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	bool is_hole = false;

	if (fd < 0)
		return false;
#ifdef SEEK_DATA
	is_hole = lseek(fd, 0, SEEK_DATA) < 0 && errno == ENXIO;
#endif
	close(fd);
	return is_hole;
}

uint64_t file_held(const char *path)
{
	enum { BLOCK = 512 };
	struct stat status;
	uint64_t size, held;

	if (stat(path, &status) || !S_ISREG(status.st_mode))
		return 0;
	size = (uint64_t)status.st_size;
	held = (uint64_t)status.st_blocks * BLOCK;
	if (!held && size && !is_hole(path))
		held = size; /* some file systems do not count blocks */
	return held < size ? held : size;
}

uint64_t file_part_most(const char *path)
{
	enum { COMPRESSION = 8, SMALL_MIB = 16 };

	return file_held(path) * COMPRESSION + SMALL_MIB * mebibyte;
}

struct arena_limit file_memory_floor(void)
{
	enum { FLOOR_MIB = 256 };

	return (struct arena_limit){ .most = FLOOR_MIB * mebibyte };
}

void file_memory_allow(const char *path)
{
	enum { SHARE = 24 };
	const uint64_t held = file_held(path);

	arena_allow(held < SIZE_MAX / SHARE ? (size_t)held * SHARE : SIZE_MAX);
}

bool file_memory_fail(const char *path, const struct arena_limit *limit, struct error *err)
{
	return fail(err,
	            "%s: with its files needs more than %zu MiB of memory, "
	            "too much for their size",
	            path, limit->most / mebibyte);
}
