/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/pattern.h"
#include "profile_builder.h"
#include "table_builder.h"

#include "assertions.h"

static const struct thing things[] = {
	{ "hash", 1.5, 1204112, "hash.c:7" },
	{ "parse", 12.25, 0, NULL },
	{ "main", 1.5, 1, "main.c:1" },
	{ "alloc", 0, 88231, NULL },
};

static int begin(void **state) {
	static struct table table;

	things_begin(&table);
	for (size_t i = 0; i < 4; i++)
		things_add(&table, &things[i], 0, false);
	*state = &table;
	return 0;
}

static int end(void **state) {
	things_end(*state);
	return 0;
}

static void assert_rows(const struct table *t, const char *a, const char *b, const char *c,
                        const char *d) {
	assert_int_equal(t->nrows, 4);
	assert_string_equal(table_value(t, 0, NAME).text, a);
	assert_string_equal(table_value(t, 1, NAME).text, b);
	assert_string_equal(table_value(t, 2, NAME).text, c);
	assert_string_equal(table_value(t, 3, NAME).text, d);
}

static void columns_have_names(void **state) {
	assert_int_equal(table_column(*state, "calls"), CALLS);
	assert_int_equal(table_column(*state, "slef"), 5);
	assert_int_equal(table_column(*state, "self s"), TIME); /* its heading */
	assert_int_equal(table_column(*state, "self n"), TIME);
	assert_int_equal(table_column(*state, " self"), 5);
	assert_true(table_shows(*state, NAME));
	assert_false(table_shows(*state, HIDDEN));
}

static void titles_hold_the_unit(void **state) {
	char title[40];

	assert_int_equal(table_title(*state, TIME, title, sizeof title), 6);
	assert_string_equal(title, "self s");
	table_title(*state, CALLS, title, sizeof title);
	assert_string_equal(title, "calls");
}

static void numbers_sort_biggest_first(void **state) {
	table_sort(*state, TIME, false);
	assert_rows(*state, "parse", "hash", "main", "alloc");
	table_sort(*state, CALLS, false);
	assert_rows(*state, "hash", "alloc", "main", "parse");
	table_sort(*state, CALLS, true);
	assert_rows(*state, "parse", "main", "alloc", "hash");
}

static void texts_sort_from_a(void **state) {
	table_sort(*state, NAME, false);
	assert_rows(*state, "alloc", "hash", "main", "parse");
	table_sort(*state, NAME, true);
	assert_rows(*state, "parse", "main", "hash", "alloc");
}

static void equal_rows_keep_their_order(void **state) {
	table_sort(*state, NAME, true);
	table_sort(*state, TIME, false);
	assert_rows(*state, "parse", "main", "hash", "alloc");
	table_sort(*state, TIME, true);
	assert_rows(*state, "alloc", "main", "hash", "parse");
}

/* Whether row `at` may stand after the one before it. */
static bool is_in_order(const struct table *t, size_t at, size_t column, bool down) {
	const void *a = t->rows[at - 1].item, *b = t->rows[at].item;
	int order = value_compare(table_value(t, at - 1, column), table_value(t, at, column));

	return order == 0 ? a < b : (order > 0) == down;
}

/* Numbers of all signs and sizes, and none: calls of 0 are none. */
static void any_numbers_come_in_order(void **state) {
	static const double times[] = { 0, -0.0, 1e-300, -1e-300, 0.125, 7, -7, 1e300 };
	static const uint64_t calls[] = { 0, 1, 7, UINT64_MAX, UINT64_MAX - 1 };
	struct thing some[60];
	struct table *t = *state;
	struct dice dice = { 2 };

	for (int round = 0; round < 200; round++) {
		size_t column = round & 1 ? TIME : CALLS;

		t->nrows = 0;
		for (size_t i = 0; i < 60; i++) {
			some[i] = (struct thing){ "x", times[roll(&dice, 8)], calls[roll(&dice, 5)],
				                  NULL };
			things_add(t, &some[i], 0, false);
		}
		table_sort(t, column, round & 2);
		for (size_t i = 1; i < 60; i++)
			assert_true(is_in_order(t, i, column, !(round & 2)));
	}
}

static struct value get_value(const struct field *field) {
	const struct value *value = field->item;

	return *value;
}

/* Texts that begin alike, with numbers in them, and none; sometimes numbers
 * among them. */
