/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>

#include "gprof/gprof_rules.h"
#include "model/build/build.h"
#include "profile_builder.h"

#include "assertions.h"

static const struct note *note(struct builder *b, const struct rules *rules) {
	const struct profile *p = builder_profile(b, rules);

	assert_non_null(p);
	return note_of(p, "gprof credits");
}

/* For listings under gprof's rules the same is computed on request. */
static bool is_share(const struct builder *b, double share) {
	double off = disagreement_share(&rules_exact, &b->image, b->records) - share;

	return off < 1e-9 && off > -1e-9;
}

/* Of 200 ticks gprof gives the 30 of a clone to the function before it. */
static void what_gprof_credits_elsewhere_is_noted(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "f", 0x1000, 0x10);
	struct symbol *s = builder_symbol(b, "f.part.0", 0x1010, 0x10);
	s->binding = SYMBOL_LOCAL;
	s->passes_gprof = false;
	builder_symbol(b, "g", 0x1020, 0x10);
	builder_bin(b, 0, 70);
	builder_bin(b, 4, 30);
	builder_bin(b, 8, 100);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	const struct note *n = note(b, &rules_exact);
	assert_non_null(n);
	assert_int_equal(n->severity, NOTE_GPROF);
	assert_string_equal(n->cause, "gprof credits 15.0 % of the samples to "
	                              "another function, or loses them");
	assert_string_equal(n->evidence, "30.0 of 200 samples; f differs most: 70.0 samples "
	                                 "here, 100.0 in gprof; gprof does not list 1 "
	                                 "function, with 15.0 % of all");
	assert_null(note(b, &rules_gprof));
	assert_true(is_share(b, 0.15));
}

static void few_ticks_are_noted_as_well(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "f", 0x1000, 0x10);
	builder_symbol(b, "g", 0x1020, 0x10);
	builder_bin(b, 0, 995);
	builder_bin(b, 4, 5); /* behind f */
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	assert_int_equal(note(b, &rules_exact)->severity, NOTE_GPROF);
}

static void where_both_agree_nothing_is_said(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "f", 0x1000, 0x10);
	builder_symbol(b, "g", 0x1010, 0x10);
	builder_bin(b, 0, 995);
	builder_bin(b, 4, 5);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	assert_null(note(b, &rules_exact));
	assert_true(is_share(b, 0));
}

static void nothing_is_said_where_gprof_would_fail(void **state) {
	struct builder *b = *state;

	builder_bin(b, 0, 995);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	assert_null(note(b, &rules_exact));
	b->image.text = NULL;
	assert_null(note(b, &rules_exact));
	assert_true(is_share(b, 0));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(what_gprof_credits_elsewhere_is_noted),
		TEST(few_ticks_are_noted_as_well),
		TEST(where_both_agree_nothing_is_said),
		TEST(nothing_is_said_where_gprof_would_fail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
