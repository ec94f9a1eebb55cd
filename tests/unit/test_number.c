/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "profile_builder.h"

#include "assertions.h"

static void assert_grouped(uint64_t number, const char *expected) {
	char text[40];

	assert_int_equal(number_grouped(text, sizeof text, number), strlen(expected));
	assert_string_equal(text, expected);
}

static void digits_are_in_groups_of_three(void **state) {
	assert_grouped(0, "0");
	assert_grouped(999, "999");
	assert_grouped(1000, "1 000");
	assert_grouped(1204112, "1 204 112");
	assert_grouped(UINT64_MAX, "18 446 744 073 709 551 615");
}

static void a_small_buffer_is_cut_not_overrun(void **state) {
	char text[4] = "xxx";

	assert_int_equal(number_grouped(text, 3, 1234567), 9);
	assert_memory_equal(text, "1 \0", 4);
}

static void halves_are_rounded_up(void **state) {
	assert_compared(number_rounded(-8125), ==, 0);
	assert_compared(number_rounded(0), ==, 0);
	assert_compared(number_rounded(0.4), ==, 0);
	assert_compared(number_rounded(0.5), ==, 1);
	assert_compared(number_rounded(2.5), ==, 3);
	assert_compared(number_rounded(4503599627370495.5), ==, 4503599627370496);
	assert_compared(number_rounded(4503599627370497), ==, 4503599627370497);
	assert_compared(number_rounded(18446744073709549568.0), ==, UINT64_C(18446744073709549568));
	assert_compared(number_rounded(18446744073709551616.0), ==, UINT64_MAX);
	assert_compared(number_rounded(1e300), ==, UINT64_MAX);
}

static void assert_digits(double number, int digits, const char *expected) {
	char text[400];

	assert_int_equal(number_scaled(text, sizeof text, number, digits, 's'), strlen(expected));
	assert_string_equal(text, expected);
}

static void assert_scaled(double number, const char *expected) {
	assert_digits(number, 3, expected);
}

static void numbers_have_so_many_digits(void **state) {
	assert_digits(8.04e-6, 2, "8.0us");
	assert_digits(8.04e-6, 1, "8us");
	assert_digits(8.06e-6, 2, "8.1us");
	assert_digits(42.6e-6, 2, "43us");
	assert_digits(42.6e-6, 1, "40us");
	assert_digits(287.4e-6, 2, "290us");
	assert_digits(287.4e-6, 1, "300us");
	assert_digits(9.96, 2, "10s");
	assert_digits(9.94, 2, "9.9s");
	assert_digits(0.96, 1, "1s");
	assert_digits(0.996, 2, "1.0s");
	assert_digits(996, 2, "1.0ks");
	assert_digits(960, 1, "1ks");
	assert_digits(-0.0023, 1, "-2ms");
	assert_digits(0, 1, "0");
}

static void numbers_get_the_prefix_that_fits(void **state) {
	assert_scaled(0, "0");
	assert_scaled(1, "1.00s");
	assert_scaled(8.04e-6, "8.04us");
	assert_scaled(42.6e-6, "42.6us");
	assert_scaled(287.4e-6, "287us");
	assert_scaled(9.994, "9.99s");
	assert_scaled(9.9951, "10.0s");
	assert_scaled(99.94, "99.9s");
	assert_scaled(99.951, "100s");
	assert_scaled(999.4, "999s");
	assert_scaled(999.6, "1.00ks");
	assert_scaled(0.9994, "999ms");
	assert_scaled(0.9996, "1.00s");
	assert_scaled(-0.002, "-2.00ms");
	assert_scaled(5e-15, "5.00fs");
	assert_scaled(1e-20, "0.00fs");
	assert_scaled(2e17, "200Ps");
}

static void assert_shortest(double number, const char *expected) {
	char text[40];

	assert_int_equal(number_shortest(text, sizeof text, number), strlen(expected));
	assert_string_equal(text, expected);
}

static void the_fewest_digits_are_written(void **state) {
	assert_shortest(0, "0");
	assert_shortest(0.1, "0.1");
	assert_shortest(0.25, "0.25");
	assert_shortest(1.0 / 3, "0.3333333333333333");
	assert_shortest(0.1 + 0.2, "0.30000000000000004");
	assert_shortest(1e300, "1e+300");
	assert_shortest(-123456789, "-123456789");
}

static void what_is_written_reads_back(void **state) {
	struct dice dice = { 3 };

	for (size_t i = 0; i < 20000; i++) {
		double number = (double)roll(&dice, UINT32_MAX) /
		                ((double)roll(&dice, 1000000) + 1);
		char text[40];

		number_shortest(text, sizeof text, number);
		assert_true(strtod(text, NULL) == number);
	}
}

static void assert_percent(const char *text, double expected) {
	double number = -1;
	struct error err;

	assert_true(percent_parse(&number, text, &err));
	assert_true(number >= expected && number <= expected);
}

static void a_percentage_is_from_0_to_100(void **state) {
	static const char *const wrong[] = { "",   "x",  "100.5", "1e2",  "0x1", "-1",
		                             " 1", "1 ", "nan",   "1.2.", "5%%", "." };
	double number = 7;
	struct error err;

	assert_percent("0", 0);
	assert_percent("0.5", 0.5);
	assert_percent("100%", 100);
	assert_percent("3.", 3);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		assert_false(percent_parse(&number, wrong[i], &err));
	assert_true(number >= 7 && number <= 7);
}

/* A sample of 3 is 33 %, of 1000 0.1 %. */
static void decimals_are_those_of_a_unit(void **state) {
	assert_int_equal(number_decimals(100.0 / 3, 2), 0);
	assert_int_equal(number_decimals(1, 2), 0);
	assert_int_equal(number_decimals(100.0 / 151, 2), 1);
	assert_int_equal(number_decimals(0.1, 2), 1);
	assert_int_equal(number_decimals(0.01, 2), 2);
	assert_int_equal(number_decimals(0.01, 3), 2);
	assert_int_equal(number_decimals(0.001, 3), 3);
	assert_int_equal(number_decimals(0.000001, 3), 3);
	assert_int_equal(number_decimals(1.0 / 18, 3), 2);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(digits_are_in_groups_of_three),
		cmocka_unit_test(halves_are_rounded_up),
		cmocka_unit_test(a_small_buffer_is_cut_not_overrun),
		cmocka_unit_test(numbers_get_the_prefix_that_fits),
		cmocka_unit_test(numbers_have_so_many_digits),
		cmocka_unit_test(decimals_are_those_of_a_unit),
		cmocka_unit_test(the_fewest_digits_are_written),
		cmocka_unit_test(what_is_written_reads_back),
		cmocka_unit_test(a_percentage_is_from_0_to_100),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
