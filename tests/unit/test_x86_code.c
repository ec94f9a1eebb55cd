/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/fit/fit.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "assertions.h"

struct code {
	const char *bytes;
	size_t n;
};

#define CODE(text) \
	{ .bytes = text, .n = sizeof text - 1 }

static const unsigned char *bytes_of(const struct code *code) {
	return (const unsigned char *)code->bytes;
}

static struct x86_call before(const struct code *code, uint64_t end, bool is_64) {
	return x86_call_before(bytes_of(code), code->n, end, is_64);
}

/* As GNU as 2.40 writes them. */
static void all_calls_are_calls(void **state) {
	static const struct code calls[] = {
		CODE("\xe8\x10\x00\x00\x00"),         /* call rel32 */
		CODE("\x67\xe8\x10\x00\x00\x00"),     /* addr32 call */
		CODE("\xff\x15\x10\x00\x00\x00"),     /* *sym(%rip) */
		CODE("\xf2\xff\x15\x10\x00\x00\x00"), /* bnd call */
		CODE("\xff\xd0"),                     /* *%rax */
		CODE("\x41\xff\xd2"),                 /* *%r10 */
		CODE("\x3e\xff\xd0"),                 /* notrack */
		CODE("\xff\x10"),                     /* *(%rax) */
		CODE("\x41\xff\x55\x00"),             /* *(%r13) */
		CODE("\xff\x53\x08"),                 /* *8(%rbx) */
		CODE("\xff\x93\x10\x00\x00\x00"),     /* *16(%ebx) */
		CODE("\xff\x14\xc5\x00\x10\x00\x00"), /* *t(,%rax,8) */
		CODE("\xff\x14\x24"),                 /* *(%rsp) */
		CODE("\xff\x54\x24\x08"),             /* *8(%rsp) */
		CODE("\xff\x94\x24\x00\x01\x00\x00"), /* *256(%rsp) */
		CODE("\x41\xff\x14\xc4"),             /* *(%r12,%rax,8) */
		CODE("\xff\x14\x25\x00\x00\x60\x00"), /* *absolute */
	};

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		const struct x86_call call = before(&calls[i], 0x1000, true);

		if (!call.is_direct && !call.is_indirect)
			fail_msg("call %zu is none", i);
	}
}

static void other_instructions_are_none(void **state) {
	static const struct code others[] = {
		CODE(""),
		CODE("\xff"),
		CODE("\x10\x00\x00\x00"),         /* a call's end */
		CODE("\xe9\x10\x00\x00\x00"),     /* jmp rel32 */
		CODE("\xff\x25\x10\x00\x00\x00"), /* jmp *sym(%rip) */
		CODE("\xff\xe0"),                 /* jmp *%rax */
		CODE("\xff\x30"),                 /* push (%rax) */
		CODE("\x48\x89\xe5"),             /* mov %rsp,%rbp */
		CODE("\xff\x14\xc5\x00\x10\x00"), /* cut */
		CODE("\x0f\x1f\x44\x00\x00"),     /* nopl */
	};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		const struct x86_call call = before(&others[i], 0x1000, true);

		if (call.is_direct || call.is_indirect)
			fail_msg("instruction %zu is a call", i);
	}
}

static void calls_say_what_they_call(void **state) {
	static const struct code back = CODE("\xe8\xf0\xff\xff\xff");
	static const struct code slot = CODE("\xff\x15\x10\x00\x00\x00");
	static const struct code here = CODE("\xff\x53\x08");
	static const struct code there = CODE("\xff\x53\x0c");

	assert_int_equal(before(&back, 0x1000, true).target, 0xff0);
	assert_int_equal(before(&back, 8, false).target, 0xfffffff8);
	assert_int_equal(before(&slot, 0x1000, true).through, 0x1010);
	assert_compared(before(&here, 0, true).through, ==, before(&here, 8, true).through);
	assert_compared(before(&here, 0, true).through, !=, before(&there, 0, true).through);
}

static bool jump_at(struct x86_jump *jump, struct code code) {
	return x86_jump_at(jump, bytes_of(&code), code.n, 0x1000, true);
}

