/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Disassembles functions of this very program, whose machine the library
 * should know if it knows any. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "model/image.h"
#include "parse/code/disassembly.h"
#include "parse/object/object.h"
#include "profile_builder.h"

#include "assertions.h"

int disassembled_callee(int n);
int disassembled_caller(int n);

__attribute__((noinline)) int disassembled_callee(int n) {
	static volatile int sum;

	return sum += n;
}

__attribute__((noinline)) int disassembled_caller(int n) {
	return disassembled_callee(n) + 3;
}

#if defined __x86_64__ || defined __i386__
int disassembled_bits(int n);

/* The mnemonic is that of calls on other machines. */
__attribute__((noinline)) int disassembled_bits(int n) {
	int bit;

	__asm__("bsr %1, %0" : "=r"(bit) : "r"(n) : "cc");
	return bit;
}
#endif

struct test {
	struct arena *arena;
	const struct image *image;
	struct disassembler *disassembler;
};

static int begin(void **state) {
	static struct test test;
	struct error err;

	test.arena = arena_new();
	const struct object *object = object_open("/proc/self/exe", NULL, test.arena, &err);
	if (!object)
		return 1;
	test.image = object_image(object);
	test.disassembler = disassembler_new(object, test.arena, &err);
	*state = &test;
	return 0;
}

static int end(void **state) {
	struct test *t = *state;

	arena_free(t->arena);
	return 0;
}

static struct disassembler *disassembler_of(const struct test *t) {
	if (!t->disassembler)
		skip();
	return t->disassembler;
}

static void a_call_has_the_address_of_its_function(void **state) {
	const struct test *t = *state;
	struct disassembler *d = disassembler_of(t);
	const struct symbol *from = symbol_of(t->image, "disassembled_caller");
	const struct symbol *to = symbol_of(t->image, "disassembled_callee");
	struct instruction in;
	int calls = 0;

	assert_non_null(from);
	assert_non_null(to);
	for (uint64_t at = from->low; at < from->low + from->size; at += in.size) {
		assert_true(disassembler_read(d, at, &in));
		assert_int_equal(in.address, at);
		assert_in_range(in.size, 1, 16);
		assert_in_range(strlen(in.text), 1, 255);
		assert_null(strchr(in.text, '\n'));
		assert_false(strchr(" \t", in.text[strlen(in.text) - 1]));
		calls += in.is_call && in.has_target && in.target == to->low;
	}
	assert_int_equal(calls, 1);
}

#if defined __x86_64__ || defined __i386__
static void looking_for_a_bit_is_no_call(void **state) {
	const struct test *t = *state;
	struct disassembler *d = disassembler_of(t);
	const struct symbol *bits = symbol_of(t->image, "disassembled_bits");
	struct instruction in;
	int searches = 0;

	assert_non_null(bits);
	for (uint64_t at = bits->low; at < bits->low + bits->size; at += in.size) {
		assert_true(disassembler_read(d, at, &in));
		assert_false(in.is_call);
		searches += !strncmp(in.text, "bsr", 3);
	}
	assert_int_equal(searches, 1);
}
#endif

/* What is no instruction is read as bytes; only the last one may be cut off. */
static void all_of_the_code_can_be_read(void **state) {
	const struct test *t = *state;
	struct disassembler *d = disassembler_of(t);
	const struct section *text = t->image->text;
	struct instruction in;
	uint64_t at;

	assert_non_null(text);
	for (at = text->low; at < text->high; at += in.size)
		if (!disassembler_read(d, at, &in))
			break;
	assert_compared(text->high - at, <, 16);
}

static void there_are_no_instructions_outside_of_code(void **state) {
	const struct test *t = *state;
	struct disassembler *d = disassembler_of(t);
	struct instruction in;

	assert_false(disassembler_read(d, UINT64_MAX, &in));
	for (size_t i = 0; i < t->image->nsections; i++) {
		const struct section *s = &t->image->sections[i];

		if (!s->is_code && s->high > s->low)
			assert_false(disassembler_read(d, s->low, &in));
	}
	assert_true(disassembler_read(d, t->image->text->low, &in));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(a_call_has_the_address_of_its_function),
#if defined __x86_64__ || defined __i386__
		TEST(looking_for_a_bit_is_no_call),
#endif
		TEST(all_of_the_code_can_be_read),
		TEST(there_are_no_instructions_outside_of_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
