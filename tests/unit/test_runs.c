/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each file has of a profile's time. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "files_builder.h"
#include "model/build/build.h"
#include "model/build/run_finder.h"
#include "model/image.h"
#include "model/frames.h"
#include "model/runs.h"

#include "assertions.h"

static const struct runs *runs_of(struct builder *b, enum profiler_use use,
                                  const struct profile **profile) {
	struct rules *rules = arena_alloc(b->arena, 1, sizeof *rules);

	*rules = rules_of((struct rule_choice){ .profiler = use });
	*profile = builder_profile(b, rules);
	assert_non_null(*profile);
	const struct runs *runs = runs_find(*profile, b->arena, NULL);
	assert_non_null(runs);
	return runs;
}

static double ticks_in(const struct run *run, const struct profile *p, const char *name) {
	const uint32_t func = (uint32_t)profile_number(p, func_of(p, name));

	for (size_t i = 0; i < run->nfuncs; i++)
		if (run->funcs[i].func == func)
			return run->funcs[i].ticks;
	return 0;
}

/* Each function has its ticks, once in a run and by number; runs have those of
 * their functions. */
static void assert_adds_up(const struct profile *p, const struct runs *runs) {
	double sums[64] = { 0 }, all = 0;

	assert_compared(p->nfuncs, <=, 64);
	for (size_t i = 0; i < runs->n; i++) {
		const struct run *run = &runs->list[i];
		double ticks = 0;

		for (size_t k = 0; k < run->nfuncs; k++) {
			const struct run_ticks *one = &run->funcs[k];

			assert_true(!k || one[-1].func < one->func);
			assert_compared(one->ticks, >, 0);
			sums[one->func] += one->ticks;
			ticks += one->ticks;
		}
		assert_near(run->ticks, ticks);
		all += ticks;
	}
	for (size_t i = 0; i < p->nfuncs; i++)
		assert_true(p->funcs[i].self_ticks - sums[i] <= 1e-6 * p->total_ticks &&
		            sums[i] - p->funcs[i].self_ticks <= 1e-6 * p->total_ticks);
	assert_true(all - p->total_ticks <= 1e-6 * all && p->total_ticks - all <= 1e-6 * all);
}

static void each_file_is_a_run(void **state) {
	static const uint64_t one[] = { 5, 0, 7 }, two[] = { 1, 30, 0 };
	struct builder *b = *state;
	const struct profile *p;

	add_functions(b, 3);
	add_file(b, true, one, 3);
	add_calls(b, 0, 1, 4);
	add_calls(b, 0, 2, 3);
	add_file(b, false, two, 3);
	add_calls(b, 0, 1, 9);
	const struct runs *runs = runs_of(b, PROFILER_APART, &p);
	assert_adds_up(p, runs);
	assert_int_equal(runs->n, 2);
	assert_int_equal(runs->list[0].nfuncs, 2);
	assert_near(ticks_in(&runs->list[0], p, "main"), 5);
	assert_near(ticks_in(&runs->list[0], p, "f2"), 7);
	assert_near(ticks_in(&runs->list[1], p, "f1"), 30);
	assert_near(ticks_in(&runs->list[1], p, "f2"), 0);
	assert_int_equal(runs->list[0].calls, 7);
	assert_int_equal(runs->list[1].calls, 9);
	assert_near(runs->list[1].rate, 100);
}

static void a_file_without_a_histogram_is_none(void **state) {
	static const uint64_t one[] = { 5, 6 };
	struct builder *b = *state;
	const struct profile *p;

	add_functions(b, 2);
	add_file(b, true, one, 2);
	add_calls(b, 0, 1, 4);
	records_add_file(b->records, "calls.out", b->records->files[0].format);
	add_calls(b, 0, 1, 4);
	const struct runs *runs = runs_of(b, PROFILER_APART, &p);
	assert_int_equal(runs->n, 1);
	assert_adds_up(p, runs);
}

static void a_run_without_ticks_is_one(void **state) {
	static const uint64_t one[] = { 5, 6 }, none[] = { 0, 0 };
	struct builder *b = *state;
	const struct profile *p;

	add_functions(b, 2);
	add_file(b, true, one, 2);
	add_file(b, false, none, 2);
	const struct runs *runs = runs_of(b, PROFILER_APART, &p);
	assert_int_equal(runs->n, 2);
	assert_int_equal(runs->list[1].nfuncs, 0);
	assert_near(runs->list[1].ticks, 0);
	assert_adds_up(p, runs);
}

