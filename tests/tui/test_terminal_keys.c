/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the terminal makes of keys: terminal_demo on a pseudo terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "drive.h"

static void exact_settle(void **state) {
	struct vth *h = start(24, 80, NULL, NULL);
	char want[32];
	for (int i = 2; i <= 400; i++) { /* never a step behind */
		vth_keys(h, "j");
		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		snprintf(want, sizeof want, " %d/1000", i);
		int r;
		assert_true(vth_find(h, want, &r, NULL));
		assert_int_equal(r, 22);
	}
	vth_free(h);
}

static void prompt(void **state) {
	struct vth *h = start(24, 80, NULL, NULL);
	int row, col;
	bool visible;

	press(h, "/");
	vth_cursor(h, &row, &col, &visible);
	assert_true(visible);
	assert_int_equal(row, 23);
	assert_int_equal(col, 1);
	press(h, "r");
	assert_true(vth_get(h).bytes < 100);
	press(h, "_99");
	has(h, " 1/11");
	vth_resize(h, 12, 60);
	vth_settle(h, MS);
	assert_string_equal(vth_row(h, 11), "/r_99");
	press(h, "9");
	has(h, " 1/1 ");
	press(h, "<BS><BS>\xc3\xa9<BS>"); /* é goes as one */
	assert_string_equal(vth_row(h, 11), "/r_9");
	press(h, "<Esc>");
	has(h, " 1/1000");
	assert_true(is_at_once(h, "/n", "<Esc>")); /* not 1000 ms */
	vth_free(h);
}

static void odd_input(void **state) {
	static const char *const odd[] = {
		"\033[97;5u", "\033[I\033[O", "\033[>0;276;0c", "\xff\xc3",
		"\033[200",   "~q",           "\033[201~",      "\033[?62;c",
	};
	struct vth *h = start(24, 80, NULL, NULL);

	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
		vth_send(h, odd[i], strlen(odd[i]));
		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	}
	has(h, " 1/1000");
	press(h, "j");
	has(h, " 2/1000");
	vth_free(h);
}

static void key_names(void **state) {
	static const struct {
		const char *term, *bytes, *name;
	} keys[] = {
		{ "xterm-256color", "\033[1;3D", "M-Left" },
		{ "xterm-256color", "\033[1;3C", "M-Right" },
		{ "xterm-256color", "\033[1;5A", "C-Up" },
		{ "xterm-256color", "\033[6;3~", "M-PageDown" },
		{ "xterm-256color", "\033OP", "F1" },
		{ "xterm-256color", "\033[15~", "F5" },
		{ "xterm-256color", "\033[Z", "S-Tab" },
		{ "xterm-256color", "\033x", "M-x" },
		{ "xterm-256color", "\033\xc3\xa9", "M-\xc3\xa9" },
		{ "xterm-256color", "\x1f", "C-_" },
		{ "xterm-256color", "\x03", "C-c" },
		{ "xterm-256color", "\r", "Enter" },
		{ "xterm-256color", "\033[3~", "Del" },
		{ "vt100", "\033[1;3D", "M-Left" },
		{ "vt100", "\033[3~", "Del" },
		{ "linux", "\033[[A", "F1" },
		{ "tmux-256color", "\033[1;3D", "M-Left" },
		{ "tmux-256color", "\033[17~", "F6" },
		{ "rxvt", "\033\033[3~", "M-Del" },
	};
	char want[32];

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		struct vth_opt o = { .term = keys[i].term, .env = utf8 };
		char *argv[] = { demo, NULL };
		struct vth *h = vth_spawn(&o, argv);

		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		vth_send(h, keys[i].bytes, strlen(keys[i].bytes));
		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		snprintf(want, sizeof want, "key %s", keys[i].name);
		assert_string_equal(vth_row(h, 23), want);
		vth_free(h);
	}
}

/* Terminals that send what their keys should do without terminfo's help. */
static void poor_terminal(void **state) {
	struct vth_opt o = { .term = "vt100", .env = utf8 };
	char *argv[] = { demo, NULL };
	struct vth *h = vth_spawn(&o, argv);

	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	press(h, "<PageDown>");
	has(h, " 22/1000");
	press(h, "<End>");
	has(h, " 1000/1000");
	press(h, "<Home><Down>");
	has(h, " 2/1000");
	vth_free(h);
}

static void slow_link(void **state) {
	struct vth *h = start(24, 80, NULL, NULL);

	/* not 40 pictures: 48000 */
	assert_true(hold_down(h, "<PageDown>", 40, 4800) < 7200);
	has(h, " 841/1000");
	vth_free(h);
}

static void mouse(void **state) {
	struct vth *h = start(24, 80, NULL, NULL);

	assert_int_equal(vth_click(h, 1, 5, 10), 0);
	press(h, "m");
	assert_true(vth_click(h, 1, 5, 10) > 0);
	vth_settle(h, MS);
	has(h, " 5/1000");
	has(h, "Click 5,10");
	vth_click(h, 1, 5, 10);
	vth_settle(h, MS);
	has(h, "DoubleClick 5,10");
	vth_click(h, 5, 5, 10);
	vth_settle(h, MS);
	has(h, " 8/1000");
	vth_click(h, 4, 5, 10);
	vth_settle(h, MS);
	has(h, " 5/1000");
	vth_keys(h, "q");
	assert_int_equal(vth_wait_exit(h, MS), 0);
	tty_is_sane(h);
	vth_free(h);
}

static void paste(void **state) {
	static const char text[] = "abcdefghijklmnopqrstuvwxyz0123456789\xe6\x97\xa5"
				   "abcdefghijklmnopqrstuvwxyz0123456789\xe6\x97\xa5"
				   "abcdefghijklmnopqrstuvwxyz0123456789";
	struct vth *h = start(24, 140, NULL, NULL);

	vth_paste(h, "qjjj\n"); /* these are no commands */
	vth_settle(h, MS);
	has(h, " 1/1000");
	press(h, "/");
	vth_paste(h, "number_7\n\033[31mq");
	vth_settle(h, MS);
	assert_string_equal(vth_row(h, 23), "/number_7q");
	press(h, "<Esc>");
	press(h, "/");
	vth_paste(h, text); /* more than one piece, characters whole */
	vth_settle(h, MS);
	assert_string_equal(vth_row(h, 23) + 1, text);
	assert_false(vth_exited(h, NULL));
	vth_free(h);
}

static void copy(void **state) {
	struct vth *h = start(24, 80, NULL, NULL);

	press(h, "y");
	assert_non_null(vth_osc(h, 52));
	assert_string_equal(vth_osc(h, 52), "c;bmFtZXNwYWNlXzA6OmZ1bmN0aW9uX251bWJlcl8wKGlud"
	                                    "CwgY2hhciBjb25zdCop");
	vth_free(h);
}

static void type_ahead(void **state) {
	struct vth *h = start(24, 80, NULL, NULL);
	char keys[201];

	memset(keys, 'j', 200);
	keys[200] = 0;
	vth_mark(h);
	vth_keys(h, keys);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, " 201/1000");
	assert_true(vth_get(h).bytes < 6000); /* not 200 pictures */
	vth_free(h);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exact_settle),  cmocka_unit_test(prompt),
		cmocka_unit_test(odd_input),     cmocka_unit_test(key_names),
		cmocka_unit_test(poor_terminal), cmocka_unit_test(slow_link),
		cmocka_unit_test(mouse),         cmocka_unit_test(paste),
		cmocka_unit_test(copy),          cmocka_unit_test(type_ahead),
	};

	return cmocka_run_group_tests(tests, find_demo, NULL);
}
