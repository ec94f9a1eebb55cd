/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time handed from callees to callers: an example whose figures GNU gprof
 * printed, and random graphs against longhand and against what must add up. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "profile_builder.h"

#include "assertions.h"

/* Ticks, as gprof's entry has them in 1/100 s. */
static void assert_entry(const struct profile *p, const char *name, unsigned index, double self,
                         double child) {
	const struct func *f = func_of(p, name);

	assert_non_null(f);
	assert_int_equal(f->index, index);
	assert_ptr_equal(p->by_index[index - 1], f);
	assert_near(f->graph_self, self);
	assert_near(f->graph_child, child);
	assert_true(f->is_listed);
}

static void assert_arc(const struct profile *p, const char *caller, const char *callee, double self,
                       double child) {
	const struct arc *a = arc_of(p, caller, callee);

	assert_non_null(a);
	assert_near(a->self_ticks, self);
	assert_near(a->descendant_ticks, child);
}

/* Under the exact rules walk has at least all but main and idle. */
static void assert_example(const struct profile *p, double walk) {
	assert_non_null(p);
	assert_near(p->graph_ticks, 76);
	assert_entry(p, "main", 1, 5, 70);
	assert_entry(p, "eval", 3, 20, 32);
	assert_entry(p, "_leaf", 4, 40, 0);
	assert_entry(p, "walk", 5, 10, walk);
	assert_entry(p, "idle", 6, 1, 0);
	assert_entry(p, "zz", 7, 0, 0);
	assert_int_equal(p->ncycles, 1);
	const struct cycle *c = &p->cycles[0];
	assert_int_equal(c->index, 2);
	assert_null(p->by_index[1]);
	assert_ptr_equal(p->cycle_by_index[1], c);
	assert_int_equal(p->nindexes, 7);
	assert_string_equal(c->members[0]->name, "walk");
	assert_string_equal(c->members[1]->name, "eval");
	assert_int_equal(c->calls, 2);
	assert_int_equal(c->self_calls, 11);
	assert_near(c->graph_self, 30);
	assert_near(c->graph_child, 40);
	assert_int_equal(func_of(p, "eval")->calls, 6);
	assert_int_equal(func_of(p, "eval")->self_calls, 3);
	assert_int_equal(func_of(p, "walk")->calls, 7);
	assert_near(func_of(p, "walk")->descendant_ticks, walk);
	assert_arc(p, "main", "walk", 30, 40);
	assert_arc(p, "walk", "_leaf", 8, 0);
	assert_arc(p, "eval", "_leaf", 32, 0);
	assert_arc(p, "walk", "eval", 0, 0);
	assert_arc(p, "eval", "eval", 0, 0);
}

static void the_example_is_as_gprof_prints_it(void **state) {
	builder_example(*state);
	assert_example(builder_profile(*state, &rules_gprof), 8);
	assert_example(builder_profile(*state, &rules_exact), 60);
}

/* a and b call each other, and have no other callers. */
static void a_cycle_that_nobody_enters(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "a", 0x1000, 0x10);
	builder_symbol(b, "b", 0x1010, 0x10);
	builder_bin(b, 0, 3);
	builder_bin(b, 4, 4);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	builder_call(b, 0x1000, 0x1010, 1);
	builder_call(b, 0x1010, 0x1000, 1);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_true(p->cycles[0].is_listed);
	assert_near(p->cycles[0].graph_self, 7);
	assert_near(p->graph_ticks, 7);
	p = builder_profile(b, &rules_gprof);
	assert_false(p->cycles[0].is_listed);
	assert_near(p->cycles[0].graph_self, 0);
	assert_near(p->graph_ticks, 7);
}

/* main calls mcount and work 1; mcount's 5 ticks have no owner. */
static void the_profilers_time_is_left_out_as_by_gprof(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "main", 0x1000, 0x10);
	builder_symbol(b, "work", 0x1010, 0x10);
	builder_symbol(b, "mcount", 0x1020, 0x10);
	builder_bin(b, 4, 3);
	builder_bin(b, 8, 5);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	builder_call(b, 0x1000, 0x1010, 1);
	builder_call(b, 0x1000, 0x1020, 1);
	const struct profile *p = builder_profile(b, &rules_gprof);
	assert_near(p->graph_ticks, 3);
	assert_near(func_of(p, "main")->graph_child, 3);
	assert_false(func_of(p, "mcount")->is_listed);
	p = builder_profile(b, &rules_exact);
	assert_near(func_of(p, "main")->graph_child, 8);
}

/* Only work's time counts, and only its part spent for a counts. */
static void mark_a(const void *context, const struct func *funcs, size_t nfuncs,
                   unsigned char *bits) {
	for (size_t i = 0; i < nfuncs; i++)
		bits[i] = !strcmp(funcs[i].name, "a") ? SELECT_FLAT | SELECT_GRAPH | SELECT_TIME
		                                      : SELECT_FLAT;
}

static void a_selection_is_inherited_by_calls(void **state) {
	struct builder *b = *state;
	struct rules rules = rules_exact;

	rules.select.mark = mark_a;
	builder_symbol(b, "a", 0x1000, 0x10);
	builder_symbol(b, "b", 0x1010, 0x10);
	builder_symbol(b, "work", 0x1020, 0x10);
	builder_bin(b, 0, 2);
	builder_bin(b, 4, 3);
	builder_bin(b, 8, 8);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	builder_call(b, 0x1000, 0x1020, 1);
	builder_call(b, 0x1010, 0x1020, 3);
	const struct profile *p = builder_profile(b, &rules);
	assert_near(func_of(p, "work")->graph_self, 2);
	assert_near(func_of(p, "a")->graph_child, 2);
	assert_near(func_of(p, "b")->graph_self, 0);
	assert_near(func_of(p, "b")->graph_child, 0);
	assert_true(func_of(p, "work")->is_listed);
	assert_false(func_of(p, "b")->is_listed);
	assert_near(p->graph_ticks, 4);
	assert_near(p->total_ticks, 13);
}

