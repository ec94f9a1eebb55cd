/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time of code that the compiler split off functions. */
#include <stddef.h>
#include <stdint.h>

#include "gprof/gprof_rules.h"
#include "profile_builder.h"

#include "assertions.h"

static struct symbol *local(struct builder *b, const char *name, uint64_t low) {
	struct symbol *s = builder_symbol(b, name, low, 0x10);

	s->binding = SYMBOL_LOCAL;
	return s;
}

/* Symbols of a source file follow it. */
static void file(struct builder *b, const char *name) {
	struct symbol *s = local(b, name, 0);

	s->kind = SYMBOL_FILE;
	s->is_absolute = true;
	s->size = 0;
}

/* Gives the functions at 0x1000, 0x1010, ... 1, 2, ... ticks, and builds. */
static const struct profile *build(struct builder *b, const struct rules *rules, uint32_t nfuncs) {
	for (uint32_t i = 0; i < nfuncs; i++)
		builder_bin(b, 4 * i, i + 1);
	builder_histogram(b, 0x1000, 0x1080, 32, 100);
	const struct profile *p = builder_profile(b, rules);
	assert_non_null(p);
	return p;
}

static const struct func *at(const struct profile *p, uint64_t address) {
	const struct func *f = profile_at(p, address);

	assert_non_null(f);
	return f;
}

static void assert_origin(const struct profile *p, uint64_t part, uint64_t origin) {
	const struct arc *a = func_split(at(p, part));

	if (!origin) {
		assert_null(a);
		return;
	}
	assert_non_null(a);
	assert_ptr_equal(a->caller, at(p, origin));
	assert_int_equal(a->calls, 0);
	assert_near(a->share, 1);
	assert_false(func_is_counted(a->callee));
}

static void its_time_goes_to_the_function(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "main", 0x1000, 0x10);
	builder_symbol(b, "f", 0x1010, 0x10);
	local(b, "f.cold", 0x1020);
	builder_symbol(b, "fail", 0x1030, 0x10);
	builder_call(b, 0x1004, 0x1010, 7);
	builder_call(b, 0x1024, 0x1030, 2);
	const struct profile *p = build(b, &rules_exact, 4);
	assert_origin(p, 0x1020, 0x1010);
	assert_true(func_split(at(p, 0x1020))->is_jump);
	assert_near(at(p, 0x1020)->self_ticks, 3);
	assert_near(at(p, 0x1020)->descendant_ticks, 4);
	assert_near(at(p, 0x1010)->descendant_ticks, 7);
	assert_near(at(p, 0x1000)->descendant_ticks, 9);
	assert_int_equal(at(p, 0x1010)->calls, 7);
	assert_int_equal(at(p, 0x1020)->calls, 0);
}

static void gprof_does_not_know_it(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "f", 0x1000, 0x10);
	local(b, "f.cold", 0x1010);
	const struct profile *p = build(b, &rules_gprof, 2);
	assert_int_equal(p->narcs, 0);
}

static void a_counted_part_is_called(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "f", 0x1000, 0x10);
	local(b, "f.part.0", 0x1010);
	builder_symbol(b, "g", 0x1020, 0x10);
	local(b, "g.part.1", 0x1030);
	builder_call(b, 0x1024, 0x1010, 5);
	const struct profile *p = build(b, &rules_exact, 4);
	assert_origin(p, 0x1010, 0);
	assert_origin(p, 0x1030, 0x1020);
	assert_false(func_split(at(p, 0x1030))->is_jump);
	assert_near(at(p, 0x1020)->descendant_ticks, 6);
}

static void parts_of_parts_lead_to_the_function(void **state) {
	struct builder *b = *state;

	local(b, "f", 0x1010);
	local(b, "f.part.0", 0x1020);
	local(b, "f.part.0.cold", 0x1000);
	local(b, "g.constprop.0.isra.0", 0x1040);
	local(b, "g.constprop.0.isra.0.cold.1", 0x1050);
	local(b, "g.constprop.0", 0x1030);
	builder_bin(b, 16, 100);
	const struct profile *p = build(b, &rules_exact, 1);
	assert_origin(p, 0x1020, 0x1010);
	assert_origin(p, 0x1000, 0x1020);
	assert_near(at(p, 0x1010)->descendant_ticks, 1);
	assert_origin(p, 0x1050, 0);
}

/* Nothing is gained by an arc to code that did not run. */
static void parts_that_did_nothing_have_no_arc(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "f", 0x1000, 0x10);
	local(b, "f.cold", 0x1010);
	const struct profile *p = build(b, &rules_exact, 1);
	assert_int_equal(p->narcs, 0);
}

static void statics_are_of_the_same_file(void **state) {
	struct builder *b = *state;

	file(b, "b.c");
	local(b, "init", 0x1040);
	local(b, "init.cold", 0x1000);
	file(b, "a.c");
	local(b, "init.cold", 0x1010);
	local(b, "init", 0x1050);
	file(b, "c.c");
	local(b, "init.cold", 0x1020);
	builder_symbol(b, "init", 0x1030, 0x10);
	const struct profile *p = build(b, &rules_exact, 3);
	assert_origin(p, 0x1000, 0x1040);
	assert_origin(p, 0x1010, 0x1050);
	assert_origin(p, 0x1020, 0x1030);
}

/* Without file symbols two functions of one name cannot be told apart. */
static void two_of_a_name_are_none(void **state) {
	struct builder *b = *state;

	local(b, "init.cold", 0x1000);
	local(b, "init", 0x1010);
	local(b, "init", 0x1020);
	local(b, "other.cold", 0x1030);
	const struct profile *p = build(b, &rules_exact, 4);
	assert_int_equal(p->narcs, 0);
}

/* It is split off, calls what calls its function: no cut may lose its time. */
static void open_cycles_keep_it(void **state) {
	struct builder *b = *state;
	struct rules rules = rules_of((struct rule_choice){ .opens_cycles = true });

	builder_symbol(b, "main", 0x1000, 0x10);
	builder_symbol(b, "f", 0x1010, 0x10);
	local(b, "f.cold", 0x1020);
	builder_symbol(b, "g", 0x1030, 0x10);
	builder_call(b, 0x1004, 0x1010, 1);
	builder_call(b, 0x1024, 0x1030, 1000000);
	builder_call(b, 0x1034, 0x1010, 1000000);
	const struct profile *p = build(b, &rules, 4);
	assert_origin(p, 0x1020, 0x1010);
	assert_false(func_split(at(p, 0x1020))->is_cut);
	assert_near(at(p, 0x1000)->descendant_ticks, 9);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(its_time_goes_to_the_function),
		TEST(gprof_does_not_know_it),
		TEST(a_counted_part_is_called),
		TEST(parts_of_parts_lead_to_the_function),
		TEST(parts_that_did_nothing_have_no_arc),
		TEST(statics_are_of_the_same_file),
		TEST(two_of_a_name_are_none),
		TEST(open_cycles_keep_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
