/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of the words behind --base are what. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "folder_builder.h"
#include "open/load_base.h"

#include "assertions.h"

struct place {
	struct test_folder folder;
	struct arena *arena;
	struct base_files found;
	struct error err;
};

static int setup(void **state) {
	static struct place p;

	p = (struct place){ .arena = arena_new() };
	folder_begin(&p.folder);
	assert_int_equal(chdir(p.folder.path), 0);
	*state = &p;
	return 0;
}

static int teardown(void **state) {
	struct place *p = *state;

	assert_int_equal(chdir("/"), 0);
	folder_end(&p->folder);
	arena_free(p->arena);
	return 0;
}

static void put(const char *path, const char *bytes, size_t len, mode_t mode) {
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, mode), 0);
}

/* Enough of a file to be told from the other kind. */
static void put_profile(const char *path) {
	put(path, "gmon\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20, 0644);
}

static void put_program(const char *path, mode_t mode) {
	put(path, "\177ELF\2\1\1\0\0\0\0\0\0\0\0\0", 16, mode);
}

/* "EXECUTABLE: FILE FILE"; or why not. */
static const char *found(struct place *p, const char *words) {
	const char *list[8];
	char *word, *left = arena_text(p->arena, words, strlen(words));
	size_t n = 0;

	while ((word = strsep(&left, " ")))
		if (*word)
			list[n++] = word;
	if (!base_files_find(&p->found, list, n, "bin/prog", p->arena, &p->err))
		return p->err.reason;
	const char *said = arena_format(p->arena, "%s:", p->found.executable);
	for (size_t i = 0; i < p->found.nfiles; i++)
		said = arena_format(p->arena, "%s %s", said, p->found.files[i]);
	return said;
}

static void an_executable_comes_first(void **state) {
	struct place *p = *state;

	put_program("old", 0644);
	put_profile("a");
	put_profile("b");
	assert_string_equal(found(p, "old a b"), "old: a b");
	assert_string_equal(found(p, "a b"), "bin/prog: a b");
	/* Behind a profile it is meant to be one, and opening it will fail. */
	assert_string_equal(found(p, "a old"), "bin/prog: a old");
	assert_string_equal(found(p, "missing"), "bin/prog: missing");
	/* The folder of a program stands for its profiles, but not that of the new side. */
	assert_string_equal(found(p, "old"), "old: a b");
	mkdir("bin", 0755);
	put_program("bin/old", 0755);
	put_profile("bin/c");
	assert_string_equal(found(p, "bin/old"),
	                    "--base names no profile: gptui NEW-PROGRAM "
	                    "NEW-PROFILE... --base OLD-PROGRAM OLD-PROFILE...");
	assert_int_equal(system("rm -r bin"), 0);
}

static void a_folder_stands_for_what_is_in_it(void **state) {
	struct place *p = *state;

	mkdir("d", 0755);
	put_profile("d/run.2");
	put_profile("d/run.10");
	put_profile("d/.hidden");
	put("d/notes", "gmon is a word", 14, 0644);
	put("d/empty", "", 0, 0644);
	assert_string_equal(found(p, "d"), "bin/prog: d/run.10 d/run.2");
	put_program("d/main", 0755);
	assert_string_equal(found(p, "d"), "d/main: d/run.10 d/run.2");
	put_program("old", 0755);
	assert_string_equal(found(p, "old d"), "old: d/run.10 d/run.2");
	put_program("d/library.so", 0644); /* cannot be run */
	assert_string_equal(found(p, "d"), "d/main: d/run.10 d/run.2");
	put_program("d/other", 0755);
	assert_string_equal(found(p, "d"), "d: several programs in this folder; name one "
	                                   "after --base");
	assert_string_equal(found(p, "old d"), "old: d/run.10 d/run.2");
	put_program("d/prog", 0644); /* the new side's name */
	assert_string_equal(found(p, "d"), "d/prog: d/run.10 d/run.2");
	remove("d/run.2");
	remove("d/run.10");
	assert_string_equal(found(p, "d"), "d: no profile in this folder");
	assert_int_equal(system("rm -r d"), 0);
}

/* Nothing is opened that could wait for somebody. */
static void odd_files_of_a_folder_are_passed_over(void **state) {
	struct place *p = *state;

	mkdir("d", 0755);
	mkdir("d/inner", 0755);
	assert_int_equal(mkfifo("d/pipe", 0644), 0);
	assert_int_equal(symlink(".", "d/self"), 0);
	assert_int_equal(symlink("loop", "d/loop"), 0);
	assert_int_equal(symlink("/dev/zero", "d/zero"), 0);
	put_profile("run");
	assert_int_equal(symlink("../run", "d/run"), 0);
	assert_string_equal(found(p, "d"), "bin/prog: d/run");
	assert_int_equal(system("rm -r d"), 0);
}

static bool is_refused(const struct test_folder *folder) {
	struct arena *arena = arena_new();
	struct base_files files;
	struct error err = { "" };
	const char *words[] = { "locked" };
	const bool ok = base_files_find(&files, words, 1, "prog", arena, &err);

	arena_free(arena);
	return !ok && !strcmp(err.reason, "locked: Permission denied");
}

static void a_locked_folder_is_an_error(void **state) {
	struct place *p = *state;

	mkdir("locked", 0);
	assert_true(folder_as_user(is_refused, &p->folder));
	rmdir("locked");
}

static const char *checked(struct place *p, const char *base, const char *new) {
	const char *files[4];
	char *word, *left = arena_text(p->arena, new, strlen(new));
	size_t n = 0;

	found(p, base);
	while ((word = strsep(&left, " ")))
		files[n++] = word;
	return base_files_check(&p->found, files, n, p->arena, &p->err) ? "fine" : p->err.reason;
}

static void a_file_is_one_run_of_one_side(void **state) {
	struct place *p = *state;

	put_profile("a");
	put_profile("b");
	put_profile("c");
	assert_int_equal(link("a", "hard"), 0);
	assert_int_equal(symlink("a", "soft"), 0);
	assert_string_equal(checked(p, "a b", "c"), "fine");
	assert_string_equal(checked(p, "a b", "c ./b"),
	                    "b: the same file is on both sides of --base");
	assert_string_equal(checked(p, "b hard", "a"),
	                    "hard: the same file is on both sides of --base");
	assert_string_equal(checked(p, "soft", "hard c"),
	                    "soft: the same file is on both sides of --base");
	/* Twice on one side: it counts once, with a warning. */
	assert_string_equal(checked(p, "a b soft", "c"), "fine");
	assert_string_equal(checked(p, "b", "a c hard"), "fine");
	/* Opening it tells why not. */
	assert_string_equal(checked(p, "missing missing", "a missing"), "fine");
}

static void times_of_files_are_known(void **state) {
	const struct timespec times[] = { { 1000, 0 }, { 1000, 0 } };
	const struct timespec later[] = { { 2000, 0 }, { 2000, 500000000 } };
	const char *files[] = { "b", "a", "missing" };
	double oldest, newest;

	put_profile("a");
	put_profile("b");
	assert_int_equal(utimensat(AT_FDCWD, "a", times, 0), 0);
	assert_int_equal(utimensat(AT_FDCWD, "b", later, 0), 0);
	files_written(files, 3, &oldest, &newest);
	assert_true(oldest >= 1000 && oldest <= 1000);
	assert_true(newest >= 2000.5 && newest <= 2000.5);
	files_written(files + 2, 1, &oldest, &newest);
	assert_true(oldest <= 0 && newest <= 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(an_executable_comes_first),
		TEST(a_folder_stands_for_what_is_in_it),
		TEST(odd_files_of_a_folder_are_passed_over),
		TEST(a_locked_folder_is_an_error),
		TEST(a_file_is_one_run_of_one_side),
		TEST(times_of_files_are_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
