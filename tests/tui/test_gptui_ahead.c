/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys in one write, before there are rows of a large program's lines and
 * instructions: they end where they would have ended one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "drive_gptui.h"

static int make_ahead(void **state) {
	const char *sources = getenv("SRCDIR");
	char line[8400];

	find_program(state);
	snprintf(line, sizeof line, "%.4000s/tests/tools/make-walked.py %s ahead 3000 2500",
	         sources ? sources : ".", work);
	name_files("ahead");
	return system(line);
}

static struct vth *start_ahead(void) {
	struct vth *h = spawn(24, 100, NULL);

	wait_for(h, " busy");
	return h;
}

/* The row with the cursor, or "". */
static const char *cursor_row(struct vth *h) {
	for (int i = 0; i < vth_rows(h); i++)
		if (*vth_row(h, i) == '>')
			return vth_row(h, i);
	return "";
}

/* Each is pressed once the one before has had its effect; returns the row. */
static char *row_of_keys(const char *const *keys) {
	struct vth *h = start_ahead();

	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	for (size_t i = 0; keys[i]; i++)
		press(h, keys[i]);
	char *row = strdup(cursor_row(h));
	assert_int_not_equal(*row, 0);
	vth_free(h);
	return row;
}

static void assert_ahead_is_alike(const char *const *keys) {
	enum { TRIES = 5 };
	char *row = row_of_keys(keys), all[100] = "";

	for (size_t i = 0; keys[i]; i++)
		strcat(all, keys[i]);
	for (size_t i = 0; i < TRIES; i++) {
		struct vth *h = start_ahead();

		vth_keys(h, all);
		wait_for(h, row);
		assert_string_equal(cursor_row(h), row);
		vth_keys(h, ":quit<Enter>");
		assert_int_equal(vth_wait_exit(h, MS), 0);
		vth_free(h);
	}
	free(row);
}

static void t_hot_rows_of_instructions(void **state) {
	static const char *const next[] = { "5", "G", ")", NULL };
	static const char *const previous[] = { "5", "G", "(", NULL };

	if (!is_built_with("disassembler"))
		skip();
	assert_ahead_is_alike(next);
	assert_ahead_is_alike(previous);
}

static void t_hot_rows_of_functions(void **state) {
	static const char *const keys[] = { "G", "(", NULL };

	assert_ahead_is_alike(keys);
}

static void t_lines(void **state) {
	static const char *const keys[] = { ":view lines<Enter>", "G", "(", NULL };

	assert_ahead_is_alike(keys);
}

/* Those of the function whose line the cursor is to be on. */
static void t_instructions_of_a_line(void **state) {
	static const char *const keys[] = { ":view lines<Enter>", "5", "G", ")", NULL };

	if (!is_built_with("disassembler"))
		skip();
	assert_ahead_is_alike(keys);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_hot_rows_of_instructions),
		cmocka_unit_test(t_hot_rows_of_functions),
		cmocka_unit_test(t_lines),
		cmocka_unit_test(t_instructions_of_a_line),
	};

	return cmocka_run_group_tests(tests, make_ahead, NULL);
}
