/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What differs between two sides of made-up runs. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "files_builder.h"
#include "model/build/run_finder.h"
#include "model/compare/comparison.h"
#include "model/compare/matching.h"
#include "model/frames.h"
#include "model/names.h"
#include "model/runs.h"

#include "assertions.h"

enum { N = 12 };

struct two {
	struct builder b;
	struct side side;
};

struct sides {
	struct two base, new;
	struct comparison *comparison;
	const struct differences *all;
	struct error err;
};

static int setup(void **state) {
	static struct sides s;

	s = (struct sides){ .comparison = NULL };
	builder_begin(&s.base.b);
	builder_begin(&s.new.b);
	*state = &s;
	return 0;
}

static int teardown(void **state) {
	struct sides *s = *state;

	builder_end(&s->base.b);
	builder_end(&s->new.b);
	return 0;
}

static const uint64_t usual[N] = { 4, 120, 100, 80, 90, 88, 160, 72, 56, 104, 60, 24 };

/* Runs of the program: ticks of f[which] are multiplied, all by the rate, and
 * there is a little noise, the same on both sides.  f1 is called by main. */
static void add_runs(struct two *t, size_t nruns, size_t which, double times, uint32_t rate,
                     uint64_t calls) {
	struct records *r = t->b.records;
	uint64_t ticks[N];

	add_functions(&t->b, N);
	for (size_t run = 0; run < nruns; run++) {
		for (size_t i = 0; i < N; i++) {
			const double noise = 96 + (double)((run * 7 + i * 5) % 9);

			ticks[i] = (uint64_t)((double)usual[i] * noise / 100 *
			                              (i == which ? times : 1) * rate / 100 +
			                      .5);
		}
		add_file(&t->b, !run, ticks, N);
		r->histograms[r->nhistograms - 1].rate = rate;
		add_calls(&t->b, 0, 1, calls);
		add_calls(&t->b, 0, 2, 60);
	}
}

static void take(struct two *t) {
	const struct profile *p = builder_profile(&t->b, &rules_exact);

	assert_non_null(p);
	t->side.data = builder_data(&t->b, p);
	t->side.data.names = names_new(p, t->b.arena);
	t->side.runs = runs_find(p, t->b.arena, NULL);
	t->side.files.executable = "prog";
}

static struct comparison *compare(struct sides *s, struct two *base, struct two *new) {
	take(base);
	take(new);
	return comparison_new(&base->side, &new->side, NULL, 0, new->b.arena, NULL, &s->err);
}

static void look(struct sides *s, enum per_what what, const char *function) {
	const struct profile *p = s->comparison->new->data.profile;
	const struct per_choice per = { what, function ? func_of(p, function) : NULL };

	s->all = differences_find(s->comparison, per, s->new.b.arena, &s->err);
	assert_non_null(s->all);
}

static void find(struct sides *s, enum per_what what, const char *function) {
	s->comparison = compare(s, &s->base, &s->new);
	assert_non_null(s->comparison);
	look(s, what, function);
}

static const struct difference *of(const struct sides *s, const char *name) {
	const struct comparison *c = s->comparison;

	for (size_t i = 0; i < s->all->n; i++) {
		const struct difference *d = &s->all->list[i];
		const struct match *m = &c->matching->list[d->match];
		const struct func *f = m->nnew ? &c->new->data.profile->funcs[m->new[0]]
		                               : &c->base->data.profile->funcs[m->base[0]];

		if (!strcmp(f->name, name))
			return d;
	}
	fail_msg("no difference of %s", name);
	return NULL;
}

static void assert_about(double found, double expected, double most) {
	if (!(found - expected <= most && expected - found <= most))
		fail_msg("%g is not about %g", found, expected);
}

