/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hosts of ranks, on made-up runs whose truth is known. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "model/files/file_choice.h"
#include "model/profile.h"
#include "profile_builder.h"

#include "assertions.h"

enum { HOSTS = 100, RANKS = 8, FILES = HOSTS * RANKS, SAMPLES = 100, FUNCS = 4 };

struct made {
	struct arena *arena;
	struct dice dice;
	uint32_t weight[HOSTS]; /* of a host, in a thousand */
	const struct file_groups *groups;
};

static int setup(void **state) {
	struct arena *arena = arena_new();
	struct made *m = arena_alloc(arena, 1, sizeof *m);

	m->arena = arena;
	m->dice.state = 37;
	*state = m;
	return 0;
}

static int teardown(void **state) {
	arena_free(((struct made *)*state)->arena);
	return 0;
}

/* Hosts differ by chance by `sd`, and one is slower. */
static void weigh(struct made *m, double sd, double slow) {
	for (size_t host = 0; host < HOSTS; host++) {
		double normal = -6;

		for (size_t i = 0; i < 12; i++)
			normal += roll(&m->dice, 1000000) / 1e6;
		m->weight[host] = (uint32_t)(600 * exp(sd * normal) * (host == 17 ? slow : 1));
	}
}

/* A set of files, put together. */
static const struct spreads *make(struct made *m, enum file_grouping by, unsigned modulo) {
	struct profile *p = arena_alloc(m->arena, 1, sizeof *p);
	struct runs *runs = arena_alloc(m->arena, 1, sizeof *runs);
	struct run *list = arena_alloc(m->arena, FILES, sizeof *list);
	const char **paths = arena_alloc(m->arena, FILES, sizeof *paths);
	double(*ticks)[FUNCS] = arena_alloc(m->arena, FILES, sizeof *ticks);

	for (size_t i = 0; i < (size_t)FILES * SAMPLES * 10 / 6; i++) {
		const uint32_t file = roll(&m->dice, FILES);

		if (roll(&m->dice, 1000) < m->weight[file / RANKS])
			ticks[file][roll(&m->dice, FUNCS)]++;
	}
	for (size_t i = 0; i < FILES; i++) {
		struct run_ticks *funcs = arena_space(m->arena, FUNCS, sizeof *funcs);

		paths[i] = arena_format(m->arena, "gmon.node%03zu.%zu.%zu", i / RANKS, i,
		                        9000 + i * 37 % 1009);
		list[i] = (struct run){ .path = paths[i], .number = i, .funcs = funcs };
		for (size_t k = 0; k < FUNCS; k++) {
			list[i].ticks += ticks[i][k];
			if (ticks[i][k] > 0)
				funcs[list[i].nfuncs++] = (struct run_ticks){ (uint32_t)k,
					                                      (float)ticks[i][k] };
		}
	}
	*runs = (struct runs){ .list = list, .n = FILES };
	p->nfuncs = FUNCS;
	p->rate = 100;
	m->groups = file_groups_find(p, runs, file_names_find(paths, FILES, NULL, 0, m->arena), by,
	                             modulo, m->arena);
	return m->groups->spreads;
}

static size_t count_outliers(const struct spreads *s) {
	size_t n = 0;

	for (size_t i = 0; i < s->runs->n; i++)
		n += s->on[i].is_outlier;
	return n;
}

/* A host of 8 ranks that takes a quarter longer, by 100 samples a rank, of which none stands
 * out. */
static void a_slow_host_is_found(void **state) {
	struct made *m = *state;
	size_t found = 0, others = 0;

	for (size_t set = 0; set < 20; set++) {
		weigh(m, 0, 1.25);
		const struct spreads *s = make(m, GROUP_BY_HOST, 0);
		assert_int_equal(s->runs->n, HOSTS);
		assert_string_equal(s->runs->list[17].path, "node017");
		assert_int_equal(s->runs->list[17].nmembers, RANKS);
		found += s->on[17].is_outlier;
		others += count_outliers(s) - s->on[17].is_outlier;
	}
	print_message("found in %zu of 20 sets, with %zu others\n", found, others);
	assert_compared(found, >=, 16);
	assert_compared(others, <=, 1);
}

static void equal_hosts_do_not_differ(void **state) {
	static const double sd[] = { 0, 0.05 };
	struct made *m = *state;

	for (size_t i = 0; i < 2; i++) {
		size_t sets = 0;

		for (size_t set = 0; set < 100; set++) {
			weigh(m, sd[i], 1);
			sets += count_outliers(make(m, GROUP_BY_HOST, 0)) > 0;
		}
		print_message("hosts that differ by %.0f %%: one stands out in %zu of 100 sets\n",
		              100 * sd[i], sets);
		assert_compared(sets, <=, i ? 5 : 3);
	}
}

static void ranks_are_grouped_by_modulo(void **state) {
	struct made *m = *state;

	weigh(m, 0, 1);
	const struct spreads *s = make(m, GROUP_BY_RANK, 16);
	assert_int_equal(s->runs->n, 16);
	assert_string_equal(s->runs->list[5].path, "rank 5 modulo 16");
	assert_int_equal(s->runs->list[5].nmembers, FILES / 16);
	for (size_t i = 0; i < FILES / 16; i++)
		assert_int_equal(s->runs->list[5].members[i], 5 + 16 * i);
	assert_int_equal(s->runs->noff, 0);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_slow_host_is_found, setup, teardown),
		cmocka_unit_test_setup_teardown(equal_hosts_do_not_differ, setup, teardown),
		cmocka_unit_test_setup_teardown(ranks_are_grouped_by_modulo, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
