/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/pattern.h"
#include "table_builder.h"

#include <cmocka.h>

static const struct thing things[] = {
	{ "hash", 1.5, 1204112, "hash.c:7" },
	{ "parse", 12.25, 0, NULL },
	{ "main", 1.5, 1, "main.c:1" },
	{ "alloc", 0, 88231, NULL },
};

static int begin(void **state)
{
	static struct table table;
	size_t i;

	things_begin(&table);
	for (i = 0; i < 4; i++)
		things_add(&table, &things[i], 0, false);
	*state = &table;
	return 0;
}

static int end(void **state)
{
	things_end(*state);
	return 0;
}

static void assert_rows(const struct table *t, const char *a, const char *b,
                        const char *c, const char *d)
{
	assert_int_equal(t->nrows, 4);
	assert_string_equal(table_value(t, 0, NAME).text, a);
	assert_string_equal(table_value(t, 1, NAME).text, b);
	assert_string_equal(table_value(t, 2, NAME).text, c);
	assert_string_equal(table_value(t, 3, NAME).text, d);
}

static void columns_have_names(void **state)
{
	assert_int_equal(table_column(*state, "calls"), CALLS);
	assert_int_equal(table_column(*state, "slef"), 5);
	assert_true(table_shows(*state, NAME));
	assert_false(table_shows(*state, HIDDEN));
}

static void titles_hold_the_unit(void **state)
{
	char title[40];

	assert_int_equal(table_title(*state, TIME, title, sizeof title), 6);
	assert_string_equal(title, "self s");
	table_title(*state, CALLS, title, sizeof title);
	assert_string_equal(title, "calls");
}

static void numbers_sort_biggest_first(void **state)
{
	table_sort(*state, TIME, false);
	assert_rows(*state, "parse", "hash", "main", "alloc");
	table_sort(*state, CALLS, false);
	assert_rows(*state, "hash", "alloc", "main", "parse");
	table_sort(*state, CALLS, true);
	assert_rows(*state, "parse", "main", "alloc", "hash");
}

static void texts_sort_from_a(void **state)
{
	table_sort(*state, NAME, false);
	assert_rows(*state, "alloc", "hash", "main", "parse");
	table_sort(*state, NAME, true);
	assert_rows(*state, "parse", "main", "hash", "alloc");
}

static void equal_rows_keep_their_order(void **state)
{
	table_sort(*state, NAME, true);
	table_sort(*state, TIME, false);
	assert_rows(*state, "parse", "main", "hash", "alloc");
	table_sort(*state, TIME, true);
	assert_rows(*state, "alloc", "main", "hash", "parse");
}

static void an_empty_table_can_be_sorted(void **state)
{
	struct table *t = *state;

	t->nrows = 0;
	table_sort(t, TIME, false);
	assert_int_equal(table_width(t, TIME), 6);
	assert_int_equal(table_width(t, NAME), 8);
}

static void a_column_is_as_wide_as_its_widest_cell(void **state)
{
	static const struct thing wide = { "x", 1234567.891, 0, NULL };
	static const struct thing negative = { "x", -7654321.99, 0, NULL };
	struct table *t = *state;

	assert_int_equal(table_width(t, TIME), 6); /* the heading */
	assert_int_equal(table_width(t, CALLS), 9);
	things_add(t, &wide, 0, false);
	assert_int_equal(table_width(t, TIME), 10);
	things_add(t, &negative, 0, false);
	assert_int_equal(table_width(t, TIME), 11);
}

/* A minus needs a cell that the same number without it does not. */
static void numbers_below_0_count_too(void **state)
{
	static const struct thing list[] = { { "x", -123456, 0, NULL },
		                             { "x", 123456, 0, NULL },
		                             { "x", -123455, 0, NULL } };
	struct table *t = *state;
	size_t i;

	for (i = 0; i < 2; i++) {
		t->nrows = 0;
		things_add(t, &list[i], 0, false);
		things_add(t, &list[i + 1], 0, false);
		assert_int_equal(table_width(t, TIME), 10);
	}
}

static const struct pattern *pattern(struct table *t, const char *text)
{
	struct error err;
	size_t at;

	return pattern_new(text, strlen(text), PATTERN_REGEX, t->arena, &at,
	                   &err);
}

static void rows_are_found_round_the_end(void **state)
{
	const struct pattern *p = pattern(*state, "a"); /* all of them */
	const struct pattern *m = pattern(*state, "^main$");

	assert_int_equal(table_find(*state, p, 1, false), 1);
	assert_int_equal(table_find(*state, m, 0, false), 2);
	assert_int_equal(table_find(*state, m, 3, false), 2);
	assert_int_equal(table_find(*state, m, 4, false), 2);
	assert_int_equal(table_find(*state, m, 1, true), 2);
	assert_int_equal(table_find(*state, m, 0, true), 2);
	assert_int_equal(table_find(*state, m, SIZE_MAX, true), 2);
	assert_int_equal(table_find(*state, pattern(*state, "nobody"), 0, true),
	                 4);
}

static void any_text_that_is_shown_is_found(void **state)
{
	struct table *t = *state;

	assert_int_equal(table_find(t, pattern(t, "main\\.c"), 0, false), 2);
	assert_int_equal(table_find(t, pattern(t, "hidden"), 0, false), 4);
	assert_int_equal(table_find(t, pattern(t, "1 204"), 0, false), 4);
	t->nrows = 0;
	assert_int_equal(table_find(t, pattern(t, "main"), 0, false), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(columns_have_names),
		TEST(titles_hold_the_unit),
		TEST(numbers_sort_biggest_first),
		TEST(texts_sort_from_a),
		TEST(equal_rows_keep_their_order),
		TEST(an_empty_table_can_be_sorted),
		TEST(a_column_is_as_wide_as_its_widest_cell),
		TEST(numbers_below_0_count_too),
		TEST(rows_are_found_round_the_end),
		TEST(any_text_that_is_shown_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
