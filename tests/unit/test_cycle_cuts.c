/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cycles that are opened: examples, random graphs against longhand, and graphs
 * of a million functions. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "model/build/graph.h"
#include "model/profile.h"
#include "profile_builder.h"

#include "assertions.h"

enum { MAX_FUNCS = 24, FUNC_BYTES = 16 };

static const struct profile *open_all(struct builder *b) {
	struct rules *rules = arena_alloc(b->arena, 1, sizeof *rules);

	*rules = rules_of((struct rule_choice){ .opens_cycles = true });
	return builder_profile(b, rules);
}

static uint64_t address(uint32_t func) {
	return TEXT_LOW + (uint64_t)FUNC_BYTES * func;
}

/* Functions "a", "b", ... with 1, 2, 4, ... ticks each, at most 16. */
static void make_functions(struct builder *b, uint32_t n) {
	for (uint32_t i = 0; i < n; i++) {
		builder_symbol(b, arena_format(b->arena, "%c", 'a' + (int)i), address(i),
		               FUNC_BYTES);
		builder_bin(b, 4 * i, (uint64_t)1 << i % 5);
	}
	builder_histogram(b, TEXT_LOW, address(n), 4 * n, 100);
}

static void make_call(struct builder *b, char caller, char callee, uint64_t calls) {
	builder_call(b, address((uint32_t)(caller - 'a')) + 4, address((uint32_t)(callee - 'a')),
	             calls);
}

static bool is_cut(const struct profile *p, const char *ends) {
	char caller[2] = { ends[0] }, callee[2] = { ends[1] };

	return arc_of(p, caller, callee)->is_cut;
}

static double total(const struct profile *p, const char *name) {
	const struct func *f = func_of(p, name);

	return f->self_ticks + f->descendant_ticks;
}

/* main (a) reads expressions (b), which have terms (c), which have factors
 * (d): numbers (e) or expressions in parentheses. */
static void a_parser_is_cut_where_it_begins_again(void **state) {
	struct builder *b = *state;

	make_functions(b, 5);
	make_call(b, 'a', 'b', 10);
	make_call(b, 'b', 'c', 60);
	make_call(b, 'c', 'd', 90);
	make_call(b, 'd', 'b', 20);
	make_call(b, 'd', 'e', 70);
	const struct profile *p = open_all(b);
	assert_non_null(p);
	assert_int_equal(p->ncycles, 0);
	assert_int_equal(p->nopened, 1);
	assert_int_equal(p->opened[0].nmembers, 3);
	assert_int_equal(p->opened[0].narcs, 3);
	assert_int_equal(p->opened[0].ncut, 1);
	assert_int_equal(p->opened[0].calls, 170);
	assert_int_equal(p->opened[0].cut_calls, 20);
	assert_true(is_cut(p, "db"));
	assert_int_equal(func_of(p, "b")->calls, 30);
	assert_int_equal(func_of(p, "b")->cut_calls, 20);
	assert_near(total(p, "a"), 31);
	assert_near(total(p, "b"), 30);
	assert_near(total(p, "c"), 28);
	assert_near(total(p, "d"), 24);
	assert_null(profile_opened(p, func_of(p, "a")));
	assert_ptr_equal(profile_opened(p, func_of(p, "c")), &p->opened[0]);
}

/* The fewest calls are those of b to c, but without them none would be left
 * to call c. */
static void nobody_loses_all_callers(void **state) {
	struct builder *b = *state;

	make_functions(b, 3);
	make_call(b, 'a', 'b', 1);
	make_call(b, 'b', 'c', 100);
	make_call(b, 'c', 'b', 900);
	const struct profile *p = open_all(b);
	assert_non_null(p);
	assert_true(is_cut(p, "cb"));
	assert_false(is_cut(p, "bc"));
	assert_near(total(p, "a"), 7);
	assert_near(total(p, "b"), 6);
}

