/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the program begins and ends on all kinds of terminals, and without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "drive_gptui.h"

static void t_no_color(void **state)
{
	static const char *const env[] = { "LC_ALL=C.UTF-8", "NO_COLOR=1",
		                           NULL };
	struct vth *h;
	int row, col;

	name_files("many");
	h = spawn(24, 80, env);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	for (row = 0; row < 24; row++)
		for (col = 0; col < 80; col++) {
			assert_int_equal(vth_fg(h, row, col), -1);
			assert_int_equal(vth_bg(h, row, col), -1);
		}
	has(h, ">");
	vth_free(h);
}

static void t_c_locale(void **state)
{
	static const char *const env[] = { "LC_ALL=C", NULL };
	struct vth *h;
	const char *raw;
	size_t n, i;

	name_files("many");
	h = spawn(24, 60, env);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	press(h, "?j[is<Esc>");
	raw = vth_raw(h, &n);
	for (i = 0; i < n; i++)
		assert_true((unsigned char)raw[i] < 0x80);
	vth_free(h);
}

static void t_leaves_clean(void **state)
{
	static const int deaths[] = { SIGTERM, SIGHUP,  SIGINT,
		                      SIGSEGV, SIGABRT, SIGBUS,
		                      SIGQUIT, SIGFPE,  SIGILL };
	struct vth *h = start_many(24, 80);
	size_t i;

	vth_keys(h, "Q");
	assert_int_equal(vth_wait_exit(h, MS), 0);
	tty_is_sane(h);
	vth_free(h);
	for (i = 0; i < sizeof deaths / sizeof *deaths; i++) {
		int status;

		h = start_many(24, 80);
		vth_signal(h, deaths[i]);
		status = vth_wait_exit(h, MS);
		assert_true(WIFSIGNALED(status));
		assert_int_equal(WTERMSIG(status), deaths[i]);
		tty_is_sane(h);
		vth_free(h);
	}
}

static void t_stop_and_continue(void **state)
{
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

static void t_refuses_bad_terminals(void **state)
{
	static const char *const terms[] = { "no-such-term", "dumb", "" };
	size_t i;

	name_files("many");
	for (i = 0; i < 3; i++) {
		struct vth_opt o = { .term = terms[i], .env = utf8 };
		char *argv[] = { program, image, profile, NULL };
		struct vth *h = vth_spawn(&o, argv);
		int status = vth_wait_exit(h, MS);

		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), 1);
		assert_non_null(strstr(vth_raw(h, NULL), "TERM"));
		assert_null(strchr(vth_raw(h, NULL), 27));
		tty_is_sane(h);
		vth_free(h);
	}
}

static void t_prints_text_without_terminal(void **state)
{
	struct vth_opt o = { .no_tty_stdout = true, .env = utf8 };
	char *argv[] = { program, image, profile, NULL };
	struct vth *h;

	name_files("small");
	h = vth_spawn(&o, argv);
	assert_int_equal(vth_wait_exit(h, MS), 0);
	assert_non_null(strstr(vth_raw(h, NULL), "Flat profile:"));
	assert_null(strchr(vth_raw(h, NULL), 27));
	vth_free(h);
}

static void t_tells_errors_on_a_sane_terminal(void **state)
{
	struct vth *h;
	int status;

	name_files("absent");
	h = spawn(24, 80, NULL);
	status = vth_wait_exit(h, MS);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 1);
	assert_non_null(
		strstr(vth_raw(h, NULL), "absent: No such file or directory"));
	tty_is_sane(h);
	vth_free(h);
}

/* Opening waits for a pipe's writer; keys are answered meanwhile. */
static void t_cancel_while_opening(void **state)
{
	static const char *const keys[] = { "q", "<Esc>", "<C-c>" };
	size_t i;

	for (i = 0; i < 3; i++) {
		int pipe_ends[2], status;
		struct vth *h;

		assert_int_equal(pipe(pipe_ends), 0);
		name_files("many");
		snprintf(profile, sizeof profile, "/dev/fd/%d", pipe_ends[0]);
		h = spawn(24, 80, NULL);
		wait_for(h, "Esc or q cancels");
		vth_keys(h, "j");
		wait_for(h, "still opening");
		vth_keys(h, keys[i]);
		status = vth_wait_exit(h, MS);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), 1);
		tty_is_sane(h);
		vth_free(h);
		close(pipe_ends[0]);
		close(pipe_ends[1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_no_color),
		cmocka_unit_test(t_c_locale),
		cmocka_unit_test(t_leaves_clean),
		cmocka_unit_test(t_stop_and_continue),
		cmocka_unit_test(t_refuses_bad_terminals),
		cmocka_unit_test(t_prints_text_without_terminal),
		cmocka_unit_test(t_tells_errors_on_a_sane_terminal),
		cmocka_unit_test(t_cancel_while_opening),
	};

	return cmocka_run_group_tests(tests, find_program, NULL);
}
