/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "parse/code/disassembly.h"

#include "assertions.h"

static void calls_are_known(void **state) {
	static const char *const texts[] = {
		"call   0x401000", "CALLQ", "bnd call 10",  "lcall  *%rax",
		"bl\tprintf",      "b,l x", "brasl  %r14,", "call12 a8",
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (!call_words_in(texts[i], strlen(texts[i])))
			fail_msg("\"%s\" is a call", texts[i]);
}

static void others_are_not(void **state) {
	static const char *const texts[] = {
		"",     "mov    %rax,%rbx", "cal",  "callx", "jmp", "b      10", "  ", "ret",
		"data", "lea    0x0(,%eiz", "b,lx", "blhis",
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (call_words_in(texts[i], strlen(texts[i])))
			fail_msg("\"%s\" is no call", texts[i]);
}

/* What follows the text, such as the target's name, does not matter. */
static void the_text_may_end_early(void **state) {

	assert_false(call_words_in("jmp call", 4));
	assert_false(call_words_in("jmp call", 6));
	assert_true(call_words_in("jmp call", 8));
	assert_true(call_words_in("calls", 4));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_are_known),
		cmocka_unit_test(others_are_not),
		cmocka_unit_test(the_text_may_end_early),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
