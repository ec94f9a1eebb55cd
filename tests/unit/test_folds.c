/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of folds, and tables whose rows are a tree. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "profile_builder.h"
#include "table/table.h"
#include "table_builder.h"

#include "assertions.h"

static void no_set_has_nothing(void **state) {
	assert_false(folds_has(NULL, 1));
}

static void keys_go_in_and_out(void **state) {
	struct arena *arena = arena_new();
	struct folds *folds = folds_new(arena);

	assert_false(folds_has(folds, 7));
	folds_set(folds, 7, true);
	folds_set(folds, 7, true);
	assert_true(folds_has(folds, 7));
	folds_set(folds, 7, false);
	assert_false(folds_has(folds, 7));
	folds_set(folds, 7, false);
	assert_false(folds_has(folds, 7));
	arena_free(arena);
}

/* Against an array of what is in it; few keys, so that they share slots. */
static void sets_agree_with_an_array(void **state) {
	enum { KEYS = 300, STEPS = 20000 };
	struct arena *arena = arena_new();
	struct folds *folds = folds_new(arena);
	bool has[KEYS + 1] = { false };
	struct dice dice = { 1 };

	for (size_t i = 0; i < STEPS; i++) {
		uint64_t key = 1 + roll(&dice, KEYS);
		has[key] = roll(&dice, 2);
		folds_set(folds, key * 64, has[key]);
		if (i % 500 == 0)
			for (key = 1; key <= KEYS; key++)
				assert_int_equal(folds_has(folds, key * 64), has[key]);
	}
	arena_free(arena);
}

static void keys_distinguish_paths(void **state) {
	uint64_t main = fold_key(0, "main");

	assert_int_equal(main, fold_key(0, "main"));
	assert_int_not_equal(main, 0);
	assert_int_not_equal(main, FOLD_ALL);
	assert_int_not_equal(main, fold_key(0, "mail"));
	assert_int_not_equal(fold_key(main, "a"), fold_key(0, "a"));
	assert_int_not_equal(fold_key(fold_key(0, "a"), "b"), fold_key(fold_key(0, "b"), "a"));
	assert_int_not_equal(fold_key(fold_key(0, "a"), "b"), fold_key(0, "ab"));
}

static const struct thing things[] = {
	{ "a", 1, 0, NULL }, { "b", 2, 0, NULL }, { "c", 5, 0, NULL },
	{ "d", 3, 0, NULL }, { "e", 4, 0, NULL }, { "f", 9, 0, NULL },
};

/* a(b(c) d(e)) f */
static int begin(void **state) {
	static const unsigned depths[] = { 0, 1, 2, 1, 2, 0 };
	static struct table table;

	things_begin(&table);
	table.is_tree = true;
	for (size_t i = 0; i < 6; i++)
		things_add(&table, &things[i], depths[i], false);
	*state = &table;
	return 0;
}

static int end(void **state) {
	things_end(*state);
	return 0;
}

static void assert_names(const struct table *t, const char *expected) {
	char names[10] = "";

	for (size_t i = 0; i < t->nrows; i++)
		names[i] = *table_value(t, i, NAME).text;
	assert_string_equal(names, expected);
}

static void trees_sort_below_each_row(void **state) {
	struct table *t = *state;

	table_sort(t, TIME, false);
	assert_names(t, "fadebc");
	table_sort(t, TIME, true);
	assert_names(t, "abcdef");
	table_sort(t, NAME, true);
	assert_names(t, "fadebc");
	assert_int_equal(t->rows[0].depth, 0);
	assert_int_equal(t->rows[3].depth, 2);
	t->is_tree = false;
	table_sort(t, TIME, false);
	assert_names(t, "fcedba");
}

/* A filter may leave a row out whose children stay. */
static void trees_may_skip_levels(void **state) {
	struct table *t = *state;

	t->rows[0].depth = 3;
	table_sort(t, NAME, true);
	assert_names(t, "fdebca");
}

static void rows_of_trees_have_a_parent_and_an_end(void **state) {
	static const size_t parents[] = { 6, 0, 1, 0, 3, 6 };
	static const size_t ends[] = { 5, 3, 3, 5, 5, 6 };
	struct table *t = *state;

	for (size_t i = 0; i < 6; i++) {
		assert_int_equal(table_parent(t, i), parents[i]);
		assert_int_equal(table_branch_end(t, i), ends[i]);
	}
}

static void marks_show_what_is_folded(void **state) {
	struct table *t = *state;

	assert_string_equal(table_mark(t, 0), "  ");
	t->rows[0].fold = 7;
	assert_string_equal(table_mark(t, 0), "\u25b8 ");
	t->rows[0].is_open = true;
	assert_string_equal(table_mark(t, 0), "\u25be ");
	t->is_tree = false;
	assert_string_equal(table_mark(t, 0), "");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_set_has_nothing),
		cmocka_unit_test(keys_go_in_and_out),
		cmocka_unit_test(sets_agree_with_an_array),
		cmocka_unit_test(keys_distinguish_paths),
		cmocka_unit_test_setup_teardown(trees_sort_below_each_row, begin, end),
		cmocka_unit_test_setup_teardown(trees_may_skip_levels, begin, end),
		cmocka_unit_test_setup_teardown(rows_of_trees_have_a_parent_and_an_end, begin, end),
		cmocka_unit_test_setup_teardown(marks_show_what_is_folded, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
