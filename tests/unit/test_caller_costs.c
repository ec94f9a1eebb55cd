/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What calls of each caller cost, from several files: small programs whose
 * figures can be told at once. */
#include <stddef.h>
#include <stdint.h>

#include "gprof/gprof_rules.h"
#include "files_builder.h"
#include "model/profile.h"

#include "assertions.h"

static const struct profile *measured_profile(struct builder *b) {
	const struct profile *p = builder_profile(
		b, &(struct rules){ .name = "exact", .choice.measures_callers = true });

	assert_non_null(p);
	return p;
}

static const struct caller_cost *cost_of(const struct profile *p, const char *caller,
                                         const char *callee) {
	const struct arc *a = arc_of(p, caller, callee);

	assert_non_null(a);
	return caller_cost_of(p, a);
}

/* How often f1 and f2 call in some files. */
static const uint64_t mixes[8][2] = { { 10, 1 }, { 1, 10 }, { 5, 5 }, { 8, 2 },
	                              { 2, 9 },  { 7, 7 },  { 9, 1 }, { 3, 8 } };

/* Files in which f1's calls of f3 take 2 ticks each, f2's 20. */
static void add_two_callers(struct builder *b, size_t nfiles) {
	add_functions(b, 4);
	for (size_t i = 0; i < nfiles; i++) {
		const uint64_t ticks[4] = { 0, 0, 0, 2 * mixes[i][0] + 20 * mixes[i][1] };

		add_file(b, !i, ticks, 4);
		add_calls(b, 0, 1, 1);
		add_calls(b, 0, 2, 1);
		add_calls(b, 1, 3, mixes[i][0]);
		add_calls(b, 2, 3, mixes[i][1]);
	}
}

static void costs_are_told_from_files(void **state) {
	struct builder *b = *state;

	add_two_callers(b, 8);
	const struct profile *p = measured_profile(b);
	const struct func *f = func_of(p, "f3");
	const struct caller_fit *fit = caller_fit_of(p, f);
	assert_non_null(fit);
	assert_int_equal(fit->state, CALLERS_MEASURED);
	assert_int_equal(fit->nfiles, 8);
	assert_int_equal(fit->ncallers, 2);
	assert_int_equal(fit->nmixes, 7); /* 5 and 5, 7 and 7 are alike */
	assert_int_equal(fit->freedom, 5);
	assert_near(fit->ticks, 2 * 45 + 20 * 43);
	assert_near(cost_of(p, "f1", "f3")->ticks, 2 * 45);
	assert_near(cost_of(p, "f2", "f3")->ticks, 20 * 43);
	assert_compared(cost_of(p, "f1", "f3")->error, >, 10);
	assert_compared(cost_of(p, "f1", "f3")->error, <, 50);
	assert_near(arc_of(p, "f1", "f3")->self_ticks, 2 * 45);
	assert_near(func_of(p, "f2")->descendant_ticks, 20 * 43);
	assert_near(func_of(p, "main")->descendant_ticks, 950);
	/* f2 has one caller, and its time is that of f3 for it. */
	assert_near(cost_of(p, "main", "f2")->ticks, 20 * 43);
	assert_compared(cost_of(p, "main", "f2")->error, >, cost_of(p, "f2", "f3")->error);
	assert_null(caller_fit_of(p, func_of(p, "f2")));
}

/* Beside a bin over so many functions that figures of each in every file would
 * be far more than the files hold. */
static void many_functions_in_many_files_are_measured(void **state) {
	enum { FUNCS = 30000, FILES = 300 };
	const uint64_t low = TEXT_LOW + 0x1000, high = low + 16 * FUNCS;
	struct builder *b = *state;

	b->sections[1].high = high;
	add_functions(b, 4);
	for (size_t i = 0; i < FUNCS; i++)
		builder_symbol(b, "f", low + 16 * i, 16);
	for (size_t i = 0; i < FILES; i++) {
		const uint64_t *mix = mixes[i % 8];
		const uint64_t ticks[4] = { 0, 0, 0, 2 * mix[0] + 20 * mix[1] };

		add_file(b, !i, ticks, 4);
		builder_bin(b, 0, 1000);
		builder_histogram(b, low, high, 1, 100);
		add_calls(b, 1, 3, mix[0]);
		add_calls(b, 2, 3, mix[1]);
	}
	const struct profile *p = measured_profile(b);
	assert_non_null(p->caller_costs);
	assert_int_equal(p->caller_costs->nfiles, FILES);
	const struct caller_fit *fit = caller_fit_of(p, func_of(p, "f3"));
	assert_int_equal(fit->state, CALLERS_MEASURED);
	assert_int_equal(fit->nfiles, FILES);
	assert_compared(cost_of(p, "f2", "f3")->ticks, >, 9 * cost_of(p, "f1", "f3")->ticks);
}

