/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which columns a pane has room for. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "profile_builder.h"
#include "table/table.h"

#include "assertions.h"

/* share 6 cells, time 8, calls 10, name, place. */
enum { SHARE, TIME, CALLS, NAME, PLACE, NCOLUMNS };

struct test {
	struct arena *arena;
	struct column list[NCOLUMNS];
	struct columns columns;
	struct table table;
	size_t widths[NCOLUMNS];
	int word; /* of names; 0: not known */
	int word_beside;
	int longest;
	bool is_wide, is_beside;
};

/* Chosen by what they need now. */
#define NEEDS                                                   \
	((struct column_widths){ .widths = t->widths,           \
	                         .rooms = t->widths,            \
	                         .word = t->word,               \
	                         .word_beside = t->word_beside, \
	                         .is_wide = t->is_wide,         \
	                         .is_beside = t->is_beside,     \
	                         .longest = t->longest })

static int begin(void **state) {
	static struct test test;
	struct test *t = &test;

	*t = (struct test){
		.arena = arena_new(),
		.list = { { .name = "s", .unit = UNIT_PERCENT },
		          { .name = "t", .unit = UNIT_AMOUNT, .spare = 2 },
		          { .name = "c", .unit = UNIT_SAMPLES, .spare = 1 },
		          { .name = "n", .unit = UNIT_TEXT, .is_name = true, .least = 20 },
		          { .name = "p", .unit = UNIT_TEXT, .spare = 3 } },
		.widths = { 6, 8, 10, 12, 14 },
	};
	t->columns = (struct columns){ t->list, NCOLUMNS };
	t->table.columns = &t->columns;
	*state = t;
	return 0;
}

static int end(void **state) {
	struct test *t = *state;

	arena_free(t->arena);
	return 0;
}

/* Names, begins and widths: "s1+6 t9+8". */
static const char *fitted(struct test *t, int cols) {
	const struct slots slots = column_fit(&t->table, NEEDS, cols, t->arena);
	const char *out = "";

	for (size_t i = 0; i < slots.n; i++) {
		const struct slot *s = &slots.list[i];

		out = arena_format(t->arena, "%s%s%s%d+%d", out, i ? " " : "",
		                   t->list[s->column].name, s->at, s->width);
	}
	return out;
}

static void columns_are_as_wide_as_they_need(void **state) {
	assert_string_equal(fitted(*state, 100), "s1+6 t9+8 c19+10 n31+12 p45+14");
	assert_string_equal(fitted(*state, 59), "s1+6 t9+8 c19+10 n31+12 p45+14");
}

static void those_that_can_be_spared_most_go_first(void **state) {
	assert_string_equal(fitted(*state, 58), "s1+6 t9+8 c19+10 n31+27");
	assert_string_equal(fitted(*state, 43), "s1+6 t9+8 c19+10 n31+12");
	assert_string_equal(fitted(*state, 42), "s1+6 c9+10 n21+21");
	assert_string_equal(fitted(*state, 33), "s1+6 c9+10 n21+12");
}

/* Before the last one goes, the name gives a quarter, unless it is a word. */
static void names_give_cells_for_one_column(void **state) {
	struct test *t = *state;

	assert_string_equal(fitted(t, 32), "s1+6 t9+8 n19+13");
	assert_string_equal(fitted(t, 20), "s1+6 n9+11");
	assert_string_equal(fitted(t, 12), "s1+6 n9+3");
	assert_string_equal(fitted(t, 5), "s1+6 n9+1");
	t->widths[NAME] = 20;
	assert_string_equal(fitted(t, 36), "s1+6 c9+10 n21+15");
	assert_string_equal(fitted(t, 35), "s1+6 n9+26");
}

static void smaller_ones_take_the_room_of_larger_ones(void **state) {
	struct test *t = *state;

	t->widths[PLACE] = 4;
	t->widths[TIME] = 9;
	assert_string_equal(fitted(t, 50), "s1+6 t9+9 c20+10 n32+12 p46+4");
	assert_string_equal(fitted(t, 43), "s1+6 c9+10 n21+12 p35+4");
	assert_string_equal(fitted(t, 39), "s1+6 c9+10 n21+12 p35+4");
	assert_string_equal(fitted(t, 38), "s1+6 c9+10 n21+17");
}

