/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program itself on a pseudo terminal, on the profiles of tests/data.
 * GPTUI names the program, W the folder of the profiles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include "vth.h"

#define MS 10000 /* a limit, never a wait */

static const char *program, *work;
static char image[4096], profile[4096];

static const char *const utf8[] = { "LC_ALL=C.UTF-8", NULL };

static void name_files(const char *name)
{
	snprintf(image, sizeof image, "%s/%s", work, name);
	snprintf(profile, sizeof profile, "%s/%s.gmon", work, name);
}

static struct vth *spawn(int rows, int cols, const char *option,
                         const char *const *env)
{
	char *argv[8] = { 0 };
	struct vth_opt o = { .rows = rows,
		             .cols = cols,
		             .env = env ? env : utf8 };
	int n = 0;

	argv[n++] = strdup(program);
	if (option)
		argv[n++] = strdup(option);
	argv[n++] = image;
	argv[n++] = profile;
	return vth_spawn(&o, argv);
}

static struct vth *start(int rows, int cols)
{
	struct vth *h;

	name_files("many");
	h = spawn(rows, cols, NULL, NULL);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	return h;
}

static void press(struct vth *h, const char *keys)
{
	vth_mark(h);
	vth_keys(h, keys);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
}

static void has(struct vth *h, const char *text)
{
	if (!vth_find(h, text, NULL, NULL)) {
		vth_dump(h, 2, true);
		fail_msg("not on the screen: %s", text);
	}
}

static void tty_is_sane(struct vth *h)
{
	static const int off[] = { 1, 1000, 1002, 1003, 1006, 2004, 2026 };
	struct termios t;
	size_t i;

	assert_int_equal(tcgetattr(vth_pty_slave(h), &t), 0);
	assert_true(t.c_lflag & ICANON);
	assert_true(t.c_lflag & ECHO);
	assert_true(t.c_lflag & ISIG);
	assert_true(t.c_oflag & ONLCR);
	assert_false(vth_altscreen(h));
	assert_true(vth_mode(h, 25));
	for (i = 0; i < sizeof off / sizeof *off; i++)
		if (vth_mode(h, off[i]))
			fail_msg("mode ?%d left on", off[i]);
}

static void t_first_screen(void **state)
{
	struct vth *h = start(24, 80);
	struct vth_stats st = vth_get(h);
	VTermScreenCell cell;
	int row, col;

	assert_true(st.bytes <= 2600);
	assert_true(vth_altscreen(h));
	has(h, "gptui many");
	has(h, "module_00_function_0000");
	has(h, "1/2 000 functions");
	assert_true(vth_find(h, ">", &row, &col));
	assert_int_equal(row, 2);
	vth_cell(h, row, 79, &cell);
	assert_true(cell.attrs.reverse);
	assert_string_equal(vth_title(h), "gptui many");
	vth_free(h);
}

static void t_first_screen_wide(void **state)
{
	struct vth *h = start(50, 200);

	assert_true(vth_get(h).bytes <= 6200);
	has(h, "total/call");
	vth_free(h);
}

static void check_budget(int rows, int cols, unsigned down, unsigned page)
{
	struct vth *h = start(rows, cols);
	int i;

	press(h, "j");
	for (i = 0; i < 2 * rows; i++) {
		struct vth_stats st;

		press(h, "<Down>");
		st = vth_get(h);
		assert_true(st.bytes > 0 && st.bytes <= down);
		/* The picture is collected first: one write for that. */
		assert_true(st.writes < 0 || st.writes <= 2);
	}
	for (i = 0; i < 5; i++) {
		struct vth_stats st;

		press(h, "<PageDown>");
		st = vth_get(h);
		assert_true(st.bytes > 0 && st.bytes <= page);
		assert_true(st.writes < 0 || st.writes <= 2);
	}
	vth_free(h);
}

static void t_budget(void **state)
{
	check_budget(24, 80, 250, 1700);
}

static void t_budget_wide(void **state)
{
	check_budget(50, 200, 400, 4600);
}