static void assert_adds_up(const struct sides *s) {
	const struct differences *all = s->all;
	double base = 0, new = 0;

	for (size_t i = 0; i < all->n; i++) {
		base += all->list[i].base.ticks;
		new += all->list[i].new.ticks;
	}
	assert_about(base, all->total.base.ticks, 1e-6 * base);
	assert_about(new, all->total.new.ticks, 1e-6 * new);
}

static size_t count(const struct sides *s, enum verdict verdict) {
	size_t n = 0;

	for (size_t i = 0; i < s->all->n; i++)
		n += s->all->list[i].verdict == verdict;
	return n;
}

static bool has_note(const struct sides *s, const char *cause) {
	for (size_t i = 0; i < s->comparison->nnotes; i++)
		if (!strcmp(s->comparison->notes[i].cause, cause))
			return true;
	return false;
}

static void a_slower_function_is_found(void **state) {
	struct sides *s = *state;

	add_runs(&s->base, 5, N, 1, 100, 20);
	add_runs(&s->new, 5, 3, 1.5, 100, 20);
	find(s, PER_RUN, NULL);
	assert_adds_up(s);
	assert_int_equal(count(s, VERDICT_SLOWER), 1);
	assert_int_equal(count(s, VERDICT_NOISE), N - 1);
	assert_int_equal(of(s, "f3")->verdict, VERDICT_SLOWER);
	assert_about(of(s, "f3")->new.ticks / of(s, "f3")->base.ticks, 1.5, .01);
	assert_true(difference_is_slower_by(of(s, "f3"), 40));
	assert_false(difference_is_slower_by(of(s, "f3"), 60));
	assert_int_equal(s->comparison->work.equal, s->comparison->work.all);
	assert_int_equal(s->comparison->work.all, 2);
}

/* Times of a run do not depend on how many there are. */
static void unequal_numbers_of_runs_are_fair(void **state) {
	struct sides *s = *state;

	add_runs(&s->base, 9, N, 1, 100, 20);
	add_runs(&s->new, 3, 3, 1.5, 100, 20);
	find(s, PER_RUN, NULL);
	assert_adds_up(s);
	assert_int_equal(of(s, "f3")->verdict, VERDICT_SLOWER);
	assert_int_equal(count(s, VERDICT_SLOWER) + count(s, VERDICT_FASTER), 1);
	assert_about(of(s, "f6")->base.ticks, 160, 5);
	assert_about(of(s, "f6")->new.ticks, 160, 5);
	assert_near(of(s, "f1")->base.calls, 20);
	assert_near(of(s, "f1")->new.calls, 20);
}

static void a_doubled_rate_is_no_change(void **state) {
	struct sides *s = *state;

	add_runs(&s->base, 5, N, 1, 100, 20);
	add_runs(&s->new, 5, N, 1, 200, 20);
	find(s, PER_RUN, NULL);
	assert_adds_up(s);
	assert_int_equal(count(s, VERDICT_NOISE), N);
	assert_int_equal(s->all->total.verdict, VERDICT_NOISE);
	assert_about(s->all->total.base.ticks, s->all->total.new.ticks,
	             .01 * s->all->total.new.ticks);
	assert_near(s->comparison->tick, 2);
	comparison_notes(s->comparison, s->new.b.arena);
	assert_true(has_note(s, "the sides were sampled at different rates"));
	assert_false(has_note(s, "the sides did different work"));
}

/* The ratio is turned over, and slower is faster. */
static void swapped_sides_are_the_inverse(void **state) {
	struct sides *s = *state;
	double ratio, low, high;

	add_runs(&s->base, 5, N, 1, 100, 20);
	add_runs(&s->new, 4, 3, 1.5, 250, 20);
	find(s, PER_RUN, NULL);
	struct difference was = *of(s, "f3");
	assert_int_equal(was.verdict, VERDICT_SLOWER);
	ratio = was.change->ratio;
	low = was.change->low;
	high = was.change->high;
	s->comparison = compare(s, &s->new, &s->base);
	assert_non_null(s->comparison);
	look(s, PER_RUN, NULL);
	assert_adds_up(s);
	assert_int_equal(of(s, "f3")->verdict, VERDICT_FASTER);
	assert_about(of(s, "f3")->change->ratio * ratio, 1, 1e-6);
	assert_about(of(s, "f3")->change->low * high, 1, 1e-6);
	assert_about(of(s, "f3")->change->high * low, 1, 1e-6);
}