/* Either arc would do. */
static void of_two_the_one_that_is_entered_more_is_first(void **state) {
	struct builder *b = *state;

	make_functions(b, 3);
	make_call(b, 'a', 'b', 2);
	make_call(b, 'a', 'c', 3);
	make_call(b, 'b', 'c', 7);
	make_call(b, 'c', 'b', 7);
	const struct profile *p = open_all(b);
	assert_non_null(p);
	assert_true(is_cut(p, "bc"));
	assert_false(is_cut(p, "cb"));
}

static void a_cycle_that_nobody_enters(void **state) {
	struct builder *b = *state;

	make_functions(b, 2);
	make_call(b, 'a', 'b', 7);
	make_call(b, 'b', 'a', 9);
	const struct profile *p = open_all(b);
	assert_non_null(p);
	assert_true(is_cut(p, "ab"));
	assert_near(total(p, "b"), 3);
	assert_near(total(p, "a"), 1);
}

static void calls_of_itself_are_no_cycle(void **state) {
	struct builder *b = *state;

	make_functions(b, 2);
	make_call(b, 'a', 'b', 7);
	make_call(b, 'b', 'b', 9);
	const struct profile *p = open_all(b);
	assert_non_null(p);
	assert_int_equal(p->nopened, 0);
	assert_false(is_cut(p, "bb"));
}

/* A ring of 12: that is worth a hint, which what is done then replaces. */
static void large_cycles_and_cuts_are_noted(void **state) {
	const char *hint = "many functions call each other in a circle";
	const char *told = "calls that close cycles are cut: they pass no time on";
	struct builder *b = *state;

	make_functions(b, 13);
	make_call(b, 'm', 'a', 5);
	for (uint32_t i = 0; i < 12; i++)
		make_call(b, (char)('a' + (char)i), (char)('a' + (char)((i + 1) % 12)), 100);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	assert_non_null(note_of(p, hint));
	assert_null(note_of(p, told));
	p = open_all(b);
	assert_non_null(p);
	assert_null(note_of(p, hint));
	assert_string_equal(note_of(p, told)->evidence,
	                    "100 of the 1 200 calls between the 12 functions "
	                    "of 1 cycle, 8.3 %, along 1 of 12 arcs");
	assert_int_equal(note_of(p, told)->severity, NOTE_WARNING);
	assert_true(is_cut(p, "la"));
}

/* Random calls, some of them among few, so that there are cycles of all
 * sizes; with `zeros` some that were never made. */
static uint32_t make_random(struct builder *b, struct dice *dice, bool zeros) {
	uint32_t n = 2 + roll(dice, MAX_FUNCS - 2), narcs = roll(dice, 4 * n);

	make_functions(b, n);
	for (uint32_t i = 0; i < narcs; i++) {
		char caller = (char)('a' + (char)roll(dice, n));
		char callee = (char)('a' + (char)roll(dice, n));
		uint64_t calls = 1 + roll(dice, 1 + roll(dice, 1000));

		if (zeros && !roll(dice, 4))
			calls = 0;
		make_call(b, caller, callee, calls);
	}
	return n;
}

/* Which functions are reached from which along arcs, by longhand. */
struct reach {
	bool to[MAX_FUNCS + 1][MAX_FUNCS + 1];
};

static void find_reach(struct reach *r, const struct profile *p, bool with_cut) {
	assert_compared(p->nfuncs, <=, MAX_FUNCS + 1);
	*r = (struct reach){ .to = { { false } } };
	for (size_t i = 0; i < p->narcs; i++)
		if (p->arcs[i].caller != p->arcs[i].callee && (with_cut || !p->arcs[i].is_cut))
			r->to[profile_number(p, p->arcs[i].caller)]
			     [profile_number(p, p->arcs[i].callee)] = true;
	for (size_t via = 0; via < p->nfuncs; via++)
		for (size_t i = 0; i < p->nfuncs; i++)
			for (size_t k = 0; k < p->nfuncs; k++)
				r->to[i][k] |= r->to[i][via] && r->to[via][k];
}

