/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "model/code_map.h"
#include "profile_builder.h"

#include <cmocka.h>

static const struct piece pieces[] = {
	{ 0x10, 0x20, 0, true },
	{ 0x20, 0x28, 1, true },
	{ 0x28, 0x30, 0, true },
	{ 0x40, 0x41, 2, false },
};

static const struct code_map map = { .pieces = pieces, .n = 4 };

static void a_piece_is_half_open(void **state)
{
	assert_int_equal(code_map_at(&map, 0xf), NO_FUNC);
	assert_int_equal(code_map_at(&map, 0x10), 0);
	assert_int_equal(code_map_at(&map, 0x1f), 0);
	assert_int_equal(code_map_at(&map, 0x20), 1);
	assert_int_equal(code_map_at(&map, 0x28), 0);
	assert_int_equal(code_map_at(&map, 0x30), NO_FUNC);
	assert_int_equal(code_map_at(&map, 0x40), 2);
	assert_int_equal(code_map_at(&map, 0x41), NO_FUNC);
	assert_int_equal(code_map_at(&map, UINT64_MAX), NO_FUNC);
}

static void the_piece_after_an_address(void **state)
{
	assert_int_equal(code_map_after(&map, 0), 0);
	assert_int_equal(code_map_after(&map, 0x1f), 0);
	assert_int_equal(code_map_after(&map, 0x20), 1);
	assert_int_equal(code_map_after(&map, 0x30), 3);
	assert_int_equal(code_map_after(&map, 0x41), 4);
}

static void an_empty_map_has_nothing(void **state)
{
	const struct code_map empty = { 0 };

	assert_int_equal(code_map_after(&empty, 7), 0);
	assert_int_equal(code_map_at(&empty, 7), NO_FUNC);
}

static void lookup_equals_a_search_from_the_start(void **state)
{
	struct dice dice = { 11 };
	struct piece many[64];
	struct code_map all = { .pieces = many, .n = 64 };
	uint64_t at = 0, address;
	size_t i;

	for (i = 0; i < 64; i++) {
		at += roll(&dice, 3);
		many[i].low = at;
		at += 1 + roll(&dice, 5);
		many[i].high = at;
		many[i].func = (uint32_t)i;
	}
	for (address = 0; address < at + 5; address++) {
		uint32_t expected = NO_FUNC;

		for (i = 0; i < 64; i++)
			if (many[i].low <= address && address < many[i].high)
				expected = (uint32_t)i;
		assert_int_equal(code_map_at(&all, address), expected);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_piece_is_half_open),
		cmocka_unit_test(the_piece_after_an_address),
		cmocka_unit_test(an_empty_map_has_nothing),
		cmocka_unit_test(lookup_equals_a_search_from_the_start),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
