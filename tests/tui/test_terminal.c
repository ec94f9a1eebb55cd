/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the terminal shows: terminal_demo on a pseudo terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drive.h"

static void resize(void **state) {
	struct vth *h = start(24, 80, NULL, NULL);
	press(h, "<End>");
	has(h, " 1000/1000");
	static const int sz[][2] = { { 5, 20 },   { 1, 1 },  { 2, 2 },  { 3, 200 },
		                     { 50, 200 }, { 1, 80 }, { 24, 80 } };
	for (size_t i = 0; i < sizeof sz / sizeof *sz; i++) {
		vth_resize(h, sz[i][0], sz[i][1]);
		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		press(h, "kj");
	}
	has(h, " 1000/1000");
	for (int i = 0; i < 60; i++) /* a storm: without waiting */
		vth_resize(h, 10 + i % 7, 40 + i);
	vth_resize(h, 24, 80);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, " 1000/1000");
	assert_string_equal(vth_row(h, 0), "  %time     calls    self  name");
	vth_free(h);
}

static void exported_size(void **state) {
	static const char *const env[] = { "LC_ALL=C.UTF-8", "LINES=10", "COLUMNS=40", NULL };
	struct vth *h = start(24, 80, NULL, env);
	int r;
	assert_true(vth_find(h, " 1/1000", &r, NULL));
	assert_int_equal(r, 22);
	vth_resize(h, 30, 90);
	vth_settle(h, MS);
	assert_true(vth_find(h, " 1/1000", &r, NULL));
	assert_int_equal(r, 28);
	vth_free(h);
}

static void first_screen(void **state) {
	struct vth *h = start(24, 80, NULL, NULL);
	VTermScreenCell c;
	int row, col;
	bool visible;

	assert_true(vth_get(h).bytes <= 2600);
	assert_string_equal(vth_row(h, 0), "  %time     calls    self  name");
	vth_cell(h, 0, 2, &c);
	assert_true(c.attrs.bold && c.attrs.underline);
	assert_true(vth_find(h, "25.00", &row, &col));
	assert_int_equal(row, 2);
	assert_int_equal(vth_fg(h, row, col), 1);
	vth_cell(h, row, col, &c);
	assert_true(c.attrs.bold);
	vth_cell(h, 1, 79, &c);
	assert_true(c.attrs.reverse);
	assert_int_equal(vth_fg(h, 2, 40), -1);
	assert_int_equal(vth_bg(h, 2, 40), -1);
	assert_true(vth_altscreen(h));
	assert_true(vth_mode(h, 2004));
	assert_false(vth_mode(h, 1000));
	assert_string_equal(vth_title(h), "demo");
	assert_non_null(strstr(vth_row(h, 23), "\xe2\x94\x82"));
	vth_cursor(h, &row, &col, &visible);
	assert_int_equal(row, 1);
	assert_false(visible);
	vth_free(h);
}

static void budget(void **state) {
	struct vth *h = start(24, 80, NULL, NULL);

	press(h, "j");
	for (int i = 0; i < 10; i++) {
		press(h, "<Down>");
		assert_in_range(vth_get(h).bytes, 1, 250);
		/* one into memory, one to the terminal */
		assert_in_range(vth_get(h).writes, 1, 2);
	}
	press(h, "<PageDown>");
	assert_true(vth_get(h).bytes <= 1700);
	assert_int_equal(vth_get(h).frames, 1);
	assert_in_range(vth_get(h).writes, 1, 2);
	press(h, "<C-l>");
	assert_true(vth_get(h).bytes > 1000);
	vth_free(h);
	h = start(50, 200, NULL, NULL);
	assert_true(vth_get(h).bytes <= 5600);
	press(h, "<Down>");
	assert_true(vth_get(h).bytes <= 370);
	press(h, "<PageDown>");
	assert_true(vth_get(h).bytes <= 3200);
	vth_free(h);
}

static void hostile_name(void **state) {
	struct vth *h = start(24, 150, "-x", NULL);
	VTermScreenCell cell;
	int row, col;

	has(h, "evil\\x1b]0;pwned\\x07\\x1b[31m<U+009B>2J\\x0a\\x09<U+202E>x"
	       "\\xff\xe6\x97\xa5\xe6\x9c\xac(e\xcc\x81)");
	assert_string_equal(vth_title(h), "demo");
	assert_int_equal(vth_get(h).bells, 0);
	assert_int_equal(vth_get(h).c1, 0);
	assert_true(vth_find(h, "(e", &row, &col));
	vth_cell(h, row, col - 2, &cell);
	assert_int_equal(cell.width, 2);
	vth_free(h);

	/* Each width of the screen: never half a character, no spill. */
	h = start(10, 150, "-x", NULL);
	for (int width = 149; width > 20; width--) {
		vth_resize(h, 10, width);
		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		assert_non_null(strstr(vth_row(h, 4), "12.50"));
		assert_non_null(strstr(vth_row(h, 5), "10.00"));
	}
	vth_free(h);
}

