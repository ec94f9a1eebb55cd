/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dominators and sums of random graphs, against the slow way. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "model/build/graph.h"
#include "profile_builder.h"

#include "assertions.h"

/* Marks what the node leads to without the barred one. */
static void walk(const struct flow_graph *g, uint32_t from, uint32_t barred, bool *seen,
                 struct arena *arena) {
	uint32_t *stack = arena_alloc(arena, g->n + 1, sizeof *stack);
	uint32_t n = 0;

	memset(seen, 0, g->n);
	if (from == barred)
		return;
	seen[from] = true;
	stack[n++] = from;
	while (n) {
		const uint32_t v = stack[--n];

		for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++)
			if (g->to[i] != barred && !seen[g->to[i]]) {
				seen[g->to[i]] = true;
				stack[n++] = g->to[i];
			}
	}
}

static struct flow_graph random_graph(struct dice *dice, uint32_t n, uint32_t narcs,
                                      bool leads_down, struct arena *arena) {
	struct flow_arcs arcs = flow_arcs_new(narcs, arena);

	for (uint32_t i = 0; i < narcs; i++) {
		const uint32_t a = roll(dice, n), b = roll(dice, n);

		if (!leads_down)
			flow_arcs_add(&arcs, a, b);
		else if (a == b)
			flow_arcs_add(&arcs, n - 1, 0);
		else
			flow_arcs_add(&arcs, a > b ? a : b, a > b ? b : a);
	}
	return flow_graph_new(n, &arcs, arena);
}

/* d dominates v if v cannot be reached without d; the immediate one is
 * dominated by all the others. */
static void dominators_are_those_of_all_paths(void **state) {
	struct dice dice = { 7 };

	for (int i = 0; i < 1500; i++) {
		struct arena *arena = arena_new();
		const uint32_t n = 1 + roll(&dice, 24);
		const struct flow_graph g = random_graph(&dice, n, roll(&dice, 3 * n), false,
		                                         arena);
		const struct dominators d = dominators_find(&g, 0, arena);
		bool *all = arena_alloc(arena, n, 1);
		bool *without = arena_alloc(arena, n, 1);
		uint32_t *ndominators = arena_alloc(arena, n, sizeof(uint32_t));
		uint32_t *nearest = arena_alloc(arena, n, sizeof(uint32_t));

		walk(&g, 0, NO_NODE, all, arena);
		for (uint32_t k = 0; k < n; k++) {
			walk(&g, 0, k, without, arena);
			for (uint32_t v = 0; v < n; v++)
				ndominators[v] += all[v] && !without[v];
		}
		memset(nearest, 0xff, n * sizeof *nearest);
		for (uint32_t k = 0; k < n; k++) {
			walk(&g, 0, k, without, arena);
			for (uint32_t v = 0; v < n; v++)
				if (v != k && all[v] && !without[v] &&
				    (nearest[v] == NO_NODE ||
				     ndominators[k] > ndominators[nearest[v]]))
					nearest[v] = k;
		}
		for (uint32_t v = 0; v < n; v++)
			assert_int_equal(d.of[v], nearest[v]);
		arena_free(arena);
	}
}

/* More nodes than a row of bits has. */
static void sums_count_each_node_once(void **state) {
	struct dice dice = { 8 };

	for (int i = 0; i < 12; i++) {
		struct arena *arena = arena_new();
		const uint32_t n = 1 + roll(&dice, 1500);
		const struct flow_graph g = random_graph(&dice, n, roll(&dice, 2 * n), true, arena);
		double *weights = arena_alloc(arena, n, sizeof *weights);
		bool *seen = arena_alloc(arena, n, 1);

		for (uint32_t v = 0; v < n; v++)
			weights[v] = roll(&dice, 3);
		const double *sums = reach_sums(&g, weights, arena);
		for (uint32_t v = 0; v < n; v++) {
			double sum = 0;

			walk(&g, v, NO_NODE, seen, arena);
			for (uint32_t k = 0; k < n; k++)
				sum += seen[k] ? weights[k] : 0;
			assert_near(sums[v], sum);
		}
		arena_free(arena);
	}
}

/* A chain as long as recursion never goes. */
static void long_chains_are_no_problem(void **state) {
	enum { N = 1000000 };
	struct arena *arena = arena_new();
	struct flow_arcs arcs = flow_arcs_new(N, arena);

	for (uint32_t i = 0; i + 1 < N; i++)
		flow_arcs_add(&arcs, i, i + 1);
	struct flow_graph g = flow_graph_new(N, &arcs, arena);
	struct dominators d = dominators_find(&g, 0, arena);
	assert_int_equal(d.n, N);
	assert_int_equal(d.of[N - 1], N - 2);
	arena_free(arena);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dominators_are_those_of_all_paths),
		cmocka_unit_test(sums_count_each_node_once),
		cmocka_unit_test(long_chains_are_no_problem),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
