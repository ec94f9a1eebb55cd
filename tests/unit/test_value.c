/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "table/value.h"

#include "assertions.h"

static void assert_shown(struct value value, const char *expected) {
	char shown[VALUE_TEXT];

	assert_int_equal(value_show(shown, sizeof shown, value), strlen(expected));
	assert_string_equal(shown, expected);
}

/* In a column that has no room for it. */
static void assert_fits(struct value value, const char *expected) {
	char shown[VALUE_TEXT];

	assert_int_equal(value_show_within(shown, sizeof shown, value, 8), strlen(expected));
	assert_string_equal(shown, expected);
}

static void assert_dumped(struct value value, const char *expected) {
	char dumped[VALUE_TEXT];

	assert_string_equal(value_dump(dumped, sizeof dumped, value), expected);
}

static void values_as_people_read_them(void **state) {
	assert_shown(no_value(), "");
	assert_shown(text("main"), "main");
	assert_shown(count(1204112), "1 204 112");
	assert_shown(ratio(3, '/', 7000), "3/7 000");
	assert_shown(ratio(600000, '/', 600002), "600 000/600 002");
	assert_fits(ratio(405575661, '+', 2574732), "408M+");
	assert_fits(ratio(6, '+', 2574732), "6+2.57M");
	assert_fits(count(405575661), "406M");
	assert_fits(ratio(600000, '/', 600002), "<all/600k");
	assert_fits(ratio(600002, '/', 600002), "600k/600k");
	assert_fits(ratio(590000, '/', 600002), "590k/600k");
	assert_fits(ratio(6319999, '/', 6320000), "<all/6.32M");
	assert_shown(ratio(1000, '+', 11), "1 000+11");
	assert_shown(address(0x401000), "0x401000");
	assert_shown(amount(2.345), "2.35");
	assert_shown(amount(-0.5), "-0.50");
	assert_shown(percent(1, 3), "33.33");
	assert_shown(percent(1, 0), "");
	assert_shown(samples(12000), "12 000");
	assert_shown(samples(0.25), "0.2");
	assert_shown(samples(11.97), "12");
	assert_shown(samples(-2), "-2.0");
	assert_shown(mean_count(12000), "12 000");
	assert_shown(mean_count(2.5), "2.5");
	assert_shown(z_score(5), "5.0");
	assert_shown(z_score(-1.25), "-1.2");
	assert_shown(per_call(8.04e-6, 3, 's'), "8.04us");
}

static void values_as_programs_read_them(void **state) {
	assert_dumped(no_value(), "");
	assert_dumped(text("main"), "main");
	assert_dumped(count(UINT64_MAX), "18446744073709551615");
	assert_dumped(ratio(3000, '/', 7000), "3000/7000");
	assert_dumped(address(UINT64_MAX), "0xffffffffffffffff");
	assert_dumped(amount(1.0 / 3), "0.3333333333333333");
	assert_dumped(percent(1, 8), "12.5");
	assert_dumped(samples(0.1), "0.1");
	assert_dumped(mean_count(2.5), "2.5");
	assert_dumped(z_score(-1.25), "-1.25");
	assert_dumped(per_call(8.04e-6, 3, 's'), "8.04e-06");
}

static void a_limit_has_a_mark_for_people(void **state) {
	struct value limit = amount(0.03);

	limit.is_limit = true;
	assert_shown(limit, "<0.03");
	assert_dumped(limit, "0.03");
}

static void a_number_has_the_decimals_it_is_given(void **state) {
	struct value part = with_decimals(percent(1, 3), 0);

	assert_shown(part, "33");
	part.blanks = 3;
	assert_shown(part, "33   ");
	assert_dumped(part, "33.333333333333336");
	assert_shown(with_decimals(amount(0.1234), 3), "0.123");
}

/* As table_value() gives what a column of changes has. */
static struct value change(struct value value) {
	value.is_signed = true;
	return value;
}

static void changes_have_a_sign_for_people(void **state) {
	assert_shown(change(amount(1.5)), "+1.50");
	assert_shown(change(amount(-1.5)), "-1.50");
	assert_shown(change(percent(1, 3)), "+33.33");
	assert_shown(change(samples(12000)), "+12 000");
	assert_shown(change(samples(-12000)), "-12 000");
	assert_shown(change(samples(-0.25)), "-0.2");
	assert_shown(change(per_call(-8.04e-6, 3, 's')), "-8.04us");
	assert_shown(change(amount((double)INFINITY)), "+inf");
	assert_shown(change(count(7)), "7");
	assert_shown(change(text("main")), "main");
	assert_shown(change(no_value()), "");
}

