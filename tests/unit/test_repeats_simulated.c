/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often files are rightly and wrongly taken for repeats of each other, by
 * made-up sets of runs of equal work.  The table of doc/profiling.md is what is
 * printed with SIMULATED=100. */
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "gprof/gprof_rules.h"
#include "model/files/file_choice.h"
#include "model/records.h"
#include "model/rules.h"
#include "open/load.h"
#include "profile_builder.h"
#include "runs_simulator.h"

#include "assertions.h"

/* Runs, alone or beside something: their sum, a copy, their parent; or what gprof -s made of them
 * and two more, of eight other runs, or of each more of these. */
enum what { RUNS, WITH_SUM, WITH_COPY, CHILDREN, WITH_LARGER_SUM, WITH_OTHER_SUM, WITH_OTHER_SUMS };

/* How many more runs there are than files of runs. */
static size_t runs_summed(enum what what) {
	return what < WITH_LARGER_SUM ? 0 : what == WITH_LARGER_SUM ? 2 : 8;
}

struct design {
	enum what what;
	size_t nbins, nruns;
	double ticks;
	bool is_regular; /* half of Poisson's variance */
	bool differ;     /* the last run is twice as long */
};

/* gprof -s counts calls of where functions begin. */
static void add_file(struct records *r, size_t nbins, const double *counts, uint64_t calls,
                     bool by_gprof) {
	static const struct profile_format format = { .name = "gmon" };
	struct histogram h = seconds_in(0x1000, 0x1000 + 4 * nbins, (uint32_t)nbins);

	h.bins.list = arena_alloc(r->arena, nbins, sizeof *h.bins.list);
	for (size_t i = 0; i < nbins; i++)
		if (counts[i] > 0)
			h.bins.list[h.bins.n++] = (struct bin){ (uint64_t)counts[i], (uint32_t)i,
				                                0 };
	records_add_file(r, "gmon", &format);
	records_add_histogram(r, h);
	for (size_t i = 0; i < 10; i++)
		records_add_call(r, (struct call){ 0x1000 + i, by_gprof ? 0x1100 : 0x1104,
		                                   (i + 1) * calls });
}

static struct records *draw(struct simulation *s, enum what what, struct arena *arena) {
	struct records *r = records_new(arena);
	const size_t more = runs_summed(what), n = s->nruns[0] - more;
	double counts[MOST_SIMULATED], sum[MOST_SIMULATED] = { 0 };

	simulation_draw(s);
	for (size_t run = 0; run <= n; run++) {
		const int side = run == n;

		for (size_t i = 0; i < s->nfuncs; i++) {
			counts[i] = s->y[side][i][side ? 0 : run];
			if (what == CHILDREN)
				counts[i] = s->y[0][i][0] + (run ? 0 : s->y[1][i][0] > 30);
			sum[i] += what <= WITH_LARGER_SUM ? counts[i] : 0;
		}
		add_file(r, s->nfuncs, counts, what == CHILDREN && run ? 2 : 1, false);
	}
	for (size_t run = n; run < n + more; run++) {
		for (size_t i = 0; i < s->nfuncs; i++)
			sum[i] += s->y[0][i][run];
		if (what == WITH_OTHER_SUMS)
			add_file(r, s->nfuncs, sum, run - n + 1, true);
	}
	if (what == WITH_SUM)
		add_file(r, s->nfuncs, sum, n + 1, false);
	if (what == WITH_COPY)
		add_file(r, s->nfuncs, counts, 1, false);
	if (what == WITH_LARGER_SUM)
		add_file(r, s->nfuncs, sum, n + 1 + more, true);
	if (what == WITH_OTHER_SUM)
		add_file(r, s->nfuncs, sum, more, true);
	return r;
}

/* Whether less counts than there is: any file; or one of the first ones. */
static bool counts_less(struct records *r, size_t nfirst, struct arena *arena) {
	const struct repeat_uses uses = { .copies = REPEATS_AUTO };
	uint32_t *same = arena_space(arena, r->nfiles, sizeof *same);
	struct counted counted;
	struct builder b;
	size_t noff = 0;

	for (size_t i = 0; i < r->nfiles; i++)
		same[i] = (uint32_t)i;
	builder_begin(&b);
	builder_symbol(&b, "caller", 0x1000, 0x80);
	builder_symbol(&b, "callee", 0x1100, 0x80);
	counted_find(&counted, r, &b.image, gprof_keeps, same, NULL, arena);
	builder_end(&b);
	for (size_t i = 0; i < nfirst; i++)
		noff += counted_is_off(&counted, &uses, i);
	return nfirst ? noff
	              : counted_records(&counted, &uses) != r ||
	                        counted_choice(&counted, &uses, arena);
}

