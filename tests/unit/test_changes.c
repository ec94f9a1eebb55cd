/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is found in two sets of runs, whatever they are. */
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/probability.h"
#include "model/compare/changes.h"
#include "runs_simulator.h"

#include "assertions.h"

static void find(struct fixture *f) {
	fixture_find(f, CHANGE_LEVEL, f->arena);
}

static void assert_alike(double a, double b) {
	if (!(fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b))))
		fail_msg("%.12g is not %.12g", a, b);
}

static size_t count(const struct fixture *f, enum change_kind kind) {
	size_t n = 0;

	for (size_t i = 0; i < f->runs.nfuncs; i++)
		n += f->found.list[i].kind == kind;
	return n;
}

/* 5 runs against 5 of 40 functions; two are slower, one is faster. */
static void draw_example(struct fixture *f) {
	simulation_begin(&f->runs, 40, 5000, 5, 5);
	f->runs.change[2] = 1.5;
	f->runs.change[7] = 3;
	f->runs.change[4] = 0.6;
	simulation_draw(&f->runs);
}

static void what_changed_is_found(void **state) {
	struct fixture *f = *state;

	draw_example(f);
	find(f);
	assert_int_equal(f->found.list[2].kind, CHANGE_SLOWER);
	assert_int_equal(f->found.list[7].kind, CHANGE_SLOWER);
	assert_int_equal(f->found.list[4].kind, CHANGE_FASTER);
	assert_in_range(f->found.nfound, 3, 4); /* one may be chance */
	assert_int_equal(f->found.ntested, 40);
	assert_true(f->found.has_typical && f->found.knows_noise);
	for (size_t i = 0; i < 40; i++) {
		const struct change *c = &f->found.list[i];

		assert_true(c->low <= c->ratio && c->ratio <= c->high);
		assert_true(c->is_tested);
		assert_compared((c->kind == CHANGE_NOISE), ==, (c->q > 0.05));
		assert_true(c->p <= c->q && c->p_typical <= c->q_typical);
		assert_true(c->kind == CHANGE_NOISE || !(c->runs_needed > 0));
	}
}

static void sides_swapped_find_the_opposite(void **state) {
	static const enum change_kind opposite[] = { CHANGE_NOISE, CHANGE_ALL, CHANGE_FASTER,
		                                     CHANGE_SLOWER };
	struct fixture *f = *state;
	struct change_item swapped[40], total;
	struct changes back;

	draw_example(f);
	for (size_t i = 0; i < 40; i++)
		swapped[i] = (struct change_item){ f->runs.items[i].new, f->runs.items[i].base };
	total = (struct change_item){ f->runs.total.new, f->runs.total.base };
	find(f);
	changes_find(&back, swapped, 40, &total, &f->runs.sides[1], &f->runs.sides[0], CHANGE_LEVEL,
	             f->arena);
	for (size_t i = 0; i <= 40; i++) {
		const struct change *a = i < 40 ? &f->found.list[i] : &f->found.total;
		const struct change *b = i < 40 ? &back.list[i] : &back.total;

		assert_alike(a->ratio * b->ratio, 1);
		assert_alike(a->low * b->high, 1);
		assert_alike(a->p, b->p);
		assert_alike(a->q_typical, b->q_typical);
		assert_int_equal(a->kind, opposite[b->kind]);
	}
	assert_alike(f->found.typical * back.typical, 1);
	assert_alike(f->found.typical_low * back.typical_high, 1);
}

static void a_side_against_itself_shows_nothing(void **state) {
	struct fixture *f = *state;

	draw_example(f);
	memcpy(f->runs.y[1], f->runs.y[0], sizeof f->runs.y[0]);
	simulation_add_up(&f->runs);
	find(f);
	assert_int_equal(count(f, CHANGE_NOISE), 40);
	assert_int_equal(f->found.total.kind, CHANGE_NOISE);
	for (size_t i = 0; i < 40; i++)
		assert_alike(f->found.list[i].ratio, 1);
	assert_alike(f->found.typical, 1);
}

/* Long runs of the same proportions. */
static void what_all_functions_do_is_no_finding(void **state) {
	struct fixture *f = *state;

	simulation_begin(&f->runs, 40, 500000, 5, 5);
	simulation_draw(&f->runs);
	for (size_t i = 0; i < 40; i++)
		for (size_t run = 0; run < 5; run++)
			f->runs.y[1][i][run] = 1.12 * f->runs.y[0][i][run];
	simulation_add_up(&f->runs);
	find(f);
	assert_int_equal(count(f, CHANGE_ALL), 40);
	assert_int_equal(f->found.total.kind, CHANGE_SLOWER); /* the program is */
	assert_true(change_is_slower_by(&f->found.total, 10));
	assert_alike(f->found.total.ratio, 1.12);
	assert_compared(fabs(f->found.typical - 1.12), <, 1e-4);
	assert_compared(f->found.typical_low, >, 1.11);
}

/* In other units of exposure, on both sides, all is the same; on one, times
 * are as many times smaller, and so is the typical one's. */
