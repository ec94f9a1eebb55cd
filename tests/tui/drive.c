/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>

char demo[4096];
const char *const utf8[] = { "LC_ALL=C.UTF-8", NULL };

int find_demo(void **state) {
	const char *name = getenv("GPTUI_TUI_DEMO");

	if (realpath(name ? name : "./terminal_demo", demo))
		return 0;
	perror("terminal_demo");
	return 1;
}

struct vth *start(int rows, int cols, const char *arg, const char *const *env) {
	char *argv[16] = { demo };
	int n = 1;
	char copy[256];
	snprintf(copy, sizeof copy, "%s", arg ? arg : "");
	for (char *t = strtok(copy, " "); t; t = strtok(NULL, " "))
		argv[n++] = t;
	struct vth_opt o = { .rows = rows, .cols = cols, .env = env ? env : utf8 };
	struct vth *h = vth_spawn(&o, argv);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	return h;
}

struct vth *start_shell(const char *more) {
	const char *env[] = { "PS1=$ ", "LC_ALL=C.UTF-8", "HISTFILE=/dev/null", more, NULL };
	struct vth_opt o = { .env = env, .cols = 200 };
	char *argv[] = { (char[]){ "bash" }, (char[]){ "--norc" }, (char[]){ "--noprofile" },
		         (char[]){ "-i" }, NULL };
	struct vth *h = vth_spawn(&o, argv);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	return h;
}

void press(struct vth *h, const char *keys) {
	vth_mark(h);
	vth_keys(h, keys);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
}

bool is_at_once(struct vth *h, const char *before, const char *keys) {
	for (int tries = 0; tries < 5; tries++) {
		press(h, before);
		press(h, keys);
		if (vth_get(h).t_last < 500000000)
			return true;
	}
	return false;
}

uint64_t hold_down(struct vth *h, const char *keys, int times, long rate) {
	vth_throttle(h, rate);
	for (int i = 0; i < times; i++) {
		int64_t end = vth_now() + 30000000;

		vth_keys(h, keys);
		while (vth_now() < end)
			vth_pump(h, 1);
	}
	vth_mark(h);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	return vth_get(h).bytes;
}

void has(struct vth *h, const char *text) {
	if (!vth_find(h, text, NULL, NULL)) {
		vth_dump(h, 2, true);
		fail_msg("not on the screen: %s", text);
	}
}

void hasnt(struct vth *h, const char *text) {
	if (vth_find(h, text, NULL, NULL)) {
		vth_dump(h, 2, false);
		fail_msg("on the screen: %s", text);
	}
}

void tty_is_sane(struct vth *h) {
	struct termios t;
	assert_int_equal(tcgetattr(vth_pty_slave(h), &t), 0);
	assert_true(t.c_lflag & ICANON);
	assert_true(t.c_lflag & ECHO);
	assert_true(t.c_lflag & ISIG);
	assert_true(t.c_oflag & ONLCR);
	assert_false(vth_altscreen(h));
	assert_true(vth_mode(h, 25));
	static const int off[] = { 1, 1000, 1002, 1003, 1006, 2004, 2026 };
	for (size_t i = 0; i < sizeof off / sizeof *off; i++)
		if (vth_mode(h, off[i]))
			fail_msg("mode ?%d left on", off[i]);
}
