/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>

#include "gprof/gprof_rules.h"
#include "profile_builder.h"

#include "assertions.h"

static const struct profile *build(struct builder *b, const struct rules *rules) {
	const struct profile *p = builder_profile(b, rules);

	assert_non_null(p);
	return p;
}

static uint64_t calls_of(const struct profile *p, const char *caller, const char *callee) {
	const struct arc *a = arc_of(p, caller, callee);

	if (!a)
		fail_msg("no arc from %s to %s", caller, callee);
	return a->calls;
}

static void records_of_two_functions_are_one_arc(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "a", 0x1000, 0x40);
	builder_symbol(b, "b", 0x1040, 0x40);
	builder_call(b, 0x1004, 0x1044, 3);
	builder_call(b, 0x1044, 0x1004, 5);
	builder_call(b, 0x103f, 0x107f, 7);
	builder_call(b, 0x1000, 0x1040, UINT64_C(1) << 40);
	const struct profile *p = build(b, &rules_exact);
	assert_int_equal(p->narcs, 2);
	assert_compared(calls_of(p, "a", "b"), ==, (UINT64_C(1) << 40) + 10);
	assert_int_equal(calls_of(p, "b", "a"), 5);
	assert_compared(func_of(p, "b")->calls, ==, (UINT64_C(1) << 40) + 10);
}

static void self_calls_are_counted_apart(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "a", 0x1000, 0x40);
	builder_symbol(b, "b", 0x1040, 0x40);
	builder_call(b, 0x1004, 0x1044, 3);
	builder_call(b, 0x1044, 0x1044, 4);
	builder_call(b, 0x1054, 0x1044, 5);
	const struct profile *p = build(b, &rules_exact);
	assert_int_equal(func_of(p, "b")->calls, 3);
	assert_int_equal(func_of(p, "b")->self_calls, 9);
	assert_int_equal(func_of(p, "b")->ncallers, 2);
	assert_int_equal(func_of(p, "b")->ncallees, 1);
	assert_null(func_of(p, "b")->cycle);
}

static void lists_have_the_newest_arc_first(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "a", 0x1000, 0x10);
	builder_symbol(b, "b", 0x1010, 0x10);
	builder_symbol(b, "c", 0x1020, 0x10);
	builder_call(b, 0x1000, 0x1020, 1);
	builder_call(b, 0x1000, 0x1010, 1);
	builder_call(b, 0x1010, 0x1020, 1);
	builder_call(b, 0x1000, 0x1020, 1); /* not new */
	builder_call(b, 0x1020, 0x1020, 1);
	const struct profile *p = build(b, &rules_gprof);
	const struct func *f = func_of(p, "a");
	assert_string_equal(f->callees[0]->callee->name, "b");
	assert_string_equal(f->callees[1]->callee->name, "c");
	f = func_of(p, "c");
	assert_int_equal(f->ncallers, 3);
	assert_string_equal(f->callers[0]->caller->name, "c");
	assert_string_equal(f->callers[1]->caller->name, "b");
	assert_string_equal(f->callers[2]->caller->name, "a");
}

static void records_of_no_calls_are_arcs(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "a", 0x1000, 0x10);
	builder_symbol(b, "b", 0x1010, 0x10);
	builder_call(b, 0x1000, 0x1010, 0);
	const struct profile *p = build(b, &rules_exact);
	assert_int_equal(p->narcs, 1);
	assert_int_equal(calls_of(p, "a", "b"), 0);
	assert_int_equal(func_of(p, "b")->calls, 0);
}

/* glibc rounds the caller's address down to a multiple of 16, so it may land
 * before the caller. */
static void a_call_from_padding_is_the_next_functions(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "a", 0x1000, 0xc);
	builder_symbol(b, "b", 0x1018, 0x40);
	builder_symbol(b, "c", 0x1100, 0x40);
	builder_call(b, 0x1010, 0x1100, 3);
	const struct profile *p = build(b, &rules_exact);
	assert_int_equal(calls_of(p, "b", "c"), 3);
	assert_int_equal(p->nfuncs, 3);
	assert_null(note_of(p, "calls from or to code"));
}

/* The same when the padding has a row, because ticks fell into it. */
static void padding_with_ticks_makes_no_calls(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "a", 0x1000, 0xc);
	builder_symbol(b, "b", 0x1018, 0x40);
	builder_symbol(b, "c", 0x1100, 0x40);
	builder_call(b, 0x1010, 0x1100, 3);
	builder_bin(b, 4, 1);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	const struct profile *p = build(b, &rules_exact);
	assert_int_equal(calls_of(p, "b", "c"), 3);
	assert_non_null(func_of(p, "[.text 0x100c]"));
	assert_null(note_of(p, "calls from or to code"));
}

static void calls_of_unnamed_code_are_kept(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "a", 0x1000, 0x10);
	builder_symbol(b, "b", 0x1100, 0x10);
	builder_call(b, 0x1050, 0x1000, 3); /* far from b */
	builder_call(b, 0x1000, 0x1060, 4);
	builder_call(b, 0x9000, 0x1100, 5);
	builder_call(b, 0x1100, 0x9000, 6);
	builder_call(b, 0x1000, 0x1100, 7);
	const struct profile *p = build(b, &rules_exact);
	assert_int_equal(calls_of(p, "[.text 0x1010]", "a"), 3);
	assert_int_equal(calls_of(p, "a", "[.text 0x1010]"), 4);
	assert_int_equal(calls_of(p, "[outside the image]", "b"), 5);
	assert_int_equal(calls_of(p, "b", "[outside the image]"), 6);
	assert_int_equal(p->nfuncs, 4);
	assert_string_equal(note_of(p, "calls from or to code")->evidence,
	                    "4 of 5 records, 18 calls; from or to "
	                    "outside this file: 2 records");
}

