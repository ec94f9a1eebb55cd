/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that words stand for, when they are looked for again. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "open/load.h"

#include "assertions.h"
#include "folder_builder.h"

/* Finds the files of a folder, after those of the request before. */
static struct load_request find(const char *const *folder, const struct load_request *before,
                                struct arena *arena) {
	struct load_request request = { .executable = "a.out", .words = folder, .nwords = 1 };

	named_files_find(&request, before, arena);
	return request;
}

/* A request outlives the one before it, whose names are freed. */
static void names_are_copied_from_the_request_before(void **state) {
	struct test_folder folder;
	struct arena *old = arena_new(), *arena = arena_new();

	folder_begin(&folder);
	folder_put(arena_format(arena, "%s/gmon.1", folder.path), "gmon", 0600);
	folder_put(arena_format(arena, "%s/gmon.2", folder.path), "gmon", 0600);
	const char *word = folder.path;
	const struct load_request first = find(&word, NULL, old);
	folder_put(arena_format(arena, "%s/gmon.0", folder.path), "gmon", 0600);
	const struct load_request again = find(&word, &first, arena);
	assert_int_equal(first.nfiles, 2);
	assert_int_equal(again.nfiles, 3);
	for (size_t i = 0; i < first.nfiles; i++) {
		assert_string_equal(again.files[i], first.files[i]);
		assert_ptr_not_equal(again.files[i], first.files[i]);
	}
	arena_free(old);
	assert_string_equal(strrchr(again.files[0], '/'), "/gmon.1");
	assert_string_equal(strrchr(again.files[1], '/'), "/gmon.2");
	assert_string_equal(strrchr(again.files[2], '/'), "/gmon.0");
	folder_end(&folder);
	arena_free(arena);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_copied_from_the_request_before),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
