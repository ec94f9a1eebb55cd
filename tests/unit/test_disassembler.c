/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Disassembles functions of this very program, whose machine the library
 * should know if it knows any. */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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

	__asm__("bsr %1, %0\n\tgs; bsr %1, %0" : "=r"(bit) : "r"(n) : "cc");
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
		searches += strstr(in.text, "bsr") != NULL;
	}
	assert_int_equal(searches, 2);
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

#ifdef __x86_64__
/* Compares what is skimmed with libopcodes, from every seventh byte of the code on: mostly inside
 * of instructions. */
static void compare_skimmed(struct disassembler *d, const struct image *image) {
	const struct section *text = image->text;
	struct instruction in, read;
	size_t n = 0, nskimmed = 0;

	assert_non_null(text);
	for (uint64_t at = text->low; at < text->high; at += 7, n++) {
		if (!disassembler_skim(d, at, &in) || *in.text)
			continue;
		nskimmed++;
		assert_true(disassembler_read(d, at, &read));
		if (in.size != read.size || in.is_call != read.is_call ||
		    (in.is_call && in.has_target != read.has_target) ||
		    (in.has_target && in.target != read.target))
			fail_msg("0x%" PRIx64 ": %u bytes, not %u: %s", at, in.size, read.size,
			         read.text);
	}
	assert_compared(nskimmed, >, n / 4 * 3);
}

static void what_is_skimmed_is_as_libopcodes_reads_it(void **state) {
	const struct test *t = *state;

	compare_skimmed(disassembler_of(t), t->image);
}

/* The path of a library that the program has loaded; false if it has not. */
static bool find_loaded(const char *name, char *path, size_t size) {
	FILE *maps = fopen("/proc/self/maps", "r");
	bool is_found = false;
	char line[4096];

	while (maps && !is_found && fgets(line, sizeof line, maps)) {
		const char *at = strchr(line, '/');

		line[strcspn(line, "\n")] = '\0';
		is_found = at && strstr(at, name) && snprintf(path, size, "%s", at) > 0;
	}
	if (maps)
		fclose(maps);
	return is_found;
}

static void libraries_are_skimmed_as_libopcodes_reads_them(void **state) {
	static const char *const names[] = { "/libc.so.", "/libm.so.", "/libbfd-" };
	const struct test *t = *state;
	struct error err;
	char path[4096];

	disassembler_of(t);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!find_loaded(names[i], path, sizeof path))
			continue;
		const struct object *object = object_open(path, NULL, t->arena, &err);
		assert_non_null(object);
		struct disassembler *d = disassembler_new(object, t->arena, &err);
		assert_non_null(d);
		compare_skimmed(d, object_image(object));
	}
}

/* Lengths depend on prefixes, the ModRM and its middle field; by Intel's manual. */
static void lengths_are_those_of_the_manual(void **state) {
	static const struct {
		const char *code; /* then zeros */
		unsigned size;    /* 0: not known */
	} list[] = {
		{ "\x90", 1 },
		{ "\xf3\x90", 2 },
		{ "\x55", 1 },
		{ "\xb8", 5 },
		{ "\x66\xb8", 4 },
		{ "\x48\xb8", 10 },
		{ "\x89\xe5", 2 },
		{ "\x8b\x04\x24", 3 },
		{ "\x8b\x04\x25", 7 },
		{ "\x8b\x05", 6 },
		{ "\x8b\x45\x08", 3 },
		{ "\x8b\x84\x24", 7 },
		{ "\x8d\xc0", 0 },
		{ "\x66\x81\xc0", 5 },
		{ "\xc7\x40\x08", 7 },
		{ "\xc7\xf8", 0 },
		{ "\xf6\xc1\x01", 3 },
		{ "\xf7\xc1\x01", 6 },
		{ "\xf7\xd8", 2 },
		{ "\xc1\xf0", 0 },
		{ "\xfe\xd0", 0 },
		{ "\xff\xf8", 0 },
		{ "\x0f\xb6\xc0", 3 },
		{ "\x0f\x84", 6 },
		{ "\x66\x0f\x84", 0 },
		{ "\xf3\x0f\x6f\x06", 4 },
		{ "\xf2\x0f\x6f\x06", 0 },
		{ "\xf3\x0f\x10\x06", 4 },
		{ "\x0f\xba\xe0\x01", 4 },
		{ "\x0f\xba\xd0", 0 },
		{ "\x66\x0f\xc3\x06", 0 },
		{ "\xc5\xf8\x77", 0 },
		{ "\x62\xf1", 0 },
		{ "\x66\x66\x66\x66\x66\x90", 0 },
	};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		unsigned char code[X86_LONGEST] = { 0 };
		struct instruction found = { .size = 0 };

		memcpy(code, list[i].code, strlen(list[i].code));
		if (!x86_skim(&found, 0, code))
			found.size = 0;
		if (found.size != list[i].size)
			fail_msg("code %zu: %u bytes, not %u", i, found.size, list[i].size);
	}
}

static void calls_are_skimmed_with_what_they_call(void **state) {
	static const unsigned char direct[X86_LONGEST] = { 0xe8, 0xf0, 0xff, 0xff, 0xff };
	static const unsigned char pointed[X86_LONGEST] = { 0x41, 0xff, 0x55 };
	static const unsigned char jump[X86_LONGEST] = { 0xff, 0xe0 };
	struct instruction found;

	assert_true(x86_skim(&found, 0x1000, direct));
	assert_true(found.is_call && found.has_target);
	assert_int_equal(found.target, 0x1005 - 16);
	assert_true(x86_skim(&found, 0x1000, pointed));
	assert_true(found.is_call && !found.has_target);
	assert_int_equal(found.size, 4);
	assert_true(x86_skim(&found, 0x1000, jump));
	assert_false(found.is_call);
}
#endif

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(a_call_has_the_address_of_its_function),
#if defined __x86_64__ || defined __i386__
		TEST(looking_for_a_bit_is_no_call),
#endif
#ifdef __x86_64__
		TEST(what_is_skimmed_is_as_libopcodes_reads_it),
		TEST(libraries_are_skimmed_as_libopcodes_reads_them),
		cmocka_unit_test(lengths_are_those_of_the_manual),
		cmocka_unit_test(calls_are_skimmed_with_what_they_call),
#endif
		TEST(all_of_the_code_can_be_read),
		TEST(there_are_no_instructions_outside_of_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
