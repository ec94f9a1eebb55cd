/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program at work on a pseudo terminal, on the profiles of tests/data:
 * screens, keys, and what they cost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "drive_gptui.h"

static void t_first_screen(void **state) {
	struct vth *h = start_many(24, 80);
	struct vth_stats st = vth_get(h);
	VTermScreenCell cell;
	int row, col;

	assert_true(st.bytes <= 2400);
	assert_null(strstr(vth_raw(h, NULL), "\033[39m\033[")); /* taken back at once */
	assert_true(vth_altscreen(h));
	has(h, "many 1 file");
	has(h, "module_00_function_0000");
	has(h, "1/2 000 functions");
	assert_true(vth_find(h, ">", &row, &col));
	assert_int_equal(row, 2);
	vth_cell(h, row, 79, &cell);
	assert_true(cell.attrs.reverse);
	assert_string_equal(vth_title(h), "gptui many");
	vth_free(h);
}

static void t_first_screen_wide(void **state) {
	struct vth *h = start_many(50, 200);

	assert_true(vth_get(h).bytes <= 7700);
	has(h, "self/call");
	vth_free(h);
}

static void check_budget(int rows, int cols, unsigned down, unsigned page) {
	struct vth *h = start_many(rows, cols);

	if (cols >= 120)
		press(h, "w"); /* the first pane alone */
	press(h, "j");
	for (int i = 0; i < 2 * rows; i++) {
		press(h, "<Down>");
		struct vth_stats st = vth_get(h);
		assert_true(st.bytes > 0 && st.bytes <= down);
		/* The picture is collected first: one write for that. */
		assert_true(st.writes < 0 || st.writes <= 2);
	}
	for (int i = 0; i < 5; i++) {
		press(h, "<PageDown>");
		struct vth_stats st = vth_get(h);
		assert_true(st.bytes > 0 && st.bytes <= page);
		assert_true(st.writes < 0 || st.writes <= 2);
	}
	vth_free(h);
}

static void t_budget(void **state) {
	check_budget(24, 80, 220, 1400);
}

static void t_budget_wide(void **state) {
	check_budget(50, 200, 420, 4700);
}

static void t_filter_budget(void **state) {
	struct vth *h = start_many(24, 80);

	press(h, "f");
	press(h, "f");
	for (const char *key = "unction_199"; *key; key++) {
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

static void t_idle(void **state) {
	struct vth *h = start_many(24, 80);

	vth_mark(h);
	int64_t end = vth_now() + 300000000;
	while (vth_now() < end)
		vth_pump(h, 20);
	struct vth_stats st = vth_get(h);
	assert_int_equal(st.bytes, 0);
	assert_true(st.csw <= 0);
	vth_free(h);
}

static void t_walk(void **state) {
	struct vth *h = start_many(24, 80);

	press(h, "<Down><Down><Enter>");
	has(h, "~children s");
	has(h, "module_02_function_0002");
	press(h, "<Down><Enter>");
	has(h, "module_03_function_0003");
	press(h, "u");
	press(h, "[[");
	has(h, "~children s");
	press(h, "<BS>");
	has(h, "3/2 000 functions");
	press(h, "]");
	has(h, "~children s");
	press(h, "q");
	has(h, "3/2 000 functions");
	vth_free(h);
}

static void t_prompt_shows_cursor(void **state) {
	struct vth *h = start_many(24, 80);
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
	assert_true(is_at_once(h, "/n", "<Esc>"));
	vth_paste(h, "q\n\033[31mQ"); /* no commands */
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	assert_false(vth_exited(h, NULL));
	vth_free(h);
}

static void t_resize(void **state) {
	static const int sizes[][2] = { { 5, 20 },    { 1, 1 },  { 2, 2 },  { 3, 200 },
		                        { 120, 400 }, { 1, 80 }, { 24, 80 } };
	struct vth *h = start_many(24, 80);

	press(h, "<End>");
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		vth_resize(h, sizes[i][0], sizes[i][1]);
		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		press(h, "kj?qi/x<C-g>qs<C-g>f(<C-g>");
		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		press(h, "G");
	}
	has(h, "2 000/2 000 functions");
	for (size_t i = 0; i < 60; i++)
		vth_resize(h, 10 + (int)i % 7, 40 + (int)i);
	vth_resize(h, 24, 80);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "2 000/2 000 functions");
	vth_free(h);
}

/* Opening waits for a pipe's writer; keys are answered meanwhile. */
static void t_type_ahead(void **state) {
	struct vth *h = start_many(24, 80);
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

/* A key held down over 2400 bytes a second: no queue of pictures is left when
 * it is let go. */
static void t_slow_link(void **state) {
	struct vth *h = start_many(24, 80);

	assert_true(hold_down(h, "<PageDown>", 40, 2400) < 6000);
	has(h, "841/2 000 functions");
	vth_free(h);
}

static void t_pipe_and_export(void **state) {
	struct vth *h = start_many(24, 80);
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

static void t_mouse(void **state) {
	struct vth *h = start_many(24, 80);
	int row, col;

	assert_int_equal(vth_click(h, 1, 5, 10), 0); /* off at first */
	press(h, "<F2>");
	has(h, "mouse on");
	assert_true(vth_click(h, 1, 5, 10) > 0);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "4/2 000 functions");
	vth_click(h, 5, 5, 10); /* the wheel, away from the user */
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	assert_true(vth_find(h, "2 graph", &row, &col));
	vth_click(h, 1, row, col);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "~children s");
	press(h, "<F2>");
	has(h, "mouse off");
	assert_false(vth_mode(h, 1000));
	vth_free(h);
}

static void t_reload(void **state) {
	struct vth *h = start_many(24, 80);

	press(h, "<Down><Down><Enter>");
	has(h, "~children s");
	press(h, "r");
	has(h, "read again");
	has(h, "module_02_function_0002");
	press(h, "[");
	has(h, "3/2 000 functions");
	vth_free(h);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_first_screen),  cmocka_unit_test(t_first_screen_wide),
		cmocka_unit_test(t_budget),        cmocka_unit_test(t_budget_wide),
		cmocka_unit_test(t_filter_budget), cmocka_unit_test(t_idle),
		cmocka_unit_test(t_walk),          cmocka_unit_test(t_prompt_shows_cursor),
		cmocka_unit_test(t_resize),        cmocka_unit_test(t_type_ahead),
		cmocka_unit_test(t_slow_link),     cmocka_unit_test(t_pipe_and_export),
		cmocka_unit_test(t_mouse),         cmocka_unit_test(t_reload),
	};

	return cmocka_run_group_tests(tests, find_program, NULL);
}
