/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "profile_builder.h"

#include "assertions.h"

struct item {
	unsigned key, place;
	char ballast[5]; /* a size that is no power of two */
};

static int by_key(const void *a, const void *b, const void *context) {
	const struct item *x = a, *y = b;

	if (context)
		++*(size_t *)(uintptr_t)context;
	return x->key < y->key ? -1 : x->key > y->key;
}

static void fill(struct item *items, size_t n, struct dice *dice, uint32_t keys) {
	for (size_t i = 0; i < n; i++)
		items[i] = (struct item){ roll(dice, keys), (unsigned)i, "abcd" };
}

static void assert_sorted(const struct item *items, size_t n) {
	for (size_t i = 1; i < n; i++) {
		assert_compared(items[i - 1].key, <=, items[i].key);
		if (items[i - 1].key == items[i].key)
			assert_compared(items[i - 1].place, <, items[i].place);
		assert_string_equal(items[i].ballast, "abcd");
	}
}

static void stable_sort_keeps_the_order_of_equals(void **state) {
	struct dice dice = { 1 };
	static struct item items[1000];
	struct arena *arena = arena_new();

	for (size_t n = 0; n < 1000; n += n < 20 ? 1 : 49) {
		fill(items, n, &dice, 20);
		sort_stable(items, n, sizeof *items, by_key, NULL, arena);
		assert_sorted(items, n);
	}
	arena_free(arena);
}

static void stable_sort_is_not_quadratic(void **state) {
	static struct item items[4096];
	struct arena *arena = arena_new();
	size_t compared = 0;

	for (size_t i = 0; i < 4096; i++)
		items[i] = (struct item){ (unsigned)(4096 - i), (unsigned)i, "abcd" };
	sort_stable(items, 4096, sizeof *items, by_key, &compared, arena);
	assert_sorted(items, 4096);
	assert_in_range(compared, 1, 4096 * 12);
	arena_free(arena);
}

/* Rock, paper, scissors: with an order that is none, the outcome shows how
 * the sort works. */
static int rock_paper_scissors(const void *a, const void *b, const void *context) {
	int difference = (*(const char *)a - *(const char *)b + 3) % 3;

	return difference == 2 ? -1 : difference;
}

/* 0 < 1 < 2 < 0.  [0 1] [2 0 1]: the right half is sorted already, for 2 < 0;
 * then 2, for 2 < 0, then 0 of the left, 0, 1 of the left, 1. */
static void halves_are_as_glibc_has_them(void **state) {
	char items[] = { 0, 1, 2, 0, 1 };
	static const char expected[] = { 2, 0, 0, 1, 1 };
	char turned[] = { 1, 0, 2 };
	static const char turned_expected[] = { 1, 2, 0 };
	struct arena *arena = arena_new();

	sort_stable(items, 5, 1, rock_paper_scissors, NULL, arena);
	assert_memory_equal(items, expected, 5);
	sort_stable(turned, 3, 1, rock_paper_scissors, NULL, arena);
	assert_memory_equal(turned, turned_expected, 3);
	arena_free(arena);
}

static void check_keys(struct dice *dice, size_t n, uint64_t mask, struct arena *arena) {
	struct keyed *items = arena_alloc(arena, n, sizeof *items);
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t high = roll(dice, UINT32_MAX);

		items[i].key = (high << 32 | roll(dice, UINT32_MAX)) & mask;
		items[i].index = (uint32_t)i;
		sum += items[i].key;
	}
	sort_keys(items, n, arena);
	for (size_t i = 1; i < n; i++) {
		assert_compared(items[i - 1].key, <=, items[i].key);
		if (items[i - 1].key == items[i].key)
			assert_compared(items[i - 1].index, <, items[i].index);
	}
	for (size_t i = 0; i < n; i++)
		sum -= items[i].key;
	assert_compared(sum, ==, 0);
}

static void keys_are_sorted_stably(void **state) {
	static const uint64_t masks[] = { UINT64_MAX, 0xff, 0xffffffff, UINT64_C(7) << 61,
		                          UINT64_C(0x8000000000000001) };
	struct arena *arena = arena_new();
	struct dice dice = { 2 };

	for (size_t i = 0; i < sizeof masks / sizeof *masks; i++)
		for (size_t n = 0; n < 10000; n = 3 * n + 1)
			check_keys(&dice, n, masks[i], arena);
	arena_free(arena);
}

static void lists_have_items_in_their_order(void **state) {
	static const uint32_t numbers[] = { 2, 0, NO_LIST, 2, 0, 2 };
	static const uint32_t list[] = { 1, 4, 0, 3, 5 }, first[] = { 0, 2, 2, 5, 5 };
	struct arena *arena = arena_new();
	const struct lists lists = lists_new(numbers, 6, 4, arena);
	const struct lists none = lists_new(NULL, 0, 2, arena);

	assert_memory_equal(lists.list, list, sizeof list);
	assert_memory_equal(lists.first, first, sizeof first);
	assert_int_equal(none.first[2], 0);
	arena_free(arena);
}

static void a_member_is_sorted_falling_and_stably(void **state) {
	struct item {
		char name;
		double ticks;
		uint64_t calls;
	} list[] = { { 'a', 0, 5 }, { 'b', 2.5, UINT64_MAX }, { 'c', 1e300, 5 }, { 'd', 2.5, 0 } };
	struct arena *arena = arena_new();
	char names[5] = "";

	sort_falling(list, 4, sizeof *list, offsetof(struct item, ticks), arena);
	for (size_t i = 0; i < 4; i++)
		names[i] = list[i].name;
	assert_string_equal(names, "cbda");
	sort_falling(list, 4, sizeof *list, offsetof(struct item, calls), arena);
	for (size_t i = 0; i < 4; i++)
		names[i] = list[i].name;
	assert_string_equal(names, "bcad");
	arena_free(arena);
}

static void texts_are_sorted_stably(void **state) {
	struct item {
		char name;
		const char *text;
	} list[] = { { 'a', "z" }, { 'b', "\xff" }, { 'c', "ab" }, { 'd', "a" }, { 'e', "ab" } };
	struct arena *arena = arena_new();
	char names[6] = "";

	sort_texts(list, 5, sizeof *list, offsetof(struct item, text), arena);
	for (size_t i = 0; i < 5; i++)
		names[i] = list[i].name;
	assert_string_equal(names, "dceab");
	arena_free(arena);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_member_is_sorted_falling_and_stably),
		cmocka_unit_test(texts_are_sorted_stably),
		cmocka_unit_test(stable_sort_keeps_the_order_of_equals),
		cmocka_unit_test(stable_sort_is_not_quadratic),
		cmocka_unit_test(halves_are_as_glibc_has_them),
		cmocka_unit_test(keys_are_sorted_stably),
		cmocka_unit_test(lists_have_items_in_their_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
