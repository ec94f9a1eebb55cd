/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of calls: shares, cycles, recursion, folds, and ways of any length. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "base/error.h"
#include "profile_builder.h"
#include "table/table.h"
#include "views/tree_view.h"
#include "views/views.h"

#include "assertions.h"

static struct table grown(struct builder *b, const struct profile *p, const char *view,
                          struct query *query) {
	struct dataset *data = arena_alloc(b->arena, 1, sizeof *data);

	assert_non_null(p);
	*data = builder_data(b, p);
	return view_table(view_named(view), data, query, b->arena);
}

static const struct tree_row *row_at(const struct table *t, size_t row) {
	return t->rows[row].item;
}

static double total(const struct tree_row *row) {
	return figures_total(&row->figures);
}

/* Below each open row, what is handed down must be there: a function's child
 * time is its callees'; a cycle's time its members'; going up, a row's time is
 * its callers'. */
static void check_sums(const struct table *t, bool leads_up) {
	for (size_t i = 0; i < t->nrows; i++) {
		const struct tree_row *row = row_at(t, i);
		double expected = leads_up || row->kind == TREE_CYCLE || row->kind == TREE_MORE
		                          ? total(row)
		                          : row->figures.child;
		double sum = 0;

		if (!t->rows[i].is_open)
			continue;
		for (size_t k = i + 1; k < t->nrows && t->rows[k].depth > t->rows[i].depth; k++)
			if (t->rows[k].depth == t->rows[i].depth + 1)
				sum += total(row_at(t, k));
		assert_compared(fabs(sum - expected), <, 1e-9 * (1 + expected));
	}
}

static double sum_of_roots(const struct table *t) {
	double sum = 0;

	for (size_t i = 0; i < t->nrows; i++)
		if (!t->rows[i].depth)
			sum += total(row_at(t, i));
	return sum;
}

static void roots_and_children_add_up(void **state) {
	struct builder *b = *state;
	struct query query = { .open_below = FOLD_ALL };

	builder_example(b);
	const struct profile *p = builder_profile(b, &rules_exact);
	struct table t = grown(b, p, "tree", &query);
	assert_compared(t.nrows, >, 5);
	check_sums(&t, false);
	assert_compared(fabs(sum_of_roots(&t) - 76), <, 1e-9);
	query.subject = func_of(p, "_leaf");
	t = grown(b, p, "callers", &query);
	assert_compared(t.nrows, >, 3);
	check_sums(&t, true);
	assert_compared(fabs(sum_of_roots(&t) - 40), <, 1e-9);
}

enum { FUNCS = 40 };

/* Any graph, cycles included: all ways end, and all time is somewhere. */
static void any_graph_adds_up(void **state) {
	struct dice dice = { 7 };

	for (int round = 0; round < 60; round++) {
		struct query query = { .open_below = FOLD_ALL };
		struct builder b;
		char name[8];

		builder_begin(&b);
		for (int i = 0; i < FUNCS; i++) {
			snprintf(name, sizeof name, "f%d", i);
			builder_symbol(&b, arena_text(b.arena, name, strlen(name)),
			               TEXT_LOW + 16u * (unsigned)i, 16);
			builder_bin(&b, (unsigned)i, roll(&dice, 20));
		}
		builder_histogram(&b, TEXT_LOW, TEXT_LOW + 16 * FUNCS, FUNCS, 100);
		for (int i = 0; i < 30; i++)
			builder_call(&b, TEXT_LOW + 16 * roll(&dice, FUNCS) + 4,
			             TEXT_LOW + 16 * roll(&dice, FUNCS), 1 + roll(&dice, 9));
		const struct profile *p = builder_profile(&b, &rules_exact);
		struct table t = grown(&b, p, "tree", &query);
		assert_compared(t.nrows, <, TABLE_OPEN_ROWS);
		check_sums(&t, false);
		assert_compared(fabs(sum_of_roots(&t) - p->total_ticks), <, 1e-6);
		query.display.limit = roll(&dice, 30);
		t = grown(&b, p, "tree", &query);
		check_sums(&t, false);
		assert_compared(fabs(sum_of_roots(&t) - p->total_ticks), <, 1e-6);
		query.display.limit = 0;
		query.subject = &p->funcs[roll(&dice, FUNCS)];
		t = grown(&b, p, "callers", &query);
		for (int i = 1; i < (int)t.nrows; i++)
			assert_compared(total(row_at(&t, (size_t)i)), <=,
			                total(row_at(&t, 0)) * (1 + 1e-9));
		builder_end(&b);
	}
}

