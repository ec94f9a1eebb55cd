/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparing profiles in which inlined functions are apart. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "files_builder.h"
#include "model/build/run_finder.h"
#include "model/compare/comparison.h"
#include "model/compare/matching.h"
#include "model/names.h"

#include "assertions.h"

enum { N = 12, RARE = 9, HOT, INLINED };

struct sides {
	struct builder base_builder, new_builder;
	struct side base, new;
	struct comparison *comparison;
	struct error err;
};

static int setup(void **state) {
	static struct sides s;

	memset(&s, 0, sizeof s);
	builder_begin(&s.base_builder);
	builder_begin(&s.new_builder);
	*state = &s;
	return 0;
}

static int teardown(void **state) {
	struct sides *s = *state;

	builder_end(&s->base_builder);
	builder_end(&s->new_builder);
	return 0;
}

/* Two files of n functions, of which all but RARE have 100 ticks, f1 is called
 * by main, and so is INLINED, some of which is inlined. */
static void make(struct builder *b, struct side *side, size_t n, uint64_t calls, bool is_apart) {
	struct profile *p;
	struct func *funcs;
	uint64_t ticks[N];

	add_functions(b, n);
	for (size_t file = 0; file < 2; file++) {
		for (size_t i = 0; i < n; i++)
			ticks[i] = i == RARE ? 1 : 100;
		add_file(b, !file, ticks, n);
		add_calls(b, 0, 1, 7);
		if (n > INLINED)
			add_calls(b, 0, INLINED, calls);
	}
	p = arena_copy(b->arena, builder_profile(b, &rules_exact), 1, sizeof *p);
	p->is_apart = is_apart;
	funcs = arena_copy(b->arena, p->funcs, p->nfuncs, sizeof *funcs);
	if (n > INLINED)
		funcs[INLINED].is_inlined = is_apart;
	p->funcs = funcs;
	side->data = builder_data(b, p);
	side->data.names = names_new(p, b->arena);
	side->runs = runs_find(p, b->arena, NULL);
	side->files.executable = "prog";
}

static const struct differences *compare(struct sides *s, size_t nbase, size_t nnew,
                                         bool is_apart) {
	make(&s->base_builder, &s->base, nbase, 5, is_apart);
	make(&s->new_builder, &s->new, nnew, 9, is_apart);
	s->comparison = comparison_new(&s->base, &s->new, NULL, 0, s->new_builder.arena, NULL,
	                               &s->err);
	assert_non_null(s->comparison);
	return differences_find(s->comparison, (struct per_choice){ .what = PER_RUN },
	                        s->new_builder.arena, &s->err);
}

static const struct difference *of(const struct sides *s, const struct differences *d,
                                   uint32_t base) {
	const uint32_t match = s->comparison->matching->of_base[base];

	for (size_t i = 0; i < d->n; i++)
		if (d->list[i].match == match)
			return &d->list[i];
	fail_msg("no difference of %u", base);
	return NULL;
}

static void what_has_no_samples_may_be_inlined(void **state) {
	struct sides *s = *state;
	const struct differences *d = compare(s, N, RARE, true);

	assert_int_equal(of(s, d, RARE)->verdict, VERDICT_NOISE);
	assert_int_equal(of(s, d, HOT)->verdict, VERDICT_GONE);
}

static void else_it_is_gone(void **state) {
	struct sides *s = *state;
	const struct differences *d = compare(s, N, RARE, false);

	assert_int_equal(of(s, d, RARE)->verdict, VERDICT_GONE);
	assert_int_equal(of(s, d, HOT)->verdict, VERDICT_GONE);
}

static void calls_of_inlined_functions_are_not_compared(void **state) {
	struct sides *s = *state;
	const struct differences *d = compare(s, N, N, true);
	const struct func *inlined = &s->new.data.profile->funcs[INLINED];

	assert_int_equal(of(s, d, INLINED)->verdict, VERDICT_NOISE);
	assert_false(of(s, d, INLINED)->base.is_counted);
	assert_true(of(s, d, 1)->base.is_counted);
	assert_int_equal(s->comparison->work.all, 1);
	assert_int_equal(s->comparison->work.equal, 1);
	assert_null(differences_find(s->comparison, (struct per_choice){ PER_CALLS, inlined },
	                             s->new_builder.arena, &s->err));
	assert_non_null(strstr(s->err.reason, "is inlined"));
}

static void others_are(void **state) {
	struct sides *s = *state;
	const struct differences *d = compare(s, N, N, false);

	assert_int_equal(of(s, d, INLINED)->verdict, VERDICT_CALLS);
	assert_int_equal(s->comparison->work.all, 2);
	assert_int_equal(s->comparison->work.equal, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(what_has_no_samples_may_be_inlined),
		TEST(else_it_is_gone),
		TEST(calls_of_inlined_functions_are_not_compared),
		TEST(others_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