static void units_of_exposure_do_not_matter(void **state) {
	struct fixture *f = *state;

	draw_example(f);
	find(f);
	struct changes first = f->found;
	for (int side = 0; side < 2; side++) {
		f->runs.sides[side].exposure *= 1000;
		for (size_t i = 0; i < 40; i++) {
			struct change_item *item = &f->runs.items[i];

			*(side ? &item->new.squares : &item->base.squares) /= 1000;
		}
	}
	find(f);
	for (size_t i = 0; i < 40; i++) {
		assert_alike(f->found.list[i].high, first.list[i].high);
		assert_alike(f->found.list[i].q, first.list[i].q);
	}
	f->runs.sides[1].times = 2;
	find(f);
	for (size_t i = 0; i < 40; i++) {
		assert_alike(2 * f->found.list[i].low, first.list[i].low);
		assert_alike(f->found.list[i].q_typical, first.list[i].q_typical);
	}
	assert_alike(2 * f->found.typical, first.typical);
}

static void too_few_ticks_are_not_tested(void **state) {
	struct fixture *f = *state;

	simulation_begin(&f->runs, 10, 100000, 1, 1);
	simulation_draw(&f->runs);
	f->runs.y[0][3][0] = 0;
	f->runs.y[1][3][0] = 19;
	f->runs.y[0][4][0] = 0;
	f->runs.y[1][4][0] = 20;
	f->runs.y[0][5][0] = f->runs.y[1][5][0] = 0;
	simulation_add_up(&f->runs);
	find(f);
	assert_int_equal(f->found.ntested, 8);
	assert_false(f->found.list[3].is_tested);
	assert_int_equal(f->found.list[3].kind, CHANGE_NOISE);
	assert_true(f->found.list[4].is_tested);
	assert_int_equal(f->found.list[4].kind, CHANGE_SLOWER);
	assert_alike(f->found.list[5].ratio, 1);
	assert_false(f->found.knows_noise);
}

static void few_functions_have_no_typical_one(void **state) {
	struct fixture *f = *state;

	simulation_begin(&f->runs, 7, 100000, 5, 5);
	for (int i = 0; i < 7; i++)
		f->runs.change[i] = 1.2;
	simulation_draw(&f->runs);
	find(f);
	assert_false(f->found.has_typical);
	assert_alike(f->found.typical, 1);
	assert_int_equal(count(f, CHANGE_SLOWER), 7);
	assert_int_equal(f->found.total.kind, CHANGE_SLOWER);
	simulation_begin(&f->runs, 8, 100000, 5, 5);
	for (int i = 0; i < 8; i++)
		f->runs.change[i] = 1.2;
	simulation_draw(&f->runs);
	find(f);
	assert_true(f->found.has_typical);
	assert_int_equal(count(f, CHANGE_SLOWER), 0);
}

/* Half of the time in one function, which became slower: the others did not
 * become faster. */
static void one_function_does_not_decide_what_is_typical(void **state) {
	struct fixture *f = *state;

	simulation_begin(&f->runs, 9, 20000, 5, 5);
	f->runs.share[0] = 0.9;
	for (int i = 1; i < 9; i++)
		f->runs.share[i] = 0.1 / 8;
	f->runs.change[0] = 1.5;
	simulation_draw(&f->runs);
	find(f);
	assert_int_equal(f->found.list[0].kind, CHANGE_SLOWER);
	assert_int_equal(f->found.nfound, 1);
	assert_compared(fabs(f->found.typical - 1), <, 0.05);
}

static void a_limit_is_for_what_is_slower(void **state) {
	const struct change slower = { .kind = CHANGE_SLOWER, .ratio = 1.25 };
	const struct change all = { .kind = CHANGE_ALL, .ratio = 1.25 };

	assert_true(change_is_slower_by(&slower, 0));
	assert_true(change_is_slower_by(&slower, 25));
	assert_false(change_is_slower_by(&slower, 25.1));
	assert_false(change_is_slower_by(&all, 0));
}

/* One function, and no other; computed with scipy 1.10.1 from the formulas of
 * doc/compare-statistics.md. */
static void assert_example(struct fixture *f, const double *y, size_t runs,
                           const double *expected) {
	simulation_begin(&f->runs, 1, 1, runs, runs);
	for (size_t i = 0; i < runs; i++) {
		f->runs.y[0][0][i] = y[i];
		f->runs.y[1][0][i] = y[runs + i];
	}
	simulation_add_up(&f->runs);
	find(f);
	const struct change *c = &f->found.list[0];
	assert_alike(c->p, expected[0]);
	assert_alike(c->low, expected[1]);
	assert_alike(c->high, expected[2]);
}

