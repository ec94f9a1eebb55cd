/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/fit/fit.h"

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#include "assertions.h"

static void numbers_of_either_sign(void **state) {
	struct load_bias bias;
	struct error err;

	assert_true(load_bias_parse(&bias, "0x555555554000", &err));
	assert_false(bias.is_auto);
	assert_int_equal(bias.bytes, 0x555555554000);
	assert_true(load_bias_parse(&bias, "-4096", &err));
	assert_int_equal(bias.bytes, (uint64_t)-4096);
	assert_true(load_bias_parse(&bias, "auto", &err));
	assert_true(bias.is_auto);
}

static void other_texts_fail(void **state) {
	static const char *const bad[] = { "",   "-",  "x",
		                           "0x", "1 ", "--1",
		                           "+1", " 1", "123456789012345678901" };
	struct load_bias bias;
	struct error err;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(load_bias_parse(&bias, bad[i], &err));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_of_either_sign),
		cmocka_unit_test(other_texts_fail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
