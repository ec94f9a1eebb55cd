/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often verdicts are right, by thousands of sets of runs of known truth,
 * beside simpler methods.  The tables of doc/compare-statistics.md are what is
 * printed with SIMULATED=10. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/probability.h"
#include "model/compare/changes.h"
#include "runs_simulator.h"

#include "assertions.h"

/* What simpler methods find. */
enum method { OURS, TEN_PERCENT, POISSON, WELCH, METHODS };

struct outcome {
	double sets, wrong[METHODS]; /* sets with any false finding */
	double right[METHODS];       /* sets in which the one change is found */
	double all;                  /* sets with a function that changed as all did */
	double total;                /* sets whose total is slower */
};

static void begin(struct fixture *f, const struct noise_kind *kind, size_t nfuncs, double ticks,
                  size_t base_runs, size_t new_runs) {
	simulation_begin(&f->runs, nfuncs, ticks, base_runs, new_runs);
	simulation_take(&f->runs, kind);
}

static void find(struct fixture *f, struct arena *arena) {
	fixture_find(f, CHANGE_LEVEL, arena);
}

static double ten_percent(const struct simulation *s, size_t k) {
	const double base = s->items[k].base.ticks / s->sides[0].exposure;
	const double now = s->items[k].new.ticks / s->sides[1].exposure;

	return fabs(now - base) >= 0.1 * base ? 0 : 1;
}

static double poisson(const struct simulation *s, size_t k) {
	const double base = s->items[k].base.ticks;
	const double now = s->items[k].new.ticks;
	const double share = s->sides[1].exposure / (s->sides[0].exposure + s->sides[1].exposure);
	const double p = 2 * binomial_tail(base, now, share);

	return p < 1 ? p : 2 - p;
}

