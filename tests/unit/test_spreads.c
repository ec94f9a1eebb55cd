/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How time is spread over files, on made-up runs whose truth is known. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "model/image.h"
#include "model/files/file_choice.h"
#include "model/runs.h"
#include "profile_builder.h"

#include "assertions.h"

enum { FILES = 64, FUNCS = 100 };

/* Counts of samples, which become runs. */
struct made {
	struct arena *arena;
	struct dice dice;
	size_t nfiles, ncut; /* ncut: the last ones, which are cut off */
	bool is_late;        /* many samples of the first file, and a few others, count for more */
	double ticks[FUNCS][FILES];
	double squares[FUNCS][FILES]; /* of what samples count for; if some are late */
};

static int setup(void **state) {
	struct arena *arena = arena_new();
	struct made *m = arena_alloc(arena, 1, sizeof *m);

	m->arena = arena;
	m->dice.state = 1;
	m->nfiles = FILES;
	*state = m;
	return 0;
}

static int teardown(void **state) {
	arena_free(((struct made *)*state)->arena);
	return 0;
}

/* Drops n samples of a function into files, each alike. */
static void drop(struct made *m, size_t func, size_t n) {
	while (n--) {
		const size_t file = roll(&m->dice, (uint32_t)m->nfiles);
		const bool is_late = m->is_late && !roll(&m->dice, file ? 10 : 2);
		const double count = is_late ? 1 + roll(&m->dice, 5) : 1;

		if (m->is_late && !file && roll(&m->dice, 10) >= 6)
			continue; /* so that it has the time of the others */
		m->ticks[func][file] += count;
		m->squares[func][file] += count * count;
	}
}

/* Functions of ever less time, the same in all files but for chance. */
static void drop_all(struct made *m, size_t samples) {
	memset(m->ticks, 0, sizeof m->ticks);
	memset(m->squares, 0, sizeof m->squares);
	for (size_t i = 0; i < FUNCS; i++)
		drop(m, i, samples / (i + 1));
}

static const struct spreads *find(struct made *m) {
	struct profile *p = arena_alloc(m->arena, 1, sizeof *p);
	struct runs *runs = arena_alloc(m->arena, 1, sizeof *runs);
	struct run *list = arena_alloc(m->arena, m->nfiles, sizeof *list);
	struct path *paths = arena_alloc(m->arena, 1, sizeof *paths);

	struct func *all = arena_alloc(m->arena, FUNCS, sizeof *all);

	p->funcs = all;
	p->paths = m->is_late ? paths : NULL;
	for (size_t file = 0; file < m->nfiles; file++) {
		struct run_ticks *funcs = arena_space(m->arena, FUNCS, sizeof *funcs);
		struct run *run = &list[file];

		run->path = arena_format(m->arena, "gmon.%zu", file);
		double squares = 0;
		run->is_cut = file >= m->nfiles - m->ncut;
		run->funcs = funcs;
		for (size_t func = 0; func < FUNCS; func++) {
			const double ticks = m->ticks[func][file];

			run->ticks += ticks;
			squares += m->squares[func][file];
			all[func].self_ticks += ticks;
			all[func].variance += m->squares[func][file];
			if (ticks > 0)
				funcs[run->nfuncs++] = (struct run_ticks){ (uint32_t)func,
					                                   (float)ticks };
		}
		run->rate = m->is_late && run->ticks > 0 ? 100 * run->ticks / squares : 100;
	}
	p->nfuncs = FUNCS;
	p->rate = 100;
	runs->list = list;
	runs->n = m->nfiles;
	return spreads_find(p, runs, NULL, m->arena);
}

static size_t count_varying(const struct spreads *s) {
	size_t n = 0;

	for (size_t i = 0; i < FUNCS; i++)
		n += s->funcs[i] && s->funcs[i]->pattern != SPREAD_NOISE;
	return n;
}

static size_t count_beyond_chance(const struct spreads *s) {
	size_t n = 0;

	for (size_t i = 0; i < FUNCS; i++)
		n += s->funcs[i] && s->funcs[i]->is_beyond_chance;
	return n;
}

static size_t count_outliers(const struct spreads *s) {
	size_t n = 0;

	for (size_t i = 0; s->on && i < s->runs->n; i++)
		n += s->on[i].is_outlier;
	return n;
}

