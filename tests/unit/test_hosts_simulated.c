/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often one of a few hosts is rightly and wrongly said to differ, beside what simpler methods
 * would say of the totals.  The table of doc/profiling.md is what is printed with SIMULATED=10. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/probability.h"
#include "model/files/file_choice.h"
#include "model/profile.h"
#include "profile_builder.h"
#include "runs_simulator.h"

#include "assertions.h"

enum { HOSTS = 16, RANKS = 8, SLOW = 1 /* the slow host */ };

struct design {
	size_t hosts, ranks, nfuncs;
	double samples;      /* of a rank */
	double among_ranks;  /* coefficient of variation */
	double among_hosts;  /* standard deviation of a factor's logarithm */
	double slow;         /* a host takes as many times longer, in all functions */
	double slow_in_one;  /* the same in the first */
	bool has_slow_rank;  /* one of its ranks takes twice as long */
	double least, limit; /* part of the sets in which it must be found; any other may be */
};

/* The methods that are compared. */
enum { OURS, ROBUST_Z, POISSON, BETWEEN, METHODS };

struct made {
	struct simulation s;
	struct dice dice;
	struct arena *arena;
	double total[HOSTS]; /* of a host */
};

static double draw_normal(struct made *m) {
	double normal = -6;
	size_t i;

	for (i = 0; i < 12; i++)
		normal += roll(&m->dice, 1000000) / 1e6;
	return normal;
}

static void draw_rank(struct made *m, const struct design *d, size_t rank, bool is_double,
                      struct run *run) {
	struct run_ticks *funcs = arena_space(m->arena, d->nfuncs, sizeof *funcs);
	size_t i;

	run->funcs = funcs;
	for (i = 0; i < d->nfuncs; i++) {
		const double ticks = m->s.y[0][i][rank] + (is_double ? m->s.y[1][i][0] : 0);

		run->ticks += ticks;
		if (ticks > 0)
			funcs[run->nfuncs++] = (struct run_ticks){ (uint32_t)i, (float)ticks };
	}
}

static const struct spreads *draw(struct made *m, const struct design *d) {
	const size_t nfiles = d->hosts * d->ranks;
	struct profile *p = arena_alloc(m->arena, 1, sizeof *p);
	struct runs *runs = arena_alloc(m->arena, 1, sizeof *runs);
	struct run *list = arena_alloc(m->arena, nfiles, sizeof *list);
	const char **paths = arena_alloc(m->arena, nfiles, sizeof *paths);
	const double share = m->s.share[0];
	size_t host, i;

	for (host = 0; host < d->hosts; host++) {
		const bool is_slow = host == SLOW;

		m->s.ticks = d->samples * exp(d->among_hosts * draw_normal(m)) *
		             (is_slow ? d->slow : 1);
		m->s.share[0] = share * (is_slow ? d->slow_in_one : 1);
		simulation_draw(&m->s);
		m->total[host] = 0;
		for (i = 0; i < d->ranks; i++) {
			const size_t at = host * d->ranks + i;

			paths[at] = arena_format(m->arena, "gmon.node%02zu.%zu.%zu", host, at,
			                         9000 + at * 37 % 1009);
			list[at] = (struct run){ .path = paths[at], .number = at };
			draw_rank(m, d, i, is_slow && !i && d->has_slow_rank, &list[at]);
			m->total[host] += list[at].ticks;
		}
	}
	m->s.share[0] = share;
	*runs = (struct runs){ .list = list, .n = nfiles };
	p->nfuncs = d->nfuncs;
	p->rate = 100;
	return file_groups_find(p, runs, file_names_find(paths, nfiles, NULL, 0, m->arena),
	                        GROUP_BY_HOST, 0, m->arena)
	        ->spreads;
}