static void examples_are_as_computed_elsewhere(void **state) {
	struct fixture *f = *state;

	assert_example(
		f, (const double[]){ 100, 150 }, 1,
		(const double[]){ 0.0029078413829038215, 1.1479534119361645, 1.9535143831457016 });
	assert_alike(f->found.list[0].ratio, 1.5);
	assert_example(
		f, (const double[]){ 12, 16, 30, 22 }, 2,
		(const double[]){ 0.011494292746528483, 1.1479679649926582, 2.955963845712122 });
	assert_alike(f->found.sides.noise.sampling, 0.9910089910089911);
	assert_alike(f->found.sides.noise.weight, 26);
}

/* 8 functions with a run on each side: four as long as before, two of half and two
 * of twice the time.  Half of them is explained by the noise that is usual. */
static void the_half_that_differs_least_is_noise(void **state) {
	static const double times[] = { 1, 1, 1, 1, 0.5, 0.5, 2, 2 };
	struct fixture *f = *state;

	simulation_begin(&f->runs, 8, 1, 1, 1);
	for (size_t i = 0; i < 8; i++) {
		f->runs.y[0][i][0] = 10000;
		f->runs.y[1][i][0] = 10000 * times[i];
	}
	simulation_add_up(&f->runs);
	find(f);
	assert_true(f->found.has_typical && !f->found.knows_noise);
	assert_alike(f->found.sides.noise.spread, 0.03 * 0.03);
}

/* Functions of two ticks a run say nothing about noise, however they vary. */
static void noise_is_not_taken_from_a_few_ticks(void **state) {
	struct fixture *f = *state;
	struct noise noise;

	simulation_begin(&f->runs, 30, 3000, 5, 5);
	simulation_draw(&f->runs);
	f->runs.nfuncs = 20;
	simulation_add_up(&f->runs);
	find(f);
	noise = f->found.sides.noise;
	f->runs.nfuncs = 30;
	for (size_t i = 20; i < 30; i++)
		for (int side = 0; side < 2; side++) {
			memset(f->runs.y[side][i], 0, sizeof f->runs.y[side][i]);
			f->runs.y[side][i][i % 5] = 10;
		}
	simulation_add_up(&f->runs);
	find(f);
	assert_alike(f->found.sides.noise.sampling, noise.sampling);
	assert_alike(f->found.sides.noise.spread, noise.spread);
	assert_alike(f->found.sides.noise.weight, noise.weight);
}

static void assert_change(const struct change *c) {
	assert_true(c->low >= 0 && c->low <= c->ratio && c->ratio <= c->high);
	assert_compared(c->high, <, DBL_MAX);
	assert_true(c->p >= 0 && c->p <= 1 && c->q >= 0 && c->q <= 1);
	assert_true(c->p_typical >= 0 && c->p_typical <= 1);
	assert_true(c->q_typical >= 0 && c->q_typical <= 1);
	assert_true(c->runs_needed >= 0 && c->runs_needed <= 1e6);
}

static void nothing_is_not_a_number(void **state) {
	static const double odd[] = { 0,    5e-324, 1e-9, 0.5,   20,       1e6,
		                      1e15, 1e200,  -1,   1e308, HUGE_VAL, NAN };
	enum { N = sizeof odd / sizeof *odd };
	static const size_t runs[] = { 1, 2, 1000000 };
	struct fixture *f = *state;
	struct change_item items[N * N];

	for (size_t i = 0; i < N * N; i++)
		items[i] = (struct change_item){
			{ odd[i % N], odd[(i + i / N) % N] },
			{ odd[i / N], odd[(i + 5) % N] },
		};
	for (size_t a = 0; a < 3; a++)
		for (size_t b = 0; b < 3; b++) {
			const struct change_side base = { .nruns = runs[a], .exposure = 1e-6 };
			const struct change_side new = { .nruns = runs[b],
				                         .exposure = 1e30,
				                         .squares = 3 };

			changes_find(&f->found, items, N * N, &items[20], &base, &new, CHANGE_LEVEL,
			             f->arena);
			for (size_t i = 0; i < N * N; i++)
				assert_change(&f->found.list[i]);
			assert_change(&f->found.total);
			assert_true(f->found.typical > 0 && f->found.typical < DBL_MAX);
			assert_compared(f->found.typical_high, <, DBL_MAX);
		}
	changes_find(&f->found, items, 0, &items[0],
	             &(struct change_side){ .nruns = 1, .exposure = 1 },
	             &(struct change_side){ .nruns = 1, .exposure = 1 }, CHANGE_LEVEL, f->arena);
	assert_change(&f->found.total);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_begin, fixture_end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(what_changed_is_found),
		TEST(sides_swapped_find_the_opposite),
		TEST(a_side_against_itself_shows_nothing),
		TEST(what_all_functions_do_is_no_finding),
		TEST(units_of_exposure_do_not_matter),
		TEST(too_few_ticks_are_not_tested),
		TEST(few_functions_have_no_typical_one),
		TEST(one_function_does_not_decide_what_is_typical),
		TEST(a_limit_is_for_what_is_slower),
		TEST(examples_are_as_computed_elsewhere),
		TEST(the_half_that_differs_least_is_noise),
		TEST(noise_is_not_taken_from_a_few_ticks),
		TEST(nothing_is_not_a_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