static void what_rounds_to_0_has_no_sign(void **state) {
	assert_shown(change(amount(0)), "0.00");
	assert_shown(change(amount(-0.0)), "0.00");
	assert_shown(change(amount(0.004)), "0.00");
	assert_shown(change(amount(-0.004)), "0.00");
	assert_shown(change(amount(-0.006)), "-0.01");
	assert_shown(change(samples(0.01)), "0");
	assert_shown(change(per_call(0, 3, 's')), "0");
}

/* JSON knows no + before a number. */
static void changes_have_only_a_minus_for_programs(void **state) {
	assert_dumped(change(amount(1.5)), "1.5");
	assert_dumped(change(amount(-1.5)), "-1.5");
	assert_dumped(change(amount(0.004)), "0.004");
	assert_dumped(change(amount(0)), "0");
}

static void no_number_is_no_value(void **state) {
	assert_dumped(amount((double)NAN), "");
	assert_dumped(amount((double)INFINITY), "");
	assert_dumped(per_call(-(double)INFINITY, 3, 's'), "");
	assert_shown(samples(1e300 * 1e300), "inf");
}

static void a_small_buffer_is_cut(void **state) {
	char shown[4];

	assert_int_equal(value_show(shown, sizeof shown, text("lookup")), 6);
	assert_string_equal(shown, "loo");
	assert_int_equal(value_show(NULL, 0, count(1234)), 5);
}

static void a_text_that_is_cut_says_so(void **state) {
	char shown[10];

	assert_int_equal(value_show(shown, sizeof shown, text("123456789")), 9);
	assert_string_equal(shown, "123456789");
	assert_int_equal(value_show(shown, sizeof shown, text("1234567890")), 10);
	assert_string_equal(shown, "123456...");
	value_show(shown, sizeof shown,
	           text("12345\xc3\xa9"
	                "7890"));
	assert_string_equal(shown, "12345...");
	value_show(shown, 3, text("123456"));
	assert_string_equal(shown, "12");
}

static void assert_order(struct value less, struct value more) {
	assert_compared(value_compare(less, more), <, 0);
	assert_compared(value_compare(more, less), >, 0);
	assert_int_equal(value_compare(less, less), 0);
	assert_int_equal(value_compare(more, more), 0);
}

static void values_are_compared(void **state) {
	assert_order(no_value(), text(""));
	assert_order(no_value(), count(0));
	assert_order(no_value(), amount(-1));
	assert_order(text("a"), text("b"));
	assert_order(count(2), count(10));
	assert_order(count(UINT64_MAX - 1), count(UINT64_MAX));
	assert_order(ratio(2, '+', 100), count(3));
	assert_order(amount(-1), amount(0.5));
	assert_order(count(2), amount(2.5));
	assert_order(address(0x10), address(0x20));
	assert_int_equal(value_compare(count(2), ratio(2, '/', 9)), 0);
	assert_int_equal(value_compare(no_value(), no_value()), 0);
}

static void changes_are_compared_by_magnitude(void **state) {
	assert_order(change(amount(1)), change(amount(-2)));
	assert_order(change(amount(-1)), change(amount(2)));
	assert_order(no_value(), change(amount(-1)));
	assert_int_equal(value_compare(change(amount(-2)), change(amount(2))), 0);
	assert_compared(value_size(change(amount(-2))), >=, 2);
	assert_compared(value_size(amount(-2)), <=, -2);
}

static void the_unit_decides(void **state) {
	assert_false(unit_is_number(UNIT_NONE));
	assert_false(unit_is_number(UNIT_TEXT));
	assert_true(unit_is_number(UNIT_COUNT));
	assert_true(unit_is_number(UNIT_ADDRESS));
	assert_true(unit_is_string(UNIT_TEXT));
	assert_true(unit_is_string(UNIT_RATIO));
	assert_true(unit_is_string(UNIT_ADDRESS));
	assert_false(unit_is_string(UNIT_AMOUNT));
	assert_string_equal(unit_name(UNIT_MEAN), "count");
	assert_string_equal(unit_name(UNIT_Z), "standard deviations");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_as_people_read_them),
		cmocka_unit_test(values_as_programs_read_them),
		cmocka_unit_test(a_limit_has_a_mark_for_people),
		cmocka_unit_test(a_number_has_the_decimals_it_is_given),
		cmocka_unit_test(changes_have_a_sign_for_people),
		cmocka_unit_test(what_rounds_to_0_has_no_sign),
		cmocka_unit_test(changes_have_only_a_minus_for_programs),
		cmocka_unit_test(no_number_is_no_value),
		cmocka_unit_test(a_small_buffer_is_cut),
		cmocka_unit_test(a_text_that_is_cut_says_so),
		cmocka_unit_test(values_are_compared),
		cmocka_unit_test(changes_are_compared_by_magnitude),
		cmocka_unit_test(the_unit_decides),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
