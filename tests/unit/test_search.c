/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>

#include "base/sort.h"

#include "assertions.h"

struct item {
	char name[3];
	uint64_t low, high;
};

static const struct item items[] = {
	{ "a", 0, 9 }, { "b", 4, 9 }, { "c", 4, 9 }, { "d", 9, 9 }, { "e", UINT64_MAX, 9 },
};

enum { N = sizeof items / sizeof *items };

static size_t lower(size_t n, uint64_t key) {
	return lower_bound(items, n, sizeof *items, offsetof(struct item, low), key);
}

static size_t upper(size_t n, uint64_t key) {
	return upper_bound(items, n, sizeof *items, offsetof(struct item, low), key);
}

static void bounds_are_around_equals(void **state) {
	assert_int_equal(lower(N, 4), 1);
	assert_int_equal(upper(N, 4), 3);
}

static void a_key_that_is_not_there_has_one_bound(void **state) {
	assert_int_equal(lower(N, 5), 3);
	assert_int_equal(upper(N, 5), 3);
}

static void the_ends_have_bounds(void **state) {
	assert_int_equal(lower(N, 0), 0);
	assert_int_equal(upper(N, 0), 1);
	assert_int_equal(lower(N, UINT64_MAX), 4);
	assert_int_equal(upper(N, UINT64_MAX), 5);
	assert_int_equal(lower(4, 10), 4);
}

static void nothing_is_searched_where_there_is_nothing(void **state) {
	assert_int_equal(lower_bound(NULL, 0, 8, 8, 1), 0);
	assert_int_equal(upper_bound(NULL, 0, 8, 8, 1), 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bounds_are_around_equals),
		cmocka_unit_test(a_key_that_is_not_there_has_one_bound),
		cmocka_unit_test(the_ends_have_bounds),
		cmocka_unit_test(nothing_is_searched_where_there_is_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
