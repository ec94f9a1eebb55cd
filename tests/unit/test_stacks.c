/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks: what functions have of them, cycles, long chains, and many ways. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "model/frames.h"
#include "profile_builder.h"

#include "assertions.h"

/* What functions have of stacks, by number. */
struct sums {
	double *self, *total, all;
};

static struct sums add_up(struct builder *b, const struct stacks *stacks) {
	const struct profile *p = stacks->data->profile;
	struct sums sums = { .self = arena_alloc(b->arena, p->nfuncs, sizeof(double)),
		             .total = arena_alloc(b->arena, p->nfuncs, sizeof(double)) };

	for (size_t i = 0; i < stacks->n; i++) {
		uint32_t step = stacks->list[i].outermost, n = 0;

		sums.all += stacks->list[i].ticks;
		for (; step != NO_STEP; step = stacks->steps[step].inner, n++) {
			const struct stack_place at = stack_place(stacks,
			                                          stacks->steps[step].place);

			assert_compared(stacks->steps[step].place, <, stacks->nplaces);
			if (!at.func)
				continue;
			sums.total[profile_number(p, at.func)] += stacks->list[i].ticks;
			if (stacks->steps[step].inner == NO_STEP)
				sums.self[profile_number(p, at.func)] += stacks->list[i].ticks;
		}
		assert_in_range(n, 1, MOST_PLACES);
	}
	return sums;
}

/* Own times are exact, totals off by no more than this part of all. */
static struct sums check(struct builder *b, const struct profile *p, double off) {
	struct dataset data = builder_data(b, p);
	const struct stacks stacks = stacks_find(&data, b->arena);
	const struct sums sums = add_up(b, &stacks);

	assert_compared(fabs(sums.all - p->total_ticks), <, 1e-6);
	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		assert_compared(fabs(sums.self[i] - f->self_ticks), <, 1e-6);
		if (!f->cycle)
			assert_compared(fabs(sums.total[i] - f->self_ticks - f->descendant_ticks),
			                <=, off * p->total_ticks + 1e-6);
	}
	return sums;
}

/* The way into the cycle leads through walk, so eval is called by it. */
static void members_are_called_through_the_way_in(void **state) {
	struct builder *b = *state;

	builder_example(b);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	struct sums sums = check(b, p, 0);
	assert_compared(fabs(sums.total[profile_number(p, func_of(p, "walk"))] - 70), <, 1e-6);
}

static void nothing_has_no_stacks(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "main", TEXT_LOW, 16);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	struct dataset data = builder_data(b, p);
	assert_int_equal(stacks_find(&data, b->arena).n, 0);
}

/* gprof's rules may lose time, which is on a stack of its own. */
static void lost_time_is_somewhere(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "main", TEXT_LOW + 0x100, 16);
	builder_bin(b, 0, 7);
	builder_histogram(b, TEXT_LOW, TEXT_LOW + 0x40, 16, 100);
	struct dataset data = builder_data(b, builder_profile(b, &rules_gprof));
	assert_non_null(data.profile);
	assert_compared(data.profile->lost_ticks, >, 0);
	struct stacks stacks = stacks_find(&data, b->arena);
	assert_int_equal(stacks.n, 1);
	assert_int_equal(stack_place(&stacks, stacks.steps[stacks.list[0].outermost].place).kind,
	                 PLACE_NOWHERE);
}

enum { CHAIN = 200 };

static void add_functions(struct builder *b, size_t n, uint64_t ticks) {
	for (size_t i = 0; i < n; i++) {
		builder_symbol(b, i ? arena_format(b->arena, "f%zu", i) : "main", TEXT_LOW + 16 * i,
		               16);
		if (ticks)
			builder_bin(b, (uint32_t)i, ticks);
	}
}

