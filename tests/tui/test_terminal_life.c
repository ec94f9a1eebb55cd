/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the terminal starts, is lent, and ends: terminal_demo on a pseudo terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "drive.h"

static void idle(void **state) {
	struct vth *h = start(24, 80, NULL, NULL);
	vth_mark(h);
	int64_t end = vth_now() + 300000000;
	while (vth_now() < end)
		vth_pump(h, 20);
	struct vth_stats st = vth_get(h);
	assert_int_equal(st.csw, 0); /* not one wake-up */
	assert_int_equal(st.bytes, 0);
	vth_free(h);
}

static void refuse(void **state) {
	static const char *const terms[] = { "no-such-term", "dumb", "" };
	char *argv[] = { demo, NULL };
	struct vth_opt out = { .no_tty_stdout = true };
	struct vth *h;
	int status;

	for (size_t i = 0; i < 3; i++) {
		struct vth_opt o = { .term = terms[i] };

		h = vth_spawn(&o, argv);
		status = vth_wait_exit(h, MS);
		assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2);
		assert_non_null(strstr(vth_raw(h, NULL), "TERM"));
		assert_null(strchr(vth_raw(h, NULL), 27));
		tty_is_sane(h);
		vth_free(h);
	}
	h = vth_spawn(&out, argv);
	status = vth_wait_exit(h, MS);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2);
	assert_null(strchr(vth_raw(h, NULL), 27));
	vth_free(h);
}

static void keys_from_tty(void **state) {
	struct vth_opt o = { .no_tty_stdin = true, .env = utf8 };
	char *argv[] = { demo, NULL };
	struct vth *h = vth_spawn(&o, argv);

	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	press(h, "j");
	has(h, " 2/1000");
	vth_free(h);
}

static void leaves_clean(void **state) {
	static const int numbers[] = { SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGABRT, SIGBUS, SIGQUIT };
	struct vth *h = start(24, 80, NULL, NULL);

	vth_keys(h, "q");
	assert_int_equal(vth_wait_exit(h, MS), 0);
	tty_is_sane(h);
	vth_free(h);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		h = start(24, 80, NULL, NULL);
		vth_signal(h, numbers[i]);
		int status = vth_wait_exit(h, MS);
		assert_true(WIFSIGNALED(status));
		assert_int_equal(WTERMSIG(status), numbers[i]);
		tty_is_sane(h);
		vth_free(h);
	}
	for (const char *key = "SA"; *key; key++) { /* the program's own crash */
		char keys[] = { *key, '\0' };

		h = start(24, 80, NULL, NULL);
		vth_keys(h, keys);
		assert_true(WIFSIGNALED(vth_wait_exit(h, MS)));
		tty_is_sane(h);
		vth_free(h);
	}
}

static void no_memory(void **state) {
	struct vth *h = start(24, 80, NULL, NULL);

	vth_keys(h, "M");
	int status = vth_wait_exit(h, MS);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 1);
	tty_is_sane(h);
	has(h, "gptui: out of memory");
	vth_free(h);
}

/* SIGTERM ends a program whose terminal takes no more output. */
static void stuck_terminal(void **state) {
	struct vth *h = start(50, 200, NULL, NULL);

	for (int i = 0; i < 200; i++)
		vth_keys(h, i % 2 ? "<C-l>" : "j");
	int64_t end = vth_now() + 200000000;
	while (vth_now() < end) /* without reading */
		nanosleep(&(struct timespec){ 0, 10000000 }, NULL);
	vth_signal(h, SIGTERM);
	int status = vth_wait_exit(h, MS);
	assert_true(WIFSIGNALED(status));
	tty_is_sane(h);
	vth_free(h);
}

static void stop_continue(void **state) {
	struct vth *h = start_shell(NULL);
	int row;

	vth_keys(h, demo);
	vth_keys(h, "<Enter>");
	assert_true(vth_until_text(h, " 1/1000", MS));
	press(h, "jm");
	press(h, "<C-z>");
	assert_true(vth_until_text(h, "Stopped", MS));
	assert_false(vth_altscreen(h));
	assert_false(vth_mode(h, 1000));
	vth_resize(h, 12, 100);
	vth_settle(h, MS);
	vth_keys(h, "fg<Enter>");
	assert_true(vth_until_text(h, " 2/1000", MS));
	assert_true(vth_altscreen(h) && vth_mode(h, 2004));
	assert_true(vth_mode(h, 1000));
	assert_true(vth_find(h, " 2/1000", &row, NULL));
	assert_int_equal(row, 10); /* the size of now */
	press(h, "<Down>");        /* and the keypad's mode */
	has(h, " 3/1000");
	press(h, "q");
	assert_false(vth_altscreen(h));
	vth_free(h);
}