static void any_texts_come_in_order(void **state) {
	static const char *const parts[] = {
		"std::", "vector<", "a", "9", "10", "009", "\xc3", "~"
	};
	const struct column column = { .unit = UNIT_TEXT, .get = get_value };
	const struct columns columns = { &column, 1 };
	struct value values[60];
	struct table *t = *state;
	const struct columns *old = t->columns;
	struct dice dice = { 3 };

	t->columns = &columns;
	for (uint32_t round = 0; round < 400; round++) {
		t->nrows = 0;
		for (uint32_t i = 0; i < 60; i++) {
			const char *made = "";

			for (uint32_t n = roll(&dice, 9); n; n--)
				made = arena_format(t->arena, "%s%s", made, parts[roll(&dice, 8)]);
			values[i] = roll(&dice, 9) ? text(made) : no_value();
			if (round % 8 == 0 && roll(&dice, 9) == 0)
				values[i] = count(roll(&dice, 3));
			table_add(t, (struct row){ .item = &values[i] });
		}
		table_sort(t, 0, round & 2);
		for (uint32_t i = 1; i < 60; i++)
			assert_true(is_in_order(t, i, 0, round & 2));
	}
	t->columns = old;
}

/* The numbers of the rows by their places: "2 0 1 ". */
static const char *order_of(const struct table *t, const struct value *values) {
	const char *order = "";

	for (size_t i = 0; i < t->nrows; i++)
		order = arena_format(t->arena, "%s%td ", order,
		                     (const struct value *)t->rows[i].item - values);
	return order;
}

/* Sorts rows of one column of changes. */
static const char *changes_sorted(struct table *t, const struct value *values, size_t n,
                                  bool reverse) {
	const struct column column = { .unit = values[0].unit,
		                       .is_signed = true,
		                       .get = get_value };
	const struct columns columns = { &column, 1 }, *old = t->columns;

	t->nrows = 0;
	t->columns = &columns;
	for (size_t i = 0; i < n; i++)
		table_add(t, (struct row){ .item = &values[i] });
	table_sort(t, 0, reverse);
	t->columns = old;
	return order_of(t, values);
}

static void changes_sort_largest_first_of_either_sign(void **state) {
	const struct value times[] = { amount(1), amount(-3),   amount(0),  no_value(),
		                       amount(3), amount(-0.0), amount(-1), amount(7) };

	assert_string_equal(changes_sorted(*state, times, 8, false), "7 1 4 0 6 2 5 3 ");
	assert_string_equal(changes_sorted(*state, times, 8, true), "3 2 5 0 6 1 4 7 ");
}

/* The widths of all columns, texts included. */
static const size_t *widths_of(const struct table *t) {
	size_t *widths = arena_alloc(t->arena, t->columns->n, sizeof *widths);

	table_widths(t, TABLE_INDENT, TABLE_TEXTS, widths);
	return widths;
}

static void an_empty_table_can_be_sorted(void **state) {
	struct table *t = *state;

	t->nrows = 0;
	table_sort(t, TIME, false);
	assert_int_equal(widths_of(t)[TIME], 6);
	assert_int_equal(widths_of(t)[NAME], 8);
}

static void a_column_is_as_wide_as_its_widest_cell(void **state) {
	static const struct thing wide = { "x", 1234567.891, 0, NULL };
	static const struct thing negative = { "x", -7654321.99, 0, NULL };
	struct table *t = *state;

	assert_int_equal(widths_of(t)[TIME], 6); /* the heading */
	assert_int_equal(widths_of(t)[CALLS], 9);
	things_add(t, &wide, 0, false);
	assert_int_equal(widths_of(t)[TIME], 10);
	things_add(t, &negative, 0, false);
	assert_int_equal(widths_of(t)[TIME], 11);
}

static void texts_are_measured_however_far_down(void **state) {
	static const struct thing deep = { "a_name_of_23_letters___", 1, 1, "file.c:1234" };
	struct table *t = *state;

	assert_int_equal(widths_of(t)[NAME], 8); /* the heading */
	assert_int_equal(widths_of(t)[WHERE], 8);
	assert_int_equal(widths_of(t)[HIDDEN], 0);
	for (size_t i = 0; i < 5000; i++)
		things_add(t, &things[i % 4], 0, false);
	things_add(t, &deep, 3, false);
	assert_int_equal(widths_of(t)[NAME], 23 + 3 * TABLE_INDENT);
	assert_int_equal(widths_of(t)[WHERE], 11);
	t->is_tree = true; /* with a mark */
	assert_int_equal(widths_of(t)[NAME], 25 + 3 * TABLE_INDENT);
	t->nrows--;
	assert_int_equal(widths_of(t)[NAME], 8);
	t->nmeasured = t->nrows + 1; /* as if a filter hid it */
	assert_int_equal(widths_of(t)[WHERE], 11);
	t->nmeasured = 0;
}