/* a makes one of the four calls that enter the cycle of b and c. */
static void a_cycle_inherits_its_part(void **state) {
	struct builder *b = *state;
	struct rules rules = rules_exact;

	rules.select.mark = mark_a;
	builder_symbol(b, "a", 0x1000, 0x10);
	builder_symbol(b, "other", 0x1010, 0x10);
	builder_symbol(b, "b", 0x1020, 0x10);
	builder_symbol(b, "c", 0x1030, 0x10);
	builder_symbol(b, "work", 0x1040, 0x10);
	builder_bin(b, 8, 4);
	builder_bin(b, 16, 8);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	builder_call(b, 0x1000, 0x1020, 1);
	builder_call(b, 0x1010, 0x1020, 3);
	builder_call(b, 0x1020, 0x1030, 5);
	builder_call(b, 0x1030, 0x1020, 5);
	builder_call(b, 0x1030, 0x1040, 1);
	const struct profile *p = builder_profile(b, &rules);
	assert_int_equal(p->ncycles, 1);
	assert_near(p->cycles[0].graph_self, 1);
	assert_near(p->cycles[0].graph_child, 2);
	assert_near(p->cycles[0].descendant_ticks, 8);
	assert_near(func_of(p, "a")->graph_child, 3);
}

enum { MAX_FUNCS = 30 };

/* Random functions of 16 bytes, ticks, and calls; without loops when asked. */
static void make_random(struct builder *b, struct dice *dice, bool is_dag) {
	uint32_t n = 2 + roll(dice, MAX_FUNCS - 1), ncalls = roll(dice, 90);

	for (uint32_t i = 0; i < n; i++) {
		builder_symbol(b, "f", TEXT_LOW + 16 * i, 16);
		if (roll(dice, 3))
			builder_bin(b, 4 * i, 1 + roll(dice, 50));
	}
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	for (uint32_t i = 0; i < ncalls; i++) {
		uint32_t from = roll(dice, n), to = roll(dice, n);

		if (is_dag && from >= to)
			continue;
		builder_call(b, TEXT_LOW + 16 * from, TEXT_LOW + 16 * to, 1 + roll(dice, 9));
	}
}

/* Callees have higher numbers, so the last function is a leaf. */
static void assert_longhand(const struct profile *p) {
	double child[MAX_FUNCS] = { 0 };

	for (size_t i = p->nfuncs; i-- > 0;) {
		const struct func *f = &p->funcs[i];

		for (size_t k = 0; k < f->ncallees; k++) {
			const struct func *to = f->callees[k]->callee;

			child[i] += (to->self_ticks + child[profile_number(p, to)]) *
			            (double)f->callees[k]->calls / (double)to->calls;
		}
		assert_near(f->descendant_ticks, child[i]);
		assert_near(f->graph_child, child[i]);
		assert_near(f->graph_self, f->self_ticks);
	}
}

static void random_graphs_are_as_by_longhand(void **state) {
	struct dice dice = { 61 };

	for (int i = 0; i < 3000; i++) {
		struct builder b;

		builder_begin(&b);
		make_random(&b, &dice, true);
		assert_longhand(builder_profile(&b, &rules_exact));
		builder_end(&b);
	}
}

/* What callers get is what there is to get, of a function or a cycle. */
static void assert_given_away(const struct profile *p) {
	double self[MAX_FUNCS] = { 0 }, child[MAX_FUNCS] = { 0 };

	for (size_t i = 0; i < p->narcs; i++) {
		const struct func *to = p->arcs[i].callee;
		const struct func *f = to->cycle ? to->cycle->members[0] : to;

		self[profile_number(p, f)] += p->arcs[i].self_ticks;
		child[profile_number(p, f)] += p->arcs[i].descendant_ticks;
	}
	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		const struct cycle *c = f->cycle;

		if (c && c->members[0] != f)
			continue;
		if (!(c ? c->calls : f->calls))
			continue;
		assert_near(self[i], c ? c->self_ticks : f->self_ticks);
		assert_near(child[i], c ? c->descendant_ticks : f->descendant_ticks);
	}
}

/* The functions without callers have all the time. */
static void assert_roots(const struct profile *p) {
	double sum = 0, graph_self = 0;

	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		graph_self += f->graph_self;
		if (!f->cycle && !f->calls)
			sum += f->graph_self + f->graph_child;
	}
	for (size_t i = 0; i < p->ncycles; i++)
		if (!p->cycles[i].calls)
			sum += p->cycles[i].graph_self + p->cycles[i].graph_child;
	assert_near(sum, p->total_ticks);
	assert_near(graph_self, p->total_ticks);
	assert_near(p->graph_ticks, p->total_ticks);
}

static void all_time_is_passed_on(void **state) {
	struct dice dice = { 62 };

	for (int i = 0; i < 3000; i++) {
		struct builder b;

		builder_begin(&b);
		make_random(&b, &dice, false);
		const struct profile *p = builder_profile(&b, &rules_exact);
		assert_given_away(p);
		assert_roots(p);
		builder_end(&b);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(the_example_is_as_gprof_prints_it),
		TEST(a_cycle_that_nobody_enters),
		TEST(the_profilers_time_is_left_out_as_by_gprof),
		TEST(a_selection_is_inherited_by_calls),
		TEST(a_cycle_inherits_its_part),
		cmocka_unit_test(random_graphs_are_as_by_longhand),
		cmocka_unit_test(all_time_is_passed_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
