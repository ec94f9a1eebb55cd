/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/image.h"
#include "profile_builder.h"

#include "assertions.h"

static const struct piece pieces[] = {
	{ 0x10, 0x20, 0, true },
	{ 0x20, 0x28, 1, true },
	{ 0x28, 0x30, 0, true },
	{ 0x40, 0x41, 2, false },
};

static const struct code_map map = { .pieces = pieces, .n = 4 };

static void a_piece_is_half_open(void **state) {
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

static void the_piece_after_an_address(void **state) {
	assert_int_equal(code_map_after(&map, 0), 0);
	assert_int_equal(code_map_after(&map, 0x1f), 0);
	assert_int_equal(code_map_after(&map, 0x20), 1);
	assert_int_equal(code_map_after(&map, 0x30), 3);
	assert_int_equal(code_map_after(&map, 0x41), 4);
}

static void an_empty_map_has_nothing(void **state) {
	const struct code_map empty = { 0 };

	assert_int_equal(code_map_after(&empty, 7), 0);
	assert_int_equal(code_map_at(&empty, 7), NO_FUNC);
}

enum { MANY = 64 };

/* Pieces from `at` on; now and then with a big gap between them. */
static uint64_t make_pieces(struct piece *many, uint64_t at, struct dice *dice) {
	for (uint32_t i = 0; i < MANY; i++) {
		at += roll(dice, roll(dice, 20) ? 3 : 300);
		many[i].low = at;
		at += 1 + roll(dice, roll(dice, 20) ? 5 : 100);
		many[i].high = at;
		many[i].func = i;
	}
	return at;
}

static void assert_lookups(const struct code_map *all, uint64_t begin, uint64_t end) {
	for (uint64_t address = begin; address < end; address++) {
		uint32_t expected = NO_FUNC;
		size_t after = 0;

		for (size_t i = 0; i < all->n; i++) {
			const struct piece *p = &all->pieces[i];

			after += p->high <= address;
			if (p->low <= address && address < p->high)
				expected = (uint32_t)i;
		}
		assert_int_equal(code_map_at(all, address), expected);
		assert_int_equal(code_map_after(all, address), after);
	}
}

static void lookup_equals_a_search_from_the_start(void **state) {
	struct arena *arena = arena_new();
	struct dice dice = { 11 };
	struct piece many[MANY] = { { .low = 0 } };

	for (int i = 0; i < 100; i++) {
		uint64_t begin = 10 + roll(&dice, 5000);
		uint64_t end = make_pieces(many, begin, &dice);
		struct code_map all = { .pieces = many, .n = 1 + roll(&dice, MANY) };

		assert_lookups(&all, begin - 5, end + 5);
		code_map_index(&all, arena);
		assert_non_null(all.first);
		assert_lookups(&all, begin - 5, end + 5);
		assert_int_equal(code_map_at(&all, UINT64_MAX), NO_FUNC);
	}
	arena_free(arena);
}

/* Sums make no difference but to the cost. */
static void bins_meet_the_same_with_an_index(void **state) {
	struct arena *arena = arena_new();
	struct dice dice = { 13 };
	struct piece many[MANY] = { { .low = 0 } };

	for (int i = 0; i < 1000; i++) {
		const uint64_t begin = 10 + roll(&dice, 5000);
		const uint64_t end = make_pieces(many, begin, &dice);
		const struct code_map plain = { .pieces = many, .n = MANY };
		struct code_map indexed = plain;
		const uint64_t low = begin - 5 + roll(&dice, (uint32_t)(end - begin));
		const uint64_t high = low + 1 + roll(&dice, (uint32_t)(end - low) + 5);
		const size_t first = code_map_after(&plain, low);
		size_t last[2];
		bool claimed[2];

		code_map_index(&indexed, arena);
		assert_int_equal(code_map_meet(&indexed, low, high, first, &last[0], &claimed[0]),
		                 code_map_meet(&plain, low, high, first, &last[1], &claimed[1]));
		assert_int_equal(last[0], last[1]);
		assert_int_equal(claimed[0], claimed[1]);
		arena_reset(arena);
	}
	arena_free(arena);
}

/* The sums are looked at, not the pieces between the ends. */
static void a_bin_over_all_looks_at_its_ends(void **state) {
	struct arena *arena = arena_new();
	struct piece row[1000];
	struct code_map all = { .pieces = row, .n = 1000 };
	size_t last;
	bool claimed;

	for (size_t i = 0; i < all.n; i++)
		row[i] = (struct piece){ 16 * i, 16 * i + 16, (uint32_t)i, true };
	code_map_index(&all, arena);
	for (size_t i = 10; i < all.n - 1; i++)
		row[i].is_claimed = false;
	assert_int_equal(code_map_meet(&all, 4, 16 * all.n - 4, 0, &last, &claimed),
	                 16 * all.n - 8);
	assert_int_equal(last, all.n);
	assert_true(claimed);
	arena_free(arena);
}

static void an_index_of_the_whole_address_space(void **state) {
	const struct piece far[] = { { 0, 1, 0, true },
		                     { 7, 9, 1, true },
		                     { UINT64_MAX - 3, UINT64_MAX, 2, true } };
	struct code_map all = { .pieces = far, .n = 3 };
	struct arena *arena = arena_new();

	code_map_index(&all, arena);
	assert_lookups(&all, 0, 20);
	assert_lookups(&all, UINT64_MAX - 9, UINT64_MAX);
	assert_int_equal(code_map_at(&all, UINT64_MAX), NO_FUNC);
	assert_in_range(all.nfirst, 1, 100);
	all = (struct code_map){ .n = 0 };
	code_map_index(&all, arena);
	assert_int_equal(code_map_at(&all, 0), NO_FUNC);
	arena_free(arena);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_piece_is_half_open),
		cmocka_unit_test(the_piece_after_an_address),
		cmocka_unit_test(an_empty_map_has_nothing),
		cmocka_unit_test(lookup_equals_a_search_from_the_start),
		cmocka_unit_test(bins_meet_the_same_with_an_index),
		cmocka_unit_test(a_bin_over_all_looks_at_its_ends),
		cmocka_unit_test(an_index_of_the_whole_address_space),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