static void bounds_do_not_take_the_room_of_what_they_bound(void **state) {
	struct test *t = *state;

	t->widths[PLACE] = 4;
	t->widths[TIME] = 9;
	t->list[TIME].spare = 8;
	t->list[PLACE].spare = 9;
	assert_string_equal(fitted(t, 50), "s1+6 t9+9 c20+10 n32+12 p46+4");
	assert_string_equal(fitted(t, 44), "s1+6 t9+9 c20+10 n32+12");
	assert_string_equal(fitted(t, 43), "s1+6 c9+10 n21+22");
}

static void of_several_alike_the_last_goes_first(void **state) {
	struct test *t = *state;

	t->list[TIME].spare = t->list[CALLS].spare = t->list[PLACE].spare = 5;
	t->widths[TIME] = t->widths[CALLS] = t->widths[PLACE] = 5;
	assert_string_equal(fitted(t, 43), "s1+6 t9+5 c16+5 n23+12 p37+5");
	assert_string_equal(fitted(t, 40), "s1+6 t9+5 c16+5 n23+17");
	assert_string_equal(fitted(t, 34), "s1+6 t9+5 n16+18");
}

static void long_names_have_a_minimum(void **state) {
	struct test *t = *state;

	t->widths[NAME] = 200;
	assert_string_equal(fitted(t, 90), "s1+6 t9+8 c19+10 n31+43 p76+14");
	assert_string_equal(fitted(t, 67), "s1+6 t9+8 c19+10 n31+20 p53+14");
	assert_string_equal(fitted(t, 66), "s1+6 t9+8 c19+10 n31+35");
	assert_string_equal(fitted(t, 280), "s1+6 t9+8 c19+10 n31+200 p233+14");
}

static void names_grow_before_optional_columns(void **state) {
	struct test *t = *state;

	t->widths[NAME] = 200;
	t->list[PLACE].spare = 7;
	assert_string_equal(fitted(t, 90), "s1+6 t9+8 c19+10 n31+59");
	assert_string_equal(fitted(t, 119), "s1+6 t9+8 c19+10 n31+72 p105+14");
	assert_int_equal(column_fit_least(&t->table, NEEDS, 60, 80), 80);
	assert_int_equal(column_fit_least(&t->table, NEEDS, 60, 200), 103);
	t->list[PLACE].is_chosen = true;
	assert_string_equal(fitted(t, 90), "s1+6 t9+8 c19+10 n31+43 p76+14");
}

/* Columns that can be spared by far go for the last word, on wide panes more of them for all of the
 * name. */
static void last_words_are_not_cut(void **state) {
	struct test *t = *state;

	t->widths[NAME] = 200;
	assert_string_equal(fitted(t, 51), "s1+6 t9+8 c19+10 n31+20");
	assert_string_equal(fitted(t, 110), "s1+6 t9+8 c19+10 n31+63 p96+14");
	t->word = 30;
	t->list[TIME].spare = 1;
	assert_string_equal(fitted(t, 51), "s1+6 t9+8 c19+10 n31+20");
	t->list[TIME].spare = 2;
	assert_string_equal(fitted(t, 51), "s1+6 c9+10 n21+30");
	assert_int_equal(column_fit_least(&t->table, NEEDS, 51, 0), 51);
	assert_string_equal(fitted(t, 110), "s1+6 t9+8 c19+10 n31+79");
	assert_string_equal(fitted(t, 70), "s1+6 t9+8 c19+10 n31+39");
	t->list[TIME].spare = 3;
	t->is_wide = true;
	assert_string_equal(fitted(t, 70), "s1+6 c9+10 n21+49");
	assert_int_equal(column_fit_least(&t->table, NEEDS, 60, 200), 93);
}

/* In the second of two panes all that can be spared goes for the last word. */
static void last_words_beside_come_before_figures(void **state) {
	struct test *t = *state;

	t->widths[NAME] = 40;
	t->word = 16;
	t->word_beside = 30;
	assert_string_equal(fitted(t, 44), "s1+6 c9+10 n21+23");
	t->is_beside = true;
	assert_string_equal(fitted(t, 44), "s1+6 n9+35");
	assert_string_equal(fitted(t, 51), "s1+6 c9+10 n21+30");
	t->word_beside = 16;
	assert_string_equal(fitted(t, 38), "s1+6 c9+10 n21+17");
	assert_string_equal(fitted(t, 36), "s1+6 c9+10 n21+15");
	assert_string_equal(fitted(t, 35), "s1+6 n9+26");
}

