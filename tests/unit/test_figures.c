/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gprof/listing.h"

#include "assertions.h"

static void assert_fixed(int width, int decimals, double number) {
	char expected[512], got[512] = "";
	FILE *out = fmemopen(got, sizeof got, "w");

	figure_fixed(out, width, decimals, number);
	fclose(out);
	snprintf(expected, sizeof expected, "%*.*f", width, decimals, number);
	assert_string_equal(got, expected);
}

static void assert_count(int width, uint64_t count) {
	char expected[64], got[64] = "";
	FILE *out = fmemopen(got, sizeof got, "w");

	figure_count(out, width, count);
	fclose(out);
	snprintf(expected, sizeof expected, "%*" PRIu64, width, count);
	assert_string_equal(got, expected);
}

static void figures_are_as_printf_has_them(void **state) {
	static const double numbers[] = {
		0,        -0.0,          0.005,      0.015,       0.125,     0.375,
		1.005,    2.675,         0.045,      0.05,        0.95,      0.995,
		9.995,    99.995,        999999.995, 0.0049999,   0.0050001, -1.25,
		-0.001,   1073741823.99, 1073741824, 12345678901, 1e22,      1e300,
		INFINITY, -INFINITY,     NAN,        0.49999999,  0.5000001, 4.5
	};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		for (int decimals = 0; decimals <= 2; decimals++)
			assert_fixed(8, decimals, numbers[i]);
}

/* Hundredths and thousandths as sums of samples have them, and any numbers. */
static void many_figures_are_as_printf_has_them(void **state) {
	uint64_t random = 1;

	for (int i = 0; i < 100000; i++) {
		random = random * 6364136223846793005u + 1442695040888963407u;
		assert_fixed(7, 2, i * 0.01);
		assert_fixed(7, 2, i / 1000.0);
		assert_fixed(5, 1, i / 7.0);
		assert_fixed(9, 2, (double)(random >> 40) / 4096);
		assert_fixed(1, 2, (double)(random >> 11) / 9007199254740992.0);
	}
}

static void counts_are_as_printf_has_them(void **state) {
	static const uint64_t counts[] = { 0, 7, 10, 1234567, 4294967296, UINT64_MAX };

	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		assert_count(0, counts[i]);
		assert_count(7, counts[i]);
		assert_count(-7, counts[i]);
		assert_count(30, counts[i]);
		assert_count(-30, counts[i]);
	}
}

static void blanks_are_counted(void **state) {
	char got[300];

	for (int n = -1; n < 200; n++) {
		FILE *out;

		memset(got, 0, sizeof got);
		out = fmemopen(got, sizeof got, "w");
		figure_blanks(out, n);
		fclose(out);
		assert_int_equal(strlen(got), n < 0 ? 0 : n);
		assert_int_equal(strspn(got, " "), strlen(got));
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(figures_are_as_printf_has_them),
		cmocka_unit_test(many_figures_are_as_printf_has_them),
		cmocka_unit_test(counts_are_as_printf_has_them),
		cmocka_unit_test(blanks_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