/* A minus needs a cell that the same number without it does not. */
static void numbers_below_0_count_too(void **state) {
	static const struct thing list[] = { { "x", -123456, 0, NULL },
		                             { "x", 123456, 0, NULL },
		                             { "x", -123455, 0, NULL } };
	struct table *t = *state;

	for (size_t i = 0; i < 2; i++) {
		t->nrows = 0;
		things_add(t, &list[i], 0, false);
		things_add(t, &list[i + 1], 0, false);
		assert_int_equal(widths_of(t)[TIME], 10);
	}
}

/* The width of a column with these cells. */
static size_t width_of(struct table *t, const struct value *values, size_t n, bool is_signed) {
	const struct column column = {
		.name = "-", .unit = UNIT_COUNT, .is_signed = is_signed, .get = get_value
	};
	const struct columns columns = { &column, 1 }, *old = t->columns;

	t->nrows = 0;
	t->columns = &columns;
	for (size_t i = 0; i < n; i++)
		table_add(t, (struct row){ .item = &values[i] });
	size_t width = widths_of(t)[0];
	t->columns = old;
	return width;
}

static void parts_and_samples_have_their_width(void **state) {
	const struct value ratios[] = { ratio(1000000, '+', 1), ratio(1, '+', 50), count(2000000) };
	const struct value whole[] = { samples(1234567), samples(2) };
	const struct value split[] = { samples(40), samples(39.5) };

	assert_int_equal(width_of(*state, ratios, 2, false), 12);
	assert_int_equal(width_of(*state, ratios, 3, false), 12);
	assert_int_equal(width_of(*state, whole, 2, false), 9);
	assert_int_equal(width_of(*state, split, 2, false), 4);
}

static void signs_have_their_width(void **state) {
	const struct value more[] = { amount(12), amount(-3) };
	const struct value less[] = { amount(-12), amount(3) };
	const struct value none[] = { amount(0.001), amount(-0.001) };
	const struct value split[] = { samples(-40), samples(39.5) };

	assert_int_equal(width_of(*state, more, 2, true), 6);
	assert_int_equal(width_of(*state, less, 2, true), 6);
	assert_int_equal(width_of(*state, none, 2, true), 4);
	assert_int_equal(width_of(*state, split, 2, true), 5);
}

static struct value random_value(struct dice *dice, uint32_t kind) {
	uint64_t whole = roll(dice, UINT32_MAX) >> roll(dice, 32);
	double number = (double)whole / (roll(dice, 4) ? 1 : 100);

	number = roll(dice, 5) ? number : -number;
	if (roll(dice, 10) == 0)
		return no_value();
	switch (kind) {
	case 0:
		return amount(number);
	case 1:
		return samples(number);
	case 2:
		return per_call(number * 1e-6, 3, 's');
	case 3:
		return roll(dice, 2) ? count(whole) : ratio(whole, '/', roll(dice, 10000));
	default:
		return address(whole);
	}
}

static void no_cell_is_wider_than_its_column(void **state) {
	struct value values[8];
	struct dice dice = { 81 };

	for (uint32_t i = 0; i < 20000; i++) {
		const bool is_signed = i % 5 < 3 && roll(&dice, 2);
		char shown[VALUE_TEXT];
		size_t widest = 1;

		for (uint32_t k = 0; k < 8; k++) {
			values[k] = random_value(&dice, i % 5);
			values[k].is_signed = is_signed;
			size_t here = value_show(shown, sizeof shown, values[k]);
			widest = here > widest ? here : widest;
		}
		size_t width = width_of(*state, values, 8, is_signed);
		assert_compared(width, >=, widest);
		if (i % 5 == 0 || i % 5 == 4) /* these are exact */
			assert_int_equal(width, widest);
	}
}

static const struct pattern *pattern(struct table *t, const char *text) {
	struct error err;
	size_t at;

	return pattern_new(text, strlen(text), PATTERN_REGEX, t->arena, &at, &err);
}

/* The row, or nrows when there is none. */
static size_t find(struct table *t, const struct pattern *p, size_t row, bool backwards) {
	return table_find_some(t, p, &row, t->nrows, backwards) ? row : t->nrows;
}

static void rows_are_found_round_the_end(void **state) {
	const struct pattern *p = pattern(*state, "a"); /* all of them */
	const struct pattern *m = pattern(*state, "^main$");

	assert_int_equal(find(*state, p, 1, false), 1);
	assert_int_equal(find(*state, m, 0, false), 2);
	assert_int_equal(find(*state, m, 3, false), 2);
	assert_int_equal(find(*state, m, 4, false), 2);
	assert_int_equal(find(*state, m, 1, true), 2);
	assert_int_equal(find(*state, m, 0, true), 2);
	assert_int_equal(find(*state, m, SIZE_MAX, true), 2);
	assert_int_equal(find(*state, pattern(*state, "nobody"), 0, true), 4);
}