/* Rows below the limit are one row that has their time, and it opens. */
static void a_limit_keeps_all_time(void **state) {
	struct builder *b = *state;
	struct folds *folds = folds_new(b->arena);
	struct query query = { .display.limit = 30, .folds = folds };
	size_t nrests;

	builder_example(b);
	const struct profile *p = builder_profile(b, &rules_exact);
	struct table t = grown(b, p, "tree", &query);
	check_sums(&t, false);
	assert_compared(fabs(sum_of_roots(&t) - 76), <, 1e-9);
	nrests = t.nrests;
	assert_compared(nrests, >, 0);
	for (size_t i = 0; i < t.nrows; i++) {
		const struct tree_row *row = row_at(&t, i);

		assert_compared(t.rows[i].is_rest, ==, (row->kind == TREE_MORE));
		assert_true(t.rows[i].is_rest || 100 * total(row) >= 30 * p->total_ticks);
		if (t.rows[i].is_rest)
			folds_set(folds, t.rows[i].fold, true);
	}
	t = grown(b, p, "tree", &query);
	assert_int_equal(t.nrests, nrests);
	check_sums(&t, false);
	query.display.limit = 0;
	t = grown(b, p, "tree", &query);
	assert_int_equal(t.nrests, 0);
}

/* Of the rows below the limit, too. */
static void a_filter_chooses_among_the_rest(void **state) {
	struct builder *b = *state;
	struct folds *folds = folds_new(b->arena);
	struct query query = { .display.limit = 30, .folds = folds };
	struct error err;
	size_t at;

	builder_symbol(b, "main", 0x1000, 0x20);
	builder_symbol(b, "most", 0x1020, 0x20);
	builder_symbol(b, "more", 0x1040, 0x20);
	builder_symbol(b, "least", 0x1060, 0x20);
	builder_bin(b, 0, 60);
	builder_bin(b, 1, 18);
	builder_bin(b, 2, 12);
	builder_bin(b, 3, 10);
	builder_histogram(b, 0x1000, 0x1080, 4, 100);
	for (uint64_t i = 1; i < 4; i++)
		builder_call(b, 0x1004, 0x1000 + 0x20 * i, 1);
	const struct profile *p = builder_profile(b, &rules_exact);
	query.filter = filter_new("least", NULL, b->arena, &at, &err);
	struct table t = grown(b, p, "tree", &query);
	assert_true(t.rows[1].is_rest);
	folds_set(folds, t.rows[1].fold, true);
	t = grown(b, p, "tree", &query);
	assert_int_equal(t.nrows, 3);
	assert_ptr_equal(row_at(&t, 2)->figures.func, func_of(p, "least"));
}

/* The path with the most time opens down to a hundredth of all. */
static void a_hundredth_opens_where_it_is_the_most(void **state) {
	struct builder *b = *state;
	struct query query = { .sort = NULL };

	builder_symbol(b, "main", 0x1000, 0x20);
	builder_symbol(b, "by", 0x1020, 0x20);
	builder_symbol(b, "work", 0x1040, 0x20);
	builder_bin(b, 0, 99);
	builder_bin(b, 2, 1);
	builder_histogram(b, 0x1000, 0x1060, 3, 100);
	builder_call(b, 0x1004, 0x1020, 1);
	builder_call(b, 0x1024, 0x1040, 1);
	struct table t = grown(b, builder_profile(b, &rules_exact), "tree", &query);
	assert_int_equal(t.nrows, 3);
	assert_true(t.rows[1].is_open);
}

static void a_fold_hides_what_is_below(void **state) {
	struct builder *b = *state;
	struct folds *folds = folds_new(b->arena);
	struct query query = { .folds = folds };

	builder_example(b);
	const struct profile *p = builder_profile(b, &rules_exact);
	struct table t = grown(b, p, "tree", &query);
	size_t before = t.nrows;
	assert_true(t.rows[0].is_open && t.rows[0].opens);
	size_t end = table_branch_end(&t, 0);
	assert_compared(end, >, 1);
	folds_set(folds, t.rows[0].fold, true);
	t = grown(b, p, "tree", &query);
	assert_false(t.rows[0].is_open);
	assert_true(t.rows[0].opens);
	assert_int_equal(t.nrows, before - (end - 1));
	query.sort = "function";
	t = grown(b, p, "tree", &query);
	assert_int_equal(t.nrows, before - (end - 1));
}

static void a_filter_keeps_the_paths_to_matches(void **state) {
	struct builder *b = *state;
	struct query query = { .open_below = FOLD_ALL };
	struct error err;
	size_t at;

	builder_example(b);
	const struct profile *p = builder_profile(b, &rules_exact);
	query.filter = filter_new("_leaf", NULL, b->arena, &at, &err);
	struct table t = grown(b, p, "tree", &query);
	assert_ptr_equal(row_at(&t, 0)->figures.func, func_of(p, "main"));
	for (size_t i = 0; i < t.nrows; i++)
		assert_ptr_not_equal(row_at(&t, i)->figures.func, func_of(p, "idle"));
	assert_compared(t.nall, >, t.nrows);
	assert_ptr_equal(row_at(&t, t.nrows - 1)->figures.func, func_of(p, "_leaf"));
}