static void a_side_against_itself_has_no_change(void **state) {
	struct sides *s = *state;

	add_runs(&s->base, 5, 4, 1, 100, 20);
	s->comparison = compare(s, &s->base, &s->base);
	assert_non_null(s->comparison);
	look(s, PER_RUN, NULL);
	assert_adds_up(s);
	assert_int_equal(count(s, VERDICT_NOISE), N);
	for (size_t i = 0; i < s->all->n; i++)
		assert_near(s->all->list[i].base.ticks, s->all->list[i].new.ticks);
}

/* All but f3 is a twelfth less of the total than before. */
static void shares_are_compared_per_total(void **state) {
	struct sides *s = *state;

	add_runs(&s->base, 5, N, 1, 100, 20);
	add_runs(&s->new, 5, 3, 3, 100, 20);
	find(s, PER_TOTAL, NULL);
	assert_adds_up(s);
	assert_about(s->all->total.base.ticks, s->all->total.new.ticks, 1e-6);
	assert_int_equal(of(s, "f3")->verdict, VERDICT_SLOWER);
	assert_compared(of(s, "f6")->new.ticks, <, of(s, "f6")->base.ticks);
}

/* Everything takes half as long again, and f3 three times as long. */
static void a_slow_machine_is_taken_out_per_typical(void **state) {
	struct sides *s = *state;

	add_runs(&s->base, 5, N, 1, 100, 20);
	add_runs(&s->new, 5, 3, 2, 150, 20);
	for (size_t i = 0; i < s->new.b.records->nhistograms; i++)
		s->new.b.records->histograms[i].rate = 100;
	find(s, PER_RUN, NULL);
	assert_compared(count(s, VERDICT_ALL), >=, 6);
	assert_int_equal(count(s, VERDICT_SLOWER), 1);
	look(s, PER_TYPICAL, NULL);
	assert_adds_up(s);
	assert_int_equal(count(s, VERDICT_ALL), 0);
	assert_int_equal(count(s, VERDICT_SLOWER), 1);
	assert_about(of(s, "f3")->new.ticks / of(s, "f3")->base.ticks, 2, .05);
	assert_about(of(s, "f6")->new.ticks / of(s, "f6")->base.ticks, 1, .05);
}

/* Twice the calls, and twice the time of what they do. */
static void more_calls_are_no_change_per_call(void **state) {
	struct sides *s = *state;

	add_runs(&s->base, 5, N, 1, 100, 20);
	add_runs(&s->new, 5, 1, 2, 100, 40);
	find(s, PER_RUN, NULL);
	assert_int_equal(of(s, "f1")->verdict, VERDICT_SLOWER);
	assert_int_equal(s->comparison->work.equal, 1);
	look(s, PER_CALLS, "f1");
	assert_adds_up(s);
	assert_near(of(s, "f1")->base.calls, 40);
	assert_near(of(s, "f1")->new.calls, 40);
	assert_about(of(s, "f1")->new.ticks, of(s, "f1")->base.ticks, 2);
	assert_null(differences_find(
		s->comparison,
		(struct per_choice){ PER_CALLS, func_of(s->new.side.data.profile, "f5") },
		s->new.b.arena, &s->err));
	assert_string_equal(s->err.reason, "f5 was not called on both sides");
}

