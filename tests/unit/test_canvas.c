/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <limits.h>
#include <locale.h>
#include <string.h>

#include "base/arena.h"
#include "ui/terminal/theme.h"

#include "assertions.h"

static const char day[] = "\xe6\x97\xa5"; /* two cells wide */

static struct arena *arena;
static struct canvas canvas;

static int setup(void **state) {
	setlocale(LC_ALL, "C.UTF-8");
	arena = arena_new();
	canvas = canvas_new(2, 6, arena);
	return 0;
}

static int teardown(void **state) {
	arena_free(arena);
	return 0;
}

static const char *row(int number) {
	return canvas_row(&canvas, number, arena);
}

static void puts_text(void **state) {
	assert_int_equal(canvas_put(&canvas, 0, 1, 99, ROLE_HOT, "ab"), 3);
	assert_string_equal(row(0), " ab");
	assert_string_equal(row(1), "");
	assert_int_equal(canvas.cells[1].role, ROLE_HOT);
	assert_int_equal(canvas.cells[3].role, ROLE_PLAIN);
	canvas_put(&canvas, 1, 0, 2, ROLE_HOT, "abc");
	assert_string_equal(row(1), "ab");
	canvas_put(&canvas, 1, 4, INT_MAX, ROLE_HOT, "xyz");
	assert_string_equal(row(1), "ab  xy");
}

static void keeps_within(void **state) {
	assert_int_equal(canvas_put(&canvas, -1, 0, 9, ROLE_HOT, "a"), 0);
	assert_int_equal(canvas_put(&canvas, 2, 0, 9, ROLE_HOT, "a"), 0);
	assert_int_equal(canvas_put(&canvas, 0, 6, 9, ROLE_HOT, "a"), 6);
	assert_int_equal(canvas_put(&canvas, 0, INT_MAX, 9, ROLE_HOT, "a"), INT_MAX);
	assert_int_equal(canvas_put(&canvas, 0, 0, -1, ROLE_HOT, "a"), 0);
	assert_string_equal(row(0), "");
	assert_int_equal(canvas_put(&canvas, 0, -2, 9, ROLE_HOT, "abcd"), 2);
	assert_string_equal(row(0), "cd");
	canvas_put(&canvas, 1, -1, INT_MAX, ROLE_HOT, day);
	assert_string_equal(row(1), "");
	assert_int_equal(canvas.cells[6].role, ROLE_HOT);
}

static void never_halves(void **state) {
	canvas_put(&canvas, 0, 5, 9, ROLE_HOT, day);
	assert_string_equal(row(0), "");
	assert_int_equal(canvas_put(&canvas, 0, 4, 9, ROLE_HOT, day), 6);
	assert_int_equal(canvas.cells[5].glyph.width, 0);
	canvas_put(&canvas, 0, 5, 9, ROLE_HOT, "x");
	assert_string_equal(row(0), "     x");
	canvas_put(&canvas, 1, 2, 9, ROLE_HOT, day);
	canvas_put(&canvas, 1, 2, 9, ROLE_HOT, "x");
	assert_string_equal(row(1), "  x");
	assert_int_equal(canvas.cells[6 + 3].glyph.width, 1);
	/* an escape is whole or not there */
	canvas_put(&canvas, 1, 3, 9, ROLE_HOT, "\n");
	assert_string_equal(row(1), "  x");
	canvas_put(&canvas, 1, 2, 9, ROLE_HOT, "\n");
	assert_string_equal(row(1), "  \\x0a");
}

static void keeps_marks(void **state) {
	assert_int_equal(canvas_put(&canvas, 0, 0, 9, ROLE_HOT, "e\xcc\x81x"), 2);
	assert_string_equal(row(0), "e\xcc\x81x");
	assert_string_equal(canvas.cells[0].glyph.bytes, "e\xcc\x81");
}

static void marks_cells(void **state) {
	canvas_put(&canvas, 0, 0, 9, ROLE_HOT, "abc");
	canvas_mark(&canvas, 0, -5, 2, ROLE_CURSOR);
	canvas_mark(&canvas, 0, 4, 99, ROLE_MATCH);
	canvas_mark(&canvas, 7, 0, 6, ROLE_MATCH);
	assert_string_equal(row(0), "abc");
	assert_int_equal(canvas.cells[1].role, ROLE_CURSOR);
	assert_int_equal(canvas.cells[2].role, ROLE_HOT);
	assert_int_equal(canvas.cells[5].role, ROLE_MATCH);
	assert_int_equal(canvas.cells[6].role, ROLE_PLAIN);
	canvas_fill(&canvas, 0, 1, 3, ROLE_MENU);
	canvas_fill(&canvas, -1, 0, 6, ROLE_MENU);
	assert_string_equal(row(0), "a");
	assert_int_equal(canvas.cells[0].role, ROLE_CURSOR);
	assert_int_equal(canvas.cells[1].role, ROLE_MENU);
	assert_int_equal(canvas.cells[2].role, ROLE_MENU);
	assert_int_equal(canvas.cells[3].role, ROLE_PLAIN);
}

static void keeps_to_a_part(void **state) {
	struct canvas whole = canvas_new(3, 8, arena);
	struct canvas part = canvas_part(&whole, 1, 3, 2, 4);

	canvas_put(&whole, 1, 1, 9, ROLE_PLAIN, "xx");
	canvas_put(&part, 0, 0, 99, ROLE_HOT, "abcdef");
	canvas_put(&part, 2, 0, 99, ROLE_HOT, "below");
	canvas_mark(&part, 1, 0, 99, ROLE_CURSOR);
	assert_string_equal(canvas_row(&whole, 0, arena), "");
	assert_string_equal(canvas_row(&whole, 1, arena), " xxabcd");
	assert_int_equal(whole.cells[16 + 3].role, ROLE_CURSOR);
	assert_int_equal(whole.cells[16 + 6].role, ROLE_CURSOR);
	assert_int_equal(whole.cells[16 + 2].role, ROLE_PLAIN);
	assert_int_equal(whole.cells[16 + 7].role, ROLE_PLAIN);
}

static void may_be_empty(void **state) {
	struct canvas none = canvas_new(0, 0, arena);

	assert_int_equal(canvas_put(&none, 0, 0, 9, ROLE_HOT, "a"), 0);
	none = canvas_new(1, 1, arena);
	canvas_put(&none, 0, 0, 9, ROLE_HOT, day);
	assert_string_equal(canvas_row(&none, 0, arena), "");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(puts_text, setup, teardown),
		cmocka_unit_test_setup_teardown(keeps_within, setup, teardown),
		cmocka_unit_test_setup_teardown(never_halves, setup, teardown),
		cmocka_unit_test_setup_teardown(keeps_marks, setup, teardown),
		cmocka_unit_test_setup_teardown(marks_cells, setup, teardown),
		cmocka_unit_test_setup_teardown(keeps_to_a_part, setup, teardown),
		cmocka_unit_test_setup_teardown(may_be_empty, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
