/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What calls of each caller cost, judged by thousands of sets of files made
 * from known costs, in which samples fall at random. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "gprof/gprof_rules.h"
#include "files_builder.h"
#include "model/profile.h"

#include "assertions.h"

/* Sets of files.  f1.. call the last function, `nfiles` times each in numbers
 * from 1 to `spread` times the same; a call costs the same, or for each caller
 * something else; and in a file by up to `vary` percent more or less. */
struct design {
	const char *name;
	size_t nfiles, ncallers;
	unsigned ticks;  /* of the last function in a file, on average */
	unsigned spread; /* hundredths */
	unsigned vary;
	bool is_equal;
	bool recurses; /* calls of a caller go this deep, each another */
};

/* What came of it, in numbers of callers. */
struct outcome {
	size_t sets, told, figures, within[4];
	size_t false_alarms;      /* more than 3 errors from by calls, where each
	                        call costs the same */
	double off, off_by_calls; /* parts of the function's time, summed */
};

struct world {
	struct dice *dice;
	const struct design *design;
	uint64_t base[MOST_FUNCTIONS], cost[MOST_FUNCTIONS];
	uint64_t truth[MOST_FUNCTIONS]; /* samples that were its */
	uint64_t calls[MOST_FUNCTIONS];
	uint64_t all;
};

static void choose_world(struct world *w) {
	static const unsigned costs[] = { 1, 2, 4, 8, 16, 32 };

	for (size_t c = 0; c < w->design->ncallers; c++) {
		w->base[c] = 1000 + roll(w->dice, 4000);
		w->cost[c] = w->design->is_equal ? 8 : costs[roll(w->dice, 6)];
		w->truth[c] = w->calls[c] = 0;
	}
	w->all = 0;
}

/* Draws each sample by itself, so numbers of samples are nearly Poisson. */
static uint64_t draw(struct world *w, const uint64_t *weight, double expected) {
	const size_t n = w->design->ncallers;
	uint64_t sum = 0, hits = 0;
	uint32_t chances = (uint32_t)(4 * expected);
	size_t c;

	for (c = 0; c < n; c++)
		sum += weight[c];
	while (chances--) {
		if (roll(w->dice, 4))
			continue;
		uint64_t at = roll(w->dice, (uint32_t)sum);
		for (c = 0; at >= weight[c]; c++)
			at -= weight[c];
		w->truth[c]++;
		hits++;
	}
	w->all += hits;
	return hits;
}

static void simulate_file(struct builder *b, struct world *w, size_t file) {
	const struct design *d = w->design;
	const size_t last = d->ncallers + 1;
	uint64_t calls[MOST_FUNCTIONS], weight[MOST_FUNCTIONS], usual = 0, sum = 0;
	uint64_t ticks[MOST_FUNCTIONS] = { 0 };

	for (size_t c = 0; c < d->ncallers; c++) {
		calls[c] = w->base[c] * (100 + roll(w->dice, d->spread - 99)) / 100;
		weight[c] = calls[c] * w->cost[c] *
		            (100 - d->vary + roll(w->dice, 2 * d->vary + 1)) / 100;
		w->calls[c] += calls[c];
		usual += w->base[c] * w->cost[c] * (100 + d->spread) / 200;
		sum += weight[c];
	}
	ticks[last] = draw(w, weight, d->ticks * (double)sum / (double)usual);
	add_file(b, !file, ticks, last + 1);
	for (size_t c = 0; c < d->ncallers; c++)
		add_calls(b, c + 1, last, calls[c]);
	if (d->recurses)
		add_calls(b, last, last, sum / 3);
}

static void compare(const struct profile *p, const struct world *w, struct outcome *out) {
	const size_t n = w->design->ncallers;
	double calls = 0;

	for (size_t c = 0; c < n; c++)
		calls += (double)w->calls[c];
	for (size_t c = 0; c < n; c++) {
		const struct caller_cost *cost = caller_cost_of(p, p->funcs[n + 1].callers[c]);
		const size_t from = (size_t)(p->funcs[n + 1].callers[c]->caller - p->funcs) - 1;
		const double truth = (double)w->truth[from];
		const double by_calls = (double)w->all * (double)w->calls[from] / calls;

		if (!cost)
			continue;
		double off = fabs(cost->ticks - truth);
		out->figures++;
		for (size_t k = 1; k <= 3; k++)
			out->within[k] += off <= (double)k * cost->error;
		out->off += off / (double)w->all;
		out->off_by_calls += fabs(by_calls - truth) / (double)w->all;
		out->false_alarms += w->design->is_equal &&
		                     fabs(cost->ticks - by_calls) > 3 * cost->error;
	}
	out->sets++;
	out->told += caller_fit_of(p, &p->funcs[n + 1])->state == CALLERS_MEASURED;
}

static struct outcome simulate(struct builder *b, const struct design *d, size_t sets) {
	struct dice dice = { 88172645463325252 };
	struct world w = { .dice = &dice, .design = d };
	struct outcome out = { 0 };

	for (size_t set = 0; set < sets; set++) {
		builder_end(b);
		builder_begin(b);
		add_functions(b, d->ncallers + 2);
		choose_world(&w);
		for (size_t i = 0; i < d->nfiles; i++)
			simulate_file(b, &w, i);
		compare(builder_profile(b, &rules_exact), &w, &out);
	}
	return out;
}

static const struct design designs[] = {
	{ "two callers", 8, 2, 100, 600, 0, false, false },
	{ "three callers", 8, 3, 200, 600, 0, false, false },
	{ "five callers", 12, 5, 300, 600, 0, false, false },
	{ "few files", 6, 2, 200, 600, 0, false, false },
	{ "many files", 40, 4, 50, 600, 0, false, false },
	{ "recursion", 10, 3, 200, 600, 0, false, true },
	{ "cost varies by file", 10, 2, 200, 600, 40, false, false },
	{ "cost varies, many files", 30, 3, 200, 600, 40, false, false },
	{ "mixes nearly alike", 12, 2, 600, 130, 0, false, false },
	{ "mixes nearly alike, many files", 40, 3, 300, 150, 0, false, false },
	{ "nothing to find", 10, 3, 200, 600, 0, true, false },
	{ "nothing to find, cost varies", 10, 3, 200, 600, 40, true, false },
};

/* Of all figures, those within three errors of what samples were drawn for, and
 * how far off they are beside those by calls. */
static void figures_hold_in_99_of_100_cases(void **state) {
	enum { SETS = 250 };

	for (size_t i = 0; i < sizeof designs / sizeof *designs; i++) {
		const struct design *d = &designs[i];
		const struct outcome o = simulate(*state, d, SETS);
		const double n = (double)o.figures;

		print_message("# %-31s %2zu files, %zu callers: told %5.1f %%, "
		              "within 1, 2, 3 errors %5.1f %5.1f %6.2f %%, "
		              "off %4.1f %%, by calls %4.1f %%\n",
		              d->name, d->nfiles, d->ncallers,
		              100 * (double)o.told / (double)o.sets, 100 * (double)o.within[1] / n,
		              100 * (double)o.within[2] / n, 100 * (double)o.within[3] / n,
		              100 * o.off / n, 100 * o.off_by_calls / n);
		assert_compared((double)o.within[3], >=, 0.99 * n);
		assert_compared((double)o.false_alarms, <=, 0.01 * n);
		if (!d->is_equal)
			assert_compared(o.off, <, 0.5 * o.off_by_calls);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(figures_hold_in_99_of_100_cases, builder_setup,
		                                builder_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
