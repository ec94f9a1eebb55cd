/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/sort.h"

#include "assertions.h"

static bool is_number(const void *items, uint32_t number, const void *wanted) {
	return ((const uint64_t *)items)[number] == *(const uint64_t *)wanted;
}

/* Numbers i * step are put in under hashes that mean() makes of them; all are
 * found, and none between them. */
static void check(uint64_t step, uint64_t (*mean)(uint64_t number)) {
	enum { N = 3000 };
	static uint64_t items[N];
	struct index index = { .arena = arena_new() };

	assert_int_equal(index_find(&index, 0, is_number, items, &items[0]), NO_ITEM);
	for (uint32_t i = 0; i < N; i++) {
		items[i] = i * step;
		index_add(&index, mean(items[i]), i);
	}
	assert_int_equal(index.n, N);
	for (uint32_t i = 0; i < N; i++) {
		uint64_t wanted = items[i];
		assert_int_equal(index_find(&index, mean(wanted), is_number, items, &wanted), i);
		wanted++;
		assert_int_equal(index_find(&index, mean(wanted), is_number, items, &wanted),
		                 NO_ITEM);
	}
	arena_free(index.arena);
}

static uint64_t itself(uint64_t number) {
	return number;
}

static uint64_t mixed(uint64_t number) {
	return hash_number(0, number);
}

static uint64_t few(uint64_t number) {
	return number / 1024;
}

static void items_are_found(void **state) {
	check(2, itself);
	check(4096, mixed);
	check((uint64_t)1 << 40, mixed);
}

static void items_of_one_hash_are_distinguished(void **state) {
	check(2, few);
}

static void hashes_of_texts_differ(void **state) {
	assert_int_equal(hash_text(1, "a"), hash_text(1, "a"));
	assert_int_not_equal(hash_text(0, "a"), hash_text(1, "a"));
	assert_int_not_equal(hash_text(0, "a"), hash_text(0, "b"));
	assert_int_not_equal(hash_text(0, ""), hash_text(0, "a"));
}

static void pairs_have_numbers_in_their_order(void **state) {
	enum { N = 1000 };
	struct pairs pairs = { .index.arena = arena_new() };
	uint32_t number;

	assert_int_equal(pairs_find(&pairs, 0, 0), NO_ITEM);
	for (uint32_t i = 0; i < N; i++) {
		assert_true(pairs_add(&pairs, i / 10, i % 10, &number));
		assert_int_equal(number, i);
		assert_false(pairs_add(&pairs, i / 20, 0, &number));
		assert_int_equal(number, i / 20 * 10);
	}
	assert_int_equal(pairs.index.n, N);
	assert_int_equal(pairs_find(&pairs, 3, 7), 37);
	assert_int_equal(pairs_find(&pairs, 7, 3), 73);
	assert_int_equal(pairs_find(&pairs, 3, 10), NO_ITEM);
	assert_int_equal(pairs.list[37].second, 7);
	arena_free(pairs.index.arena);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(items_are_found),
		cmocka_unit_test(items_of_one_hash_are_distinguished),
		cmocka_unit_test(hashes_of_texts_differ),
		cmocka_unit_test(pairs_have_numbers_in_their_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
