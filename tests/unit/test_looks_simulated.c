/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often verdicts are right if runs end when they are clear, beside simpler
 * rules, by thousands of sets of runs of known truth.  The table of
 * doc/compare-statistics.md is what is printed with SIMULATED=10. */
#include <stddef.h>

#include "base/arena.h"
#include "model/compare/changes.h"
#include "runs_simulator.h"

#include "assertions.h"

enum { MOST = 30 };

struct design {
	const char *name;
	double spread, common, change;
	size_t nfuncs;
};

static const struct design designs[] = {
	{ "Poisson", 0, 0, 1, 60 },
	{ "5 % spread of each function", 0.05, 0, 1, 60 },
	{ "5 % spread of whole runs", 0, 0.05, 1, 60 },
	{ "Poisson", 0, 0, 1, 3 },
	{ "Poisson", 0, 0, 1.3, 60 },
	{ "5 % spread of each function", 0.05, 0, 1.3, 60 },
	{ "5 % spread of whole runs", 0, 0.05, 1.3, 60 },
	{ "Poisson", 0, 0, 1.1, 60 },
};

enum { DESIGNS = sizeof designs / sizeof *designs };

/* When runs end. */
enum rule { LOOKS, EACH, FIXED, RULES };

struct outcome {
	double sets, wrong[RULES], right[RULES], runs[RULES];
};

/* Compares the first runs of each side. */
static void find(struct fixture *f, unsigned runs, double level, struct arena *scratch) {
	struct simulation *s = &f->runs;

	s->nruns[0] = s->nruns[1] = runs;
	simulation_add_up(s);
	arena_reset(scratch);
	fixture_find(f, level, scratch);
}

/* Counts one set whose runs have ended. */
static void score(const struct fixture *f, enum rule rule, unsigned runs, struct outcome *out) {
	bool is_wrong = false;

	for (size_t k = 0; k < f->runs.nfuncs; k++) {
		if (f->runs.change[k] > 1)
			out->right[rule] += is_found(&f->found.list[k]);
		else
			is_wrong |= is_found(&f->found.list[k]);
	}
	out->wrong[rule] += is_wrong;
	out->runs[rule] += runs;
}

static double doubt(const struct fixture *f, const struct look *look) {
	double sum = 0;

	for (size_t k = 0; k < f->runs.nfuncs; k++)
		sum += f->runs.share[k] * look_doubt(look, &f->found, &f->found.list[k]);
	return sum;
}

static void end_by_looks(struct fixture *f, struct outcome *out, struct arena *scratch) {
	struct look look = { .most = MOST };

	do {
		look.before = look.runs;
		look.runs = look_next(look.runs, MOST);
		find(f, look.runs, look_level(&look), scratch);
	} while (doubt(f, &look) >= LOOK_DOUBT);
	score(f, LOOKS, look.runs, out);
}

/* Who looks after each run at 5 %, and ends when something is found. */
static void end_when_found(struct fixture *f, struct outcome *out, struct arena *scratch) {
	unsigned runs = 1;

	do
		find(f, ++runs, CHANGE_LEVEL, scratch);
	while (runs < MOST && !f->found.nfound);
	score(f, EACH, runs, out);
}

static struct outcome simulate(struct fixture *f, const struct design *d, size_t sets) {
	struct arena *scratch = arena_new();
	struct outcome out = { 0 };

	simulation_begin(&f->runs, d->nfuncs, 2000, MOST, MOST);
	f->runs.spread = d->spread;
	f->runs.common = d->common;
	f->runs.change[4 % d->nfuncs] = d->change;
	for (size_t i = 0; i < sets; i++) {
		f->runs.nruns[0] = f->runs.nruns[1] = MOST;
		simulation_draw(&f->runs);
		end_by_looks(f, &out, scratch);
		end_when_found(f, &out, scratch);
		find(f, MOST, CHANGE_LEVEL, scratch);
		score(f, FIXED, MOST, &out);
	}
	arena_free(scratch);
	for (enum rule rule = 0; rule < RULES; rule++) {
		out.wrong[rule] /= (double)sets;
		out.right[rule] /= (double)sets;
		out.runs[rule] /= (double)sets;
	}
	print_message("# x%.1f, %2zu functions, %-27s false: looks %.3f, each run %.3f, "
	              "%d runs %.3f; found %.3f, %.3f, %.3f; runs %.1f, %.1f\n",
	              d->change, d->nfuncs, d->name, out.wrong[LOOKS], out.wrong[EACH], MOST,
	              out.wrong[FIXED], out.right[LOOKS], out.right[EACH], out.right[FIXED],
	              out.runs[LOOKS], out.runs[EACH]);
	return out;
}

static void looks_keep_false_findings_rare(void **state) {
	struct fixture *f = *state;

	for (size_t i = 0; i < DESIGNS; i++) {
		const struct design *d = &designs[i];

		if (!is_simulated(i))
			continue;
		struct outcome o = simulate(f, d, simulated_sets(100));
		assert_compared(o.wrong[LOOKS], <=, 0.05);
		if (d->change > 1.2) {
			assert_compared(o.right[LOOKS], >=, 0.95);
			assert_compared(o.runs[LOOKS], <, 0.8 * MOST);
		} else if (d->change <= 1) {
			assert_compared(o.wrong[EACH], >, o.wrong[LOOKS]);
		}
	}
}

static void looks_spend_no_more_than_the_level(void **state) {
	for (unsigned most = 1; most <= 100; most++) {
		struct look look = { .most = most };
		double sum = 0;

		while (look.runs < most) {
			look.before = look.runs;
			look.runs = look_next(look.runs, most);
			assert_true(look.runs > look.before);
			assert_true(look.runs == most || look.runs % 2 == 0);
			assert_compared(look_level(&look), >, 0);
			sum += look_level(&look);
		}
		assert_int_equal(look.runs, most);
		assert_compared(sum, <=, CHANGE_LEVEL * (1 + 1e-9));
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_begin, fixture_end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(looks_keep_false_findings_rare),
		TEST(looks_spend_no_more_than_the_level),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
