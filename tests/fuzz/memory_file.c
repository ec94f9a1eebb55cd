/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memfd_create() */
#include "memory_file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

const char *memory_file(size_t number, const uint8_t *data, size_t size)
{
	static char paths[MEMORY_FILES][MEMORY_PATH];
	static int files[MEMORY_FILES];
	char *path = paths[number];

	if (!*path) {
		files[number] = memfd_create("input", MFD_CLOEXEC);
		snprintf(path, MEMORY_PATH, "/proc/self/fd/%d", files[number]);
	}
	if (ftruncate(files[number], 0) ||
	    pwrite(files[number], data, size, 0) != (ssize_t)size)
		abort();
	return path;
}

static char folder[PATH_MAX], output[PATH_MAX];

static void remove_output(void)
{
	unlink(output);
	rmdir(folder);
}

const char *memory_output(void)
{
	const char *memory = getenv("TMPDIR");

	if (*output)
		return output;
	snprintf(folder, sizeof folder - 8, "%s/gptui-fuzz-XXXXXX",
	         memory ? memory : "/dev/shm");
	if (!mkdtemp(folder))
		abort();
	snprintf(output, sizeof output, "%.*s/output", PATH_MAX - 8, folder);
	atexit(remove_output);
	return output;
}