static void only_calls_differ(void **state) {
	struct sides *s = *state;

	add_runs(&s->base, 5, N, 1, 100, 20);
	add_runs(&s->new, 5, N, 1, 100, 21);
	find(s, PER_RUN, NULL);
	assert_int_equal(of(s, "f1")->verdict, VERDICT_CALLS);
	assert_int_equal(count(s, VERDICT_NOISE), N - 1);
}

static void functions_are_new_and_gone(void **state) {
	struct sides *s = *state;

	add_runs(&s->base, 5, N, 1, 100, 20);
	add_runs(&s->new, 5, N, 1, 100, 20);
	s->base.b.symbols[5].name = "reduce";
	s->new.b.symbols[5].name = "check";
	find(s, PER_RUN, NULL);
	assert_adds_up(s);
	assert_int_equal(of(s, "reduce")->verdict, VERDICT_GONE);
	assert_int_equal(of(s, "check")->verdict, VERDICT_NEW);
	assert_false(of(s, "reduce")->new.is_there);
	assert_near(of(s, "reduce")->new.ticks, 0);
}

/* reduce is inlined into f6 on the new side: together they are compared. */
static void groups_add_up_to_their_members(void **state) {
	struct sides *s = *state;
	struct frame list[] = { { .outer = NO_FRAME },
		                { .function = "reduce", .outer = 0, .ticks = 400 } };
	const struct frames frames = { .list = list, .n = 2 };

	add_runs(&s->base, 5, 4, 1, 100, 20);
	add_runs(&s->new, 5, 6, 1.5, 100, 20);
	s->base.b.symbols[4].name = "reduce";
	s->new.b.symbols[4].name = "check";
	take(&s->base);
	take(&s->new);
	list[1].func = func_of(s->new.side.data.profile, "f6");
	s->new.side.data.frames = &frames;
	s->comparison = comparison_new(&s->base.side, &s->new.side, NULL, 0, s->new.b.arena, NULL,
	                               &s->err);
	assert_non_null(s->comparison);
	look(s, PER_RUN, NULL);
	assert_adds_up(s);
	const struct difference *d = of(s, "f6");
	assert_int_equal(d->nmembers, 2);
	struct difference one = difference_of_match(s->all, d->members[0]);
	struct difference two = difference_of_match(s->all, d->members[1]);
	assert_near(one.base.ticks + two.base.ticks, d->base.ticks);
	assert_near(one.new.ticks + two.new.ticks, d->new.ticks);
	assert_near(two.new.ticks, 0);
	assert_int_equal(of(s, "check")->verdict, VERDICT_NEW);
}

static void other_units_are_refused(void **state) {
	struct sides *s = *state;

	add_runs(&s->base, 2, N, 1, 100, 20);
	add_runs(&s->new, 2, N, 1, 100, 20);
	for (size_t i = 0; i < s->base.b.records->nhistograms; i++)
		strcpy(s->base.b.records->histograms[i].dimension, "cycles");
	assert_null(compare(s, &s->base, &s->new));
	assert_string_equal(s->err.reason, "the base is in cycles, prog is in seconds");
}

static void one_known_rate_is_not_enough(void **state) {
	struct sides *s = *state;

	add_runs(&s->base, 2, N, 1, 100, 20);
	add_runs(&s->new, 2, N, 1, 100, 20);
	for (size_t i = 0; i < s->base.b.records->nhistograms; i++)
		s->base.b.records->histograms[i].rate = 0;
	assert_null(compare(s, &s->base, &s->new));
	assert_string_equal(s->err.reason, "the ticks per second of the base are not known, "
	                                   "so its times cannot be compared");
}

/* Calls are compared per file where there are no histograms. */
static void calls_alone_are_compared_per_file(void **state) {
	struct sides *s = *state;

	add_functions(&s->base.b, 2);
	add_functions(&s->new.b, 2);
	for (size_t i = 0; i < 3; i++) {
		if (i)
			records_add_file(s->base.b.records, "gmon.out",
			                 s->base.b.records->files[0].format);
		add_calls(&s->base.b, 0, 1, 10);
	}
	add_calls(&s->new.b, 0, 1, 10);
	find(s, PER_RUN, NULL);
	assert_near(of(s, "f1")->base.calls, 10);
	assert_near(of(s, "f1")->new.calls, 10);
	assert_int_equal(of(s, "f1")->verdict, VERDICT_NOISE);
	assert_int_equal(s->comparison->work.equal, 1);
}