/* One bin over so many functions that the figures of all files would be far
 * more than these hold: few have them, and totals have all time. */
static void bins_over_very_many_functions_take_little_memory(void **state) {
	enum { FUNCS = 30000, FILES = 300, MOST_FIGURES = 3 << 20 };
	const uint64_t high = TEXT_LOW + 16 * FUNCS;
	struct builder *b = *state;
	const struct profile *p;
	size_t figures = 0;
	double ticks = 0;

	b->sections[1].high = high;
	for (size_t i = 0; i < FUNCS; i++)
		builder_symbol(b, "f", TEXT_LOW + 16 * i, 16);
	for (size_t i = 0; i < FILES; i++) {
		if (i)
			records_add_file(b->records, "next.out", b->records->files[0].format);
		builder_bin(b, 0, 1000);
		builder_histogram(b, TEXT_LOW, high, 1, 100);
	}
	const struct runs *runs = runs_of(b, PROFILER_APART, &p);
	assert_int_equal(runs->n, FILES);
	assert_non_null(runs->has_figures);
	assert_compared(runs->ntold, >=, 100);
	for (size_t i = 0; i < runs->n; i++) {
		figures += runs->list[i].nfuncs;
		ticks += runs->list[i].ticks;
		assert_compared(runs->list[i].rest, >, 0);
		assert_compared(runs->list[i].rest, <, runs->list[i].ticks);
	}
	assert_in_range(figures, FILES * 100, MOST_FIGURES);
	assert_true(ticks - p->total_ticks <= 1e-6 * ticks &&
	            p->total_ticks - ticks <= 1e-6 * ticks);
}

/* However many files count a bin, whose its ticks are is worked out once. */
static void bins_that_files_share_are_divided_once(void **state) {
	enum { FUNCS = 30, FILES = 50 };
	const uint64_t high = TEXT_LOW + 16 * FUNCS;
	struct builder *b = *state;
	struct bin_owners owners;
	const struct profile *p;

	for (size_t i = 0; i < FUNCS; i++)
		builder_symbol(b, "f", TEXT_LOW + 16 * i, 16);
	for (size_t i = 0; i < FILES; i++) {
		if (i)
			records_add_file(b->records, "next.out", b->records->files[0].format);
		builder_bin(b, i % 2, 1000);
		builder_histogram(b, TEXT_LOW, high, 2, 100);
	}
	runs_of(b, PROFILER_APART, &p);
	struct tick_rules rules = (struct tick_rules){ .records = p->records,
		                                       .image = p->image,
		                                       .map = p->map,
		                                       .outside = NO_FUNC,
		                                       .rate = p->rate };
	assert_true(bin_owners_begin(&owners, &rules, b->arena, NULL));
	assert_int_equal(owners.nbins, 2);
	assert_true(bin_owners_find(&owners, NULL, FUNCS, FUNCS, b->arena, NULL));
	assert_int_equal(owners.n, FUNCS);
	assert_true(bin_owners_begin(&owners, &rules, b->arena, NULL));
	assert_false(bin_owners_find(&owners, NULL, FUNCS, FUNCS - 1, b->arena, NULL));
}

static void other_rates_become_the_profiles(void **state) {
	struct builder *b = *state;
	const struct profile *p;

	add_functions(b, 2);
	builder_bin(b, 2, 10);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 1024, 100);
	records_add_file(b->records, "fast.out", b->records->files[0].format);
	builder_bin(b, 2, 40);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 1024, 400);
	const struct runs *runs = runs_of(b, PROFILER_APART, &p);
	assert_adds_up(p, runs);
	assert_near(runs->list[0].rate, 100);
	assert_near(runs->list[1].rate, 400);
	assert_near(runs->list[0].ticks, runs->list[1].ticks);
}

static void ticks_outside_the_image_are_in_runs(void **state) {
	struct builder *b = *state;
	const struct profile *p;

	add_functions(b, 2);
	builder_bin(b, 2, 10);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 1024, 100);
	builder_bin(b, 3, 8);
	builder_histogram(b, 0x70000, 0x71000, 1024, 100);
	const struct runs *runs = runs_of(b, PROFILER_APART, &p);
	assert_int_equal(runs->n, 1);
	assert_adds_up(p, runs);
	assert_near(runs->list[0].ticks, 18);
	assert_int_equal(p->funcs[p->nfuncs - 1].kind, FUNC_OUTSIDE);
	assert_near(p->funcs[p->nfuncs - 1].self_ticks, 8);
}

