/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files are in memory; whole_input.h says what an input is. */
#include "whole_input.h"

#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names of the files in a folder of their own, which is the working directory
 * while they are read.  Debug information is looked for under all of its names. */
static const char *const file_names[WHOLE_FILES] = { "program", "profile", "other", "text.c",
	                                             "base" };
static const char *const other_names[] = {
	"other.dwo",    "program.dwp",
	"other.debug",  ".build-id/ab/cdef0123.debug",
	"other.debug2", ".build-id/01/23456789.debug",
};
static char folder[PATH_MAX];
static int files[WHOLE_FILES];
static int folder_fd, outside_fd; /* the one in which libFuzzer runs */

static void remove_folder(void) {
	size_t i;

	if (fchdir(folder_fd))
		return;
	for (i = 0; i < WHOLE_FILES; i++)
		unlink(file_names[i]);
	for (i = 0; i < sizeof other_names / sizeof *other_names; i++)
		unlink(other_names[i]);
	unlink("gmon.sum");
	rmdir(".build-id/ab");
	rmdir(".build-id/01");
	rmdir(".build-id");
	rmdir(folder);
}

void whole_begin(void) {
	const char *memory = getenv("TMPDIR");
	size_t i;

	snprintf(folder, sizeof folder, "%s/gptui-fuzz-XXXXXX", memory ? memory : "/dev/shm");
	setlocale(LC_CTYPE, "C.UTF-8");
	unsetenv("DEBUGINFOD_URLS");
	setenv("XDG_CACHE_HOME", "/nonexistent", 1);
	outside_fd = open(".", O_RDONLY | O_CLOEXEC);
	if (!mkdtemp(folder) || chdir(folder) || mkdir(".build-id", 0700) ||
	    mkdir(".build-id/ab", 0700) || mkdir(".build-id/01", 0700))
		abort();
	folder_fd = open(".", O_RDONLY | O_CLOEXEC);
	atexit(remove_folder);
	for (i = 0; i < WHOLE_FILES; i++) {
		files[i] = open(file_names[i], O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		if (files[i] < 0)
			abort();
	}
	for (i = 0; i < sizeof other_names / sizeof *other_names; i++)
		if (link("other", other_names[i]))
			abort();
	if (fchdir(outside_fd))
		abort();
}

bool whole_split(struct whole_input *out, const uint8_t *data, size_t size) {
	uint32_t numbers[WHOLE_FILES];
	size_t left = size - WHOLE_HEADER, i;

	if (size < WHOLE_HEADER)
		return false;
	memcpy(numbers, data, sizeof numbers);
	data += WHOLE_HEADER;
	out->choice = numbers[0];
	for (i = 0; i < WHOLE_FILES; i++) {
		size_t len = i + 1 < WHOLE_FILES ? numbers[i + 1] : left;

		out->files[i].len = len < left ? len : left;
		out->files[i].data = data;
		data += out->files[i].len;
		left -= out->files[i].len;
	}
	return true;
}

unsigned whole_choose(uint32_t *choice, unsigned n) {
	const uint32_t number = *choice;

	*choice = (number * 1103515245U + 12345U) ^ number >> 16;
	return (number >> 3) % n;
}

void whole_run(const uint8_t *data, size_t size) {
	struct whole_names names = { "program", "profile", "text.c", NULL, NULL };
	struct whole_input input;
	size_t i;

	if (!whole_split(&input, data, size))
		return;
	if (fchdir(folder_fd))
		abort();
	for (i = 0; i < WHOLE_FILES; i++)
		if (ftruncate(files[i], 0) ||
		    pwrite(files[i], input.files[i].data, input.files[i].len, 0) !=
		            (ssize_t)input.files[i].len)
			abort();
	if (input.files[WHOLE_BASE].len) {
		names.base_program = input.choice & 1 ? "other" : "program";
		names.base = "base";
	}
	whole_views(&names, input.choice);
	whole_listings(&names, input.choice);
	if (fchdir(outside_fd))
		abort();
}
