/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes about time that is not in the profile. */
#include <stddef.h>
#include <stdint.h>

#include "gprof/gprof_rules.h"
#include "profile_builder.h"

#include "assertions.h"

static const char libraries_note[] = "time in shared libraries is not";
static const char counting_note[] = "counting calls took";

static void link_with(struct builder *b, const char *const *names, size_t n) {
	b->image.libraries = names;
	b->image.nlibraries = n;
}

/* f has so many ticks of a clock of 100 Hz and is called so often. */
static void add_run(struct builder *b, uint64_t ticks, uint64_t calls) {
	builder_symbol(b, "main", 0x1000, 0x10);
	builder_symbol(b, "f", 0x1010, 0x10);
	builder_bin(b, 4, ticks);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	builder_call(b, 0x1004, 0x1010, calls);
}

static const struct note *note(struct builder *b, const char *cause) {
	const struct profile *p = builder_profile(b, &rules_exact);

	assert_non_null(p);
	return note_of(p, cause);
}

static void libraries_are_named(void **state) {
	static const char *const names[] = { "libm.so.6", "libc.so.6" };
	struct builder *b = *state;

	add_run(b, 100, 1);
	assert_null(note(b, libraries_note));
	link_with(b, names, 2);
	const struct note *n = note(b, libraries_note);
	assert_non_null(n);
	assert_int_equal(n->severity, NOTE_FACT);
	assert_string_equal(n->evidence,
	                    "linked with libm.so.6, libc.so.6; malloc() and printf() are in libc");
	assert_null(note_of(builder_profile(b, &rules_gprof), libraries_note));
}

static void of_many_the_first_are_named(void **state) {
	static const char *const names[] = {
		"a", "b", "c",
		"d", "e", "0123456789012345678901234567890123456789012345678901234567890",
		"f", "g"
	};
	struct builder *b = *state;

	add_run(b, 100, 1);
	link_with(b, names, 7);
	assert_string_equal(note(b, libraries_note)->evidence,
	                    "linked with a, b, c, d, e, "
	                    "01234567890123456789012345678901234567890123456789"
	                    "0123456789 and 1 more; malloc() and printf() are in libc");
	link_with(b, names, 8);
	assert_string_equal(note(b, libraries_note)->evidence,
	                    "linked with a, b, c, d, e, "
	                    "01234567890123456789012345678901234567890123456789"
	                    "0123456789 and 2 more; malloc() and printf() are in libc");
}

static const char *const libc = "libc.so.6";

/* 40 million calls take 0.2 s at least, 10 % of 2 s. */
static void what_counting_cost_is_estimated(void **state) {
	struct builder *b = *state;

	add_run(b, 199, 40000000);
	assert_null(note(b, counting_note));
	link_with(b, &libc, 1);
	const struct note *n = note(b, counting_note);
	assert_non_null(n);
	assert_string_equal(n->cause, "counting calls took 0.2 s or more, "
	                              "which is not in the figures");
	assert_string_equal(n->evidence, "40 000 000 calls at 5 ns, the least that mcount() "
	                                 "takes; 1.99 s were sampled");
}

static void a_small_cost_is_not_worth_a_note(void **state) {
	struct builder *b = *state;

	link_with(b, &libc, 1);
	add_run(b, 201, 40000000);
	assert_null(note(b, counting_note));
}

static void a_short_cost_is_not_worth_a_note(void **state) {
	struct builder *b = *state;

	link_with(b, &libc, 1);
	add_run(b, 1, 19000000); /* 0.095 s */
	assert_null(note(b, counting_note));
}

static void a_cost_that_was_sampled_is_not_estimated(void **state) {
	struct builder *b = *state;

	link_with(b, &libc, 1);
	add_run(b, 1, 400000000);
	builder_symbol(b, "mcount@plt", PLT_LOW, 0x10)->table = TABLE_SYNTHETIC;
	assert_non_null(note(b, counting_note));
	builder_symbol(b, "mcount", 0x1020, 0x10);
	assert_null(note(b, counting_note));
}

/* No call through the PLT is counted, and no option changes that. */
static void the_plt_needs_no_caller(void **state) {
	struct builder *b = *state;

	add_run(b, 10, 1);
	struct symbol *stub = builder_symbol(b, "exp@plt", PLT_LOW, 0x10);
	builder_bin(b, 0, 2);
	builder_histogram(b, PLT_LOW, PLT_HIGH, 0x40, 100);
	assert_non_null(note(b, "no known caller"));
	stub->table = TABLE_SYNTHETIC;
	assert_null(note(b, "no known caller"));
}

static void the_linker_counts_calls_by_itself(void **state) {
	static const struct profile_format format = { .name = "shobj", .by_linker = true };
	struct builder *b = *state;

	link_with(b, &libc, 1);
	add_run(b, 1, 400000000);
	b->records->files[0].format = &format;
	assert_non_null(note(b, libraries_note));
	assert_null(note(b, counting_note));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(libraries_are_named),
		TEST(of_many_the_first_are_named),
		TEST(what_counting_cost_is_estimated),
		TEST(a_small_cost_is_not_worth_a_note),
		TEST(a_short_cost_is_not_worth_a_note),
		TEST(a_cost_that_was_sampled_is_not_estimated),
		TEST(the_plt_needs_no_caller),
		TEST(the_linker_counts_calls_by_itself),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