/* main and f and the profiler in two files; g is called but has no samples. */
static void add_profiled(struct builder *b) {
	builder_symbol(b, "main", 0x1000, 0x10);
	builder_symbol(b, "f", 0x1010, 0x10);
	builder_symbol(b, "mcount", 0x1020, 0x10);
	builder_symbol(b, "g", 0x1030, 0x10);
	builder_bin(b, 1, 10);
	builder_bin(b, 5, 20);
	builder_bin(b, 9, 30);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 1024, 100);
	builder_call(b, 0x1004, 0x1010, 60);
	builder_call(b, 0x1004, 0x1030, 40);
	records_add_file(b->records, "two.out", b->records->files[0].format);
	builder_bin(b, 1, 5);
	builder_bin(b, 9, 90);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 1024, 100);
	builder_call(b, 0x1004, 0x1010, 60);
	builder_call(b, 0x1004, 0x1030, 40);
}

/* The runs of these, which add up. */
static const struct runs *profiled_runs(struct builder *b, enum profiler_use use,
                                        const struct profile **p) {
	add_profiled(b);
	const struct runs *runs = runs_of(b, use, p);
	assert_adds_up(*p, runs);
	return runs;
}

static void the_profiler_is_a_function_apart(void **state) {
	struct builder *b = *state;
	const struct profile *p;

	const struct runs *runs = profiled_runs(b, PROFILER_APART, &p);
	assert_near(ticks_in(&runs->list[1], p, "mcount"), 90);
	assert_near(ticks_in(&runs->list[1], p, "g"), 0);
}

/* Of 120 ticks f has 72 and g 48: of the 30 of the first file, 18 and 12. */
static void the_profilers_time_is_spread_in_each_run(void **state) {
	struct builder *b = *state;
	const struct profile *p;

	const struct runs *runs = profiled_runs(b, PROFILER_SPREAD, &p);
	assert_near(ticks_in(&runs->list[0], p, "f"), 20 + 18);
	assert_near(ticks_in(&runs->list[0], p, "g"), 12);
	assert_near(ticks_in(&runs->list[1], p, "f"), 54);
	assert_near(ticks_in(&runs->list[1], p, "g"), 36);
	assert_near(ticks_in(&runs->list[1], p, "mcount"), 0);
}

static void the_profilers_time_is_left_out_of_runs(void **state) {
	struct builder *b = *state;
	const struct profile *p;

	const struct runs *runs = profiled_runs(b, PROFILER_OUT, &p);
	assert_near(runs->list[0].ticks, 30);
	assert_near(runs->list[1].ticks, 5);
}

/* A third of the code of main in the bin at 0x1008 is of an inlined function,
 * half of f, which also has code of its own. */
static const struct profile *set_apart(struct builder *b, const struct profile *p) {
	static const char path[] = "/a.c";
	const struct func *host = func_of(p, "main");
	const struct frame_step in_inl[] = { { { path, path + 1, 3 }, "inl", 0 },
		                             { { path, path + 1, 9 }, "main", 0 } };
	const struct frame_step in_f[] = { { { path, path + 1, 5 }, "f", 0 }, in_inl[1] };
	struct frame_builder *frames = frame_builder_new(p, b->arena, b->arena, NULL);
	struct dataset data = builder_data(b, p), apart;
	const uint32_t inl = frame_of(frames, in_inl, 2, host);
	const uint32_t f = frame_of(frames, in_f, 2, host);

	/* The first file and the third, then the second, at another rate. */
	frame_add_ticks(frames, inl, 0x1008, 16, 16);
	frame_add_ticks(frames, f, 0x100a, 24, 24);
	frame_add_share(frames, inl, 0x1008, 0x100c, 1. / 3);
	frame_add_share(frames, f, 0x1008, 0x100c, .25);
	frame_add_share(frames, f, 0x1008, 0x100c, .25);
	frame_end_bin(frames, 48);
	frame_add_ticks(frames, inl, 0x1008, 4, 4);
	frame_add_ticks(frames, f, 0x100a, 6, 6);
	frame_add_share(frames, inl, 0x1008, 0x100c, 1. / 3);
	frame_add_share(frames, f, 0x1008, 0x100c, .5);
	frame_end_bin(frames, 12);

	/* The fourth file has wider bins. */
	frame_add_ticks(frames, f, 0x1008, 7, 7);
	frame_add_share(frames, f, 0x1008, 0x1010, 1);
	frame_end_bin(frames, 7);
	data.frames = frame_builder_done(frames);
	nodes_find(&apart, &data, true, b->arena, NULL);
	assert_null(profile_check(apart.profile));
	return apart.profile;
}

