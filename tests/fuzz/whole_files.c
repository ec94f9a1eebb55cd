/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files are in memory; whole_input.h says what an input is. */
#include "whole_input.h"

#include <assert.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sort.h"
#include "kept_objects.h"

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
static uint64_t hashes[WHOLE_FILES]; /* of what is in the files */
static int folder_fd, outside_fd;    /* the one in which libFuzzer runs */

/* Names that files of programs keep while what is open may be read from them. */
enum { MOST_KEPT = 256, KEPT_NAME = 40 };
static char kept[MOST_KEPT][KEPT_NAME];
static size_t nkept;
static bool keeps_programs;

static void forget_kept(void) {
	while (nkept)
		unlink(kept[--nkept]);
}

static void remove_folder(void) {
	if (fchdir(folder_fd))
		return;
	forget_kept();
	for (size_t i = 0; i < WHOLE_FILES; i++)
		unlink(file_names[i]);
	for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++)
		unlink(other_names[i]);
	unlink("gmon.sum");
	rmdir(".build-id/ab");
	rmdir(".build-id/01");
	rmdir(".build-id");
	rmdir(folder);
}

static void write_file(const char *name, struct bytes bytes) {
	const int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || write(fd, bytes.data, bytes.len) != (ssize_t)bytes.len)
		abort();
	close(fd);
}

/* Has a name mean a file that has these bytes and will never have others. */
static void link_kept(const char *name, uint64_t hash, struct bytes bytes) {
	char own[KEPT_NAME];

	snprintf(own, sizeof own, "%s.%016" PRIx64, name, hash);
	if (link(own, "new")) {
		if (nkept == MOST_KEPT)
			forget_kept();
		write_file(own, bytes);
		memcpy(kept[nkept++], own, sizeof own);
		if (link(own, "new"))
			abort();
	}
	if (rename("new", name))
		abort();
}

static void put_file(enum whole_file number, struct bytes bytes) {
	const uint64_t hash = hash_bytes(number, (const char *)bytes.data, bytes.len);

	if (hash == hashes[number])
		return;
	hashes[number] = hash;
	if (keeps_programs && (number == WHOLE_EXECUTABLE || number == WHOLE_OTHER))
		link_kept(file_names[number], hash, bytes);
	else
		write_file(file_names[number], bytes);
}

void whole_begin(bool with_kept_programs) {
	const char *memory = getenv("TMPDIR");

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
	keeps_programs = with_kept_programs;
	for (size_t i = 0; i < WHOLE_FILES; i++)
		write_file(file_names[i], (struct bytes){ NULL, 0 });
	for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++)
		if (symlink(*other_names[i] == '.' ? "../../other" : "other", other_names[i]))
			abort();
	if (fchdir(outside_fd))
		abort();
}

bool whole_split(struct whole_input *out, const uint8_t *data, size_t size) {
	uint32_t numbers[WHOLE_FILES];
	size_t left = size - WHOLE_HEADER;

	if (size < WHOLE_HEADER)
		return false;
	memcpy(numbers, data, sizeof numbers);
	data += WHOLE_HEADER;
	out->choice = numbers[0];
	for (size_t i = 0; i < WHOLE_FILES; i++) {
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

/* All steps of one input of 16, by its bytes: if the choice told, it would be all steps of most,
 * since those cover most and so are kept and mutated. */
static void run_steps(struct whole_names *names, uint32_t choice) {
	uint64_t hash = choice;

	for (size_t i = 0; i < WHOLE_FILES; i++)
		hash = hash_number(hash, hashes[i]);
	names->is_brief = hash % 16 > 0;
	if (hash % 16 != 1)
		whole_views(names, choice);
	if (hash % 16 < 2)
		whole_listings(names, choice);
}

void whole_run(const uint8_t *data, size_t size) {
	struct whole_names names = { "program", "profile", "text.c", NULL, NULL, false };
	struct whole_input input;

	if (!whole_split(&input, data, size))
		return;
	if (fchdir(folder_fd))
		abort();
	for (size_t i = 0; i < WHOLE_FILES; i++)
		put_file((enum whole_file)i, input.files[i]);
	if (keeps_programs)
		kept_objects_begin(hashes[WHOLE_EXECUTABLE] + 3 * hashes[WHOLE_OTHER]);
	if (input.files[WHOLE_BASE].len) {
		names.base_program = input.choice & 1 ? "other" : "program";
		names.base = "base";
	}
	run_steps(&names, input.choice);
	if (fchdir(outside_fd))
		abort();
}