static double median(const double *list, size_t n) {
	double sorted[HOSTS];
	size_t i, k;

	for (i = 0; i < n; i++) {
		for (k = i; k > 0 && sorted[k - 1] > list[i]; k--)
			sorted[k] = sorted[k - 1];
		sorted[k] = list[i];
	}
	return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

/* Which hosts a method marks, by their totals alone. */
static void judge(const struct made *m, const struct design *d, bool marked[METHODS][HOSTS]) {
	const size_t n = d->hosts;
	double logs[HOSTS], apart[HOSTS], sum = 0, middle, scale;
	size_t i, k;

	for (i = 0; i < n; i++) {
		logs[i] = log(fmax(m->total[i], 0.5));
		sum += m->total[i];
	}
	middle = median(logs, n);
	for (i = 0; i < n; i++)
		apart[i] = fabs(logs[i] - middle);
	scale = fmax(1.4826 * median(apart, n), 1 / sqrt(sum / (double)n));
	for (i = 0; i < n; i++) {
		const double x = m->total[i], others = (sum - x) / (double)(n - 1);
		const double tail = x > others ? 1 - chi2_tail(2 * others, 2 * x)
		                               : chi2_tail(2 * others, 2 * x + 2);
		double squares = 0;

		for (k = 0; k < n; k++)
			squares += k == i ? 0 : (m->total[k] - others) * (m->total[k] - others);
		marked[ROBUST_Z][i] = apart[i] > OUTLIER_Z * scale;
		marked[POISSON][i] = 2 * tail * (double)n < 0.05;
		marked[BETWEEN][i] =
			n > 2 &&
			2 * (double)n *
					student_tail(fabs(x - others) /
		                                             sqrt(squares / (double)(n - 2) *
		                                                  (1 + 1 / (double)(n - 1))),
		                                     (double)(n - 2)) <
				0.05;
	}
}

/* In which part of the sets the slow host is marked, and any other one. */
static void simulate(const struct design *d) {
	static const char *const names[] = { "ours", "z > 5", "Poisson", "t of hosts" };
	const size_t sets = simulated_sets(100);
	const bool is_equal = d->slow == 1 && d->slow_in_one == 1;
	struct arena *own = arena_new();
	struct made *m = arena_alloc(own, 1, sizeof *m);
	size_t found[METHODS] = { 0 }, wrong[METHODS] = { 0 }, set, i, k;

	m->arena = arena_new();
	m->dice.state = 37;
	simulation_begin(&m->s, d->nfuncs, d->samples, d->ranks, 1);
	m->s.common = d->among_ranks;
	for (set = 0; set < sets; set++) {
		bool marked[METHODS][HOSTS] = { { false } };
		const struct spreads *s;

		arena_reset(m->arena);
		s = draw(m, d);
		assert_int_equal(s->runs->n, d->hosts);
		judge(m, d, marked);
		for (i = 0; i < METHODS; i++) {
			bool is_wrong = false;

			for (k = 0; k < d->hosts; k++) {
				const bool is_marked = i == OURS ? s->on[k].is_outlier
				                                 : marked[i][k];

				found[i] += is_marked && k == SLOW;
				is_wrong |= is_marked && (k != SLOW || is_equal);
			}
			wrong[i] += is_wrong;
		}
	}
	print_message(
		"# %2zu x %zu, %3.0f samples, %3zu functions, ranks %2.0f %%, hosts %2.0f %%, "
		"%s%.2f%s:",
		d->hosts, d->ranks, d->samples, d->nfuncs, 100 * d->among_ranks,
		100 * d->among_hosts, d->slow_in_one > 1 ? "in one " : "",
		fmax(d->slow, d->slow_in_one), d->has_slow_rank ? ", a rank x2" : "");
	for (i = 0; i < METHODS; i++)
		print_message(" %s %.3f %.3f", names[i],
		              is_equal ? 0 : (double)found[i] / (double)sets,
		              (double)wrong[i] / (double)sets);
	print_message("\n");
	if (!is_equal)
		assert_compared((double)found[OURS], >=, d->least * (double)sets);
	/* Two standard errors more than it may be. */
	assert_compared((double)wrong[OURS], <=,
	                d->limit * (double)sets + 2 * sqrt(d->limit * (double)sets));
	arena_free(m->arena);
	arena_free(own);
}

static void equal_hosts_do_not_differ(void **state) {
	static const struct design designs[] = {
		{ 2, 4, 10, 100, 0, 0, 1, 1, false, 0, 0.05 },
		{ 3, 4, 10, 100, 0, 0, 1, 1, false, 0, 0.05 },
		{ 4, 4, 10, 100, 0, 0, 1, 1, false, 0, 0.05 },
		{ 6, 4, 10, 100, 0, 0, 1, 1, false, 0, 0.05 },
		{ 2, 8, 10, 20, 0.1, 0, 1, 1, false, 0, 0.05 },
		{ 4, 8, 100, 100, 0.1, 0, 1, 1, false, 0, 0.05 },
		{ 3, 4, 10, 50, 0.3, 0, 1, 1, false, 0, 0.05 },
		{ 4, 4, 100, 400, 0.3, 0, 1, 1, false, 0, 0.05 },
		{ 6, 8, 10, 400, 0.3, 0, 1, 1, false, 0, 0.05 },
		{ 6, 2, 10, 100, 0.1, 0, 1, 1, false, 0, 0.05 },
		{ 2, 4, 10, 400, 0, 0.03, 1, 1, false, 0, 0.05 },
		{ 3, 8, 10, 400, 0, 0.03, 1, 1, false, 0, 0.05 },
		{ 4, 8, 10, 400, 0, 0.03, 1, 1, false, 0, 0.05 },
		{ 6, 8, 10, 400, 0, 0.03, 1, 1, false, 0, 0.05 },
		{ 3, 4, 10, 100, 0, 0.05, 1, 1, false, 0, 0.05 },
		{ 4, 4, 10, 100, 0, 0.05, 1, 1, false, 0, 0.05 },
		{ 6, 8, 10, 100, 0, 0.05, 1, 1, false, 0, 0.05 },
	};
	size_t i;

	for (i = 0; i < sizeof designs / sizeof *designs; i++)
		if (is_simulated(i))
			simulate(&designs[i]);
}

static void one_rank_does_not_make_its_host_differ(void **state) {
	static const struct design designs[] = {
		{ 4, 4, 10, 100, 0, 0, 1, 1, true, 0, 0.05 },
		{ 2, 4, 10, 100, 0, 0, 1, 1, true, 0, 0.05 },
		{ 3, 8, 10, 400, 0, 0, 1, 1, true, 0, 0.05 },
		{ 6, 8, 10, 100, 0, 0, 1, 1, true, 0, 0.05 },
		{ 16, 4, 10, 100, 0, 0, 1, 1, true, 0, 0.05 },
		{ 16, 8, 100, 400, 0, 0, 1, 1, true, 0, 0.05 },
	};
	size_t i;

	for (i = 0; i < sizeof designs / sizeof *designs; i++)
		if (is_simulated(i))
			simulate(&designs[i]);
}

static void a_slow_host_is_found(void **state) {
	static const struct design designs[] = {
		{ 4, 4, 10, 100, 0, 0, 1.25, 1, false, 0.25, 0.02 },
		{ 2, 4, 10, 100, 0, 0, 1.5, 1, false, 0.9, 1 },
		{ 3, 4, 10, 100, 0, 0, 1.5, 1, false, 0.9, 0.02 },
		{ 4, 4, 10, 100, 0.05, 0, 1.33, 1, false, 0.5, 0.02 },
		{ 4, 4, 10, 50, 0, 0, 1.5, 1, false, 0.8, 0.02 },
		{ 4, 4, 10, 100, 0.1, 0, 1.5, 1, false, 0.7, 0.02 },
		{ 4, 8, 10, 100, 0, 0, 1.25, 1, false, 0.8, 0.02 },
		{ 4, 8, 10, 100, 0.1, 0, 1.5, 1, false, 0.9, 0.02 },
		{ 6, 8, 10, 100, 0, 0, 1.25, 1, false, 0.8, 0.02 },
		{ 6, 4, 10, 100, 0, 0, 1.25, 1, false, 0.35, 0.02 },
		{ 4, 4, 10, 100, 0, 0, 1, 2, false, 0.8, 0.02 },
		{ 4, 8, 100, 100, 0, 0, 1, 2, false, 0.5, 0.02 },
	};
	size_t i;

	for (i = 0; i < sizeof designs / sizeof *designs; i++)
		if (is_simulated(i))
			simulate(&designs[i]);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_hosts_do_not_differ),
		cmocka_unit_test(one_rank_does_not_make_its_host_differ),
		cmocka_unit_test(a_slow_host_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
