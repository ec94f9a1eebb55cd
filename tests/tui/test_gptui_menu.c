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
	has(h, "Open what the row");
	press(h, "<Esc>");
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

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_menu_by_keys),
		cmocka_unit_test(t_keys_right_after_escape),
		cmocka_unit_test(t_menu_by_mouse),
		cmocka_unit_test(t_menu_on_a_screen_that_shrinks),
		cmocka_unit_test(t_limit),
	};

	return cmocka_run_group_tests(tests, find_program, NULL);
}
