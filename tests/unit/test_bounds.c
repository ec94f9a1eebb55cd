/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a function's time is at least and at most. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "model/profile.h"
#include "profile_builder.h"

#include "assertions.h"

static void assert_bounds(const struct profile *p, const char *name, int least, int most) {
	const struct bounds *bounds = bounds_of(p, func_of(p, name));

	assert_non_null(bounds);
	if (fabs(bounds->least - least) > 1e-9 || fabs(bounds->most - most) > 1e-9)
		fail_msg("%s: %g to %g, not %d to %d", name, bounds->least, bounds->most, least,
		         most);
}

/* Ticks: main 5, walk 10, eval 20, _leaf 40, idle 1; main calls only walk,
 * walk and eval call each other and _leaf; nobody is known to call idle. */
static void the_example(void **state) {
	struct builder *b = *state;

	builder_example(b);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	assert_bounds(p, "main", 75, 76);
	assert_bounds(p, "walk", 70, 71);
	assert_bounds(p, "eval", 20, 71);
	assert_bounds(p, "_leaf", 40, 41);
	assert_bounds(p, "idle", 1, 1);
	assert_bounds(p, "zz", 0, 1);
}

/* Calls at the beginning of _leaf and eval, and what `context` says. */
static bool read_calls(void *context, uint64_t low, uint64_t high, struct code_call *list,
                       size_t room, size_t *n) {
	const struct code_call *more = context;

	*n = 0;
	list[(*n)++] = (struct code_call){ .at = low + 4 };
	if (more->at >= low && more->at < high)
		list[(*n)++] = *more;
	return low >= 0x1040 && low <= 0x1060;
}

static const struct profile *with_code(struct builder *b, struct code_call *more) {
	struct rules *rules = arena_copy(b->arena, &rules_exact, 1, sizeof *rules);

	rules->code = (struct code_reader){ .context = more, .calls = read_calls };
	builder_example(b);
	const struct profile *p = builder_profile(b, rules);
	assert_non_null(p);
	return p;
}

/* What each function calls first is the profiler. */
static void code_without_other_calls_called_nothing_else(void **state) {
	struct builder *b = *state;
	const struct profile *p = with_code(b, &(struct code_call){ 0 });

	assert_bounds(p, "main", 75, 76);
	assert_bounds(p, "eval", 20, 71);
	assert_bounds(p, "_leaf", 40, 40);
	assert_true(bounds_of(p, func_of(p, "_leaf"))->is_closed);
	assert_false(bounds_of(p, func_of(p, "eval"))->is_closed);
}

static void a_call_by_address_may_lead_anywhere(void **state) {
	assert_bounds(with_code(*state, &(struct code_call){ .at = 0x1068 }), "_leaf", 40, 41);
}

static void a_call_of_what_was_counted_is_known(void **state) {
	struct code_call call = { 0x1068, true, 0x1060 };

	assert_bounds(with_code(*state, &call), "_leaf", 40, 40);
}

static void a_call_of_what_was_not_counted_is_open(void **state) {
	struct code_call call = { 0x1068, true, 0x1080 };

	assert_bounds(with_code(*state, &call), "_leaf", 40, 41);
}

/* Nobody is known to enter the circle of a and b, so either may be first, and
 * anybody may have called them. */
static void a_circle_that_nobody_enters(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "a", 0x1000, 0x10);
	builder_symbol(b, "b", 0x1010, 0x10);
	builder_symbol(b, "c", 0x1020, 0x10);
	builder_bin(b, 0, 3);
	builder_bin(b, 4, 4);
	builder_bin(b, 8, 8);
	builder_histogram(b, 0x1000, 0x1040, 16, 100);
	builder_call(b, 0x1004, 0x1010, 2);
	builder_call(b, 0x1014, 0x1000, 2);
	builder_call(b, 0x1018, 0x1020, 5);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	assert_bounds(p, "a", 3, 15);
	assert_bounds(p, "b", 12, 15);
	assert_bounds(p, "c", 8, 15);
}

/* Functions at 0x1000, 0x1010, ... with 1, 2, 4, ... ticks. */
static void add_functions(struct builder *b, const char *const *names, uint32_t n) {
	for (uint32_t i = 0; i < n; i++) {
		builder_symbol(b, names[i], TEXT_LOW + 0x10 * i, 0x10);
		builder_bin(b, 4 * i, UINT64_C(1) << i);
	}
	builder_histogram(b, TEXT_LOW, TEXT_LOW + 0x100, 64, 100);
}

static void call(struct builder *b, uint32_t from, uint32_t to) {
	builder_call(b, TEXT_LOW + 0x10 * from + 4, TEXT_LOW + 0x10 * to, 1);
}