/* Of 100 sets of equal files, one may have a function that seems to vary. */
static void equal_files_do_not_vary(void **state) {
	static const size_t samples[] = { 100, 1000, 10000 };
	struct made *m = *state;

	for (size_t i = 0; i < 6; i++) {
		size_t varying = 0, outliers = 0, totals = 0, alone = 0;

		for (size_t set = 0; set < 100; set++) {
			m->nfiles = set % 2 ? FILES : 8;
			m->is_late = i >= 3;
			drop_all(m, samples[i % 3]);
			const struct spreads *s = find(m);
			varying += count_varying(s) > 0;
			alone += count_beyond_chance(s);
			outliers += count_outliers(s);
			totals += s->total->pattern != SPREAD_NOISE;
		}
		print_message("%zu samples%s: %zu sets of 100 with a function "
		              "that varies, %zu whose totals do, %zu files that differ; "
		              "%zu of %d functions vary if asked for\n",
		              samples[i % 3], i < 3 ? "" : ", some late", varying, totals, outliers,
		              alone, 100 * FUNCS);
		assert_compared(alone, <=, 100 * FUNCS / 100);
		assert_compared(totals, <=, 3);
		assert_compared(varying, <=, 3);
		assert_compared(outliers, <=, 3);
	}
}

/* Among many functions a fourfold imbalance of few samples may be chance, by itself hardly. */
static void one_function_is_tested_by_itself(void **state) {
	struct made *m = *state;

	m->nfiles = 4;
	m->is_late = true;
	memset(m->ticks, 0, sizeof m->ticks);
	for (size_t i = 1; i < FUNCS; i++)
		drop(m, i, 10);
	m->squares[0][0] = 40; /* none of its samples is late, as others are */
	memcpy(m->ticks[0], (double[]){ 2, 7, 12, 19 }, 4 * sizeof **m->ticks);
	const struct spread *s = find(m)->funcs[0];
	assert_int_equal(s->pattern, SPREAD_NOISE);
	assert_true(s->is_beyond_chance);
	m->squares[0][0] = 18;
	memcpy(m->ticks[0], (double[]){ 1, 3, 6, 8 }, 4 * sizeof **m->ticks);
	s = find(m)->funcs[0];
	assert_false(s->is_beyond_chance);
	assert_true(spread_may_vary(s));
}

/* Each of them makes the mean of the others larger, but not their median. */
static void several_files_are_told(void **state) {
	struct made *m = *state;

	m->nfiles = 12;
	memset(m->ticks, 0, sizeof m->ticks);
	for (size_t i = 0; i < m->nfiles; i++) {
		m->ticks[0][i] = i % 4 == 2 ? 22 : 4;
		m->ticks[1][i] = 1000;
	}
	const struct spreads *s = find(m);
	assert_int_equal(count_outliers(s), 3);
	assert_int_equal(s->on[2].func, 0);
	assert_true(s->on[10].is_apart);
}

static void a_single_file_is_told(void **state) {
	struct made *m = *state;

	drop_all(m, 20000);
	m->ticks[3][41] += 200;
	const struct spreads *s = find(m);
	assert_int_equal(count_varying(s), 1);
	assert_int_equal(s->funcs[3]->pattern, SPREAD_ONE);
	assert_int_equal(s->funcs[3]->most, 41);
	assert_int_equal(s->total->pattern, SPREAD_ONE);
	assert_int_equal(s->total->one, 41);
	assert_true(s->total->max >= s->on[41].ticks && s->total->max > s->total->mean + 150);
	assert_int_equal(s->funcs[3]->sparkline[41 * 24 / 64].outlier, 1);
	assert_true(s->on[41].is_outlier);
	assert_int_equal(s->on[41].func, 3);
	assert_int_equal(count_outliers(s), 1);
	assert_int_equal(s->nnotes, 1);
}

/* Of 150, 257 and 453 samples none stands out: without the most, the others are five standard
 * deviations apart.  Without 453, 150 and 160 vary by chance. */
