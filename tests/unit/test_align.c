/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two sequences aligned. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/align.h"
#include "base/arena.h"
#include "profile_builder.h"

#include "assertions.h"

enum { LONG = 60 };

static size_t longer(size_t a, size_t b) {
	return a > b ? a : b;
}

/* How many items the longest common subsequence has: by all of a table. */
static size_t most_common(const uint64_t *a, size_t na, const uint64_t *b, size_t nb) {
	size_t at[LONG + 1][LONG + 1];

	for (size_t i = 0; i <= na; i++)
		for (size_t j = 0; j <= nb; j++)
			at[i][j] = !i || !j               ? 0
			           : a[i - 1] == b[j - 1] ? at[i - 1][j - 1] + 1
			                                  : longer(at[i - 1][j], at[i][j - 1]);
	return at[na][nb];
}

/* How many have a partner; those are equal, and in order, and all others of b are in a gap. */
static size_t assert_aligned(const uint64_t *a, size_t na, const uint64_t *b, size_t nb,
                             struct arena *arena) {
	const struct alignment both = align(a, na, b, nb, arena);
	size_t next = 0, n = 0;

	for (size_t i = 0; i <= na; i++) {
		uint64_t first;
		const uint64_t gap = align_gap(&both, i, nb, &first);
		const uint64_t partner = i < na ? align_partner(&both, i) : NO_PARTNER;

		if (gap) {
			assert_int_equal(first, next);
			next += gap;
		}
		if (partner == NO_PARTNER)
			continue;
		assert_int_equal(partner, next);
		assert_compared(partner, <, nb);
		assert_true(a[i] == b[partner]);
		next++;
		n++;
	}
	assert_int_equal(next, nb);
	return n;
}

static void nothing_in_common_is_missed(void **state) {
	struct arena *arena = arena_new();
	struct dice dice = { 7 };
	uint64_t a[LONG], b[LONG];

	for (size_t set = 0; set < 3000; set++) {
		const size_t na = roll(&dice, LONG + 1), nb = roll(&dice, LONG + 1);
		const uint32_t kinds = 1 + roll(&dice, 12);

		for (size_t i = 0; i < na; i++)
			a[i] = roll(&dice, kinds);
		for (size_t i = 0; i < nb; i++)
			b[i] = i < na && roll(&dice, 3) ? a[i] : roll(&dice, kinds);
		assert_int_equal(assert_aligned(a, na, b, nb, arena), most_common(a, na, b, nb));
		arena_reset(arena);
	}
	arena_free(arena);
}

/* Far more differences than are looked for at once. */
static void what_is_common_is_found_among_many_differences(void **state) {
	enum { N = 30000 };
	struct arena *arena = arena_new();
	uint64_t *a = arena_alloc(arena, N, sizeof *a), *b = arena_alloc(arena, N, sizeof *b);

	for (size_t i = 0; i < N; i++) {
		a[i] = i;
		b[i] = i % 5 ? i : N + i;
	}
	assert_int_equal(assert_aligned(a, N, b, N, arena), N - N / 5);
	for (size_t i = 0; i < N; i++)
		b[i] = N + i;
	b[N / 2] = N / 2;
	assert_compared(assert_aligned(a, N, b, N, arena), <=, 1);
	arena_free(arena);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_in_common_is_missed),
		cmocka_unit_test(what_is_common_is_found_among_many_differences),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