static void t_filter_budget(void **state)
{
	struct vth *h = start(24, 80);
	const char *key;

	press(h, "f");
	press(h, "f");
	for (key = "unction_199"; *key; key++) {
		char one[2] = { *key, '\0' };

		press(h, one);
		assert_true(vth_get(h).bytes <= 1700);
		assert_true(vth_get(h).writes <= 2);
	}
	press(h, "<Enter>");
	has(h, "10 of 2 000 functions, 0.1 % of time");
	press(h, "F");
	has(h, "/2 000 functions");
	vth_free(h);
}

static void t_idle(void **state)
{
	struct vth *h = start(24, 80);
	int64_t end;
	struct vth_stats st;

	vth_mark(h);
	end = vth_now() + 300000000;
	while (vth_now() < end)
		vth_pump(h, 20);
	st = vth_get(h);
	assert_int_equal(st.bytes, 0);
	assert_true(st.csw <= 0);
	vth_free(h);
}

static void t_walk(void **state)
{
	struct vth *h = start(24, 80);

	press(h, "<Down><Down><Enter>");
	has(h, "caller");
	has(h, "module_02_function_0002");
	press(h, "<Down><Enter>");
	has(h, "module_03_function_0003");
	press(h, "u");
	press(h, "[[");
	has(h, "callee");
	press(h, "<BS>");
	has(h, "3/2 000 functions");
	press(h, "]");
	has(h, "callee");
	press(h, "q");
	has(h, "3/2 000 functions");
	vth_free(h);
}

static void t_prompt_shows_cursor(void **state)
{
	struct vth *h = start(24, 80);
	int row, col;
	bool visible;

	press(h, "/");
	vth_cursor(h, &row, &col, &visible);
	assert_true(visible);
	assert_int_equal(row, 23);
	assert_int_equal(col, 1);
	press(h, "n_1234");
	assert_int_equal(strncmp(vth_row(h, 23), "/n_1234", 7), 0);
	has(h, ">");
	has(h, "function_1234");
	vth_resize(h, 12, 60);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	assert_int_equal(strncmp(vth_row(h, 11), "/n_1234", 7), 0);
	press(h, "<Esc>");
	has(h, "1/2 000 functions");
	assert_true(vth_get(h).t_last < 500000000);
	vth_paste(h, "q\n\033[31mQ"); /* no commands */
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	assert_false(vth_exited(h, NULL));
	vth_free(h);
}

static void t_resize(void **state)
{
	static const int sizes[][2] = { { 5, 20 },  { 1, 1 },     { 2, 2 },
		                        { 3, 200 }, { 120, 400 }, { 1, 80 },
		                        { 24, 80 } };
	struct vth *h = start(24, 80);
	size_t i;

	press(h, "<End>");
	for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		vth_resize(h, sizes[i][0], sizes[i][1]);
		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		press(h, "kj?qi/x<C-g>qs<C-g>f(<C-g>");
		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		press(h, "G");
	}
	has(h, "2 000/2 000 functions");
	for (i = 0; i < 60; i++)
		vth_resize(h, 10 + (int)i % 7, 40 + (int)i);
	vth_resize(h, 24, 80);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "2 000/2 000 functions");
	vth_free(h);
}