/* Its stubs for two functions of a library, and for the profiler. */
static void link_with(struct two *t, const char *first, const char *second) {
	static const char *const libraries[] = { "libm.so.6" };
	const char *const names[] = { first, second, "mcount@plt" };

	t->b.image.libraries = libraries;
	t->b.image.nlibraries = 1;
	for (size_t i = 0; i < 3; i++)
		builder_symbol(&t->b, names[i], PLT_LOW + 0x10 * i, 0x10)->table = TABLE_SYNTHETIC;
}

static const char *evidence(struct sides *s, const char *cause) {
	const struct comparison *c = s->comparison;

	comparison_notes(s->comparison, s->new.b.arena);
	for (size_t i = 0; i < c->nnotes; i++)
		if (!strcmp(c->notes[i].cause, cause)) {
			assert_int_equal(c->notes[i].severity, NOTE_WARNING);
			return c->notes[i].evidence;
		}
	return NULL;
}

static const char imports_differ[] = "the sides use different functions of libraries";
static const char one_lacks[] = "one side is without the time in shared libraries";

/* The profiler is no difference. */
static void work_may_have_moved_into_a_library(void **state) {
	struct sides *s = *state;

	add_runs(&s->base, 5, N, 1, 100, 20);
	add_runs(&s->new, 5, 3, .5, 100, 20);
	link_with(&s->base, "puts@plt", "sqrt@plt");
	link_with(&s->new, "exp@plt", "puts@plt");
	s->new.b.symbols[s->new.b.image.nsymbols - 1].name = "_mcount@plt";
	find(s, PER_RUN, NULL);
	assert_true(s->comparison->lacks_libraries);
	assert_string_equal(evidence(s, imports_differ), "sqrt@plt is gone, exp@plt is new");
	assert_null(evidence(s, one_lacks));
	s->comparison = compare(s, &s->base, &s->base);
	assert_true(s->comparison->lacks_libraries);
	assert_null(evidence(s, imports_differ));
}

/* One that is linked with no library has all of its time in its profile. */
static void libraries_are_missing_on_one_side(void **state) {
	struct sides *s = *state;

	add_runs(&s->base, 5, N, 1, 100, 20);
	add_runs(&s->new, 5, N, 1, 100, 20);
	find(s, PER_RUN, NULL);
	assert_false(s->comparison->lacks_libraries);
	assert_null(evidence(s, one_lacks));
	link_with(&s->new, "exp@plt", "puts@plt");
	find(s, PER_RUN, NULL);
	assert_true(s->comparison->lacks_libraries);
	assert_string_equal(evidence(s, one_lacks), "the new one");
	assert_null(evidence(s, imports_differ));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(a_slower_function_is_found),
		TEST(unequal_numbers_of_runs_are_fair),
		TEST(a_doubled_rate_is_no_change),
		TEST(swapped_sides_are_the_inverse),
		TEST(a_side_against_itself_has_no_change),
		TEST(shares_are_compared_per_total),
		TEST(a_slow_machine_is_taken_out_per_typical),
		TEST(more_calls_are_no_change_per_call),
		TEST(only_calls_differ),
		TEST(functions_are_new_and_gone),
		TEST(groups_add_up_to_their_members),
		TEST(other_units_are_refused),
		TEST(one_known_rate_is_not_enough),
		TEST(calls_alone_are_compared_per_file),
		TEST(work_may_have_moved_into_a_library),
		TEST(libraries_are_missing_on_one_side),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