/* Of a count, six cells, or those of its heading, are enough; it has all its digits where last
 * words have room, before the rest of a name. */
static void counts_are_rounded_for_names(void **state) {
	struct test *t = *state;

	t->list[CALLS].unit = UNIT_COUNT;
	t->widths[NAME] = 40;
	t->word = 30;
	assert_string_equal(fitted(t, 57), "s1+6 t9+8 c19+6 n27+30");
	assert_string_equal(fitted(t, 60), "s1+6 t9+8 c19+6 n27+33");
	assert_string_equal(fitted(t, 61), "s1+6 t9+8 c19+10 n31+30");
	t->longest = 32; /* of a row that takes no column away */
	assert_string_equal(fitted(t, 56), "s1+6 c9+10 n21+35");
	assert_string_equal(fitted(t, 62), "s1+6 t9+8 c19+6 n27+35");
	assert_string_equal(fitted(t, 63), "s1+6 t9+8 c19+10 n31+32");
	t->list[CALLS].name = "function";
	assert_string_equal(fitted(t, 60), "s1+6 t9+8 function19+8 n29+31");
}

static void marks_stand_close_to_their_figure(void **state) {
	struct test *t = *state;

	t->list[CALLS] = (struct column){ .name = "c", .unit = UNIT_TEXT, .is_mark = true };
	t->widths[CALLS] = 1;
	assert_string_equal(fitted(t, 49), "s1+6 t9+8 c18+1 n21+12 p35+14");
	assert_string_equal(fitted(t, 48), "s1+6 t9+8 c18+1 n21+27");
}

/* Other texts are cut before a column goes for them, and only then. */
static void long_texts_have_what_names_leave(void **state) {
	struct test *t = *state;

	t->widths[PLACE] = 60;
	assert_string_equal(fitted(t, 105), "s1+6 t9+8 c19+10 n31+12 p45+60");
	assert_string_equal(fitted(t, 80), "s1+6 t9+8 c19+10 n31+12 p45+35");
	assert_string_equal(fitted(t, 71), "s1+6 t9+8 c19+10 n31+12 p45+26");
	assert_string_equal(fitted(t, 70), "s1+6 t9+8 c19+10 n31+39");
}

/* The names of the columns that are there: "stc". */
static const char *names(struct test *t, int cols) {
	const struct slots slots = column_fit(&t->table, NEEDS, cols, t->arena);
	const char *out = "";

	for (size_t i = 0; i < slots.n; i++)
		out = arena_format(t->arena, "%s%s", out, t->list[slots.list[i].column].name);
	return out;
}

/* What a pane needs to show what a wider one shows. */
static void the_least_width_has_the_same_columns(void **state) {
	struct test *t = *state;
	struct dice dice = { 5 };

	assert_int_equal(column_fit_least(&t->table, NEEDS, 100, 0), 59);
	assert_int_equal(column_fit_least(&t->table, NEEDS, 58, 0), 43);
	assert_int_equal(column_fit_least(&t->table, NEEDS, 30, 0), 21);
	for (int round = 0; round < 500; round++) {
		for (size_t i = 0; i < NCOLUMNS; i++)
			t->widths[i] = 4 + roll(&dice, 30);
		int cols = 20 + (int)roll(&dice, 100);
		int least = column_fit_least(&t->table, NEEDS, cols, 0);
		assert_compared(least, <=, cols);
		for (; least < cols; least++)
			assert_string_equal(names(t, least), names(t, cols));
	}
}

static void no_columns_need_no_room(void **state) {
	struct test *t = *state;

	t->columns.n = 0;
	assert_string_equal(fitted(t, 80), "");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(columns_are_as_wide_as_they_need),
		TEST(those_that_can_be_spared_most_go_first),
		TEST(names_give_cells_for_one_column),
		TEST(smaller_ones_take_the_room_of_larger_ones),
		TEST(bounds_do_not_take_the_room_of_what_they_bound),
		TEST(of_several_alike_the_last_goes_first),
		TEST(long_names_have_a_minimum),
		TEST(names_grow_before_optional_columns),
		TEST(last_words_are_not_cut),
		TEST(last_words_beside_come_before_figures),
		TEST(counts_are_rounded_for_names),
		TEST(marks_stand_close_to_their_figure),
		TEST(long_texts_have_what_names_leave),
		TEST(the_least_width_has_the_same_columns),
		TEST(no_columns_need_no_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
