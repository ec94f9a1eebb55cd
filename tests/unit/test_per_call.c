/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times per call: what they are divided by, and their digits. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "profile_builder.h"
#include "views/figures.h"
#include "views/views.h"

#include "assertions.h"

static struct table flat(struct builder *b, const struct rules *rules) {
	static struct query query;
	struct dataset *data = arena_alloc(b->arena, 1, sizeof *data);
	const struct profile *p = builder_profile(b, rules);

	assert_non_null(p);
	*data = builder_data(b, p);
	query = (struct query){ 0 };
	return view_table(view_named("flat"), data, &query, b->arena);
}

static struct value cell(const struct table *t, const char *function, const char *column) {
	for (size_t row = 0; row < t->nrows; row++)
		if (!strcmp(((const struct figures *)t->rows[row].item)->func->name, function))
			return table_value(t, row, table_column(t, column));
	fail_msg("no row %s", function);
	return no_value();
}

static void assert_cell(const struct table *t, const char *function, const char *column,
                        const char *expected) {
	char shown[VALUE_TEXT];

	value_show(shown, sizeof shown, cell(t, function, column));
	assert_string_equal(shown, expected);
}

static void samples_carry_few_digits(void **state) {
	assert_int_equal(samples_digits(0), 1);
	assert_int_equal(samples_digits(3.9), 1);
	assert_int_equal(samples_digits(4), 2);
	assert_int_equal(samples_digits(12), 2);
	assert_int_equal(samples_digits(399), 2);
	assert_int_equal(samples_digits(400), 3);
}

/* eval: 20 ticks, 6 calls by walk, 3 by itself. */
static void own_calls_divide_self_only(void **state) {
	struct builder *b = *state;

	builder_example(b);
	struct table t = flat(b, &rules_exact);
	assert_cell(&t, "eval", "self/call", "22ms");
	assert_cell(&t, "eval", "total/call", "87ms");
	t = flat(b, &rules_gprof);
	assert_cell(&t, "eval", "self/call", "33.3ms");
	assert_cell(&t, "eval", "total/call", "86.7ms");
}

/* f has so many samples, and 7 calls by main. */
static struct table with_samples(struct builder *b, uint64_t n, uint32_t rate) {
	builder_symbol(b, "main", 0x1000, 0x10);
	builder_symbol(b, "f", 0x1010, 0x10);
	builder_bin(b, 4, n);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, rate);
	builder_call(b, 0x1004, 0x1010, 7);
	return flat(b, &rules_exact);
}

static void people_see_what_samples_carry(void **state) {
	struct builder *b = *state;
	struct table t = with_samples(b, 3, 100);

	assert_cell(&t, "f", "self/call", "4ms");
	assert_cell(&t, "f", "total/call", "4ms");
}

/* Of three samples, one is a third; programs get all digits. */
static void percent_and_time_have_the_digits_of_a_sample(void **state) {
	struct builder *b = *state;
	char dumped[VALUE_TEXT];

	builder_bin(b, 0, 1);
	struct table t = with_samples(b, 2, 1000);
	assert_cell(&t, "main", "self%", "33");
	assert_cell(&t, "main", "self", "0.001");
	assert_string_equal(value_dump(dumped, sizeof dumped, cell(&t, "main", "self%")),
	                    "33.333333333333336");
}

static void twelve_samples_carry_two_digits(void **state) {
	struct builder *b = *state;
	struct table t = with_samples(b, 12, 100);

	assert_cell(&t, "f", "self/call", "17ms");
}

static void many_samples_carry_three(void **state) {
	struct builder *b = *state;
	struct table t = with_samples(b, 500, 100);

	assert_cell(&t, "f", "self/call", "714ms");
	assert_cell(&t, "f", "total/call", "714ms");
}

static void programs_read_all_digits(void **state) {
	struct builder *b = *state;
	struct table t = with_samples(b, 3, 100);
	char out[VALUE_TEXT];

	assert_string_equal(value_dump(out, sizeof out, cell(&t, "f", "self/call")),
	                    "0.004285714285714286");
}

static void rows_sort_by_the_whole_number(void **state) {
	const struct value less = per_call(4.1e-3, 1, 's');
	const struct value more = per_call(4.2e-3, 1, 's');

	assert_compared(value_compare(less, more), <, 0);
}

/* Ten ticks of the profile are one sample of a clock of 10 Hz. */
static void ticks_of_a_slow_clock_are_few_samples(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "main", 0x1000, 0x10);
	builder_symbol(b, "f", 0x1010, 0x10);
	builder_bin(b, 0, 1);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	builder_bin(b, 4, 3);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 10);
	builder_call(b, 0x1004, 0x1010, 7);
	struct table t = flat(b, &rules_exact);
	assert_cell(&t, "f", "self", "0.30");
	assert_cell(&t, "f", "self/call", "40ms");
	assert_cell(&t, "f", "total/call", "40ms");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_carry_few_digits),
		TEST(own_calls_divide_self_only),
		TEST(people_see_what_samples_carry),
		TEST(percent_and_time_have_the_digits_of_a_sample),
		TEST(twelve_samples_carry_two_digits),
		TEST(many_samples_carry_three),
		TEST(programs_read_all_digits),
		cmocka_unit_test(rows_sort_by_the_whole_number),
		TEST(ticks_of_a_slow_clock_are_few_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
