/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is read of bins that functions share, in code of this very program. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "model/image.h"
#include "model/records.h"
#include "parse/code/sample_sites.h"
#include "parse/object/object.h"
#include "profile_builder.h"

#include "assertions.h"

enum { END = 21 }; /* bytes of the function, with the padding */

#ifdef __x86_64__
/* Offsets: 0 push, 1 mov, 4 test, 6 jne, 8 xor, 10 pop, 11 ret, 12 and 13
 * padding, 14 and 17 load, 20 ret. */
__asm__(".text\n"
        ".globl packed_code\n"
        ".type packed_code, @function\n"
        "packed_code:\n"
        "push %rbp\n"
        "mov %rsp, %rbp\n"
        "test %edi, %edi\n"
        "jne 1f\n"
        "xor %eax, %eax\n"
        "1: pop %rbp\n"
        "ret\n"
        "nop\n"
        "nop\n"
        "mov (%rdi), %rax\n"
        "mov (%rsi), %rcx\n"
        "ret\n"
        ".size packed_code, 21\n");
#endif

struct test {
	struct arena *arena;
	const struct object *object;
	uint64_t from; /* where the function begins; 0: not on this machine */
	struct shared_code *code;
};

static int begin(void **state) {
	static struct test test;
	struct test *t = &test;
	struct error err;

	*t = (struct test){ .arena = arena_new() };
	*state = t;
	t->object = object_open("/proc/self/exe", NULL, t->arena, &err);
	if (!t->object)
		return 1;
	const struct symbol *symbol = symbol_of(object_image(t->object), "packed_code");
	t->from = symbol ? symbol->low : 0;
	t->code = shared_code_new(t->object, records_new(t->arena), 0, t->arena);
	return 0;
}

static int end(void **state) {
	struct test *t = *state;

	arena_free(t->arena);
	return 0;
}

/* Reads the part [low, high) of the function. */
static struct part_code part_of(struct test *t, uint64_t low, uint64_t high) {
	const struct code_reader reader = shared_code_reader(t->code);
	struct part_code part;

	if (!t->from || !reader.read(reader.context, t->from, t->from + END, t->from + low,
	                             t->from + high, &part))
		skip();
	part.low -= t->from;
	part.high -= t->from;
	return part;
}

static void the_beginning_runs_up_to_the_jump(void **state) {
	const struct part_code part = part_of(*state, 0, 3);

	assert_compared(part.begins, ==, 2);
	assert_int_equal(part.low, 0);
	assert_int_equal(part.high, 8);
}

static void the_end_begins_behind_the_jump(void **state) {
	const struct part_code part = part_of(*state, 10, 12);

	assert_compared(part.begins, ==, 2);
	assert_int_equal(part.low, 8);
	assert_int_equal(part.high, 12);
}

static void padding_is_no_code(void **state) {
	assert_compared(part_of(*state, 11, 14).begins, ==, 1);
	assert_compared(part_of(*state, 12, 14).begins, ==, 0);
}

static void an_instruction_that_goes_on_is_not_counted(void **state) {
	assert_compared(part_of(*state, 2, 4).begins, ==, 0);
	assert_compared(part_of(*state, 2, 7).begins, ==, 2);
}

static void what_waits_for_memory_counts_more(void **state) {
	assert_compared(part_of(*state, 14, 15).begins, ==, 1);
	assert_compared(part_of(*state, 14, 18).begins, ==, 11);
	assert_compared(part_of(*state, 20, 21).begins, ==, 10);
}

/* Without records there is only what each file is allowed: work for some 200,000 instructions. */
static void reading_is_paid_for(void **state) {
	struct test *t = *state;
	const struct code_reader reader = shared_code_reader(t->code);
	struct part_code part;
	unsigned n = 0;

	if (!t->from ||
	    !reader.read(reader.context, t->from, t->from + END, t->from, t->from + END, &part))
		skip();
	while (n <= 100000 &&
	       reader.read(reader.context, t->from, t->from + END, t->from, t->from + END, &part))
		n++;
	assert_in_range(n, 1000, 100000);
	assert_non_null(reader.problem(reader.context));
	assert_false(shared_code_is_unfinished(t->code));
}

static void reading_ends_at_the_limit(void **state) {
	struct test *t = *state;
	struct shared_code *code = shared_code_new(t->object, records_new(t->arena), 1, t->arena);
	const struct code_reader reader = shared_code_reader(code);
	struct part_code part;

	if (!t->from ||
	    !reader.read(reader.context, t->from, t->from + END, t->from, t->from + 3, &part))
		skip();
	while (reader.read(reader.context, t->from, t->from + END, t->from, t->from + 3, &part))
		;
	assert_true(shared_code_is_unfinished(code));
	assert_non_null(reader.problem(reader.context));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(the_beginning_runs_up_to_the_jump),
		TEST(the_end_begins_behind_the_jump),
		TEST(padding_is_no_code),
		TEST(an_instruction_that_goes_on_is_not_counted),
		TEST(what_waits_for_memory_counts_more),
		TEST(reading_is_paid_for),
		TEST(reading_ends_at_the_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
