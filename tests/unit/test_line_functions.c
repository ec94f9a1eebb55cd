/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles by line: lines as functions, as gprof makes them. */
#include <stddef.h>
#include <stdio.h>

#include "gprof/gprof_rules.h"
#include "model/dataset.h"
#include "profile_builder.h"

#include "assertions.h"

enum { MAIN, NEXT, LOCAL, INLINED, OPEN };

static const char *const names[] = { "main", "next", "local", "inlined", "open" };
static const char *const paths[] = { "/src/main.c" };

static const struct profile *build(struct builder *b, const struct line_run *runs, size_t n) {
	static struct rules rules;
	static struct line_runs lines;

	lines = (struct line_runs){ runs, n, names, paths };
	rules = rules_gprof;
	rules.lines = &lines;
	return builder_profile(b, &rules);
}

/* "NAME@LOW-HIGH" of all functions; f: a function, s: static. */
static const char *functions(const struct profile *p) {
	static char text[512];
	size_t len = 0;

	text[0] = '\0';
	for (size_t i = 0; i < p->nfuncs; i++)
		len += (size_t)snprintf(
			text + len, sizeof text - len, "%s%s@%lx-%lx%s%s", i ? " " : "",
			p->funcs[i].name, (unsigned long)p->funcs[i].low,
			(unsigned long)p->funcs[i].high, p->funcs[i].is_function ? " f" : "",
			p->funcs[i].is_static ? " s" : "");
	return text;
}

static void functions_are_their_first_lines(void **state) {
	struct builder *b = *state;
	const struct line_run runs[] = { { 0x1000, MAIN, 0, 3 },
		                         { 0x1010, MAIN, 0, 4 },
		                         { 0x1100, NEXT, 0, 9 } };

	builder_symbol(b, "main", 0x1000, 0);
	builder_symbol(b, "next", 0x1100, 0);
	assert_string_equal(functions(build(b, runs, 3)), "main@1000-1010 f main@1010-1100 "
	                                                  "next@1100-2000 f");
}

static void lines_are_static_with_their_functions(void **state) {
	struct builder *b = *state;
	const struct line_run runs[] = { { 0x1008, LOCAL, 0, 3 },
		                         { 0x1010, INLINED, 0, 7 },
		                         { 0x1110, INLINED, 0, 8 },
		                         { 0x1120, OPEN, 0, 9 } };

	builder_symbol(b, "local", 0x1000, 0)->binding = SYMBOL_LOCAL;
	builder_symbol(b, "open", 0x1100, 0);
	assert_string_equal(functions(build(b, runs, 4)), "local@1000-1008 f s local@1008-1010 s "
	                                                  "inlined@1010-1100 s open@1100-1110 f "
	                                                  "inlined@1110-1120 s open@1120-2000");
}

static void a_last_function_behind_the_code_is_lost(void **state) {
	struct builder *b = *state;
	const struct line_run runs[] = { { 0x1010, MAIN, 0, 4 } };

	builder_symbol(b, "main", 0x1000, 0);
	builder_symbol(b, "data_start", 0x3000, 0)->binding = SYMBOL_WEAK;
	assert_string_equal(functions(build(b, runs, 1)), "main@1000-1010 f main@1010-2000");
	assert_string_equal(functions(build(b, NULL, 0)), "main@1000-3000 f");
}

static void calls_end_at_functions(void **state) {
	struct builder *b = *state;
	const struct line_run runs[] = { { 0x1010, MAIN, 0, 4 }, { 0x1110, NEXT, 0, 9 } };

	builder_symbol(b, "main", 0x1000, 0);
	builder_symbol(b, "next", 0x1100, 0);
	builder_call(b, 0x1018, 0x1118, 5);
	const struct profile *p = build(b, runs, 2);
	assert_int_equal(p->nfuncs, 4);
	assert_int_equal(p->narcs, 1);
	assert_ptr_equal(p->arcs[0].caller, &p->funcs[1]);
	assert_ptr_equal(p->arcs[0].callee, &p->funcs[2]);
	assert_int_equal(p->funcs[2].calls, 5);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(functions_are_their_first_lines),
		TEST(lines_are_static_with_their_functions),
		TEST(a_last_function_behind_the_code_is_lost),
		TEST(calls_end_at_functions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
