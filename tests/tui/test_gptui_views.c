/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What keys cost in each view: bytes and writes, and a key held down over a
 * line of 2400 bytes a second. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "drive_gptui.h"

/* A view of walked: how to get there, and bytes that a row down, a page down
 * and the key (a fold, another tab) may cost at 24x80 and at 50x200, where
 * there is no second pane. */
static const struct budget {
	const char *name, *there, *key;
	unsigned down[2], page[2], other[2];
} budgets[] = {
	{ "tree", "3Eg", "-", { 250, 440 }, { 1900, 5700 }, { 400, 700 } },
	{ "tree", "3Eg", "1", { 250, 440 }, { 1900, 5700 }, { 2200, 6400 } },
	{ "callers", "/leaf<Enter><Enter>g", "3", { 250, 400 }, { 1450, 1700 }, { 2400, 7900 } },
	{ "source", "g4g", "5", { 250, 400 }, { 1100, 2300 }, { 2600, 6800 } },
	{ "tree and callers",
	  ":split graph<Enter>3Eg",
	  "-",
	  { 750, 950 },
	  { 1500, 9300 },
	  { 300, 750 } },
	/* Now and then the second pane turns a page. */
	{ "flat and source",
	  ":split source<Enter>1g",
	  "w",
	  { 800, 5400 },
	  { 1400, 7000 },
	  { 1200, 2450 } },
};

static const struct budget budget_of_code = { "asm",        "g5g",          "4",
	                                      { 250, 440 }, { 1700, 4600 }, { 2100, 4800 } };

/* Presses a key some times; fails if one costs more than may be. */
static void check(struct vth *h, const char *name, const char *key, int times, unsigned most) {
	for (int i = 0; i < times; i++) {
		press(h, key);
		struct vth_stats st = vth_get(h);
		if (!st.bytes || st.bytes > most)
			fail_msg("%s, %d columns: %s: %llu bytes of %u", name, vth_cols(h), key,
			         (unsigned long long)st.bytes, most);
		/* A picture is collected first, one write, or two if it is larger
		 * than what curses holds, and then sent; of instructions there are
		 * two, for they come later. */
		if (st.writes > (*key == '5' ? 4 : *key == '3' ? 3 : 2))
			fail_msg("%s: %s: %lld writes", name, key, (long long)st.writes);
	}
}

/* A cell as it looks. */
struct looks {
	uint32_t letter;
	int foreground, background;
	bool is_bold, is_reversed, is_underlined;
};

static struct looks looks_at(struct vth *h, int row, int col) {
	VTermScreenCell cell;

	assert_true(vth_cell(h, row, col, &cell));
	return (struct looks){ cell.chars[0] == ' ' ? 0 : cell.chars[0],
		               vth_fg(h, row, col),
		               vth_bg(h, row, col),
		               cell.attrs.bold,
		               cell.attrs.reverse,
		               cell.attrs.underline };
}

static bool look_alike(const struct looks *a, const struct looks *b) {
	return a->letter == b->letter && a->background == b->background &&
	       a->is_reversed == b->is_reversed && a->is_underlined == b->is_underlined &&
	       (!a->letter || (a->foreground == b->foreground && a->is_bold == b->is_bold));
}

/* What keys changed is what it would be if all were drawn anew. */
static void check_drawn(struct vth *h, const char *name) {
	static struct looks before[50][200];
	int row, cursor_row, cursor_col, now_row, now_col;
	bool is_shown;

	for (row = 0; row < vth_rows(h); row++)
		for (int col = 0; col < vth_cols(h); col++)
			before[row][col] = looks_at(h, row, col);
	vth_cursor(h, &cursor_row, &cursor_col, &is_shown);
	press(h, "<C-l>");
	for (row = 0; row < vth_rows(h); row++)
		for (int col = 0; col < vth_cols(h); col++) {
			const struct looks now = looks_at(h, row, col);

			if (!look_alike(&before[row][col], &now))
				fail_msg("%s: row %d, column %d is not as drawn anew", name, row,
				         col);
		}
	vth_cursor(h, &now_row, &now_col, &is_shown);
	assert_int_equal(now_row, cursor_row);
	assert_int_equal(now_col, cursor_col);
}

static struct vth *start_there(const char *keys, int rows, int cols) {
	struct vth_opt o = { .env = utf8, .rows = rows, .cols = cols };

	name_walked();
	struct vth *h = spawn_on(&o, NULL);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	if (cols >= 120)
		press(h, "w");
	press(h, keys);
	return h;
}

static void check_budget(const struct budget *b) {
	static const int sizes[2][2] = { { 24, 80 }, { 50, 200 } };

	for (size_t s = 0; s < 2; s++) {
		struct vth *h = start_there(b->there, sizes[s][0], sizes[s][1]);

		check(h, b->name, "<PageDown>", 2, b->page[s]);
		check_drawn(h, b->name);
		press(h, "g");
		check(h, b->name, "<Down>", 60, b->down[s]);
		check_drawn(h, b->name);
		press(h, "gjj");
		check(h, b->name, b->key, 1, b->other[s]);
		check_drawn(h, b->name);
		vth_free(h);
	}
}

static void t_budgets(void **state) {
	for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++)
		check_budget(&budgets[i]);
}

static void t_budget_of_code(void **state) {
	if (!is_built_with("disassembler"))
		skip();
	check_budget(&budget_of_code);
}

/* A key held down for most of a second: what is left when it is let go. */
static void hold(const char *there, const char *key) {
	struct vth *h = start_there(there, 24, 80);
	const uint64_t left = hold_down(h, key, 24, 2400);

	if (left > 6000) /* 2.5 s */
		fail_msg("%s: %s: %llu bytes", there, key, (unsigned long long)left);
	vth_free(h);
}

static void t_slow_line(void **state) {
	for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
		hold(budgets[i].there, "<PageDown><PageUp>");
		if (*budgets[i].there == ':')
			hold(budgets[i].there, "<Down>");
	}
	hold(budget_of_code.there, "<PageDown><PageUp>");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_budgets),
		cmocka_unit_test(t_budget_of_code),
		cmocka_unit_test(t_slow_line),
	};

	return cmocka_run_group_tests(tests, make_walked, NULL);
}