static void assert_open(const struct profile *p) {
	struct reach before, now;

	find_reach(&before, p, true);
	find_reach(&now, p, false);
	for (size_t i = 0; i < p->nfuncs; i++)
		if (now.to[i][i])
			fail_msg("%s is in a cycle", p->funcs[i].name);
	for (size_t i = 0; i < p->narcs; i++) {
		size_t caller = profile_number(p, p->arcs[i].caller);
		size_t callee = profile_number(p, p->arcs[i].callee);

		if (p->arcs[i].is_cut && !before.to[callee][caller])
			fail_msg("%s to %s closes no cycle", p->arcs[i].caller->name,
			         p->arcs[i].callee->name);
	}
}

/* Whether a function, or one that calls it in a circle, has a caller. */
static bool is_entered(const struct profile *p, const struct reach *r, const struct func *f) {
	size_t number = profile_number(p, f);

	for (size_t i = 0; i < p->nfuncs; i++)
		if (r->to[i][number] && !r->to[number][i])
			return true;
	return false;
}

/* Whose time is not passed on: functions without callers, and of functions that
 * call each other and have no other callers, one.  Together that is all time. */
static void assert_roots(const struct profile *p) {
	uint32_t roots[MAX_FUNCS + 2] = { 0 };
	struct reach r;
	double sum = 0;

	find_reach(&r, p, true);
	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		if (func_handing_calls(f))
			continue;
		sum += f->self_ticks + f->descendant_ticks;
		if (f->calls && is_entered(p, &r, f))
			fail_msg("%s lost all of its callers", f->name);
		if (p->opened_of[i] && roots[p->opened_of[i]]++)
			fail_msg("%s is a second root", f->name);
	}
	assert_near(sum, p->total_ticks);
}

static void assert_within_bounds(const struct profile *p) {
	for (size_t i = 0; p->bounds && i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		const struct bounds bounds = *bounds_of(p, f);
		double ticks = f->self_ticks + f->descendant_ticks;

		if (ticks < bounds.least - 1e-9 || ticks > bounds.most + 1e-9)
			fail_msg("%s: %g is not from %g to %g", f->name, ticks, bounds.least,
			         bounds.most);
	}
}

static void random_graphs_are_opened(void **state) {
	struct dice dice = { 71 };

	for (int i = 0; i < 2000; i++) {
		struct builder b;

		builder_begin(&b);
		make_random(&b, &dice, false);
		const struct profile *p = open_all(&b);
		assert_non_null(p);
		assert_open(p);
		assert_roots(p);
		assert_within_bounds(p);
		builder_end(&b);
	}
}

static void calls_that_were_never_made_close_no_cycle(void **state) {
	struct dice dice = { 72 };

	for (int i = 0; i < 1000; i++) {
		struct builder b;

		builder_begin(&b);
		make_random(&b, &dice, true);
		const struct profile *p = open_all(&b);
		assert_non_null(p);
		assert_open(p);
		builder_end(&b);
	}
}

static void the_same_calls_are_cut_again(void **state) {
	struct dice dice = { 73 };

	for (int i = 0; i < 200; i++) {
		struct builder b;

		builder_begin(&b);
		make_random(&b, &dice, false);
		const struct profile *p = open_all(&b);
		const struct profile *q = open_all(&b);
		for (size_t k = 0; k < p->narcs; k++)
			assert_int_equal(p->arcs[k].is_cut, q->arcs[k].is_cut);
		builder_end(&b);
	}
}

/* A depth-first walk that cuts what leads back to a function it is in. */
struct walk {
	const struct profile *p;
	bool is_seen[MAX_FUNCS + 1], is_busy[MAX_FUNCS + 1];
	uint64_t cut_calls;
};