static void continue_orphan(void **state) {
	struct vth *h = start(24, 80, NULL, NULL);

	press(h, "j<C-z>"); /* nothing could continue it, so it does not stop */
	has(h, " 2/1000");
	assert_true(vth_altscreen(h));
	vth_signal(h, SIGTSTP);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	vth_signal(h, SIGSTOP);
	vth_signal(h, SIGCONT);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	press(h, "<Down>");
	has(h, " 3/1000");
	vth_free(h);
}

static void command(void **state) {
	static const char *const env[] = { "LC_ALL=C.UTF-8",
		                           "EDITOR=stty -a | grep -q ' icanon' && "
		                           "echo EDITOR-HERE >&2 && read x",
		                           NULL };
	struct vth *h = start(24, 80, NULL, env);

	press(h, "e");
	has(h, "EDITOR-HERE"); /* a cooked terminal, its standard error */
	assert_false(vth_altscreen(h));
	press(h, "<C-c>"); /* is the editor's; we live on */
	assert_true(vth_until_text(h, "editor ended", MS));
	assert_true(vth_altscreen(h));
	press(h, "<Down>");
	has(h, " 2/1000");
	vth_free(h);
}

static void worker(void **state) {
	struct vth_opt o = { .env = utf8 };
	char *argv[] = { demo, (char[]){ "-w" }, (char[]){ "2" }, NULL };
	struct vth *h = vth_spawn(&o, argv);
	char want[24];
	int meanwhile = 0;

	assert_true(vth_until_text(h, "loading", MS));
	for (int i = 0; i < 20; i++) { /* keys are answered meanwhile */
		int64_t limit = vth_now() + MS * (int64_t)1000000;

		snprintf(want, sizeof want, " %d/1000", i + 2);
		vth_keys(h, "j");
		while (!vth_find(h, want, NULL, NULL) && vth_now() < limit)
			vth_pump(h, 1);
		has(h, want);
		meanwhile += vth_find(h, "loading", NULL, NULL);
	}
	assert_true(meanwhile > 0);
	vth_mark(h);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	hasnt(h, "loading");
	assert_true(vth_get(h).bytes < 2000); /* progress costs little */
	vth_free(h);
}

static void ends_while_loading(void **state) {
	struct vth_opt o = { .env = utf8 };
	char *argv[] = { demo, (char[]){ "-w" }, (char[]){ "60" }, NULL };
	struct vth *h = vth_spawn(&o, argv);

	assert_true(vth_until_text(h, "loading", MS));
	vth_keys(h, "q");
	assert_int_equal(vth_wait_exit(h, MS), 0);
	tty_is_sane(h);
	vth_free(h);
}

static void captured_output(void **state) {
	struct vth *h = start(24, 80, NULL, NULL);
	size_t n;

	press(h, "o");
	hasnt(h, "stray");
	assert_null(strstr(vth_raw(h, &n), "stray"));
	vth_keys(h, "q");
	assert_int_equal(vth_wait_exit(h, MS), 0);
	has(h, "stray: a library's?[31m warning");
	vth_free(h);
}

/* The answer to the last "are you there?" is not left for the shell. */
static void no_stray_answer(void **state) {
	/* its leak check looks settled */
	struct vth *h = start_shell("ASAN_OPTIONS=detect_leaks=0");
	int row, col;
	bool visible;

	for (int i = 0; i < 5; i++) {
		vth_keys(h, "clear; ");
		vth_keys(h, demo);
		vth_keys(h, "<Enter>");
		assert_true(vth_until_text(h, " 1/1000", MS));
		vth_keys(h, "jjjq");
		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		vth_cursor(h, &row, &col, &visible);
		assert_string_equal(vth_row(h, row), "$");
		assert_int_equal(col, 2);
	}
	vth_free(h);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(idle),
		cmocka_unit_test(refuse),
		cmocka_unit_test(keys_from_tty),
		cmocka_unit_test(leaves_clean),
		cmocka_unit_test(no_memory),
		cmocka_unit_test(stuck_terminal),
		cmocka_unit_test(stop_continue),
		cmocka_unit_test(continue_orphan),
		cmocka_unit_test(command),
		cmocka_unit_test(worker),
		cmocka_unit_test(ends_while_loading),
		cmocka_unit_test(captured_output),
		cmocka_unit_test(no_stray_answer),
	};

	return cmocka_run_group_tests(tests, find_demo, NULL);
}