static void c_locale(void **state) {
	static const char *const env[] = { "LC_ALL=C", NULL };
	static const char *const none[] = { "LC_ALL=xx_YY.UTF-8", NULL };
	struct vth *h = start(24, 150, "-x", env);
	size_t n;
	const char *raw = vth_raw(h, &n);

	for (size_t i = 0; i < n; i++)
		assert_true((unsigned char)raw[i] < 0x80);
	has(h, "quit | / filter");
	has(h, "x\\xff\?\?(e?).");
	vth_free(h);
	h = start(24, 150, "-x", none);
	raw = vth_raw(h, &n);
	for (size_t i = 0; i < n; i++)
		assert_true((unsigned char)raw[i] < 0x80);
	vth_free(h);
}

static void no_colours(struct vth *h) {
	for (int row = 0; row < vth_rows(h); row++)
		for (int col = 0; col < vth_cols(h); col++) {
			assert_int_equal(vth_fg(h, row, col), -1);
			assert_int_equal(vth_bg(h, row, col), -1);
		}
}

static void no_color(void **state) {
	static const char *const env[] = { "LC_ALL=C.UTF-8", "NO_COLOR=1", NULL };
	struct vth *h = start(24, 80, NULL, env);

	no_colours(h);
	vth_free(h);
	h = start(24, 80, "-p", NULL);
	no_colours(h);
	has(h, "quit | / filter");
	vth_free(h);
}

/* Terminals that not every system describes; returns the folder of terminfo. */
static const char *describe_terminals(void) {
	static char folder[] = "/tmp/gptui-terminfo-XXXXXX";
	static const char format[] =
		"{ echo 'gptui-16|for tests,colors#16,pairs#256,use=xterm-256color,';"
		"echo 'gptui-direct|for tests,RGB,colors#0x1000000,pairs#0x10000,"
		"setaf=\\E[%%?%%p1%%{8}%%<%%t3%%p1%%d%%e38:2::%%p1%%{65536}%%/"
		"%%d:%%p1%%{256}%%/%%{255}%%&%%d:%%p1%%{255}%%&%%d%%;m,"
		"setab=\\E[%%?%%p1%%{8}%%<%%t4%%p1%%d%%e48:2::%%p1%%{65536}%%/"
		"%%d:%%p1%%{256}%%/%%{255}%%&%%d:%%p1%%{255}%%&%%d%%;m,"
		"use=xterm-256color,'; } >%s/source && tic -x -o %s %s/source";
	char command[1024];

	if (!mkdtemp(folder))
		return NULL;
	snprintf(command, sizeof command, format, folder, folder, folder);
	return system(command) ? NULL : folder;
}

static void remove_terminals(const char *folder) {
	char command[64];

	snprintf(command, sizeof command, "rm -r %s", folder);
	assert_int_equal(system(command), 0);
}

static void colour_depths(void **state) {
	static const struct {
		const char *term;
		int orange, bright, is_bold;
	} list[] = {
		{ "xterm-256color", 208, 12, 0 },
		{ "gptui-16", 3, 12, 0 },
		{ "xterm", 3, 4, 1 },
		{ "vt100", -1, -1, 0 },
		{ "screen", 3, 4, 1 },
		{ "linux", 3, 4, 1 },
		{ "gptui-direct", 0x1ff8700, 4, 1 },
	};
	const char *folder = describe_terminals();
	char info[64];
	const char *const env[] = { utf8[0], info, NULL };
	char *argv[] = { demo, (char[]){ "-t" },
		         (char[]){ "hot 208 default\n"
		                   "heading-sort bright-blue default\n" },
		         NULL };
	VTermScreenCell cell;

	assert_non_null(folder);
	snprintf(info, sizeof info, "TERMINFO=%s", folder);
	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		struct vth_opt o = { .term = list[i].term, .env = env };
		struct vth *h = vth_spawn(&o, argv);

		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		assert_int_equal(vth_fg(h, 0, 3), list[i].bright);
		vth_cell(h, 0, 3, &cell);
		assert_int_equal(cell.attrs.bold, list[i].is_bold);
		assert_int_equal(vth_fg(h, 2, 3), list[i].orange);
		assert_int_equal(vth_bg(h, 2, 3), -1);
		vth_free(h);
	}
	remove_terminals(folder);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(resize),       cmocka_unit_test(exported_size),
		cmocka_unit_test(first_screen), cmocka_unit_test(budget),
		cmocka_unit_test(hostile_name), cmocka_unit_test(c_locale),
		cmocka_unit_test(no_color),     cmocka_unit_test(colour_depths),
	};

	return cmocka_run_group_tests(tests, find_demo, NULL);
}