static void walk_from(struct walk *w, const struct func *f) {
	size_t number = profile_number(w->p, f);

	w->is_seen[number] = w->is_busy[number] = true;
	for (size_t i = 0; i < f->ncallees; i++) {
		const struct func *to = f->callees[i]->callee;
		size_t other = profile_number(w->p, to);

		if (to != f && w->is_busy[other])
			w->cut_calls += f->callees[i]->calls;
		else if (!w->is_seen[other])
			walk_from(w, to);
	}
	w->is_busy[number] = false;
}

static uint64_t walked_calls(const struct profile *p) {
	struct walk w = { .p = p };

	for (size_t i = 0; i < p->nfuncs; i++)
		if (!p->funcs[i].calls && !w.is_seen[i])
			walk_from(&w, &p->funcs[i]);
	for (size_t i = 0; i < p->nfuncs; i++)
		if (!w.is_seen[i])
			walk_from(&w, &p->funcs[i]);
	return w.cut_calls;
}

/* Of arcs that are cut two in a hundred could be put back: to find them would
 * take longer than they are worth. */
static void few_calls_are_cut(void **state) {
	uint64_t cut_calls = 0, walked = 0, ncut = 0, nidle = 0;
	struct dice dice = { 74 };

	for (int i = 0; i < 2000; i++) {
		struct builder b;
		struct reach r;

		builder_begin(&b);
		make_random(&b, &dice, false);
		const struct profile *p = open_all(&b);
		for (size_t k = 0; k < p->nopened; k++)
			cut_calls += p->opened[k].cut_calls;
		walked += walked_calls(p);
		find_reach(&r, p, false);
		for (size_t k = 0; k < p->narcs; k++) {
			const struct arc *a = &p->arcs[k];

			ncut += a->is_cut;
			nidle += a->is_cut &&
			         !r.to[profile_number(p, a->callee)][profile_number(p, a->caller)];
		}
		builder_end(&b);
	}
	assert_compared(10 * cut_calls, <, 6 * walked);
	assert_compared(100 * nidle, <, 3 * ncut);
}

/* Each function calls the next and, more often, the one before, and the last
 * the first; only the first is called from outside. */
static void a_million_functions(void **state) {
	const uint32_t n = 1000000;
	struct arena *arena = arena_new();
	struct flow_arcs arcs = flow_arcs_new(2 * n, arena);
	struct cycle_graph t = { .entries = arena_alloc(arena, n, sizeof(double)) };

	t.entries[0] = 1;
	arcs.weights = arena_space(arena, 2 * n, sizeof(double));
	for (uint32_t i = 0; i < n; i++) {
		arcs.weights[arcs.n] = 5;
		flow_arcs_add(&arcs, i, (i + 1) % n);
		arcs.weights[arcs.n] = 9;
		flow_arcs_add(&arcs, i, (i + n - 1) % n);
	}
	t.callees = flow_graph_new(n, &arcs, arena);
	t.callers = flow_graph_reversed(n, &arcs, arena);
	uint32_t *positions = feedback_order(&t, arena);
	feedback_sift(&t, positions);
	assert_int_equal(positions[0], 0);
	for (uint32_t i = 1; i < n; i++)
		if (positions[i - 1] > positions[i] && positions[(i + 1) % n] > positions[i])
			fail_msg("%u has no caller before it", i);
	arena_free(arena);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(a_parser_is_cut_where_it_begins_again),
		TEST(nobody_loses_all_callers),
		TEST(of_two_the_one_that_is_entered_more_is_first),
		TEST(a_cycle_that_nobody_enters),
		TEST(calls_of_itself_are_no_cycle),
		TEST(large_cycles_and_cuts_are_noted),
		cmocka_unit_test(random_graphs_are_opened),
		cmocka_unit_test(calls_that_were_never_made_close_no_cycle),
		cmocka_unit_test(the_same_calls_are_cut_again),
		cmocka_unit_test(few_calls_are_cut),
		cmocka_unit_test(a_million_functions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
