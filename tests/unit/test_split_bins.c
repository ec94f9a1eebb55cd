/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How bins that several functions share are divided, with code read by a
 * reader of the test's own. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "model/image.h"
#include "profile_builder.h"

#include "assertions.h"

/* What the reader says: instructions begin every `size` bytes, and the last
 * `padding` bytes of a piece do nothing. */
struct made_up_code {
	uint64_t size, padding;
	unsigned reads, most_reads;
};

static bool read_made_up(void *context, uint64_t from, uint64_t to, uint64_t low, uint64_t high,
                         struct part_code *out) {
	struct made_up_code *code = context;

	if (code->reads == code->most_reads)
		return false;
	code->reads++;
	*out = (struct part_code){ .low = from, .high = to };
	for (uint64_t at = from; at < high && at < to - code->padding; at += code->size)
		out->begins += at >= low;
	return true;
}

/* Bins of 4 bytes; a, b and c follow each other, and 0x1010 to 0x1014 counts
 * 2 bytes of a and 2 of b. */
static const struct profile *of_bins(struct builder *b, const struct rules *rules, uint32_t bytes) {
	builder_symbol(b, "a", 0x1000, 0x12);
	builder_symbol(b, "b", 0x1012, 0x1e);
	builder_symbol(b, "c", 0x1030, 0x10);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, (TEXT_HIGH - TEXT_LOW) / bytes, 100);
	const struct profile *p = builder_profile(b, rules);
	assert_non_null(p);
	return p;
}

static const struct profile *of_rules(struct builder *b, const struct rules *rules) {
	return of_bins(b, rules, 4);
}

static const struct profile *profile_of(struct builder *b, struct made_up_code *code) {
	struct rules *rules = arena_copy(b->arena, &rules_exact, 1, sizeof *rules);

	rules->code = (struct code_reader){ .context = code, .read = read_made_up };
	return of_rules(b, rules);
}

static void nothing_is_sampled_in_padding(void **state) {
	struct builder *b = *state;
	struct made_up_code code = { 1, 2, 0, 9 };

	builder_bin(b, 0, 90);
	builder_bin(b, 4, 10);
	const struct profile *p = profile_of(b, &code);
	assert_near(func_of(p, "a")->self_ticks, 90);
	assert_near(func_of(p, "b")->self_ticks, 10);
	assert_near(func_of(p, "b")->variance, 10);
	assert_near(func_of(p, "b")->shared_ticks, 0);
	assert_int_equal(p->splits->n, 1);
	assert_int_equal(p->splits->list[0].n, 1);
	assert_true(p->splits->list[0].is_read);
	assert_null(note_of(p, "samples in bins that hold code of more than "
	                       "one function"));
}

static void calls_decide_where_nothing_else_was_sampled(void **state) {
	struct builder *b = *state;
	struct made_up_code code = { 2, 0, 0, 9 };

	builder_bin(b, 4, 100);
	builder_call(b, 0x1034, 0x1000, 999);
	builder_call(b, 0x1034, 0x1012, 1);
	const struct profile *p = profile_of(b, &code);
	assert_compared(func_of(p, "a")->self_ticks, >, 95);
	assert_near(func_of(p, "a")->self_ticks + func_of(p, "b")->self_ticks, 100);
	assert_near(func_of(p, "c")->self_ticks, 0);
	assert_near(func_of(p, "a")->shared_ticks, func_of(p, "a")->self_ticks);
	assert_near(func_of(p, "a")->shared_most, 100);
	assert_near(func_of(p, "c")->shared_most, 0);
}

/* One that was called once, such as main(), may have run in a loop all the time. */
static void a_call_is_no_evidence_against_code_of_wide_bins(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "d", 0x1040, 0x30);
	builder_symbol(b, "e", 0x1070, 0x10);
	builder_bin(b, 0, 100);
	builder_bin(b, 3, 1);
	builder_call(b, 0x1034, 0x1000, 1);
	builder_call(b, 0x1034, 0x1040, 1000000);
	const struct profile *p = of_bins(b, &rules_exact, 32);
	/* 16 bytes of b are in a bin that has none; of a nothing is known. */
	const double a = 18 * 0.05 / 4;
	const double all = a + 14 * 0.05 / (4 + 16);
	assert_near(func_of(p, "a")->self_ticks, 100 * a / all);
}

