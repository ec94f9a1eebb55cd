/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cycles, held against gprof's algorithm written down as simply as it can
 * be: recursive, every member's head and every list looked up anew. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "gprof/gprof_rules.h"
#include "base/arena.h"
#include "model/build/building.h"
#include "model/image.h"
#include "model/records.h"
#include "parse/gmon/reader.h"
#include "profile_builder.h"

#include "assertions.h"

enum { MAX_FUNCS = 40, FUNC_BYTES = 16, NOBODY = -1 };

/* Functions without an executable: number i is at FUNC_BYTES * i. */
struct graph {
	struct image image;
	struct profile profile;
	struct records *records;
	struct building b;
};

static struct graph *graph_new(uint32_t nfuncs) {
	struct arena *arena = arena_new();
	struct graph *g = arena_alloc(arena, 1, sizeof *g);
	struct piece *pieces = arena_alloc(arena, nfuncs, sizeof *pieces);

	g->records = records_new(arena);
	records_add_file(g->records, "gmon.out", &gmon_reader.format);
	g->image.machine.address_size = 8;
	g->b = (struct building){ .image = &g->image,
		                  .records = g->records,
		                  .rules = &rules_exact,
		                  .arena = arena,
		                  .scratch = arena,
		                  .step = arena,
		                  .profile = &g->profile,
		                  .nfuncs = nfuncs,
		                  .outside = NO_FUNC };
	g->b.funcs = arena_alloc(arena, nfuncs, sizeof *g->b.funcs);
	for (uint32_t i = 0; i < nfuncs; i++) {
		uint64_t low = (uint64_t)FUNC_BYTES * i;

		g->b.funcs[i].low = low;
		g->b.funcs[i].high = low + FUNC_BYTES;
		pieces[i] = (struct piece){ low, low + FUNC_BYTES, i, true };
	}
	g->b.map = (struct code_map){ .pieces = pieces, .n = nfuncs };
	return g;
}

static void graph_call(struct graph *g, uint32_t from, uint32_t to, uint64_t count) {
	struct call call = { (uint64_t)FUNC_BYTES * from, (uint64_t)FUNC_BYTES * to, count };

	records_add_call(g->records, call);
}

static void graph_find(struct graph *g) {
	calls_add(&g->b);
	calls_link(&g->b);
	cycles_find(&g->b);
}

/* gprof's walk. */
struct naive {
	const struct building *b;
	int stack[MAX_FUNCS];
	int depth;
	int head[MAX_FUNCS], next[MAX_FUNCS], number[MAX_FUNCS];
	bool busy[MAX_FUNCS];
	int counter;
};

static void naive_close(struct naive *w, int c) {
	int t;

	for (t = w->depth - 1; t >= 0; t--)
		if (w->stack[t] == c || (w->head[c] != c && w->stack[t] == w->head[c]))
			break;
	assert_compared(t, >=, 0);
	if (t == w->depth - 1)
		return;
	int tail = w->stack[t];
	while (w->next[tail] != NOBODY)
		tail = w->next[tail];
	for (int i = t + 1; i < w->depth; i++) {
		if (w->head[w->stack[i]] != w->stack[i])
			continue;
		w->next[tail] = w->stack[i];
		for (int x = w->stack[i]; x != NOBODY; x = w->next[x]) {
			w->head[x] = w->head[w->stack[t]];
			tail = x;
		}
	}
}

static void naive_visit(struct naive *w, int v) {
	const struct func *f = &w->b->funcs[v];

	if (w->number[v])
		return;
	if (w->busy[v]) {
		naive_close(w, v);
		return;
	}
	w->stack[w->depth++] = v;
	w->busy[v] = true;
	for (size_t i = 0; i < f->ncallees; i++)
		naive_visit(w, (int)(f->callees[i]->callee - w->b->funcs));
	if (w->head[v] == v) {
		w->counter++;
		for (int x = v; x != NOBODY; x = w->next[x])
			w->number[x] = w->counter;
	}
	w->depth--;
}

