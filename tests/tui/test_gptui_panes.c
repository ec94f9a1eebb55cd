/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two panes on a pseudo terminal: what follows, and what it costs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include "drive_gptui.h"

static const char border[] = "\xe2\x94\x82";

/* Keys in a row, each with its bytes and its one write. */
static void check_keys(struct vth *h, const char *key, int times, unsigned most) {
	for (int i = 0; i < times; i++) {
		press(h, key);
		struct vth_stats st = vth_get(h);
		if (st.bytes > most)
			fail_msg("%s: %llu bytes", key, (unsigned long long)st.bytes);
		assert_true(st.bytes > 0);
		/* The picture is collected first: one write for that. */
		assert_true(st.writes < 0 || st.writes <= 2);
	}
}

/* The first pane costs a bar, the second one the rows that it changes. */
static void t_budget(void **state) {
	struct vth *h = start_many(40, 120);

	assert_true(vth_get(h).bytes <= 4900);
	has(h, border);
	press(h, "j");
	check_keys(h, "<Down>", 60, 700);
	check_keys(h, "<PageDown>", 5, 2900);
	press(h, "g<Tab>");
	check_keys(h, "k", 1, 200);
	vth_free(h);
}

static void t_budget_wide(void **state) {
	struct vth *h = start_many(50, 200);

	assert_true(vth_get(h).bytes <= 7700);
	press(h, "j");
	check_keys(h, "<Down>", 60, 930);
	check_keys(h, "<PageDown>", 5, 5050);
	vth_free(h);
}

/* Keys that wait are taken first: the second pane is made once for them. */
static void t_follows_at_the_end(void **state) {
	struct vth *h = start_many(24, 120);
	char keys[101];

	memset(keys, 'j', 100);
	keys[100] = '\0';
	vth_mark(h);
	vth_keys(h, keys);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "101/2 000 functions");
	has(h, "module_15_function_0100");
	assert_true(vth_get(h).bytes < 8000);
	vth_free(h);
}

static void t_focus(void **state) {
	struct vth *h = start_many(24, 120);
	VTermScreenCell cell;
	int row, col;
	bool visible;

	vth_cell(h, 2, 30, &cell);
	assert_true(cell.attrs.reverse);
	press(h, "j<Tab>");
	vth_cursor(h, &row, &col, &visible);
	assert_int_equal(col, 72);
	vth_cell(h, row, 100, &cell);
	assert_true(cell.attrs.reverse);
	vth_cell(h, 3, 30, &cell);
	assert_false(cell.attrs.reverse);
	press(h, "<S-Tab>");
	vth_cursor(h, &row, &col, &visible);
	assert_int_equal(row, 3);
	assert_int_equal(col, 0);
	vth_free(h);
}

static void t_resize(void **state) {
	static const int sizes[][2] = { { 5, 120 },  { 5, 20 },   { 1, 1 },    { 2, 200 },
		                        { 16, 119 }, { 15, 119 }, { 100, 300 } };
	struct vth *h = start_many(24, 120);

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		press(h, "<Tab>jw<Tab>kw");
		vth_resize(h, sizes[i][0], sizes[i][1]);
		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		press(h, "<Tab>j<Enter>,.4w2[<Tab>");
	}
	vth_resize(h, 24, 80);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	press(h, "<C-g>w");
	hasnt(h, border);
	assert_false(vth_exited(h, NULL));
	vth_free(h);
}

/* The part of the second pane's first row that is its source. */
static void first_line(struct vth *h, char out[64]) {
	const char *line = strstr(vth_row(h, 2), border);

	assert_non_null(line);
	snprintf(out, 64, "%.60s", line);
}

/* Going to a function of the same file that is on the screen scrolls nothing. */
static void t_source_stays(void **state) {
	char before[64], after[64];

	make_walked(NULL);
	name_walked();
	struct vth *h = spawn(14, 160, NULL);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	press(h, ":split source<Enter>jjjj");
	first_line(h, before);
	assert_non_null(strstr(before, " 12 "));
	press(h, "j");
	first_line(h, after);
	assert_string_equal(after, before);
	press(h, "j");
	first_line(h, after);
	assert_non_null(strstr(after, " 22 "));
	vth_free(h);
}