static void t_no_color(void **state)
{
	static const char *const env[] = { "LC_ALL=C.UTF-8", "NO_COLOR=1",
		                           NULL };
	struct vth *h;
	int row, col;

	name_files("many");
	h = spawn(24, 80, NULL, env);
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
	h = spawn(24, 60, NULL, env);
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
	struct vth *h = start(24, 80);
	size_t i;

	vth_keys(h, "Q");
	assert_int_equal(vth_wait_exit(h, MS), 0);
	tty_is_sane(h);
	vth_free(h);
	for (i = 0; i < sizeof deaths / sizeof *deaths; i++) {
		int status;

		h = start(24, 80);
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
	static const char *const env[] = { "PS1=$ ", "LC_ALL=C.UTF-8",
		                           "HISTFILE=/dev/null", NULL };
	struct vth_opt o = { .env = env, .cols = 200 };
	char *argv[] = { "bash", "--norc", "--noprofile", "-i", NULL };
	struct vth *h = vth_spawn(&o, argv);
	char line[12400];

	name_files("many");
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
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
		char *argv[] = { strdup(program), image, profile, NULL };
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
	char *argv[] = { strdup(program), image, profile, NULL };
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
	h = spawn(24, 80, NULL, NULL);
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
		h = spawn(24, 80, NULL, NULL);
		vth_settle_loose(h, MS);
		has(h, "Esc or q cancels");
		vth_keys(h, "j");
		vth_settle_loose(h, MS);
		has(h, "still opening");
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

static void t_type_ahead(void **state)
{
	struct vth *h = start(24, 80);
	char keys[201];

	memset(keys, 'j', 200);
	keys[200] = '\0';
	vth_mark(h);
	vth_keys(h, keys);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "201/2 000 functions");
	assert_true(vth_get(h).bytes < 12000);
	vth_free(h);
}

static void t_slow_link(void **state)
{
	struct vth *h = start(24, 80);
	int64_t from;
	int i;

	vth_throttle(h, 4800);
	for (i = 0; i < 40; i++) {
		int64_t end = vth_now() + 25000000;

		vth_keys(h, "<PageDown>");
		while (vth_now() < end)
			vth_pump(h, 1);
	}
	from = vth_now();
	assert_int_equal(vth_settle(h, 30000), VTH_SETTLED);
	assert_true(vth_now() - from < 2000000000);
	has(h, "841/2 000 functions");
	vth_free(h);
}

static void t_pipe_and_export(void **state)
{
	struct vth *h = start(24, 80);
	char path[4200], keys[4300];
	struct stat status;

	press(h, "|");
	vth_keys(h, "head -n 3<Enter>");
	assert_true(vth_until_text(h, "[Enter goes back]", MS));
	has(h, "Flat profile of many");
	assert_false(vth_altscreen(h));
	press(h, "<Enter>");
	assert_true(vth_altscreen(h));
	press(h, "<Down>");
	has(h, "2/2 000 functions");
	snprintf(path, sizeof path, "%s/exported.json", work);
	unlink(path);
	snprintf(keys, sizeof keys, "P<C-u>%s<Enter>", path);
	press(h, keys);
	has(h, "wrote 2000 rows as json");
	assert_int_equal(stat(path, &status), 0);
	assert_true(status.st_size > 100000);
	press(h, keys);
	has(h, "overwrite it?");
	press(h, "n");
	has(h, "nothing was written");
	vth_free(h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_first_screen),
		cmocka_unit_test(t_first_screen_wide),
		cmocka_unit_test(t_budget),
		cmocka_unit_test(t_budget_wide),
		cmocka_unit_test(t_filter_budget),
		cmocka_unit_test(t_idle),
		cmocka_unit_test(t_walk),
		cmocka_unit_test(t_prompt_shows_cursor),
		cmocka_unit_test(t_resize),
		cmocka_unit_test(t_no_color),
		cmocka_unit_test(t_c_locale),
		cmocka_unit_test(t_leaves_clean),
		cmocka_unit_test(t_stop_and_continue),
		cmocka_unit_test(t_refuses_bad_terminals),
		cmocka_unit_test(t_prints_text_without_terminal),
		cmocka_unit_test(t_tells_errors_on_a_sane_terminal),
		cmocka_unit_test(t_cancel_while_opening),
		cmocka_unit_test(t_type_ahead),
		cmocka_unit_test(t_slow_link),
		cmocka_unit_test(t_pipe_and_export),
	};

	program = getenv("GPTUI") ? getenv("GPTUI") : "./gptui";
	work = getenv("W") ? getenv("W") : "tests/work";
	return cmocka_run_group_tests(tests, NULL, NULL);
}