static void one_of_three_makes_most(void **state) {
	struct made *m = *state;

	m->nfiles = 3;
	memset(m->ticks, 0, sizeof m->ticks);
	memcpy(m->ticks[0], (double[]){ 150, 257, 453 }, 3 * sizeof **m->ticks);
	memcpy(m->ticks[1], (double[]){ 150, 160, 453 }, 3 * sizeof **m->ticks);
	memcpy(m->ticks[2], (double[]){ 150, 210, 1200 }, 3 * sizeof **m->ticks);
	const struct spreads *s = find(m);
	assert_int_equal(s->funcs[0]->pattern, SPREAD_VARIES);
	assert_true(fabs(s->funcs[0]->variation - 0.533) < 0.001);
	assert_int_equal(s->funcs[1]->pattern, SPREAD_ONE);
	assert_int_equal(s->funcs[1]->one, 2);
	assert_true(s->funcs[1]->others <= 0);
	assert_int_equal(s->funcs[2]->pattern, SPREAD_ONE);
	assert_true(fabs(s->funcs[2]->others - 0.2236) < 0.001);
}

/* Whether it has more than all that are whole, or is the only one that has any. */
static void a_file_that_is_cut_off_fits_into_sparklines(void **state) {
	struct made *m = *state;

	m->nfiles = 8;
	m->ncut = 1;
	drop_all(m, 20000);
	m->ticks[3][7] = 40000;
	memset(m->ticks[4], 0, sizeof m->ticks[4]);
	m->ticks[4][7] = 5;
	const struct spreads *s = find(m);
	for (size_t i = 3; i < 5; i++)
		for (size_t cell = 0; cell < 8; cell++)
			assert_compared(s->funcs[i]->sparkline[cell].level, <, SPARKLINE_LEVELS);
	assert_int_equal(s->funcs[3]->sparkline[7].level, SPARKLINE_LEVELS - 1);
	assert_int_equal(s->funcs[4]->sparkline[7].level, SPARKLINE_LEVELS - 1);
	assert_int_equal(s->funcs[4]->sparkline[0].level, 0);
}

/* Short files of 44 samples or so: one spends more than half of its time where others spend little,
 * and four are shorter still. */
static void a_short_file_is_apart_in_one_function(void **state) {
	struct made *m = *state;

	memset(m->ticks, 0, sizeof m->ticks);
	for (size_t i = 0; i < 14; i++)
		drop(m, i, 64 * 3);
	for (size_t i = 0; i < 4; i++)
		m->ticks[i][10 + i] = m->ticks[i + 4][10 + i] = 0;
	m->ticks[2][41] = 27;
	for (size_t i = 3; i < 14; i++)
		m->ticks[i][41] = (double)(uint64_t)(m->ticks[i][41] / 2);
	const struct spreads *s = find(m);
	assert_int_equal(s->funcs[2]->pattern, SPREAD_ONE);
	assert_int_equal(s->funcs[2]->one, 41);
	assert_true(s->on[41].is_apart);
	assert_true(s->on[41].is_outlier);
	assert_int_equal(s->on[41].func, 2);
	assert_compared(s->on[41].differs, >, OUTLIER_Z);
	assert_int_equal(count_outliers(s), 1);
}

/* One that lacks what all others have is apart in that, and no other is. */
static void a_file_without_a_function_is_apart(void **state) {
	struct made *m = *state;

	drop_all(m, 20000);
	m->ticks[0][7] = 0;
	const struct spreads *s = find(m);
	assert_true(s->on[7].is_apart);
	assert_int_equal(s->on[7].func, 0);
	assert_int_equal(count_outliers(s), 1);
}

/* Where none stands out the function is the one whose time differs most. */
static void most_is_where_the_time_differs(void **state) {
	struct made *m = *state;

	drop_all(m, 20000);
	const struct spreads *s = find(m);
	for (size_t file = 0; file < FILES; file++) {
		const struct run_distance *d = &s->on[file];
		const double most = fabs(m->ticks[d->func][file] - s->funcs[d->func]->median);

		assert_false(d->is_apart);
		for (size_t i = 0; i < FUNCS; i++)
			if (s->funcs[i])
				assert_compared(fabs(m->ticks[i][file] - s->funcs[i]->median), <=,
				                most);
	}
}

static void a_slope_varies(void **state) {
	struct made *m = *state;

	drop_all(m, 20000);
	for (size_t i = 0; i < FILES; i++)
		m->ticks[1][i] += (double)(4 * i);
	const struct spreads *s = find(m);
	const struct spread *f = s->funcs[1];
	assert_int_equal(f->pattern, SPREAD_VARIES);
	assert_compared(f->sparkline[0].level, <, f->sparkline[23].level);
	assert_int_equal(f->sparkline[23].level, SPARKLINE_LEVELS - 1);
	assert_int_equal(f->sparkline[0].outlier + f->sparkline[23].outlier, 0);
}