/* Static functions of different files may have the same name. */
static void equal_names_have_keys_of_their_own(void **state) {
	struct builder *b = *state;
	struct query query = { .sort = NULL };

	builder_symbol(b, "main", 0x1000, 0x20);
	builder_symbol(b, "init", 0x1020, 0x20)->binding = SYMBOL_LOCAL;
	builder_symbol(b, "init", 0x1040, 0x20)->binding = SYMBOL_LOCAL;
	builder_bin(b, 0, 5);
	builder_bin(b, 1, 6);
	builder_bin(b, 2, 7);
	builder_histogram(b, 0x1000, 0x1060, 3, 100);
	builder_call(b, 0x1004, 0x1020, 1);
	builder_call(b, 0x1008, 0x1020, 1);
	builder_call(b, 0x1004, 0x1040, 1);
	struct table t = grown(b, builder_profile(b, &rules_exact), "tree", &query);
	assert_int_equal(t.nrows, 3);
	assert_compared(t.rows[1].id, !=, t.rows[2].id);
	assert_true(row_at(&t, 1)->figures.func != row_at(&t, 2)->figures.func);
}

/* A chain as long as there is room for: no recursion, nothing quadratic. */
static void a_chain_of_any_length_opens_to_the_limit(void **state) {
	enum { CHAIN = 200000 };
	struct func *funcs;
	struct arc *arcs;
	const struct arc **lists;
	struct builder *b = *state;
	struct profile p = { .nfuncs = CHAIN, .total_ticks = CHAIN };
	struct query query = { .open_below = FOLD_ALL };

	funcs = arena_alloc(b->arena, CHAIN, sizeof *funcs);
	arcs = arena_alloc(b->arena, CHAIN, sizeof *arcs);
	lists = arena_alloc(b->arena, CHAIN, sizeof *lists);
	for (size_t i = 0; i < CHAIN; i++) {
		funcs[i] = (struct func){ .name = "f",
			                  .self_ticks = 1,
			                  .descendant_ticks = (double)(CHAIN - 1 - i),
			                  .calls = i > 0 };
		lists[i] = &arcs[i];
		if (i + 1 == CHAIN)
			break;
		arcs[i] = (struct arc){ .caller = &funcs[i],
			                .callee = &funcs[i + 1],
			                .calls = 1,
			                .share = 1,
			                .self_ticks = 1,
			                .descendant_ticks = (double)(CHAIN - 2 - i) };
		funcs[i].callees = &lists[i];
		funcs[i].ncallees = 1;
	}
	for (size_t i = 1; i < CHAIN; i++) {
		funcs[i].callers = &lists[i - 1];
		funcs[i].ncallers = 1;
	}
	p.funcs = funcs;
	struct table t = grown(b, &p, "tree", &query);
	assert_int_equal(t.nrows, TABLE_OPEN_ROWS + 1);
	assert_compared(t.rows[TABLE_OPEN_ROWS].fold, !=, 0);
	assert_false(t.rows[TABLE_OPEN_ROWS].is_open);
	assert_int_equal(row_at(&t, TABLE_OPEN_ROWS)->depth, TABLE_OPEN_ROWS);
	query.open_below = 0;
	query.subject = &funcs[CHAIN - 1];
	t = grown(b, &p, "callers", &query);
	assert_true(t.nrows > 20 && t.nrows < 30);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(roots_and_children_add_up, builder_setup,
		                                builder_teardown),
		cmocka_unit_test(any_graph_adds_up),
		cmocka_unit_test_setup_teardown(a_limit_keeps_all_time, builder_setup,
		                                builder_teardown),
		cmocka_unit_test_setup_teardown(a_filter_chooses_among_the_rest, builder_setup,
		                                builder_teardown),
		cmocka_unit_test_setup_teardown(a_hundredth_opens_where_it_is_the_most,
		                                builder_setup, builder_teardown),
		cmocka_unit_test_setup_teardown(a_fold_hides_what_is_below, builder_setup,
		                                builder_teardown),
		cmocka_unit_test_setup_teardown(a_filter_keeps_the_paths_to_matches, builder_setup,
		                                builder_teardown),
		cmocka_unit_test_setup_teardown(equal_names_have_keys_of_their_own, builder_setup,
		                                builder_teardown),
		cmocka_unit_test_setup_teardown(a_chain_of_any_length_opens_to_the_limit,
		                                builder_setup, builder_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
