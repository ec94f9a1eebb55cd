/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the program begins and ends, with a terminal and without: what the tests
 * of terminals and of deaths leave out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "drive_gptui.h"

static void t_stop_and_continue(void **state) {
	struct vth *h = start_shell(NULL);
	char line[12400];

	name_files("many");
	snprintf(line, sizeof line, "%s %s %s<Enter>", program, image, profile);
	vth_keys(h, line);
	assert_true(vth_until_text(h, "1/2 000 functions", MS));
	press(h, "j<C-z>");
	assert_true(vth_until_text(h, "Stopped", MS));
	assert_false(vth_altscreen(h));
	vth_resize(h, 12, 100);
	vth_settle(h, MS);
	vth_keys(h, "fg<Enter>");
	assert_true(vth_until_text(h, "2/2 000 functions", MS));
	assert_true(vth_altscreen(h));
	press(h, "<Down>");
	has(h, "3/2 000 functions");
	press(h, "Q");
	assert_false(vth_altscreen(h));
	vth_free(h);
}

static void t_prints_text_without_terminal(void **state) {
	struct vth_opt o = { .no_tty_stdout = true, .env = utf8 };
	char *argv[] = { program, image, profile, NULL };

	name_files("small");
	struct vth *h = vth_spawn(&o, argv);
	assert_int_equal(vth_wait_exit(h, MS), 0);
	assert_non_null(strstr(vth_raw(h, NULL), "Flat profile:"));
	assert_null(strchr(vth_raw(h, NULL), 27));
	vth_free(h);
}

static void t_reports_errors_on_a_sane_terminal(void **state) {
	name_files("absent");
	struct vth *h = spawn(24, 80, NULL);
	int status = vth_wait_exit(h, MS);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 1);
	assert_non_null(strstr(vth_raw(h, NULL), "absent: No such file or directory"));
	tty_is_sane(h);
	vth_free(h);
}

/* Opening waits for a pipe's writer; keys are answered meanwhile. */
static void t_cancel_while_opening(void **state) {
	static const char *const keys[] = { "q", "<Esc>", "<C-c>" };

	for (size_t i = 0; i < 3; i++) {
		int pipe_ends[2];

		assert_int_equal(pipe(pipe_ends), 0);
		name_files("many");
		snprintf(profile, sizeof profile, "/dev/fd/%d", pipe_ends[0]);
		struct vth *h = spawn(24, 80, NULL);
		wait_for(h, "Esc or q cancels");
		vth_keys(h, "j");
		wait_for(h, "1 key typed ahead; Esc cancels");
		vth_keys(h, keys[i]);
		int status = vth_wait_exit(h, MS);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), 1);
		tty_is_sane(h);
		vth_free(h);
		close(pipe_ends[0]);
		close(pipe_ends[1]);
	}
}

/* Writes a file into a pipe, and closes it. */
static void pour(const char *path, int to) {
	FILE *file = fopen(path, "r");
	char bytes[4096];
	size_t n;

	assert_non_null(file);
	while ((n = fread(bytes, 1, sizeof bytes, file)) > 0)
		assert_int_equal(write(to, bytes, n), (ssize_t)n);
	fclose(file);
	close(to);
}

/* Among them a letter that would end gptui if it were no part of a line. */
static void t_keys_typed_while_opening_wait(void **state) {
	int pipe_ends[2], row;
	char path[4200];

	assert_int_equal(pipe(pipe_ends), 0);
	assert_int_equal(fcntl(pipe_ends[1], F_SETFD, FD_CLOEXEC), 0);
	name_files("many");
	snprintf(path, sizeof path, "%s", profile);
	snprintf(profile, sizeof profile, "/dev/fd/%d", pipe_ends[0]);
	struct vth *h = spawn(24, 100, NULL);
	wait_for(h, "Esc or q cancels");
	vth_keys(h, "j/n_0007|q<Enter>2");
	wait_for(h, "12 keys typed ahead; Esc cancels");
	pour(path, pipe_ends[1]);
	wait_for(h, "~children s");
	for (row = 0; *vth_row(h, row) != '>'; row++)
		assert_int_not_equal(row, 23);
	assert_non_null(strstr(vth_row(h, row), "module_07_function_0007"));
	vth_keys(h, "Q");
	vth_wait_exit(h, MS);
	vth_free(h);
	close(pipe_ends[0]);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_stop_and_continue),
		cmocka_unit_test(t_prints_text_without_terminal),
		cmocka_unit_test(t_reports_errors_on_a_sane_terminal),
		cmocka_unit_test(t_cancel_while_opening),
		cmocka_unit_test(t_keys_typed_while_opening_wait),
	};

	return cmocka_run_group_tests(tests, find_program, NULL);
}