static void inlined_functions_have_runs_apart(void **state) {
	struct builder *b = *state;
	const struct profile *p;
	static const uint32_t bins[] = { 1024, 1024, 1024, 512 };
	static const uint32_t rates[] = { 100, 400, 100, 100 };
	static const uint64_t ticks[] = { 30, 48, 18, 7 };

	builder_symbol(b, "main", 0x1000, 0x20);
	builder_symbol(b, "f", 0x1020, 0x20);
	for (size_t i = 0; i < 4; i++) {
		if (i)
			records_add_file(b->records, "next.out", b->records->files[0].format);
		builder_bin(b, bins[i] / 512, ticks[i]);
		builder_bin(b, bins[i] / 128, 5);
		builder_histogram(b, TEXT_LOW, TEXT_HIGH, bins[i], rates[i]);
	}
	builder_bin(b, 3, 8);
	builder_histogram(b, 0x70000, 0x71000, 1024, 100);
	runs_of(b, PROFILER_APART, &p);
	const struct profile *apart = set_apart(b, p);
	const struct runs *runs = runs_find(apart, b->arena, NULL);
	assert_adds_up(apart, runs);
	assert_near(func_of(apart, "inl")->self_ticks, 20);
	assert_near(ticks_in(&runs->list[0], apart, "inl"), 10);
	assert_near(ticks_in(&runs->list[1], apart, "inl"), 4);
	assert_near(ticks_in(&runs->list[2], apart, "inl"), 6);
	assert_near(ticks_in(&runs->list[3], apart, "inl"), 0);
	assert_near(ticks_in(&runs->list[0], apart, "main"), 5);
	assert_near(ticks_in(&runs->list[2], apart, "f"), 9 + 5);
	assert_near(ticks_in(&runs->list[3], apart, "f"), 7 + 5);
	assert_int_equal(runs->list[3].nfuncs, 2);
	assert_near(runs->list[3].ticks, 7 + 5 + 8);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)

struct adding {
	const struct profile *profile;
	const struct recent *recent;
	struct arena *arena;
};

static void find_recent(void *context) {
	struct adding *a = context;

	a->recent = recent_find(a->profile, a->profile->records, a->arena, NULL);
}

/* 2,000 files of which each bin counts code of 4,096 functions: a figure for
 * each of these in each of those would be 64 MiB. */
static void what_was_added_takes_memory_by_functions(void **state) {
	struct builder *b = *state;
	struct rules rules = rules_of((struct rule_choice){ .profiler = PROFILER_APART });
	struct arena_limit limit = { .most = 8 << 20 };
	struct adding a = { .arena = b->arena };

	for (uint64_t i = TEXT_LOW; i < TEXT_HIGH; i++)
		builder_symbol(b, arena_format(b->arena, "f%d", (int)i), i, 1);
	for (uint64_t i = 0; i < 2000; i++) {
		if (i)
			records_add_file(b->records, "more", b->records->files[0].format);
		builder_bin(b, 0, 4096);
		builder_histogram(b, TEXT_LOW, TEXT_HIGH, 1, 100);
	}
	a.profile = builder_profile(b, &rules);
	assert_non_null(a.profile);
	assert_true(arena_try(&limit, find_recent, &a));
	assert_near(a.recent->ticks, 2000 * 4096);
	assert_near(a.recent->funcs[7].ticks, 2000);
	assert_near(a.recent->funcs[7].variance, 2000);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(each_file_is_a_run),
		TEST(a_file_without_a_histogram_is_none),
		TEST(a_run_without_ticks_is_one),
		TEST(bins_over_very_many_functions_take_little_memory),
		TEST(bins_that_files_share_are_divided_once),
		TEST(other_rates_become_the_profiles),
		TEST(ticks_outside_the_image_are_in_runs),
		TEST(the_profiler_is_a_function_apart),
		TEST(the_profilers_time_is_spread_in_each_run),
		TEST(the_profilers_time_is_left_out_of_runs),
		TEST(inlined_functions_have_runs_apart),
		TEST(what_was_added_takes_memory_by_functions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