/* By calls the figures are gprof's; those measured are beside them. */
static void time_is_divided_by_calls_unless_asked(void **state) {
	struct builder *b = *state;

	add_two_callers(b, 8);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_near(arc_of(p, "f1", "f3")->self_ticks, 950. * 45 / 88);
	assert_near(cost_of(p, "f1", "f3")->ticks, 2 * 45);
	p = builder_profile(b, &rules_gprof);
	assert_null(p->caller_costs);
}

/* f4's samples are in other files than its calls: f2 hands nothing on, which is no reason to doubt
 * what f3's callers cost. */
static void nothing_handed_on_has_no_doubt(void **state) {
	struct builder *b = *state;

	add_functions(b, 6);
	for (size_t i = 0; i < 8; i++) {
		const uint64_t own = 2 * mixes[i][0] + 20 * mixes[i][1];
		const uint64_t ticks[6] = { 0, 0, 0, own, i % 2 ? 0 : 50, 0 };

		add_file(b, !i, ticks, 6);
		add_calls(b, 0, 1, 1);
		add_calls(b, 0, 5, 1);
		add_calls(b, 1, 3, mixes[i][0]);
		add_calls(b, 5, 3, mixes[i][1]);
		add_calls(b, 3, 2, 1);
		add_calls(b, 2, 4, i % 2 ? 4 + i : 0);
		add_calls(b, 5, 4, i % 2 ? 9 - i : 0);
	}
	const struct caller_cost *cost = cost_of(measured_profile(b), "f5", "f3");
	assert_non_null(cost);
	assert_near(cost->ticks, 20 * 43);
	assert_true(cost->error < cost->ticks);
}

static void costs_that_nobody_wants_are_not_measured(void **state) {
	struct rules rules = rules_exact;
	struct builder *b = *state;

	add_two_callers(b, 8);
	rules.no_costs = true;
	assert_null(builder_profile(b, &rules)->caller_costs);
	rules.choice.measures_callers = true;
	assert_non_null(builder_profile(b, &rules)->caller_costs);
}

/* Where nothing was measured below, its time is what it is by calls. */
static void an_only_caller_has_a_figure_if_callees_have(void **state) {
	struct builder *b = *state;

	add_functions(b, 4);
	for (size_t i = 0; i < 8; i++) {
		const uint64_t ticks[4] = { 0, 0, 10 * mixes[i][0], 20 * mixes[i][0] };

		add_file(b, !i, ticks, 4);
		add_calls(b, 1, 2, mixes[i][0]);
		add_calls(b, 2, 3, mixes[i][1]);
	}
	const struct profile *p = measured_profile(b);
	assert_null(cost_of(p, "f1", "f2"));
	assert_null(cost_of(p, "f2", "f3"));
}

static void few_files_do_not_tell(void **state) {
	struct builder *b = *state;

	add_two_callers(b, 5);
	const struct profile *p = measured_profile(b);
	const struct caller_fit *fit = caller_fit_of(p, func_of(p, "f3"));
	assert_int_equal(fit->state, CALLERS_FEW_FILES);
	assert_int_equal(fit->nneeded, 6);
	assert_null(cost_of(p, "f1", "f3"));
	assert_near(arc_of(p, "f1", "f3")->share,
	            (double)arc_of(p, "f1", "f3")->calls / (double)func_of(p, "f3")->calls);
}

static void one_file_has_no_fit(void **state) {
	struct builder *b = *state;

	add_two_callers(b, 1);
	const struct profile *p = measured_profile(b);
	assert_null(p->caller_costs);
	assert_null(caller_fit_of(p, func_of(p, "f3")));
	assert_null(cost_of(p, "f1", "f3"));
}

/* Each caller has the same part of the calls in all files, or nearly. */
static void mixes_that_are_alike_do_not_tell(void **state) {
	struct builder *b = *state;

	for (size_t nearly = 0; nearly < 2; nearly++) {
		if (nearly) {
			builder_end(b);
			builder_begin(b);
		}
		add_functions(b, 4);
		for (size_t i = 0; i < 20; i++) {
			const uint64_t n = 1000 * (i + 1);
			const uint64_t ticks[4] = { 0, 0, 0, 5 * n };

			add_file(b, !i, ticks, 4);
			add_calls(b, 1, 3, n);
			add_calls(b, 2, 3, 3 * n + nearly * (i % 3) * n / 50);
		}
		const struct profile *p = measured_profile(b);
		assert_int_equal(caller_fit_of(p, func_of(p, "f3"))->state, CALLERS_ALIKE);
		assert_null(cost_of(p, "f1", "f3"));
	}
}

/* Two inputs, each run many times, are two mixes: whatever else differs between
 * them would pass for what the callers cost. */