/* Mean, and the variance of the mean. */
static double mean_of(const double *y, size_t n, double *variance) {
	double sum = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		sum += y[i];
	sum /= (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (y[i] - sum) * (y[i] - sum);
	*variance = squares / (double)(n - 1) / (double)n;
	return sum;
}

static double welch(const struct simulation *s, size_t k) {
	const double n = (double)s->nruns[0], m = (double)s->nruns[1];
	double v, w;

	double off = mean_of(s->y[0][k], s->nruns[0], &v);
	off -= mean_of(s->y[1][k], s->nruns[1], &w);
	if (!(v + w > 0))
		return 1;
	return 2 * student_tail(fabs(off) / sqrt(v + w),
	                        (v + w) * (v + w) / (v * v / (n - 1) + w * w / (m - 1)));
}

static void judge_simply(const struct fixture *f, enum method method, double *q,
                         struct arena *scratch) {
	static double (*const methods[])(const struct simulation *s,
	                                 size_t k) = { NULL, ten_percent, poisson, welch };
	struct discovery list[MOST_SIMULATED];
	size_t n = 0;

	for (size_t k = 0; k < f->runs.nfuncs; k++) {
		q[k] = 1;
		if (f->found.list[k].is_tested)
			list[n++] = (struct discovery){ methods[method](&f->runs, k), &q[k] };
	}
	discoveries_judge(list, n, scratch);
}

/* Counts one set. */
static void score(struct fixture *f, struct outcome *out, struct arena *scratch) {
	double q[MOST_SIMULATED];

	out->sets++;
	for (enum method method = 0; method < METHODS; method++) {
		bool is_wrong = false;

		if (method != OURS)
			judge_simply(f, method, q, scratch);
		for (size_t k = 0; k < f->runs.nfuncs; k++) {
			const struct change *c = &f->found.list[k];
			const bool is_one = method == OURS ? is_found(c) : q[k] <= 0.05;

			if (f->runs.change[k] > 1)
				out->right[method] += is_one;
			else
				is_wrong = is_wrong || is_one;
		}
		out->wrong[method] += is_wrong;
	}
	out->total += f->found.total.kind == CHANGE_SLOWER;
	for (size_t k = 0; k < f->runs.nfuncs; k++)
		if (f->found.list[k].kind == CHANGE_ALL) {
			out->all++;
			return;
		}
}

static struct outcome simulate(struct fixture *f, size_t sets) {
	struct arena *scratch = arena_new();
	struct outcome out = { 0 };

	for (size_t i = 0; i < simulated_sets(sets); i++) {
		simulation_draw(&f->runs);
		arena_reset(scratch);
		find(f, scratch);
		score(f, &out, scratch);
	}
	arena_free(scratch);
	return out;
}

static void print(const struct noise_kind *d, const struct fixture *f, const struct outcome *o,
                  const double *counts, const char *what) {
	print_message("# %2zu v %-2zu %-27s %s: this %.3f, 10 %% %.3f, "
	              "Poisson %.3f, Welch %.3f; `all` in %.2f, total %.3f\n",
	              f->runs.nruns[0], f->runs.nruns[1], d->name, what, counts[OURS] / o->sets,
	              counts[TEN_PERCENT] / o->sets, counts[POISSON] / o->sets,
	              counts[WELCH] / o->sets, o->all / o->sets, o->total / o->sets);
}

/* A rate of 5 %, and what so many sets leave open: two standard errors. */
static double five_percent(double sets) {
	return 0.05 * sets + 2 * sqrt(0.05 * 0.95 * sets);
}

static void equal_runs_show_nothing(void **state) {
	static const size_t runs[][2] = { { 5, 5 }, { 2, 2 }, { 3, 8 }, { 20, 20 } };
	static const size_t sets[] = { 400, 400, 800, 100 };
	struct fixture *f = *state;
	size_t r;

	for (r = 0; r < sizeof runs / sizeof *runs; r++)
		for (size_t i = 0; i < NOISE_KINDS; i++) {
			const struct noise_kind *d = &noise_kinds[i];

			if (!is_simulated(r * NOISE_KINDS + i))
				continue;
			begin(f, d, 60, 2000, runs[r][0], runs[r][1]);
			struct outcome o = simulate(f, sets[r]);
			print(d, f, &o, o.wrong, "false");
			assert_compared(o.wrong[OURS], <=, five_percent(o.sets));
			assert_compared(o.wrong[OURS], <, o.wrong[TEN_PERCENT]);
			assert_compared(o.total, <=, five_percent(o.sets));
			if (d->drift < 1 && runs[r][0] == 20) {
				assert_compared(o.all, >=, 0.95 * o.sets);
				assert_compared(o.wrong[POISSON], >=, 0.9 * o.sets);
				assert_compared(o.wrong[WELCH], >=, 0.9 * o.sets);
			}
		}
}

static void half_as_much_again_is_found(void **state) {
	struct fixture *f = *state;

	for (size_t i = 0; i + 1 < NOISE_KINDS; i++) {
		const struct noise_kind *d = &noise_kinds[i];

		if (!is_simulated(i))
			continue;
		begin(f, d, 500, 5000, 5, 5);
		f->runs.change[11] = 1.5;
		struct outcome o = simulate(f, 150);
		print(d, f, &o, o.right, "found");
		assert_compared(o.right[OURS], >, 1.5 * o.right[WELCH]);
		assert_compared(o.right[OURS], >=, 0.85 * o.sets);
	}
}

/* Of 178 functions one has 31 % of the 100 samples of a run: too few others have enough of them to
 * show what is typical. */
static void the_hot_function_of_a_small_program_is_found(void **state) {
	enum { FUNCTIONS = 178 };
	const double hot = 0.31;
	struct fixture *f = *state;

	for (size_t i = 0; i < NOISE_KINDS; i++)
		for (size_t changed = 0; changed < 2; changed++) {
			if (!is_simulated(2 * i + changed))
				continue;
			begin(f, &noise_kinds[i], FUNCTIONS, 100, 5, 5);
			for (size_t k = 1; k < FUNCTIONS; k++)
				f->runs.share[k] *= (1 - hot) / (1 - f->runs.share[0]);
			f->runs.share[0] = hot;
			f->runs.change[0] = changed ? 1.5 : 1;
			struct outcome o = simulate(f, 1000);
			print(&noise_kinds[i], f, &o, changed ? o.right : o.wrong,
			      changed ? "hot, found" : "hot, false");
			assert_compared(o.wrong[OURS], <=, five_percent(o.sets));
			if (changed && i != ALL_FASTER)
				assert_compared(o.right[OURS], >=, (i ? 0.8 : 0.85) * o.sets);
		}
}

/* With one run on each side noise is not known: what is found then is little,
 * but true. */
static void one_run_on_each_side_says_no_more_than_it_can(void **state) {
	struct fixture *f = *state;

	for (size_t i = 0; i < NOISE_KINDS; i++) {
		const struct noise_kind *d = &noise_kinds[i];
		const size_t sets = simulated_sets(400);
		double wrong = 0;

		if (!is_simulated(i))
			continue;
		struct arena *scratch = arena_new();
		begin(f, d, 100, 3000, 1, 1);
		for (size_t set = 0; set < sets; set++) {
			bool is_wrong = false;

			simulation_draw(&f->runs);
			arena_reset(scratch);
			find(f, scratch);
			assert_false(f->found.knows_noise);
			for (size_t k = 0; k < f->runs.nfuncs; k++)
				is_wrong = is_wrong || f->found.list[k].kind >= CHANGE_SLOWER;
			wrong += is_wrong;
		}
		arena_free(scratch);
		print_message("#  1 v 1  %-27s false: this %.3f\n", d->name, wrong / (double)sets);
		assert_compared(wrong, <=, 0.05 * (double)sets);
	}
}

/* Of the functions that are tested, with changes of 20 % in half of them. */
static void intervals_hold_the_truth_in_95_of_100_cases(void **state) {
	static const size_t runs[][2] = { { 2, 2 }, { 3, 3 }, { 5, 5 }, { 20, 20 }, { 1, 10 } };
	struct fixture *f = *state;
	size_t r;

	for (r = 0; r < sizeof runs / sizeof *runs; r++)
		for (size_t i = 0; i < NOISE_KINDS; i++) {
			double tested = 0, held = 0;

			if (!is_simulated(r * NOISE_KINDS + i))
				continue;
			struct arena *scratch = arena_new();
			begin(f, &noise_kinds[i], 100, 3000, runs[r][0], runs[r][1]);
			for (size_t k = 0; k < 100; k += 2)
				f->runs.change[k] = 1.2;
			for (size_t set = 0; set < simulated_sets(40); set++) {
				simulation_draw(&f->runs);
				arena_reset(scratch);
				find(f, scratch);
				for (size_t k = 0; k < 100; k++) {
					const struct change *c = &f->found.list[k];
					const double truth = f->runs.change[k] * f->runs.drift;

					tested += c->is_tested;
					held += c->is_tested && c->low <= truth && truth <= c->high;
				}
			}
			arena_free(scratch);
			print_message("# %2zu v %-2zu %-27s coverage %.3f\n", runs[r][0],
			              runs[r][1], noise_kinds[i].name, held / tested);
			assert_compared(held, >=, 0.93 * tested);
			assert_compared(held, <=, 0.97 * tested);
		}
}

/* Sides whose ticks are as expected and vary as Poisson's. */
static void add_up_expected(struct simulation *s) {
	simulation_draw(s);
	for (size_t k = 0; k < s->nfuncs; k++)
		for (int side = 0; side < 2; side++) {
			const double n = (double)s->nruns[side];
			const double mean = s->ticks * s->share[k] * (side ? s->change[k] : 1);
			struct change_ticks *t = side ? &s->items[k].new : &s->items[k].base;

			t->ticks = n * mean;
			t->squares = n * mean * mean + (n - 1) * mean;
		}
}

/* As many runs as four on each side say that a change of this size needs. */
static void runs_needed_find_it_in_80_of_100_cases(void **state) {
	static const struct {
		double ticks, change;
	} cases[] = { { 10, 1.5 }, { 30, 1.25 }, { 100, 1.12 } };
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		if (!is_simulated(i))
			continue;
		begin(f, &noise_kinds[0], 60, 59 * 20 + cases[i].ticks, 4, 4);
		for (size_t k = 0; k < 60; k++)
			f->runs.share[k] = 20 / f->runs.ticks;
		f->runs.share[0] = cases[i].ticks / f->runs.ticks;
		f->runs.change[0] = cases[i].change;
		add_up_expected(&f->runs);
		find(f, f->arena);
		size_t needed = (size_t)(f->found.list[0].runs_needed + 0.5);
		assert_in_range(needed, 5, MOST_RUNS);
		f->runs.nruns[0] = f->runs.nruns[1] = needed;
		struct outcome o = simulate(f, 400);
		print_message("# %.1f ticks a run, x%.2f: %zu runs needed, "
		              "found in %.3f\n",
		              cases[i].ticks, cases[i].change, needed, o.right[OURS] / o.sets);
		assert_compared(o.right[OURS], >=, 0.75 * o.sets);
		assert_compared(o.right[OURS], <=, 0.85 * o.sets);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_begin, fixture_end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(equal_runs_show_nothing),
		TEST(half_as_much_again_is_found),
		TEST(the_hot_function_of_a_small_program_is_found),
		TEST(one_run_on_each_side_says_no_more_than_it_can),
		TEST(intervals_hold_the_truth_in_95_of_100_cases),
		TEST(runs_needed_find_it_in_80_of_100_cases),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
