/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often files are rightly and wrongly taken for snapshots of one profile,
 * by thousands of made-up sets.  The table of doc/profiling.md is what is
 * printed with SIMULATED=10. */
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/work.h"
#include "model/build/repeats.h"
#include "model/records.h"
#include "profile_builder.h"
#include "runs_simulator.h"

#include "assertions.h"

/* Files: bins are the simulation's functions. */
struct design {
	size_t nbins, nruns;
	double ticks;  /* in each run, or added in each */
	double longer; /* the last run is as many times as long */
	bool is_other; /* and spends most of that in half of the bins */
	bool is_regular;
	bool grows;   /* runs of 1, 2, 3... times as much work */
	bool is_flat; /* all bins have as much */
};

struct outcome {
	double sets, nested, sure;
};

static void add_file(struct records *r, const struct simulation *s, const double *counts,
                     uint64_t calls) {
	static const struct profile_format format = { .name = "gmon" };
	struct histogram h = seconds_in(0x1000, 0x1000 + 4 * s->nfuncs, (uint32_t)s->nfuncs);

	h.bins.list = arena_alloc(r->arena, s->nfuncs, sizeof *h.bins.list);
	for (size_t i = 0; i < s->nfuncs; i++)
		if (counts[i] > 0)
			h.bins.list[h.bins.n++] = (struct bin){ (uint64_t)counts[i], (uint32_t)i,
				                                0 };
	records_add_file(r, "gmon", &format);
	records_add_histogram(r, h);
	records_add_call(r, (struct call){ 0x1000, 0x1004, calls });
}

/* The runs of a set, or their sums up to each.  The same work has the same calls;
 * more work is as much as several runs. */
static struct records *draw(struct simulation *s, bool are_sums, bool grows, struct arena *arena) {
	struct records *r = records_new(arena);
	double counts[MOST_SIMULATED] = { 0 };
	const size_t n = s->nruns[0];

	simulation_draw(s);
	for (size_t file = 0; file <= n; file++) {
		if (grows)
			simulation_draw(s);
		for (size_t i = 0; i < s->nfuncs; i++) {
			if (!are_sums)
				counts[i] = 0;
			for (size_t run = grows ? 0 : file; run <= file; run++)
				counts[i] += s->y[run == n][i][run % n];
		}
		add_file(r, s, counts, are_sums || grows ? 7 * (file + 1) : 7);
	}
	return r;
}

static struct outcome simulate(const struct design *d, bool are_sums, size_t sets) {
	struct arena *arena = arena_new(), *own = arena_new();
	struct simulation *s = arena_alloc(own, 1, sizeof *s);
	struct outcome o = { 0 };

	simulation_begin(s, d->nbins, d->ticks, d->nruns - 1, 1);
	s->drift = d->longer;
	s->is_regular = d->is_regular;
	for (size_t i = 0; d->is_flat && i < d->nbins; i++)
		s->share[i] = 1 / (double)d->nbins;
	for (size_t i = 0; d->is_other && i < d->nbins; i += 2)
		s->change[i] = 20;
	sets = simulated_sets(sets);
	for (size_t i = 0; i < sets; i++) {
		struct work work = { 0 };

		arena_reset(arena);
		struct contents *contents = contents_of(draw(s, are_sums, d->grows, arena), NULL,
		                                        NULL, &work, arena);
		struct snapshots found = snapshots_find(contents, NULL, arena);
		o.sets++;
		o.nested += found.are_nested;
		o.sure += found.are_sure;
	}
	print_message("# %-9s %3zu bins %2zu files %6.0f ticks x%-4.1f%s%s%s%s: "
	              "nested %.4f, taken for snapshots %.4f\n",
	              are_sums ? "snapshots" : "runs", d->nbins, d->nruns, d->ticks, d->longer,
	              d->is_other ? " other" : "", d->is_regular ? " regular" : "",
	              d->grows ? " growing" : "", d->is_flat ? " flat" : "", o.nested / o.sets,
	              o.sure / o.sets);
	arena_free(arena);
	arena_free(own);
	return o;
}

/* Those most like snapshots: of few bins, few samples or much unlike lengths. */
static void runs_are_not_taken_for_snapshots(void **state) {
	static const struct design designs[] = {
		{ 500, 2, 2, 1, false, false, false, false },
		{ 500, 2, 20, 1, false, false, false, false },
		{ 500, 5, 20, 1, false, false, false, false },
		{ 30, 2, 100, 10, false, false, false, false },
		{ 30, 2, 100, 10, false, true, false, false },
		{ 30, 2, 1000, 3, false, false, false, false },
		{ 150, 2, 100, 100, false, false, false, false },
		{ 150, 2, 100, 100, true, false, false, false },
		{ 150, 2, 20, 10, true, false, false, false },
		{ 500, 2, 100, 100, true, false, false, false },
		{ 5, 2, 100, 1.5, false, false, false, false },
		{ 5, 3, 20, 1.5, false, true, false, false },
		{ 5, 13, 100, 1, false, false, true, false },
		{ 30, 13, 1000, 1, false, false, true, false },
		{ 300, 2, 600, 3, false, true, false, true },
		{ 500, 2, 500, 5, false, true, false, true },
		{ 500, 2, 2000, 3, false, true, false, true },
		{ 5, 13, 1000, 1, false, true, true, false },
		{ 1, 13, 100, 1, false, true, true, false },
	};

	for (size_t i = 0; i < sizeof designs / sizeof *designs; i++) {
		if (!is_simulated(i))
			continue;
		struct outcome o = simulate(&designs[i], false, 1000);
		assert_compared(o.sure, <=, 1e-3 * o.sets);
	}
}

static void snapshots_are_found(void **state) {
	static const struct {
		struct design design;
		double least; /* part that must be found */
	} cases[] = {
		{ { 500, 2, 100, 1, false, false, false, false }, 0.9 },
		{ { 500, 2, 1000, 1, false, false, false, false }, 0.9 },
		{ { 500, 2, 1000, 10, false, false, false, false }, 0 },
		{ { 150, 2, 1000, 1, false, false, false, false }, 0 },
		{ { 150, 5, 100, 1, false, false, false, false }, 0.9 },
		{ { 150, 5, 30, 1, false, true, false, false }, 0.9 },
		{ { 30, 2, 1000, 1, false, false, false, false }, 0 },
		{ { 30, 5, 1000, 1, false, false, false, false }, 0.9 },
		{ { 30, 13, 1000, 1, false, false, false, false }, 0.9 },
		{ { 30, 13, 100, 1, true, false, false, false }, 0.9 },
		{ { 5, 13, 100, 1, false, false, false, false }, 0.9 },
		{ { 5, 60, 1000, 1, false, false, false, false }, 0.9 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		if (!is_simulated(i))
			continue;
		struct outcome o = simulate(&cases[i].design, true, 100);
		assert_compared(o.nested, >=, o.sets);
		assert_compared(o.sure, >=, cases[i].least * o.sets);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_are_not_taken_for_snapshots),
		cmocka_unit_test(snapshots_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
