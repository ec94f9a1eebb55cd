/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menu of what can be done, and limits, as a terminal shows them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "drive_gptui.h"

#include <cmocka.h>

enum { LEFT = 1, WHEEL_UP = 4, WHEEL_DOWN = 5 };

static void click(struct vth *h, int button, const char *text) {
	int row, col;

	assert_true(vth_find(h, text, &row, &col));
	assert_true(vth_click(h, button, row, col) > 0);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
}

static void t_menu_by_keys(void **state) {
	struct vth *h = start_many(24, 80);

	press(h, "m");
	has(h, "What can be done here");
	has(h, "> Enter");
	press(h, "zero");
	has(h, "Show or hide functions without time and calls.");
	hasnt(h, "Open what the row");
	press(h, "<Enter>");
	has(h, "functions without time and calls are shown");
	hasnt(h, "What can be done here");
	press(h, "mzero<Esc>");
	hasnt(h, "What can be done here");
	assert_false(vth_exited(h, NULL));
	vth_free(h);
}

static void send(struct vth *h, const char *bytes) {
	vth_send(h, bytes, strlen(bytes));
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
}

/* Keys that come in one piece with Esc mean the same as apart, where they mean nothing with Alt. */
static void t_keys_right_after_escape(void **state) {
	struct vth *h = start_many(24, 80);

	press(h, "1<Home>");
	send(h, "m\x1b\x1b[B\x1b[B");
	hasnt(h, "What can be done here");
	has(h, "3/");
	send(h, "/x\x1bk");
	has(h, "2/");
	send(h, "K\x1bk");
	hasnt(h, "Left and Right");
	has(h, "1/");
	send(h, "K2");
	hasnt(h, "Left and Right");
	has(h, "children");
	vth_free(h);
}

static void t_menu_by_mouse(void **state) {
	struct vth *h = start_many(20, 80);

	press(h, "<F2>m");
	click(h, WHEEL_DOWN, "Open what the row");
	click(h, WHEEL_DOWN, "Open what the row");
	has(h, "> :lines");
	click(h, WHEEL_UP, "Open what the row");
	hasnt(h, "> :lines");
	click(h, LEFT, "Who calls this function");
	hasnt(h, "What can be done here");
	has(h, "children");
	press(h, "m");
	has(h, "Go back to where you came from.");
	click(h, LEFT, "many 1 file");
	hasnt(h, "What can be done here");
	has(h, "children");
	vth_free(h);
}

static void t_menu_on_a_screen_that_shrinks(void **state) {
	struct vth *h = start_many(24, 80);

	press(h, "m<End>");
	vth_resize(h, 8, 40);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "> ");
	has(h, "What can be done here");
	vth_resize(h, 24, 80);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "Moving around");
	vth_free(h);
}

static void t_limit(void **state) {
	struct vth *h = start_many(24, 80);

	press(h, "L0.");
	has(h, "limit in %: 0.");
	press(h, "1<Enter>");
	has(h, "limit 0.1 %");
	has(h, "of 2 000 functions");
	press(h, "L<Esc>");
	has(h, "limit 0.1 %");
	press(h, "L0<Enter>");
	hasnt(h, "limit");
	has(h, "/2 000 functions");
	vth_free(h);
}

static void t_keys_after_escape_act(void **state) {
	static const char *const closed[] = {
		"m<Esc><Down><Down><Enter>", "m<Esc>jj<Enter>",     "K<Esc><Down><Down><Enter>",
		"K<Esc>jj<Enter>",           "/x<Esc>jj<Enter>",    "jj<Esc><Enter>",
		"f<Esc><Down><Down><Enter>", "<Esc><Esc>jj<Enter>", "jjm<Esc><Enter>",
	};

	for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) {
		struct vth *h = start_many(24, 80);

		press(h, closed[i]);
		has(h, "2/3 rows");
		has(h, "module_03_function_0003");
		vth_keys(h, "K<Esc>qK<Esc>q");
		assert_int_equal(vth_wait_exit(h, MS), 0);
		vth_free(h);
	}
}

/* Bytes that come one by one; with no limit to the time between those of a key. */
static void t_escape_in_pieces(void **state) {
	static const char *const env[] = { "LC_ALL=C.UTF-8", "ESCDELAY=100000", NULL };
	static const char *const pieces[] = { "m",    "\033", "j", "m",  "\033",
		                              "\033", "O",    "B", "\r", NULL };

	name_files("many");
	struct vth *h = spawn(24, 80, env);
	wait_for(h, "1/2 000 functions");
	for (size_t i = 0; pieces[i]; i++) {
		vth_send(h, pieces[i], strlen(pieces[i]));
		vth_pump(h, 50);
	}
	wait_for(h, "2/3 rows");
	has(h, "module_03_function_0003");
	vth_free(h);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_menu_by_keys),
		cmocka_unit_test(t_keys_right_after_escape),
		cmocka_unit_test(t_menu_by_mouse),
		cmocka_unit_test(t_menu_on_a_screen_that_shrinks),
		cmocka_unit_test(t_limit),
		cmocka_unit_test(t_keys_after_escape_act),
		cmocka_unit_test(t_escape_in_pieces),
	};

	return cmocka_run_group_tests(tests, find_program, NULL);
}