/* Stacks that are too long end in a place that says so. */
static void long_chains_are_cut(void **state) {
	struct builder *b = *state;
	size_t ncut = 0;

	add_functions(b, CHAIN, 1);
	builder_histogram(b, TEXT_LOW, TEXT_LOW + 16 * CHAIN, CHAIN, 100);
	for (size_t i = 0; i + 1 < CHAIN; i++)
		builder_call(b, TEXT_LOW + 16 * i + 4, TEXT_LOW + 16 * (i + 1), 1);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	struct dataset data = builder_data(b, p);
	struct stacks stacks = stacks_find(&data, b->arena);
	struct sums sums = add_up(b, &stacks);
	for (size_t i = 0; i < CHAIN; i++)
		assert_compared(fabs(sums.self[i] - 1), <, 1e-9);
	for (size_t i = 0; i < stacks.n; i++)
		ncut += stack_place(&stacks, stacks.steps[stacks.list[i].outermost].place).kind ==
		        PLACE_CUT;
	assert_int_equal(stacks.n, CHAIN);
	assert_in_range(ncut, CHAIN - MOST_PLACES, CHAIN - MOST_PLACES + 4);
}

/* Each layer calls all of the next: 2 to the power of 32 ways. */
static void ways_are_sampled(void **state) {
	enum { LAYERS = 16, WIDTH = 4 };
	struct builder *b = *state;

	add_functions(b, LAYERS * WIDTH, 0);
	for (size_t i = 0; i < LAYERS * WIDTH; i++)
		builder_bin(b, (uint32_t)i, 1 + 37 * i % 101);
	builder_histogram(b, TEXT_LOW, TEXT_LOW + 16 * LAYERS * WIDTH, LAYERS * WIDTH, 100);
	for (size_t layer = 0; layer + 1 < LAYERS; layer++)
		for (size_t i = 0; i < WIDTH; i++)
			for (size_t k = 0; k < WIDTH; k++)
				builder_call(b, TEXT_LOW + 64 * layer + 16 * i + 4,
				             TEXT_LOW + 64 * (layer + 1) + 16 * k,
				             1 + (7 * layer + 5 * i + 3 * k) % 23);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	check(b, p, 1e-3);
	struct dataset data = builder_data(b, p);
	assert_in_range(stacks_find(&data, b->arena).n, 10000, 100000);
}

/* Of ten ticks, lines have six and three; the function has the rest. */
static void lines_have_their_own_ticks(void **state) {
	struct builder *b = *state;
	double ticks[3] = { 0 };

	add_functions(b, 1, 10);
	builder_histogram(b, TEXT_LOW, TEXT_LOW + 16, 1, 100);
	struct dataset data = builder_data(b, builder_profile(b, &rules_exact));
	assert_non_null(data.profile);
	const struct func *f = data.profile->funcs;
	struct frame list[] = {
		{ .func = f, .own = 6, .outer = NO_FRAME, .inner = NO_FRAME, .next = NO_FRAME },
		{ .func = f, .own = 3, .outer = NO_FRAME, .inner = NO_FRAME, .next = NO_FRAME }
	};
	const uint32_t first_of_arc[] = { 0 };
	struct frames frames = { .list = list, .n = 2, .first_of_arc = first_of_arc };
	data.frames = &frames;
	struct stacks stacks = stacks_find(&data, b->arena);
	for (size_t i = 0; i < stacks.n; i++) {
		const struct stack_place at = stack_place(
			&stacks, stacks.steps[stacks.list[i].outermost].place);

		ticks[at.kind == PLACE_FRAME ? at.frame - list : 2] += stacks.list[i].ticks;
	}
	assert_float_equal(ticks[0], 6, 1e-9);
	assert_float_equal(ticks[1], 3, 1e-9);
	assert_float_equal(ticks[2], 1, 1e-9);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)
	const struct CMUnitTest tests[] = {
		TEST(members_are_called_through_the_way_in),
		TEST(nothing_has_no_stacks),
		TEST(lost_time_is_somewhere),
		TEST(long_chains_are_cut),
		TEST(ways_are_sampled),
		TEST(lines_have_their_own_ticks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