static void jumps_say_where_to(void **state) {
	struct x86_jump jump;

	assert_true(jump_at(&jump, (struct code)CODE("\xeb\xfe")));
	assert_true(jump.is_short);
	assert_int_equal(jump.target, 0x1000);
	assert_true(jump_at(&jump, (struct code)CODE("\x75\x10")));
	assert_int_equal(jump.target, 0x1012);
	assert_true(jump_at(&jump, (struct code)CODE("\xe3\x10")));
	assert_true(jump_at(&jump, (struct code)CODE("\xe9\x10\0\0\0")));
	assert_false(jump.is_short);
	assert_int_equal(jump.target, 0x1015);
	assert_true(jump_at(&jump, (struct code)CODE("\x0f\x84\x10\0\0\0")));
	assert_int_equal(jump.target, 0x1016);
	assert_true(jump_at(&jump, (struct code)CODE("\xff\xe0")));
	assert_true(jump.is_indirect);
	assert_true(jump_at(&jump, (struct code)CODE("\xff\x25\0\0\0\0")));
	assert_false(jump_at(&jump, (struct code)CODE("\xe9\0\0\0")));
	assert_false(jump_at(&jump, (struct code)CODE("\xff\xd0")));
	assert_false(jump_at(&jump, (struct code)CODE("\xe8\0\0\0\0")));
	assert_false(jump_at(&jump, (struct code)CODE("\xc3")));
}

static bool ends_function(struct code code) {
	return x86_ends_function(bytes_of(&code), code.n);
}

static void ends_are_seen(void **state) {
	assert_true(ends_function((struct code)CODE("\xc3")));
	assert_true(ends_function((struct code)CODE("\xc2\x08\0")));
	assert_true(ends_function((struct code)CODE("\x0f\x0b")));
	assert_false(ends_function((struct code)CODE("\xe8\0\0\0\0")));
	assert_false(ends_function((struct code)CODE("")));
	assert_false(ends_function((struct code)CODE("\x83\xc7\x01")));
	assert_false(ends_function((struct code)CODE("\x90\x90")));
}

static bool makes_frame(struct code code, bool is_64) {
	return x86_makes_frame(bytes_of(&code), code.n, is_64);
}

static void frames_are_seen(void **state) {
	assert_true(makes_frame((struct code)CODE("\x55\x48\x89\xe5"), true));
	assert_true(makes_frame((struct code)CODE("\x55\x48\x8b\xec"), true));
	assert_true(makes_frame((struct code)CODE("\x55\x89\xe5"), false));
	assert_true(makes_frame((struct code)CODE("\xf3\x0f\x1e\xfa\x55\x48\x89\xe5"), true));
	assert_false(makes_frame((struct code)CODE("\x55\x89\xe5"), true));
	assert_false(makes_frame((struct code)CODE("\x55\x48\x89"), true));
	assert_false(makes_frame((struct code)CODE(""), true));
}

static bool is_padding(struct code code) {
	return x86_is_padding(bytes_of(&code), code.n);
}

static void padding_is_padding(void **state) {
	assert_true(is_padding((struct code)CODE("\x90\x90")));
	assert_true(is_padding((struct code)CODE("\xcc\xcc")));
	assert_true(is_padding((struct code)CODE("\x66\x90")));
	assert_true(is_padding((struct code)CODE("\x0f\x1f\x00")));
	assert_true(is_padding((struct code)CODE("\x0f\x1f\x44\x00\x00")));
	assert_true(is_padding((struct code)CODE("\x66\x66\x2e\x0f\x1f\x84\x00\x00\x00\x00\x00")));
	assert_false(is_padding((struct code)CODE("\x90\xc3")));
	assert_false(is_padding((struct code)CODE("\x0f\x1f\x84\x00\x00")));
	assert_false(is_padding((struct code)CODE("\x66\x66")));
	assert_false(is_padding((struct code)CODE("\x00\x00")));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_calls_are_calls),
		cmocka_unit_test(other_instructions_are_none),
		cmocka_unit_test(calls_say_what_they_call),
		cmocka_unit_test(jumps_say_where_to),
		cmocka_unit_test(ends_are_seen),
		cmocka_unit_test(frames_are_seen),
		cmocka_unit_test(padding_is_padding),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