static void runs_with_the_same_input_are_one(void **state) {
	struct builder *b = *state;

	add_functions(b, 4);
	for (size_t i = 0; i < 40; i++) {
		const uint64_t n = i % 2 ? 100 : 300;
		const uint64_t ticks[4] = { 0, 0, 0, 50 + i % 2 * 70 };

		add_file(b, !i, ticks, 4);
		add_calls(b, 1, 3, n * (i + 1));
		add_calls(b, 2, 3, 200 * (i + 1));
	}
	const struct profile *p = measured_profile(b);
	const struct caller_fit *fit = caller_fit_of(p, func_of(p, "f3"));
	assert_int_equal(fit->state, CALLERS_ALIKE);
	assert_int_equal(fit->nfiles, 40);
	assert_int_equal(fit->nmixes, 2);
}

static void time_without_counted_calls_spoils_a_fit(void **state) {
	const uint64_t ticks[4] = { 0, 0, 0, 30 };
	struct builder *b = *state;

	add_two_callers(b, 8);
	add_file(b, false, ticks, 4);
	add_calls(b, 0, 1, 1);
	const struct profile *p = measured_profile(b);
	const struct caller_fit *fit = caller_fit_of(p, func_of(p, "f3"));
	assert_int_equal(fit->state, CALLERS_UNCOUNTED);
	assert_near(fit->stray, 30);
}

/* Files without samples, or without calls, say nothing. */
static void only_files_with_both_count(void **state) {
	const uint64_t none[4] = { 0 };
	struct builder *b = *state;

	add_two_callers(b, 8);
	add_file(b, false, none, 4);
	add_calls(b, 1, 3, 1000);
	add_file(b, false, (const uint64_t[]){ 0, 0, 0, 500 }, 4);
	const struct profile *p = measured_profile(b);
	assert_int_equal(p->caller_costs->nfiles, 8);
	assert_near(cost_of(p, "f1", "f3")->ticks, 2 * 45);
}

/* f3 calls itself: its time contains all of it, and its callers' calls are
 * those from outside. */
static void recursion_is_part_of_a_call(void **state) {
	struct builder *b = *state;

	add_two_callers(b, 8);
	builder_end(b);
	builder_begin(b);
	add_functions(b, 4);
	for (size_t i = 0; i < 8; i++) {
		const uint64_t ticks[4] = { 0, 0, 0, 2 * mixes[i][0] + 20 * mixes[i][1] };

		add_file(b, !i, ticks, 4);
		add_calls(b, 1, 3, mixes[i][0]);
		add_calls(b, 2, 3, mixes[i][1]);
		add_calls(b, 3, 3, 1000 * mixes[i][1]);
	}
	const struct profile *p = measured_profile(b);
	assert_near(cost_of(p, "f1", "f3")->ticks, 2 * 45);
	assert_near(cost_of(p, "f2", "f3")->ticks, 20 * 43);
	assert_null(cost_of(p, "f3", "f3"));
}

/* f3 and f4 call each other and are called as one: f1 enters by f3, f2 by
 * f4. */
static void a_cycle_is_measured_as_one(void **state) {
	struct builder *b = *state;

	add_functions(b, 5);
	for (size_t i = 0; i < 8; i++) {
		const uint64_t ticks[5] = { 0, 0, 0, 2 * mixes[i][0], 20 * mixes[i][1] };

		add_file(b, !i, ticks, 5);
		add_calls(b, 1, 3, mixes[i][0]);
		add_calls(b, 2, 4, mixes[i][1]);
		add_calls(b, 3, 4, 7);
		add_calls(b, 4, 3, 9);
	}
	const struct profile *p = measured_profile(b);
	assert_int_equal(p->ncycles, 1);
	assert_near(cost_of(p, "f1", "f3")->ticks, 2 * 45);
	assert_near(cost_of(p, "f2", "f4")->ticks, 20 * 43);
	assert_ptr_equal(caller_fit_of(p, func_of(p, "f3")), caller_fit_of(p, func_of(p, "f4")));
	assert_null(cost_of(p, "f3", "f4"));
	assert_near(func_of(p, "f2")->descendant_ticks, 20 * 43);
}

/* f1 and f2 call f3, f3 and f4 call f5: what f5 took for f3 is measured, so
 * it counts for f3's callers. */