/* A callback from a library is called without being counted. */
static void samples_of_its_own_outweigh_calls(void **state) {
	struct builder *b = *state;
	struct made_up_code code = { 2, 0, 0, 9 };

	builder_bin(b, 4, 100);
	builder_bin(b, 6, 50);
	builder_bin(b, 7, 50);
	builder_call(b, 0x1034, 0x1000, 1000);
	const struct profile *p = profile_of(b, &code);
	assert_compared(func_of(p, "b")->self_ticks, >, 180);
	assert_near(func_of(p, "b")->shared_ticks, func_of(p, "b")->self_ticks - 100);
	assert_near(func_of(p, "a")->shared_ticks, func_of(p, "a")->self_ticks);
}

static void more_instructions_are_sampled_more(void **state) {
	struct builder *b = *state;
	struct made_up_code code = { 1, 1, 0, 9 };

	builder_bin(b, 4, 30);
	const struct profile *p = profile_of(b, &code);
	const struct shared_bin *split = shared_bins_find(p->splits, 0x1010, 0x1014);
	assert_non_null(split);
	assert_int_equal(split->n, 2);
	/* 16 bytes of a, 28 of b are in bins of their own; the bin has 7.5 ticks a byte. */
	assert_near(split->parts[0].share / split->parts[1].share,
	            1 * (28 + 0.3 / 7.5) / (2.0 * (16 + 0.3 / 7.5)));
	assert_null(shared_bins_find(p->splits, 0x1010, 0x1018));
	assert_null(shared_bins_find(NULL, 0x1010, 0x1014));
}

static void the_most_sampled_bins_are_read_first(void **state) {
	struct builder *b = *state;
	struct made_up_code code = { 2, 0, 0, 2 };

	builder_symbol(b, "d", 0x1042, 0x10);
	builder_symbol(b, "e", 0x1052, 0x10);
	builder_bin(b, 4, 10);
	builder_bin(b, 20, 11);
	const struct profile *p = profile_of(b, &code);
	assert_int_equal(code.reads, 2);
	assert_int_equal(p->splits->n, 2);
	assert_false(p->splits->list[0].is_read);
	assert_true(p->splits->list[1].is_read);
}

/* A profile of few bytes must not make us read a whole program. */
static void code_of_wide_bins_is_not_read(void **state) {
	struct builder *b = *state;
	struct made_up_code code = { 1, 0, 0, 9 };

	builder_symbol(b, "a", 0x1000, 0x12);
	builder_bin(b, 0, 30);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 2, 100);
	const struct profile *p = profile_of(b, &code);
	assert_int_equal(p->splits->n, 1);
	assert_false(p->splits->list[0].is_read);
	assert_int_equal(code.reads, 0);
}

/* Nothing tells how a bin is divided that has all code of its functions. */
static void what_no_evidence_divides_may_be_all_of_one(void **state) {
	struct builder *b = *state;
	struct made_up_code code = { 2, 0, 0, 9 };
	struct rules *rules = arena_copy(b->arena, &rules_exact, 1, sizeof *rules);

	rules->code = (struct code_reader){ .context = &code, .read = read_made_up };
	builder_bin(b, 0, 640);
	const struct profile *p = of_bins(b, rules, 64);
	const struct func *a = func_of(p, "a");
	assert_near(a->self_ticks, 640 * 9 / 32.0);
	assert_near(a->variance, a->self_ticks + a->self_ticks * (640 - a->self_ticks));
}

static const char *no_library(void *context) {
	return "no library";
}

static void why_code_was_not_read_is_noted(void **state) {
	struct builder *b = *state;
	struct made_up_code code = { 2, 0, 0, 0 };
	struct rules *rules = arena_copy(b->arena, &rules_exact, 1, sizeof *rules);

	rules->code = (struct code_reader){ .context = &code,
		                            .read = read_made_up,
		                            .problem = no_library };
	builder_bin(b, 4, 30);
	const struct note *note = note_of(of_rules(b, rules),
	                                  "samples in bins that hold code of more than one "
	                                  "function");
	assert_non_null(note);
	assert_non_null(strstr(note->evidence, "the code of 1 of 1 bins could not be read: no "
	                                       "library, so their bytes count instead"));
}

static void variance_is_that_of_an_open_share(void **state) {
	assert_near(split_variance(100, 1), 100);
	assert_near(split_variance(100, 0), 0);
	assert_near(split_variance(100, 0.5), 50 + 625);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(nothing_is_sampled_in_padding),
		TEST(calls_decide_where_nothing_else_was_sampled),
		TEST(a_call_is_no_evidence_against_code_of_wide_bins),
		TEST(samples_of_its_own_outweigh_calls),
		TEST(more_instructions_are_sampled_more),
		TEST(the_most_sampled_bins_are_read_first),
		TEST(code_of_wide_bins_is_not_read),
		TEST(what_no_evidence_divides_may_be_all_of_one),
		TEST(why_code_was_not_read_is_noted),
		cmocka_unit_test(variance_is_that_of_an_open_share),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