/* The part of the sets in which that is so. */
static double simulate(const struct design *d) {
	static const char *const names[] = {
		"runs",       "with a sum",    "with a copy", "children",
		"larger sum", "another's sum", "other sums",
	};
	const size_t more = runs_summed(d->what);
	const size_t sets = simulated_sets(100);
	struct arena *arena = arena_new(), *own = arena_new();
	struct simulation *s = arena_alloc(own, 1, sizeof *s);
	size_t found = 0;

	simulation_begin(s, d->nbins, d->ticks, d->nruns - 1 + more, 1);
	s->drift = d->differ ? 2 : 1;
	s->is_regular = d->is_regular;
	for (size_t i = 0; i < sets; i++) {
		arena_reset(arena);
		found += counts_less(draw(s, d->what, arena),
		                     d->what == WITH_OTHER_SUMS ? d->nruns : 0, arena);
	}
	print_message("# %-13s %3zu bins %2zu files %5.0f ticks%s%s: %.4f\n", names[d->what],
	              d->nbins, d->nruns, d->ticks, d->is_regular ? " regular" : "",
	              d->differ ? " longer" : "", (double)found / (double)sets);
	arena_free(arena);
	arena_free(own);
	return (double)found / (double)sets;
}

static void runs_all_count(void **state) {
	static const struct design designs[] = {
		{ RUNS, 5, 2, 0.5, false, false },
		{ RUNS, 5, 30, 2, false, false },
		{ RUNS, 30, 10, 3, false, true },
		{ RUNS, 5, 10, 100, true, false },
		{ RUNS, 5, 3, 20, true, true },
		{ RUNS, 30, 10, 100, true, true },
		{ RUNS, 150, 10, 38, false, false },
		{ RUNS, 500, 4, 1000, true, false },
		{ RUNS, 2, 9, 33, true, false },
		{ RUNS, 3, 9, 14, true, false },
		{ WITH_OTHER_SUM, 5, 2, 3, false, false },
		{ WITH_OTHER_SUM, 5, 3, 38, true, false },
		{ WITH_OTHER_SUM, 30, 3, 38, true, false },
		{ WITH_OTHER_SUM, 150, 3, 38, false, false },
		{ WITH_OTHER_SUM, 150, 2, 10, false, false },
		{ WITH_OTHER_SUM, 500, 2, 5, false, false },
		{ WITH_OTHER_SUM, 500, 1, 1000, true, true },
		{ WITH_OTHER_SUM, 30, 1, 1000, true, true },
		{ WITH_OTHER_SUMS, 5, 1, 33, true, false },
		{ WITH_OTHER_SUMS, 30, 1, 100, true, false },
		{ WITH_OTHER_SUMS, 150, 1, 10, false, false },
	};

	for (size_t i = 0; i < sizeof designs / sizeof *designs; i++)
		if (is_simulated(i))
			assert_compared(simulate(&designs[i]), <=, 0);
}

static void repeats_are_found(void **state) {
	static const struct {
		struct design design;
		double least; /* part that must be found */
	} cases[] = {
		{ { WITH_SUM, 150, 2, 19, false, false }, 0.9 },
		{ { WITH_SUM, 30, 8, 100, false, false }, 0.9 },
		{ { WITH_SUM, 5, 2, 100, false, false }, 0 },
		{ { WITH_COPY, 150, 3, 38, false, false }, 0.9 },
		{ { WITH_COPY, 30, 3, 100, false, false }, 0.9 },
		{ { WITH_COPY, 5, 3, 100, false, false }, 0 },
		{ { WITH_LARGER_SUM, 150, 2, 38, false, false }, 0 },
		{ { WITH_LARGER_SUM, 150, 8, 100, false, false }, 0 },
		{ { WITH_LARGER_SUM, 500, 2, 38, false, false }, 0 },
		{ { WITH_LARGER_SUM, 500, 2, 100, false, false }, 0 },
		{ { WITH_LARGER_SUM, 500, 8, 100, false, false }, 0 },
		{ { WITH_LARGER_SUM, 500, 2, 1000, false, false }, 0 },
		{ { CHILDREN, 5, 9, 33, false, false }, 0.9 },
		{ { CHILDREN, 2, 9, 33, false, false }, 0.9 },
		{ { CHILDREN, 30, 2, 33, false, false }, 0.9 },
		{ { CHILDREN, 150, 2, 100, false, false }, 0.9 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_compared(simulate(&cases[i].design), >=, cases[i].least);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_all_count),
		cmocka_unit_test(repeats_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
