/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What two instances have saved is all in the file. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "ui/config/settings.h"

#include "assertions.h"

static void merges(const char *before, const char *mine, const char *theirs, const char *expected) {
	char text[1000] = "";
	FILE *file = fmemopen(text, sizeof text, "w");

	assert_non_null(file);
	config_merge(file, before, mine, theirs);
	fclose(file);
	assert_string_equal(text, expected);
}

static const char before[] = "# head\nset zeros off\nset theme default\n";

static void what_i_changed_is_mine(void **state) {
	merges(before, "# head\nset zeros on\nset theme default\n", before,
	       "# head\nset zeros on\nset theme default\n");
	merges(before, "# head\nset zeros on\nset theme default\n",
	       "# head\nset zeros never\nset theme default\n",
	       "# head\nset zeros on\nset theme default\n");
}

static void what_only_they_changed_is_theirs(void **state) {
	merges(before, "# head\nset zeros on\nset theme default\n",
	       "# head\nset zeros off\nset theme light\n",
	       "# head\nset zeros on\nset theme light\n");
	merges(before, before, "# head\nset theme mono\nset theme light\n",
	       "# head\nset zeros off\nset theme light\n");
}

static void keys_and_columns_are_theirs_and_mine(void **state) {
	merges("bind a down\ncolumns flat self\n", "bind a down\ncolumns flat self\nbind b up\n",
	       "unbind a\ncolumns flat calls\ncolumns graph self\nbind c top\n"
	       "map /x=/y\n",
	       "unbind a\ncolumns flat calls\nbind b up\ncolumns graph self\n"
	       "bind c top\nmap /x=/y\n");
}

static void what_one_removed_does_not_come_back(void **state) {
	merges("columns flat self\nmap /x=/y\n", "", "columns flat self\n", "");
	merges("columns flat self\nmap /x=/y\n", "columns flat self\nmap /x=/y\n", "map /x=/y\n",
	       "map /x=/y\n");
}

static void other_lines_of_theirs_are_left_out(void **state) {
	merges("", "set zeros on\n", "# a note\ndown\n\nset\nbind\nset x y",
	       "set zeros on\nset\nbind\nset x y\n");
	merges("", "", "", "");
	merges("", "set a", "", "set a\n");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_i_changed_is_mine),
		cmocka_unit_test(what_only_they_changed_is_theirs),
		cmocka_unit_test(keys_and_columns_are_theirs_and_mine),
		cmocka_unit_test(what_one_removed_does_not_come_back),
		cmocka_unit_test(other_lines_of_theirs_are_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