static void callees_are_measured_first(void **state) {
	struct builder *b = *state;

	add_functions(b, 6);
	for (size_t i = 0; i < 8; i++) {
		const uint64_t one = mixes[i][0], two = mixes[i][1];
		const uint64_t other = mixes[(i * 3 + 1) % 8][0];
		const uint64_t ticks[6] = { 0, 0,
			                    0, 20 * one + 100 * two,
			                    0, 50 * (one + two) + 5 * other };

		add_file(b, !i, ticks, 6);
		add_calls(b, 1, 3, one);
		add_calls(b, 2, 3, two);
		add_calls(b, 3, 5, one + two);
		add_calls(b, 4, 5, other);
	}
	const struct profile *p = measured_profile(b);
	assert_near(cost_of(p, "f3", "f5")->ticks, 50 * 88);
	assert_near(cost_of(p, "f4", "f5")->ticks, 5 * 45);
	assert_near(cost_of(p, "f1", "f3")->ticks, 70 * 45);
	assert_near(cost_of(p, "f2", "f3")->ticks, 150 * 43);
	assert_compared(cost_of(p, "f1", "f3")->error, >, 60);
}

/* The same with a caller of f5 that calls in step with f3: what f3 is charged
 * with is not known, nor therefore what its callers are. */
static void what_is_not_known_of_callees_is_passed_on(void **state) {
	struct builder *b = *state;

	add_functions(b, 6);
	for (size_t i = 0; i < 8; i++) {
		const uint64_t one = mixes[i][0], two = mixes[i][1];
		const uint64_t ticks[6] = { 0, 0, 0, 20 * one + 100 * two, 0, 500 * (one + two) };

		add_file(b, !i, ticks, 6);
		add_calls(b, 1, 3, one);
		add_calls(b, 2, 3, two);
		add_calls(b, 3, 5, one + two);
		add_calls(b, 4, 5, 3 * (one + two));
	}
	const struct profile *p = measured_profile(b);
	assert_int_equal(caller_fit_of(p, func_of(p, "f5"))->state, CALLERS_ALIKE);
	assert_int_equal(caller_fit_of(p, func_of(p, "f3"))->state, CALLERS_BELOW);
	assert_null(cost_of(p, "f1", "f3"));
}

/* Of ten callers eight have one call in a thousand: they are fitted as one,
 * and get no figure of their own. */
static void callers_with_few_calls_go_together(void **state) {
	struct builder *b = *state;
	double shares = 0;

	add_functions(b, 12);
	for (size_t i = 0; i < 8; i++) {
		uint64_t ticks[12] = { 0 };

		ticks[11] = 200 * mixes[i][0] + 2000 * mixes[i][1] + 80;
		add_file(b, !i, ticks, 12);
		add_calls(b, 1, 11, 1000 * mixes[i][0]);
		add_calls(b, 2, 11, 1000 * mixes[i][1]);
		for (size_t k = 3; k < 11; k++)
			add_calls(b, k, 11, 1);
	}
	const struct profile *p = measured_profile(b);
	const struct caller_fit *fit = caller_fit_of(p, func_of(p, "f11"));
	assert_int_equal(fit->state, CALLERS_MEASURED);
	assert_int_equal(fit->ncallers, 10);
	assert_int_equal(fit->ntogether, 8);
	assert_non_null(cost_of(p, "f1", "f11"));
	assert_non_null(cost_of(p, "f2", "f11"));
	for (size_t i = 0; i < p->narcs; i++)
		if (p->arcs[i].callee == func_of(p, "f11"))
			shares += p->arcs[i].share;
	assert_near(shares, 1);
}

static void many_callers_are_not_told_apart(void **state) {
	struct builder *b = *state;

	add_functions(b, 16);
	for (size_t i = 0; i < 30; i++) {
		uint64_t ticks[16] = { 0 };

		ticks[15] = 500;
		add_file(b, !i, ticks, 16);
		for (size_t k = 1; k < 15; k++)
			add_calls(b, k, 15, 1 + (i * k + k * k) % 17);
	}
	const struct profile *p = measured_profile(b);
	assert_int_equal(caller_fit_of(p, func_of(p, "f15"))->state, CALLERS_MANY);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)
	const struct CMUnitTest tests[] = {
		TEST(costs_are_told_from_files),
		TEST(many_functions_in_many_files_are_measured),
		TEST(time_is_divided_by_calls_unless_asked),
		TEST(nothing_handed_on_has_no_doubt),
		TEST(costs_that_nobody_wants_are_not_measured),
		TEST(an_only_caller_has_a_figure_if_callees_have),
		TEST(few_files_do_not_tell),
		TEST(one_file_has_no_fit),
		TEST(mixes_that_are_alike_do_not_tell),
		TEST(runs_with_the_same_input_are_one),
		TEST(time_without_counted_calls_spoils_a_fit),
		TEST(only_files_with_both_count),
		TEST(recursion_is_part_of_a_call),
		TEST(a_cycle_is_measured_as_one),
		TEST(callees_are_measured_first),
		TEST(what_is_not_known_of_callees_is_passed_on),
		TEST(callers_with_few_calls_go_together),
		TEST(many_callers_are_not_told_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