static void t_mouse(void **state) {
	struct vth *h = start_many(24, 120);
	int row, col;
	bool visible;

	press(h, "j<F2>");
	assert_true(vth_click(h, 1, 4, 90) > 0);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	vth_cursor(h, &row, &col, &visible);
	assert_int_equal(col, 72);
	assert_int_equal(row, 4);
	vth_click(h, 1, 6, 10);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "5/2 000 functions");
	/* The border, from one place to another. */
	assert_true(vth_find(h, border, &row, &col));
	assert_int_equal(col, 71);
	vth_send(h, "\033[<0;72;8M", 10);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	vth_mark(h);
	vth_send(h, "\033[<0;41;9m", 10);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	assert_true(vth_find(h, border, &row, &col));
	assert_int_equal(col, 40);
	has(h, "5/2 000 functions");
	vth_free(h);
}

/* A click in the other views, and on the mark of a fold. */
static void t_mouse_in_views(void **state) {
	struct vth *h = start_many(24, 80);
	int row, col;

	press(h, ":set mouse on<Enter>3g<Down>e");
	assert_true(vth_find(h, "\xe2\x96\xbe module_01", &row, &col));
	has(h, "module_02");
	vth_click(h, 1, row, col);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "\xe2\x96\xb8 module_01");
	hasnt(h, "module_02");
	vth_click(h, 1, 2, 60);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "1/2 rows");
	vth_click(h, 1, 2, 60); /* the second one: opens */
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "children");
	press(h, "1");
	assert_true(vth_find(h, "calls", &row, &col));
	vth_click(h, 1, row, col);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "sort calls");
	vth_click(h, 4, 10, 10);
	vth_click(h, 4, 10, 10);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "sort calls");
	has(h, "1 994/2 000 functions");
	vth_free(h);
}

/* Where no colour and no lines are wanted a gap parts the panes. */
static void t_plain(void **state) {
	static const char *const plain[] = { "LC_ALL=C.UTF-8", "NO_COLOR=1", NULL };
	static const char *const c[] = { "LC_ALL=C", NULL };

	name_files("many");
	struct vth *h = spawn(24, 120, plain);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "total%");
	hasnt(h, border);
	vth_free(h);
	h = spawn(24, 120, c);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	has(h, "module_01_function_0001");
	has(h, "| ~total%");
	vth_free(h);
}

/* The bounds of totals go before what is measured does; the mark of totals
 * that say little stays, also where it cannot be a colour. */
static void t_bounds(void **state) {
	static const char *const c[] = { "LC_ALL=C", "NO_COLOR=1", NULL };
	static const struct {
		int cols;
		bool has_most, has_least;
	} sizes[] = {
		{ 60, false, false },  { 80, false, false }, { 119, true, true },
		{ 120, false, false }, { 200, true, true },
	};

	name_files("split");
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct vth *h = spawn(24, sizes[i].cols, c);

		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		has(h, "~total%");
		has(h, "  82 ?");
		hasnt(h, "  50  ?");
		(sizes[i].has_most ? has : hasnt)(h, "most s");
		(sizes[i].has_least ? has : hasnt)(h, "least s");
		vth_free(h);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_budget),
		cmocka_unit_test(t_budget_wide),
		cmocka_unit_test(t_follows_at_the_end),
		cmocka_unit_test(t_focus),
		cmocka_unit_test(t_resize),
		cmocka_unit_test(t_source_stays),
		cmocka_unit_test(t_mouse),
		cmocka_unit_test(t_mouse_in_views),
		cmocka_unit_test(t_plain),
		cmocka_unit_test(t_bounds),
	};

	return cmocka_run_group_tests(tests, find_program, NULL);
}