static void gprof_drops_calls_of_unknown_code(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "a", 0x1000, 0x10);
	builder_symbol(b, "b", 0x1100, 0x10);
	builder_call(b, 0x800, 0x1000, 3);
	builder_call(b, 0x1000, 0x2000, 4);
	builder_call(b, 0x1050, 0x1100, 5);
	const struct profile *p = build(b, &rules_gprof);
	assert_int_equal(p->narcs, 1);
	assert_int_equal(calls_of(p, "a", "b"), 5);
}

static void gprof_moves_calls_of_labels_down(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "label_first", 0x1000, 0)->kind = SYMBOL_NOTYPE;
	builder_symbol(b, "function", 0x1010, 0);
	builder_symbol(b, "label", 0x1020, 0)->kind = SYMBOL_NOTYPE;
	builder_symbol(b, "caller", 0x1030, 0);
	builder_call(b, 0x1030, 0x1024, 3);
	builder_call(b, 0x1024, 0x1030, 1);
	builder_call(b, 0x1030, 0x1000, 4);
	const struct profile *p = build(b, &rules_gprof);
	assert_int_equal(p->narcs, 2);
	assert_int_equal(calls_of(p, "caller", "function"), 3);
	assert_int_equal(calls_of(p, "label", "caller"), 1);
}

/* Ends the program after so many seconds; 0: never. */
static void limit_processor_time(int seconds) {
	const struct itimerval limit = { .it_value.tv_sec = seconds };

	setitimer(ITIMER_PROF, &limit, NULL);
}

/* For each call all labels before it were looked at: a minute, then. */
static void many_calls_of_many_labels_take_no_time(void **state) {
	enum { MANY = 150000, SECONDS = 20 };
	struct builder *b = *state;

	b->sections[1].high = TEXT_LOW + MANY;
	builder_symbol(b, "function", TEXT_LOW, 0);
	for (unsigned i = 1; i < MANY; i++) {
		struct symbol *s = builder_symbol(b, "label", TEXT_LOW + i, 0);

		s->kind = SYMBOL_NOTYPE;
		s->section = &b->sections[1];
		builder_call(b, TEXT_LOW, TEXT_LOW + MANY - 1, 1);
	}
	limit_processor_time(SECONDS);
	const struct profile *p = build(b, &rules_gprof);
	limit_processor_time(0);
	assert_int_equal(func_of(p, "function")->self_calls, MANY - 1);
}

static bool into_b(const void *context, const struct func *caller, const struct func *callee) {
	return strcmp(callee->name, context) == 0;
}

static void a_selection_keeps_arcs(void **state) {
	struct builder *b = *state;
	struct rules rules = rules_exact;

	rules.select.context = "b";
	rules.select.arc = into_b;
	builder_symbol(b, "a", 0x1000, 0x10);
	builder_symbol(b, "b", 0x1010, 0x10);
	builder_call(b, 0x1000, 0x1010, 3);
	builder_call(b, 0x1010, 0x1000, 4);
	const struct profile *p = build(b, &rules);
	assert_int_equal(p->narcs, 1);
	assert_int_equal(calls_of(p, "a", "b"), 3);
	assert_int_equal(func_of(p, "a")->calls, 0);
}

enum { NFUNCS = 200 };

static void assert_as_in_matrix(const struct profile *p, const uint64_t (*calls)[NFUNCS],
                                const bool (*is_arc)[NFUNCS]) {
	size_t narcs = 0;

	for (size_t i = 0; i < p->narcs; i++) {
		size_t from = profile_number(p, p->arcs[i].caller);
		size_t to = profile_number(p, p->arcs[i].callee);

		assert_true(is_arc[from][to]);
		assert_compared(p->arcs[i].calls, ==, calls[from][to]);
	}
	for (size_t i = 0; i < NFUNCS; i++)
		for (size_t k = 0; k < NFUNCS; k++)
			narcs += is_arc[i][k];
	assert_int_equal(p->narcs, narcs);
}

static void merging_equals_a_matrix(void **state) {
	static uint64_t calls[NFUNCS][NFUNCS];
	static bool is_arc[NFUNCS][NFUNCS];
	struct builder *b = *state;
	struct dice dice = { 51 };

	for (int i = 0; i < NFUNCS; i++)
		builder_symbol(b, "f", (uint64_t)(TEXT_LOW + 16 * i), 16);
	for (int i = 0; i < 60000; i++) {
		uint32_t from = roll(&dice, NFUNCS), to = roll(&dice, NFUNCS);
		uint32_t count = roll(&dice, 1000);

		builder_call(b, TEXT_LOW + 16 * from + roll(&dice, 16),
		             TEXT_LOW + 16 * to + roll(&dice, 16), count);
		calls[from][to] += count;
		is_arc[from][to] = true;
	}
	const struct profile *p = build(b, &rules_exact);
	assert_as_in_matrix(p, (const uint64_t(*)[NFUNCS])calls, (const bool(*)[NFUNCS])is_arc);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(records_of_two_functions_are_one_arc),
		TEST(self_calls_are_counted_apart),
		TEST(lists_have_the_newest_arc_first),
		TEST(records_of_no_calls_are_arcs),
		TEST(a_call_from_padding_is_the_next_functions),
		TEST(padding_with_ticks_makes_no_calls),
		TEST(calls_of_unnamed_code_are_kept),
		TEST(gprof_drops_calls_of_unknown_code),
		TEST(gprof_moves_calls_of_labels_down),
		TEST(many_calls_of_many_labels_take_no_time),
		TEST(a_selection_keeps_arcs),
		TEST(merging_equals_a_matrix),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
