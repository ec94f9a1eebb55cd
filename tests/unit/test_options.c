/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "options.h"

#include <cmocka.h>

static void test_names_and_letters_are_one_option_each(void **state)
{
	size_t i, j;

	for (i = 0; i < option_count; i++)
		for (j = 0; j < i; j++) {
			const struct option_row *a = &option_rows[i];
			const struct option_row *b = &option_rows[j];

			if (a->name && b->name)
				assert_string_not_equal(a->name, b->name);
			if (a->letter)
				assert_int_not_equal(a->letter, b->letter);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names_and_letters_are_one_option_each),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