static void any_text_that_is_shown_is_found(void **state) {
	struct table *t = *state;

	assert_int_equal(find(t, pattern(t, "main\\.c"), 0, false), 2);
	assert_int_equal(find(t, pattern(t, "hidden"), 0, false), 4);
	assert_int_equal(find(t, pattern(t, "1 204"), 0, false), 4);
	t->nrows = 0;
	assert_int_equal(find(t, pattern(t, "main"), 0, false), 0);
}

/* With assertions a mistake ends the program; without it is an empty cell. */
static void a_cell_that_is_not_there_is_not_read(void **state) {
	static const size_t cells[][2] = { { 4, NAME }, { SIZE_MAX, NAME }, { 0, 5 } };
	char out[8];
	int status;

	for (size_t i = 0; i < 3; i++) {
		fflush(stdout);
		pid_t child = fork();
		if (!child) {
			freopen("/dev/null", "w", stderr);
			_exit(table_cell(*state, cells[i][0], cells[i][1], out, sizeof out) != 0);
		}
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_true(!status || (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT));
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

static struct value get_shown(const struct field *field) {
	return text(field->item);
}

/* The help of a column for a cell that shows this. */
static void check_help(struct column column, const char *shown, const char *expected) {
	struct arena *arena = arena_new();
	struct row row = { .item = shown };
	const struct table t = {
		.arena = arena, .columns = &(struct columns){ &column, 1 }, .rows = &row, .nrows = 1
	};

	column.get = get_shown;
	column.unit = UNIT_TEXT;
	assert_string_equal(table_help(&t, 0, 0), expected);
	arena_free(arena);
}

static void a_help_tells_the_marks_that_are_there(void **state) {
	const struct column error = { "error", .help = "Noise: of self.  <0.03: no samples." };
	const struct column calls = { "calls", .help = "Calls; 3/7: 3 of 7; 13+: more.  By all." };
	const struct column verdict = { "verdict",
		                        .help = "slower, faster: it changed; all: as most; "
		                                "calls: often; \"one\", rank 3: of one." };
	const struct column name = { "function",
		                     .help = "Its name; [address]: no symbol; <rec>: calls itself; "
		                             "<cycle 2>: is in it." };
	struct column total = { "total", .help = "All; ~: an estimate.  Or not." };

	check_help(error, "0.13", "Noise: of self.  ");
	check_help(error, "<0.20", error.help);
	check_help(error, "", error.help);
	check_help(calls, "42", "Calls.  By all.");
	check_help(calls, "12/40", "Calls; 3/7: 3 of 7.  By all.");
	check_help(calls, "40+", "Calls; 13+: more.  By all.");
	check_help(verdict, "faster", "slower, faster: it changed.  ");
	check_help(verdict, "calls", "calls: often.  ");
	check_help(verdict, "one", "\"one\", rank 3: of one.");
	check_help(verdict, "rank 12", "\"one\", rank 3: of one.");
	check_help(verdict, "once", "");
	check_help(name, "operator[]", "Its name.  ");
	check_help(name, "[.text 0x12]", "Its name; [address]: no symbol.  ");
	check_help(name, "f <cycle 17>", "Its name; <cycle 2>: is in it.");
	check_help(total, "1", "All.  Or not.");
	total.is_estimate = true;
	check_help(total, "1", total.help);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(a_cell_that_is_not_there_is_not_read),
		TEST(columns_have_names),
		TEST(titles_hold_the_unit),
		TEST(numbers_sort_biggest_first),
		TEST(texts_sort_from_a),
		TEST(equal_rows_keep_their_order),
		TEST(any_numbers_come_in_order),
		TEST(any_texts_come_in_order),
		TEST(changes_sort_largest_first_of_either_sign),
		TEST(an_empty_table_can_be_sorted),
		TEST(a_column_is_as_wide_as_its_widest_cell),
		TEST(texts_are_measured_however_far_down),
		TEST(numbers_below_0_count_too),
		TEST(parts_and_samples_have_their_width),
		TEST(signs_have_their_width),
		TEST(no_cell_is_wider_than_its_column),
		TEST(rows_are_found_round_the_end),
		TEST(any_text_that_is_shown_is_found),
		cmocka_unit_test(a_help_tells_the_marks_that_are_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