/* sort is called by both, and calls order, but through a library. */
static void what_has_no_known_caller_may_be_anybodys(void **state) {
	static const char *const names[] = { "main", "a", "sort", "order", "swap", "_init" };
	struct builder *b = *state;

	add_functions(b, names, 6);
	call(b, 0, 1);
	call(b, 0, 2);
	call(b, 1, 2);
	call(b, 3, 4);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	assert_bounds(p, "main", 1 + 2 + 4, 63);
	assert_bounds(p, "a", 2, 2 + 4 + 8 + 16 + 32);
	assert_bounds(p, "sort", 4, 4 + 8 + 16 + 32);
	assert_bounds(p, "order", 8 + 16, 8 + 16 + 32);
	assert_bounds(p, "swap", 16, 16 + 8 + 32);
	assert_non_null(note_of(p, "no known caller"));
}

/* In a static program main has a caller, which nobody may call. */
static void startup_code_is_nobodys(void **state) {
	static const char *const names[] = { "main", "a", "start_main" };
	struct builder *b = *state;

	add_functions(b, names, 3);
	call(b, 0, 1);
	call(b, 2, 0);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	assert_bounds(p, "a", 2, 2);
	assert_bounds(p, "main", 3, 3);
	assert_bounds(p, "start_main", 4, 7);
	assert_null(note_of(p, "no known caller"));
}

static void the_entry_point_starts_the_program(void **state) {
	static const char *const names[] = { "begin", "a", "b" };
	struct builder *b = *state;

	add_functions(b, names, 3);
	b->image.entry = TEXT_LOW + 8;
	call(b, 0, 1);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	assert_bounds(p, "begin", 3, 7);
	assert_bounds(p, "a", 2, 6);
	assert_bounds(p, "b", 4, 4);
}

/* Jumped to from f only, called from anywhere. */
static void split_code_is_of_its_function(void **state) {
	static const char *const names[] = { "main", "f", "f.cold", "f.part.0" };
	struct builder *b = *state;

	add_functions(b, names, 4);
	call(b, 0, 1);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	assert_bounds(p, "main", 1 + 2 + 4, 15);
	assert_bounds(p, "f", 2 + 4, 2 + 4 + 8);
	assert_bounds(p, "f.cold", 4, 4 + 8);
}

/* A bin with 8 ticks counts the end of a and the beginning of b. */
static void add_shared_bin(struct builder *b) {
	builder_symbol(b, "main", 0x1000, 0x10);
	builder_symbol(b, "a", 0x1010, 0x12);
	builder_symbol(b, "b", 0x1022, 0xe);
	builder_bin(b, 4, 2);
	builder_bin(b, 8, 8);
	builder_bin(b, 9, 4);
	builder_histogram(b, TEXT_LOW, TEXT_LOW + 0x100, 64, 100);
	builder_call(b, 0x1004, 0x1010, 1);
}

static void shared_bins_are_in_most(void **state) {
	struct builder *b = *state;

	add_shared_bin(b);
	builder_call(b, 0x1004, 0x1022, 1);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	assert_bounds(p, "main", 14, 14);
	assert_bounds(p, "a", 2, 2 + 8);
	assert_bounds(p, "b", 4, 4 + 8);
}

static void shared_bins_are_in_least_of_what_leads_to_all(void **state) {
	struct builder *b = *state;

	add_shared_bin(b);
	builder_call(b, 0x1014, 0x1022, 1);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	assert_bounds(p, "a", 14, 14);
	assert_bounds(p, "b", 4, 4 + 8);
}

static void gprof_has_none(void **state) {
	struct builder *b = *state;

	builder_example(b);
	const struct profile *p = builder_profile(b, &rules_gprof);
	assert_non_null(p);
	assert_null(bounds_of(p, func_of(p, "main")));
}

/* Calls inside a cycle pass no time on, but it was spent. */
static void totals_of_members_are_moved_to_their_bounds(void **state) {
	static const char *const names[] = { "main", "a", "b" };
	struct builder *b = *state;

	add_functions(b, names, 3);
	call(b, 0, 1);
	call(b, 1, 2);
	call(b, 2, 1);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	const struct func *f = func_of(p, "a");
	assert_non_null(f->cycle);
	assert_bounds(p, "a", 6, 6);
	assert_near(f->self_ticks + f->descendant_ticks, 6);
	assert_near(f->graph_self + f->graph_child, 6);
	assert_near(bounds_estimate(f), 2);
}

enum { MOST = 12 };

/* A program and what follows from it, found the slow way. */
struct example {
	uint32_t n;
	bool calls[MOST][MOST]; /* from, to */
	bool leads[MOST][MOST]; /* by any number of calls */
	bool is_entry[MOST];    /* something unknown may have called it */
	bool is_unclaimed[MOST];
};

