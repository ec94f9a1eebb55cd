/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "parse/dwarf/lines.h"

#include "assertions.h"

enum { SPACE = 64, MOST = 12 };

/* "LOW-HIGH:OWNER ..." of the pieces, until the next call. */
static const char *cut(const struct span *ranges, size_t n) {
	static char text[256];
	struct arena *arena = arena_new();
	struct spans spans = spans_cut(ranges, n, arena);
	size_t len = 0;

	text[0] = '\0';
	for (size_t i = 0; i < spans.n; i++)
		len += (size_t)snprintf(text + len, sizeof text - len, "%s%llx-%llx:%u",
		                        i ? " " : "", (unsigned long long)spans.list[i].low,
		                        (unsigned long long)spans.list[i].high,
		                        spans.list[i].owner);
	arena_free(arena);
	return text;
}

static void smaller_ranges_lie_on_top(void **state) {
	const struct span ranges[] = { { 0x10, 0x40, 0 }, { 0x18, 0x30, 1 }, { 0x20, 0x28, 2 } };

	assert_string_equal(cut(ranges, 3), "10-18:0 18-20:1 20-28:2 28-30:1 30-40:0");
}

static void the_last_of_equal_ranges_wins(void **state) {
	const struct span ranges[] = { { 0x10, 0x20, 3 }, { 0x10, 0x20, 7 }, { 0x10, 0x20, 5 } };

	assert_string_equal(cut(ranges, 3), "10-20:7");
}

static void neighbours_of_one_owner_are_one_piece(void **state) {
	const struct span ranges[] = { { 0x20, 0x30, 1 }, { 0x10, 0x20, 1 }, { 0x30, 0x31, 2 } };

	assert_string_equal(cut(ranges, 3), "10-30:1 30-31:2");
}

static void empty_ranges_count_for_nothing(void **state) {
	const struct span ranges[] = { { 0x10, 0x10, 1 }, { 0x20, 0x10, 2 }, { 0, 0, 3 } };

	assert_string_equal(cut(ranges, 3), "");
	assert_string_equal(cut(NULL, 0), "");
}

static void the_space_ends_where_numbers_do(void **state) {
	const struct span ranges[] = { { 0, UINT64_MAX, 1 }, { UINT64_MAX - 1, UINT64_MAX, 2 } };

	assert_string_equal(cut(ranges, 2),
	                    "0-fffffffffffffffe:1 fffffffffffffffe-ffffffffffffffff:2");
}

static void spans_are_found(void **state) {
	const struct span list[] = { { 0x10, 0x20, 1 }, { 0x30, 0x40, 2 } };
	const struct spans spans = { list, 2 };

	assert_int_equal(spans_at(&spans, 0), 0);
	assert_int_equal(spans_at(&spans, 0x1f), 0);
	assert_int_equal(spans_at(&spans, 0x20), 1);
	assert_int_equal(spans_at(&spans, 0x3f), 1);
	assert_int_equal(spans_at(&spans, 0x40), 2);
}

/* The owner of an address by looking at all ranges; 0: none. */
static uint32_t owner_of(const struct span *ranges, size_t n, uint64_t at) {
	const struct span *best = NULL;

	for (size_t i = 0; i < n; i++) {
		const struct span *r = &ranges[i];

		if (at < r->low || at >= r->high)
			continue;
		if (!best || r->high - r->low < best->high - best->low ||
		    (r->high - r->low == best->high - best->low && r->owner > best->owner))
			best = r;
	}
	return best ? best->owner : 0;
}

static void check_all(const struct span *ranges, size_t n) {
	struct arena *arena = arena_new();
	struct spans spans = spans_cut(ranges, n, arena);

	for (uint64_t at = 0; at < SPACE; at++) {
		size_t i = spans_at(&spans, at);
		uint32_t owner = i < spans.n && spans.list[i].low <= at ? spans.list[i].owner : 0;

		assert_int_equal(owner, owner_of(ranges, n, at));
	}
	for (uint64_t at = 1; at < spans.n; at++)
		assert_compared(spans.list[at - 1].high, <=, spans.list[at].low);
	arena_free(arena);
}

static void random_ranges_agree_with_a_search(void **state) {
	struct span ranges[MOST];

	srand(1);
	for (int round = 0; round < 2000; round++) {
		size_t n = (size_t)rand() % MOST;

		for (size_t i = 0; i < n; i++)
			ranges[i] = (struct span){
				(uint64_t)rand() % SPACE,
				(uint64_t)rand() % SPACE,
				(uint32_t)rand() % MOST + 1,
			};
		check_all(ranges, n);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(smaller_ranges_lie_on_top),
		cmocka_unit_test(the_last_of_equal_ranges_wins),
		cmocka_unit_test(neighbours_of_one_owner_are_one_piece),
		cmocka_unit_test(empty_ranges_count_for_nothing),
		cmocka_unit_test(the_space_ends_where_numbers_do),
		cmocka_unit_test(spans_are_found),
		cmocka_unit_test(random_ranges_agree_with_a_search),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
