/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which files have changed, and members of which. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "open/load.h"

#include "assertions.h"

static void write_text(const char *path, const char *text) {
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

/* "gmon.1" and "gmon.10" of a folder, of which the latter changes. */
static void a_name_is_not_that_of_another_which_it_begins(void **state) {
	char folder[] = "/tmp/test-states-XXXXXX", one[64], ten[64], path[128];
	const char *const files[] = { one, ten };
	struct arena *arena = arena_new();

	assert_non_null(mkdtemp(folder));
	snprintf(one, sizeof one, "%s/gmon.1", folder);
	snprintf(ten, sizeof ten, "%s/gmon.10", folder);
	write_text(one, "a");
	write_text(ten, "a");
	struct file_states before = file_states_take(NULL, files, 2, arena);
	write_text(ten, "longer");
	struct file_states after = file_states_take(NULL, files, 2, arena);
	assert_false(file_states_are_same(&before, &after));
	assert_true(file_states_differ(&before, &after, ten));
	assert_false(file_states_differ(&before, &after, one));
	snprintf(path, sizeof path, "%s/member", ten);
	assert_true(file_states_differ(&before, &after, path));
	snprintf(path, sizeof path, "%s/member", one);
	assert_false(file_states_differ(&before, &after, path));
	snprintf(path, sizeof path, "%s/gmon.100", folder);
	assert_false(file_states_differ(&before, &after, path));
	unlink(one);
	unlink(ten);
	rmdir(folder);
	arena_free(arena);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_is_not_that_of_another_which_it_begins),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