/* A file that has half of everything differs in its total only. */
static void a_short_file_differs_in_its_total(void **state) {
	struct made *m = *state;

	drop_all(m, 200000);
	for (size_t i = 0; i < FUNCS; i++)
		m->ticks[i][5] = (double)(uint64_t)(m->ticks[i][5] / 2);
	const struct spreads *s = find(m);
	assert_true(s->on[5].is_outlier);
	assert_compared(s->on[5].shift, <, -OUTLIER_Z);
	assert_compared(s->on[5].differs, <, OUTLIER_Z);
	assert_int_equal(count_outliers(s), 1);
}

static void figures_are_those_of_all_files(void **state) {
	static const double ticks[] = { 4, 0, 10, 2 };
	struct made *m = *state;

	m->nfiles = 4;
	memcpy(m->ticks[7], ticks, sizeof ticks);
	const struct spread *f = find(m)->funcs[7];
	assert_near(f->mean, 4);
	assert_near(f->min, 0);
	assert_near(f->median, 3);
	assert_near(f->max, 10);
	assert_int_equal(f->most, 2);
	assert_null(find(m)->funcs[8]);
	assert_null(find(m)->on);
}

static void one_file_has_no_spread(void **state) {
	struct made *m = *state;

	m->nfiles = 1;
	m->ticks[0][0] = 5;
	assert_null(find(m));
}

/* The tail is right, or somewhat too large, for a handful of samples, too. */
static void the_test_holds_for_few_samples(void **state) {
	static const size_t files[] = { 2, 3, 5, 16, 64 };
	static const size_t samples[] = { 2, 3, 5, 10, 30, 100, 300 };
	enum { SETS = 4000 };
	struct made *m = *state;
	size_t i;

	for (i = 0; i < sizeof files / sizeof *files; i++)
		for (size_t k = 0; k < sizeof samples / sizeof *samples; k++) {
			size_t found[2] = { 0, 0 };

			m->nfiles = files[i];
			for (size_t set = 0; set < SETS; set++) {
				struct dispersion d = { .n = files[i] };

				memset(m->ticks[0], 0, sizeof m->ticks[0]);
				drop(m, 0, samples[k]);
				for (size_t file = 0; file < files[i]; file++) {
					d.sum += m->ticks[0][file];
					d.squares += m->ticks[0][file] * m->ticks[0][file];
				}
				double p = dispersion_tail(&d);
				found[0] += p < 0.05;
				found[1] += p < 0.002;
			}
			print_message("%zu files, %zu samples: %zu, %zu\n", files[i], samples[k],
			              found[0], found[1]);
			assert_compared(found[0], <=, SETS * 7 / 100);
			assert_compared(found[1], <=, SETS * 5 / 1000);
		}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(equal_files_do_not_vary, setup, teardown),
		cmocka_unit_test_setup_teardown(one_function_is_tested_by_itself, setup, teardown),
		cmocka_unit_test_setup_teardown(several_files_are_told, setup, teardown),
		cmocka_unit_test_setup_teardown(a_single_file_is_told, setup, teardown),
		cmocka_unit_test_setup_teardown(one_of_three_makes_most, setup, teardown),
		cmocka_unit_test_setup_teardown(a_file_that_is_cut_off_fits_into_sparklines, setup,
		                                teardown),
		cmocka_unit_test_setup_teardown(a_short_file_is_apart_in_one_function, setup,
		                                teardown),
		cmocka_unit_test_setup_teardown(a_file_without_a_function_is_apart, setup,
		                                teardown),
		cmocka_unit_test_setup_teardown(most_is_where_the_time_differs, setup, teardown),
		cmocka_unit_test_setup_teardown(a_slope_varies, setup, teardown),
		cmocka_unit_test_setup_teardown(a_short_file_differs_in_its_total, setup, teardown),
		cmocka_unit_test_setup_teardown(figures_are_those_of_all_files, setup, teardown),
		cmocka_unit_test_setup_teardown(one_file_has_no_spread, setup, teardown),
		cmocka_unit_test_setup_teardown(the_test_holds_for_few_samples, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
