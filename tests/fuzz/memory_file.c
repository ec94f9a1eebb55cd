/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memfd_create() */
#include "memory_file.h"

#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const char *memory_file(size_t number, const uint8_t *data, size_t size) {
	static char paths[MEMORY_FILES][MEMORY_PATH];
	static int files[MEMORY_FILES];
	char *path = paths[number];

	if (!*path) {
		files[number] = memfd_create("input", MFD_CLOEXEC);
		snprintf(path, MEMORY_PATH, "/proc/self/fd/%d", files[number]);
	}
	if (ftruncate(files[number], 0) || pwrite(files[number], data, size, 0) != (ssize_t)size)
		abort();
	return path;
}

enum { MOST_NAMES = 8 };

/* A folder, and the names in it. */
static char folder[PATH_MAX];
static const char *names[MOST_NAMES];
static int contents[MOST_NAMES];

static void remove_folder(void) {
	for (size_t i = 0; i < MOST_NAMES && names[i]; i++)
		unlink(memory_folder_path(names[i]));
	rmdir(folder);
}

const char *memory_folder(void) {
	const char *memory = getenv("TMPDIR");

	if (*folder)
		return folder;
	snprintf(folder, sizeof folder, "%s/gptui-fuzz-XXXXXX", memory ? memory : "/dev/shm");
	if (!mkdtemp(folder))
		abort();
	atexit(remove_folder);
	return folder;
}

const char *memory_folder_path(const char *name) {
	static char path[PATH_MAX + 64];

	snprintf(path, sizeof path, "%s/%s", memory_folder(), name);
	return path;
}

void memory_folder_file(const char *name, const uint8_t *data, size_t size) {
	size_t i;

	for (i = 0; names[i] && strcmp(names[i], name); i++)
		;
	assert(i < MOST_NAMES - 1);
	if (!names[i]) {
		names[i] = name;
		contents[i] = open(memory_folder_path(name), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	}
	if (ftruncate(contents[i], 0) || pwrite(contents[i], data, size, 0) != (ssize_t)size)
		abort();
}
