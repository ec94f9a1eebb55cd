/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/spawn.h"
#include "base/work.h"

#include "assertions.h"

/* The lines that came, each with a "|" after it. */
struct lines {
	char text[4 * OUTPUT_LINE];
	size_t n, longest;
};

static void take(void *context, const char *text, size_t len) {
	struct lines *lines = context;
	const size_t at = strlen(lines->text);

	lines->n++;
	if (len > lines->longest)
		lines->longest = len;
	if (lines->n < 4)
		snprintf(lines->text + at, sizeof lines->text - at, "%.*s|", (int)len, text);
}

static const struct command_limits plenty = { 1 << 20, 60000 };

static bool run(struct lines *lines, const char *script, struct command_limits limits,
                struct progress *progress, struct error *err) {
	const char *const argv[] = { "sh", "-c", script, NULL };

	*lines = (struct lines){ .n = 0 };
	return command_output(argv, limits, take, lines, progress, err);
}

static void lines_are_taken(void **state) {
	struct lines lines;
	struct error err;

	assert_true(run(&lines, "echo a; echo; printf b", plenty, NULL, &err));
	assert_int_equal(lines.n, 3);
	assert_string_equal(lines.text, "a||b|");
	assert_true(run(&lines, ":", plenty, NULL, &err));
	assert_int_equal(lines.n, 0);
}

static void long_lines_are_cut(void **state) {
	struct lines lines;
	struct error err;

	assert_true(run(&lines, "printf '%02000d\\n%d\\n' 1 2", plenty, NULL, &err));
	assert_int_equal(lines.n, 2);
	assert_int_equal(lines.longest, OUTPUT_LINE);
}

static void it_has_no_input_and_no_errors(void **state) {
	struct lines lines;
	struct error err;

	assert_true(run(&lines, "cat; echo said >&2", plenty, NULL, &err));
	assert_int_equal(lines.n, 0);
}

static void assert_fails(const char *script, struct command_limits limits,
                         struct progress *progress, const char *reason) {
	struct lines lines;
	struct error err;

	assert_false(run(&lines, script, limits, progress, &err));
	assert_string_equal(err.reason, reason);
}

static void what_goes_wrong_is_said(void **state) {
	const char *const argv[] = { "/no such/program; echo", NULL };
	struct progress cancelled = { .cancelled = true };
	struct lines lines = { .n = 0 };
	struct error err;

	assert_fails("echo x; exit 7", plenty, NULL, "sh: ended with status 7");
	assert_fails("kill -9 $$", plenty, NULL, "sh: ended by signal 9");
	assert_fails("while :; do echo 1234567; done", (struct command_limits){ 1000, 60000 }, NULL,
	             "sh: printed more than 1000 bytes");
	assert_fails("exec sleep 100", (struct command_limits){ 1000, 100 }, NULL,
	             "sh: took more than 0.1 s");
	assert_fails("exec sleep 100", plenty, &cancelled, "cancelled");
	assert_false(command_output(argv, plenty, take, &lines, NULL, &err));
	assert_string_equal(err.reason, "/no such/program; echo: No such file "
	                                "or directory");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_taken),
		cmocka_unit_test(long_lines_are_cut),
		cmocka_unit_test(it_has_no_input_and_no_errors),
		cmocka_unit_test(what_goes_wrong_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