static void naive_find(struct naive *w, const struct building *b) {
	int n = (int)b->nfuncs;

	*w = (struct naive){ .b = b };
	for (int i = 0; i < n; i++) {
		w->head[i] = i;
		w->next[i] = NOBODY;
	}
	for (int i = 0; i < n; i++)
		naive_visit(w, i);
}

static uint64_t naive_calls(const struct naive *w, int head, bool inner) {
	const struct building *b = w->b;
	uint64_t sum = 0;

	for (size_t i = 0; i < b->narcs; i++) {
		const struct arc *a = &b->arcs[i];
		int from = w->head[a->caller - b->funcs];
		int to = w->head[a->callee - b->funcs];

		if (to == head && a->caller != a->callee && (from == head) == inner)
			sum += a->calls;
	}
	return sum;
}

static void assert_cycles_as_naive(const struct naive *w) {
	const struct building *b = w->b;
	int n = (int)b->nfuncs;
	size_t ncycles = 0;

	for (int i = 0; i < n; i++) {
		const struct cycle *c = b->funcs[i].cycle;
		size_t m = 0;

		if (w->next[i] == NOBODY && w->head[i] == i)
			assert_null(c);
		if (w->next[i] == NOBODY || w->head[i] != i)
			continue;
		assert_ptr_equal(c, &b->cycles[ncycles++]);
		assert_int_equal(c->number, ncycles);
		for (int x = i; x != NOBODY; x = w->next[x]) {
			assert_compared(m, <, c->nmembers);
			assert_ptr_equal(c->members[m++], &b->funcs[x]);
			assert_ptr_equal(b->funcs[x].cycle, c);
		}
		assert_int_equal(m, c->nmembers);
		assert_compared(c->calls, ==, naive_calls(w, i, false));
		assert_compared(c->self_calls, ==, naive_calls(w, i, true));
	}
	assert_int_equal(ncycles, b->ncycles);
}

static void assert_order_as_naive(const struct naive *w) {
	for (size_t i = 1; i < w->b->nfuncs; i++) {
		int before = (int)w->b->order[i - 1];
		int here = (int)w->b->order[i];

		assert_compared(w->number[before], <=, w->number[here]);
		if (w->number[before] == w->number[here])
			assert_compared(before, <, here);
	}
}

/* Every function is in the order once, callees before callers. */
static void assert_callees_first(const struct building *b) {
	uint32_t *position = arena_alloc(b->arena, b->nfuncs, sizeof *position);

	for (size_t i = 0; i < b->nfuncs; i++) {
		assert_int_equal(position[b->order[i]], 0);
		position[b->order[i]] = (uint32_t)i + 1;
	}
	for (size_t i = 0; i < b->narcs; i++) {
		const struct func *from = b->arcs[i].caller;
		const struct func *to = b->arcs[i].callee;

		if (from == to || (from->cycle && from->cycle == to->cycle))
			continue;
		if (position[to - b->funcs] >= position[from - b->funcs])
			fail_msg("%zu is called by %zu and comes after it", (size_t)(to - b->funcs),
			         (size_t)(from - b->funcs));
	}
}

static void random_graphs_are_as_gprof_has_them(void **state) {
	struct dice dice = { 21 };
	static struct naive naive;
	size_t with_cycles = 0;

	for (int i = 0; i < 6000; i++) {
		uint32_t n = 1 + roll(&dice, MAX_FUNCS);
		uint32_t ncalls = roll(&dice, 1 + (1 + roll(&dice, 4)) * n);
		struct graph *g = graph_new(n);

		while (ncalls--)
			graph_call(g, roll(&dice, n), roll(&dice, n), roll(&dice, 5));
		graph_find(g);
		naive_find(&naive, &g->b);
		assert_cycles_as_naive(&naive);
		assert_order_as_naive(&naive);
		assert_callees_first(&g->b);
		with_cycles += g->b.ncycles > 0;
		arena_free(g->b.arena);
	}
	assert_in_range(with_cycles, 1000, 5900);
}

static void a_function_that_calls_itself_is_no_cycle(void **state) {
	struct graph *g = graph_new(2);

	graph_call(g, 0, 0, 5);
	graph_call(g, 0, 1, 1);
	graph_find(g);
	assert_int_equal(g->b.ncycles, 0);
	arena_free(g->b.arena);
}