static void close_over(bool leads[MOST][MOST], uint32_t n) {
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t i = 0; i < n; i++)
			for (uint32_t j = 0; j < n; j++)
				leads[i][j] |= leads[i][k] && leads[k][j];
}

/* What is called by nobody outside of those that it leads to and that lead to
 * it; function 0 is main. */
static bool is_entry(const struct example *e, uint32_t f) {
	uint32_t i;

	for (i = 0; i < e->n; i++)
		for (uint32_t j = 0; j < e->n; j++) {
			const bool same = j == f || (e->leads[f][j] && e->leads[j][f]);

			if (same && (!j || (i != j && e->calls[i][j] && !(e->leads[j][i]))))
				return false;
		}
	return true;
}

static void complete(struct example *e) {
	bool inside[MOST][MOST];

	memcpy(e->leads, e->calls, sizeof e->leads);
	for (uint32_t i = 0; i < e->n; i++)
		e->leads[i][i] = true;
	close_over(e->leads, e->n);
	memset(e->is_unclaimed, 0, sizeof e->is_unclaimed);
	memcpy(inside, e->calls, sizeof inside);
	for (uint32_t i = 0; i < e->n; i++) {
		e->is_entry[i] = i && is_entry(e, i) && !e->calls[i][0];
		inside[i][i] = true;
		inside[i][0] = !i;
	}
	close_over(inside, e->n);
	for (uint32_t i = 0; i < e->n; i++)
		for (uint32_t j = 0; j < e->n; j++)
			e->is_unclaimed[j] |= e->is_entry[i] && inside[i][j];
}

/* Whether one can be running while the other is not on the stack. */
static bool runs_without(const struct example *e, uint32_t f, uint32_t without) {
	bool leads[MOST][MOST];

	if (f == without)
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		for (uint32_t j = 0; j < e->n; j++)
			leads[i][j] = i == j || (e->calls[i][j] && i != without && j != without);
	close_over(leads, e->n);
	for (uint32_t i = 0; i < e->n; i++)
		if (i != without && leads[i][f] &&
		    (!i || e->is_entry[i] || (is_entry(e, i) && e->calls[i][0])))
			return true;
	return false;
}

static void assert_example(const struct example *e, const struct profile *p) {
	for (uint32_t f = 0; f < e->n; f++) {
		double least = 0, most = 0;

		for (uint32_t g = 0; g < e->n; g++) {
			const double ticks = (double)(UINT64_C(1) << g);

			least += runs_without(e, g, f) ? 0 : ticks;
			most += e->leads[f][g] || e->is_unclaimed[g] ? ticks : 0;
		}
		assert_bounds(p, p->funcs[f].name, (int)least, (int)most);
	}
}

static void random_programs(void **state) {
	static const char *const names[MOST] = { "main", "b", "c", "d", "e", "f",
		                                 "g",    "h", "i", "j", "k", "l" };
	struct dice dice = { 92 };

	for (int i = 0; i < 4000; i++) {
		struct example e = { .n = 1 + roll(&dice, MOST) };
		uint32_t narcs = roll(&dice, 3 * e.n);
		const struct rules rules = rules_of(
			(struct rule_choice){ .opens_cycles = roll(&dice, 2) });
		struct builder b;

		builder_begin(&b);
		add_functions(&b, names, e.n);
		for (uint32_t k = 0; k < narcs; k++) {
			const uint32_t from = roll(&dice, e.n);
			const uint32_t to = roll(&dice, e.n);

			e.calls[from][to] = true;
			call(&b, from, to);
		}
		if (!narcs)
			builder_call(&b, TEXT_LOW + 4, TEXT_LOW, 1);
		complete(&e);
		const struct profile *p = builder_profile(&b, &rules);
		assert_non_null(p);
		assert_example(&e, p);
		builder_end(&b);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(the_example),
		TEST(code_without_other_calls_called_nothing_else),
		TEST(a_call_by_address_may_lead_anywhere),
		TEST(a_call_of_what_was_counted_is_known),
		TEST(a_call_of_what_was_not_counted_is_open),
		TEST(a_circle_that_nobody_enters),
		TEST(what_has_no_known_caller_may_be_anybodys),
		TEST(startup_code_is_nobodys),
		TEST(the_entry_point_starts_the_program),
		TEST(split_code_is_of_its_function),
		TEST(shared_bins_are_in_most),
		TEST(shared_bins_are_in_least_of_what_leads_to_all),
		TEST(gprof_has_none),
		TEST(totals_of_members_are_moved_to_their_bounds),
		cmocka_unit_test(random_programs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