/* 2 calls 1, 1 calls 3, 3 calls 2; 4 and 5 call each other; 0 calls 5, 1. */
static void cycles_are_numbered_by_address_of_the_head(void **state) {
	struct graph *g = graph_new(6);

	graph_call(g, 2, 1, 1);
	graph_call(g, 1, 3, 2);
	graph_call(g, 3, 2, 4);
	graph_call(g, 4, 5, 8);
	graph_call(g, 5, 4, 16);
	graph_call(g, 0, 1, 32);
	graph_call(g, 0, 5, 64);
	graph_find(g);
	assert_int_equal(g->b.ncycles, 2);
	const struct cycle *c = &g->b.cycles[0];
	assert_int_equal(c->nmembers, 3);
	assert_ptr_equal(c->members[0], &g->b.funcs[1]);
	assert_ptr_equal(c->members[1], &g->b.funcs[3]);
	assert_ptr_equal(c->members[2], &g->b.funcs[2]);
	assert_int_equal(c->calls, 32);
	assert_int_equal(c->self_calls, 7);
	c = &g->b.cycles[1];
	assert_int_equal(c->nmembers, 2);
	assert_ptr_equal(c->members[0], &g->b.funcs[5]);
	assert_int_equal(c->calls, 64);
	assert_int_equal(c->self_calls, 24);
	assert_int_equal(g->b.order[5], 0);
	arena_free(g->b.arena);
}

/* Frames of a walk that calls itself would not fit on the stack. */
enum { MANY = 300000 };

static void a_chain_of_many_calls(void **state) {
	const uint32_t n = MANY;
	struct graph *g = graph_new(n);

	for (uint32_t i = 0; i + 1 < n; i++)
		graph_call(g, i, i + 1, 1);
	graph_find(g);
	assert_int_equal(g->b.ncycles, 0);
	for (uint32_t i = 0; i < n; i++)
		if (g->b.order[i] != n - 1 - i)
			fail_msg("place %u holds %u", i, g->b.order[i]);
	arena_free(g->b.arena);
}

/* Each function calls the next, the one before and the first: as many
 * cycles are closed again and again. */
static void a_cycle_of_many_functions(void **state) {
	const uint32_t n = MANY;
	struct graph *g = graph_new(n);

	for (uint32_t i = 0; i < n; i++) {
		graph_call(g, i, 0, 1);
		if (i)
			graph_call(g, i, i - 1, 1);
		graph_call(g, i, (i + 1) % n, 1);
	}
	graph_find(g);
	assert_int_equal(g->b.ncycles, 1);
	assert_int_equal(g->b.cycles[0].nmembers, n);
	for (uint32_t i = 0; i < n; i++)
		if (g->b.cycles[0].members[i] != &g->b.funcs[i])
			fail_msg("member %u is another function", i);
	arena_free(g->b.arena);
}

/* Cycles of two in a row, each entered from the one before. */
static void many_cycles(void **state) {
	const uint32_t n = MANY;
	struct graph *g = graph_new(n);

	for (uint32_t i = 0; i + 1 < n; i++) {
		graph_call(g, i, i + 1, 1);
		if (i % 2 == 0)
			graph_call(g, i + 1, i, 1);
	}
	graph_find(g);
	assert_int_equal(g->b.ncycles, n / 2);
	for (uint32_t i = 0; i < n / 2; i++)
		if (g->b.cycles[i].members[0] != &g->b.funcs[2 * i])
			fail_msg("cycle %u has another head", i);
	assert_callees_first(&g->b);
	arena_free(g->b.arena);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_graphs_are_as_gprof_has_them),
		cmocka_unit_test(a_function_that_calls_itself_is_no_cycle),
		cmocka_unit_test(cycles_are_numbered_by_address_of_the_head),
		cmocka_unit_test(a_chain_of_many_calls),
		cmocka_unit_test(a_cycle_of_many_functions),
		cmocka_unit_test(many_cycles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
