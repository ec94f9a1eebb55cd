/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions of two profiles are the same, by their names. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "builds_builder.h"
#include "model/image.h"

#include "assertions.h"

static void assert_said(void **state, const char *base, const char *new, const char *expected) {
	assert_string_equal(builds_said(*state, base, new), expected);
}

static void t_by_symbol(void **state) {
	assert_said(state, "a;main;b", "b;main;c", "a= none, main=main, b=b, =c none");
	assert_said(state, "", "", "");
}

static void t_by_file_where_symbols_repeat(void **state) {
	assert_said(state, "f||/x/a.c:1;f||/x/b.c:1", "f||/y/b.c:1;f||/y/a.c:1",
	            "f=f file, f=f file");
	/* One that moved is the same, unless there are others. */
	assert_said(state, "f||/x/a.c:1", "f||/x/b.c:1", "f=f");
	assert_said(state, "f||/x/a.c:1;f||/x/b.c:1", "f||/x/c.c:1;f||/x/a.c:1",
	            "f=f file, f= none, =f none");
	/* Rust's symbols have a hash that tells them apart. */
	assert_said(state, "sZ17h0123456789abcdefE||x/a.c:1;f||x/b.c:1",
	            "f||x/b.c:1;sZ17h0123456789abcdefE||x/b.c:2;t||x/a.c:2",
	            "sZ17h0123456789abcdefE=sZ17h0123456789abcdefE, f=f, "
	            "=t none");
	/* A static of a file that is still there is another one. */
	assert_said(state, "s||x/a.c:1;f||x/b.c:1;t||x/a.c:2", "f||x/b.c:1;s||x/b.c:2;t||x/a.c:2",
	            "s= none, f=f, t=t, =s none");
	assert_said(state, "s||x/a.c:1;f||x/b.c:1;t||x/a.c:2", "f||x/b.c:1;s||x/c.c:2;t||x/a.c:2",
	            "s=s, f=f, t=t");
	assert_said(state, "g||x/a.c:1;f||x/b.c:1;t||x/a.c:2", "f||x/b.c:1;g||x/b.c:2;t||x/a.c:2",
	            "g=g, f=f, t=t");
	/* Parts may seem to be in other files: of what was inlined there. */
	assert_said(state, "main||x/a.c:1;f||x/a.c:9",
	            "main||y/b.c:1;main.cold||y/h.h:2;f||y/b.c:9",
	            "main=main+main.cold suffix, f=f");
	assert_said(state, "s||x/a.c:1;s||x/b.c:1", "s||x/c.c:1;s.cold||x/h.h:2",
	            "s= none, s= none, =s none, =s.cold none");
	/* Folders decide between files of the same name. */
	assert_said(state, "f||/x/a/i.c:1;f||/x/b/i.c:1", "f||/y/b/i.c:1;f||/y/a/i.c:1",
	            "f=f file, f=f file");
	assert_said(state, "f||/x/a/i.c:1;f||/x/b/i.c:1", "f||/y/c/i.c:1;f||/y/d/i.c:1",
	            "f+f=f+f alike");
}

static void t_adds_up_what_it_cannot_tell_apart(void **state) {
	assert_said(state, "f;g;f", "f;g;f", "f+f=f+f alike, g=g");
	assert_said(state, "f;f", "f", "f+f=f alike");
	assert_said(state, "f||/x/a.c:1;f||/x/b.c:1", "f;f", "f+f=f+f alike");
	assert_said(state, "f;f", "", "f+f= none");
}

static void t_families_of_clones(void **state) {
	/* The same parts on both sides stay apart. */
	assert_said(state, "f;f.cold;f.part.0", "f;f.cold;f.part.0",
	            "f=f, f.cold=f.cold, f.part.0=f.part.0");
	assert_said(state, "f;f.cold", "f", "f+f.cold=f suffix");
	assert_said(state, "f.isra.0;f.isra.0.cold", "f.constprop.1.isra.0",
	            "f.isra.0+f.isra.0.cold=f.constprop.1.isra.0 suffix");
	assert_said(state, "f@@V1", "f@V2", "f@@V1=f@V2 suffix");
	assert_said(state, "f.part;g.isra", "f;g", "f.part= none, g.isra= none, =f none, =g none");
	/* Link-time optimization numbers statics of several files. */
	assert_said(state, "f||/x/a.c:1;f||/x/b.c:5",
	            "f.lto_priv.0||/x/b.c:5;f.lto_priv.1||/x/a.c:1",
	            "f=f.lto_priv.1 suffix, f=f.lto_priv.0 suffix");
	assert_said(state, "f;f", "f.lto_priv.0;f.lto_priv.1",
	            "f+f=f.lto_priv.0+f.lto_priv.1 suffix");
	assert_said(state, "f;f.cold", "", "f+f.cold= none");
}

static void t_readable_names(void **state) {
	assert_said(state, "_ZN1AC1Ev|A::A()", "_ZN1AC2Ev|A::A()", "_ZN1AC1Ev=_ZN1AC2Ev readable");
	assert_said(state, "_ZN1AC1Ev|A::A();_ZN1AC2Ev|A::A()", "_ZN1AC1Ev|A::A();_ZN1AC2Ev|A::A()",
	            "_ZN1AC1Ev=_ZN1AC1Ev, _ZN1AC2Ev=_ZN1AC2Ev");
	assert_said(state, "_ZN1a1b17h0123456789abcdefE|a::b", "_ZN1a1b17hfedcba9876543210E|a::b",
	            "_ZN1a1b17h0123456789abcdefE=_ZN1a1b17hfedcba9876543210E "
	            "readable");
	assert_said(state, "_Z1fv.isra.0|f() [clone .isra.0]", "_Z1fv|f()",
	            "_Z1fv.isra.0=_Z1fv suffix");
	assert_said(state, "_main;_f", "main;f", "_main=main, _f=f");
}

static void t_numbers(void **state) {
	assert_said(state, "f._omp_fn.0;f._omp_fn.1", "f._omp_fn.0;f._omp_fn.1",
	            "f._omp_fn.0=f._omp_fn.0, f._omp_fn.1=f._omp_fn.1");
	assert_said(state, "f._omp_fn.0", "f._omp_fn.0;f._omp_fn.1",
	            "f._omp_fn.0=f._omp_fn.0+f._omp_fn.1 sum");
	assert_said(state, "f;f._omp_fn.4.cold", "f;f._omp_fn.2",
	            "f=f, f._omp_fn.4.cold=f._omp_fn.2 number");
	assert_said(state, "1|f()::{lambda()#1}::operator()() const",
	            "2|f()::{lambda()#2}::operator()() const", "1=2 number");
	assert_said(state, "1|g()::{lambda()#1}::operator()() const",
	            "2|f()::{lambda()#2}::operator()() const", "1= none, =2 none");
	assert_said(state, "1|f()::$_1::operator()() const", "2|f()::$_12::operator()() const",
	            "1=2 number");
	assert_said(state, ".omp_outlined.", ".omp_outlined..3",
	            ".omp_outlined.=.omp_outlined..3 number");
	assert_said(state, "OUTLINED_FUNCTION_1;OUTLINED_FUNCTION_2", "OUTLINED_FUNCTION_2",
	            "OUTLINED_FUNCTION_1+OUTLINED_FUNCTION_2="
	            "OUTLINED_FUNCTION_2 sum");
}

/* One lambda more in another function: all numbers of the file move on. */
static void t_numbers_in_the_order_of_lines(void **state) {
	assert_said(state, "0|f()::$_0|a.c:10;1|f()::$_1|a.c:14",
	            "0|f()::$_0|a.c:10;1|f()::$_1|a.c:14", "0=0, 1=1");
	assert_said(state, "0|f()::$_0|a.c:10;1|f()::$_1|a.c:14",
	            "2|f()::$_2|a.c:17;1|f()::$_1|a.c:13", "0=1 number, 1=2 number");
	/* Not if these are other lambdas, or lines are not known. */
	assert_said(state, "0|f()::$_0|a.c:10;1|f()::$_1|a.c:14",
	            "1|f()::$_1|a.c:14;2|f()::$_2|a.c:19", "0+1=1+2 sum");
	assert_said(state, "0|f()::$_0|a.c:10;1|f()::$_1|a.c:14", "2|f()::$_2|a.c:17;1|f()::$_1",
	            "0+1=2+1 sum");
	assert_said(state, "0|f()::$_0|a.c:10;1|f()::$_1|a.c:10",
	            "1|f()::$_1|a.c:10;2|f()::$_2|a.c:10", "0+1=1+2 sum");
	/* Each with what was split off it. */
	assert_said(state, "p.0||a.c:10;p.1||a.c:14;p.1.cold||a.c:15", "p.1||a.c:20;p.2||a.c:24",
	            "p.0=p.1 number, p.1+p.1.cold=p.2 number");
}

static void t_parameters(void **state) {
	assert_said(state, "_Z1fi|f(int)", "_Z1fl|f(long)", "_Z1fi=_Z1fl parameters");
	/* Not if there are overloads. */
	assert_said(state, "_Z1fi|f(int);_Z1fc|f(char)", "_Z1fl|f(long);_Z1fc|f(char)",
	            "_Z1fi= none, _Z1fc=_Z1fc, =_Z1fl none");
	assert_said(state, "f", "_Z1fl|f(long)", "f= none, =_Z1fl none");
}

/* Inlined functions apart: debug information has names of functions that are
 * local to a file without their scope. */
static void t_inlined_functions(void **state) {
	assert_said(state, "f||a.c:1;_Z1gv|g()", "~f||a.c:1;~_Z1gv|g()", "f=f, _Z1gv=_Z1gv");
	assert_said(state, "f.constprop.0||a.c:1", "~f||a.c:1", "f.constprop.0=f suffix");
	assert_said(state, "_Z1|n::(anonymous namespace)::f<int>(int)|x/a.c:1", "~f<int>||y/a.c:3",
	            "_Z1=f<int> local");
	assert_said(state, "~operator()||a.c:3",
	            "_Z1|g()::{lambda(int)#1}::operator()(int) const|a.c:3;"
	            "_Z2|g()::{lambda(int)#2}::operator()(int) const|a.c:8;"
	            "_Z3|h()::{lambda(int)#1}::operator()(int) const|b.c:8",
	            "operator()=_Z1 local, =_Z2 none, =_Z3 none");
	assert_said(state, "~operator()||a.c:5",
	            "_Z1|g()::{lambda(int)#1}::operator()(int) const|a.c:3;"
	            "_Z2|g()::{lambda(int)#2}::operator()(int) const|a.c:8;"
	            "_Z3|h()::{lambda(int)#1}::operator()(int) const|b.c:8",
	            "operator()=_Z1+_Z2 local, =_Z3 none");
	assert_said(state, "~operator()||a.c:5;~operator()||a.c:9",
	            "_Z1|g()::{lambda(int)#1}::operator()(int) const|a.c:3;"
	            "_Z2|h()::{lambda(int)#1}::operator()(int) const|a.c:7",
	            "operator()=_Z1 local, operator()=_Z2 local");
	assert_said(state, "~operator()||a.c:5;~operator()||a.c:9",
	            "~operator()||a.c:3;~operator()||a.c:5;~operator()||a.c:9",
	            "operator()=operator(), operator()=operator(), "
	            "=operator() none");
	assert_said(state, "~operator()||a.c:5;~operator()||a.c:8",
	            "~operator()||a.c:3;~operator()||a.c:5;~operator()||a.c:9",
	            "operator()+operator()=operator()+operator()+operator() "
	            "alike");
	assert_said(state, "_Z1|f(int)|a.c:1;_Z2|m::f(long)|a.c:9", "~f||a.c:3;_Z1|f(int)|a.c:1",
	            "_Z1=_Z1, _Z2=f local");
	assert_said(state, "_Z1|f(int)|a.c:1", "~f||b.c:1", "_Z1= none, =f none");
	assert_said(state, "_Z1|f(int)", "~f", "_Z1= none, =f none");
	assert_said(state, "_Z1|m::f(int)|a.c:1", "_Z2|n::f(int)|a.c:1", "_Z1= none, =_Z2 none");
}

static void t_code_without_symbols(void **state) {
	assert_said(state, "[.text 0x10];a;[.text 0x20];[.plt]", "[.text 0x20];[.plt];b",
	            "[.text 0x10]+[.text 0x20]=[.text 0x20] gap, a= none, "
	            "[.plt]=[.plt] gap, =b none");
	assert_said(state, "puts@plt;puts@@V", "puts@plt;puts@@V",
	            "puts@plt=puts@plt, puts@@V=puts@@V");
}

enum { MANY = 100000 };

/* How many matches 100,000 functions make whose texts a format makes of their
 * numbers.  What is quadratic would take minutes. */
static size_t many(struct builds *b, const char *format) {
	char text[100];

	b->base = b->new = (struct side){ NULL };
	for (size_t i = 1; i <= MANY; i++) {
		snprintf(text, sizeof text, format, i, i);
		builds_add(b, i % 2 ? &b->base : &b->new, text);
	}
	builds_match(b);
	return b->matching->n;
}

static void t_many_of_one_name(void **state) {
	assert_int_equal(many(*state, "f"), 1);
	assert_int_equal(many(*state, "f||%zu/a.c:1"), 1);
	assert_int_equal(many(*state, "f||%zu.c:1"), MANY);
	assert_int_equal(many(*state, "f.%zu"), 1);
	assert_int_equal(many(*state, "f.isra.%zu"), 1);
	assert_int_equal(many(*state, "f.%zu||a.c:%zu"), MANY / 2);
}

/* Of a match with several functions, the one with the same symbol is the same;
 * the first stands for those that have none. */
static void t_twins(void **state) {
	struct builds *b = *state;

	builds_add(b, &b->base, "[.text 0x1];[.text 0x2];gone;f.isra.0;f.part.0;[.text 0x9]");
	builds_add(b, &b->new, "f.part.0;f;[.text 0x2];[.text 0x1]");
	builds_match(b);
	assert_int_equal(b->matching->counterpart[0], 3);
	assert_int_equal(b->matching->counterpart[1], 2);
	assert_int_equal(b->matching->counterpart[2], NO_FUNC);
	assert_int_equal(b->matching->counterpart[3], 0);
	assert_int_equal(b->matching->counterpart[4], 0);
	assert_int_equal(b->matching->counterpart[5], 2);
}

/* Of as many functions of one symbol each shows the one in its place, as in a library that both
 * sides use; else the one with most time shows them all. */
static void t_in_their_places(void **state) {
	struct builds *b = *state;

	builds_add(b, &b->base, "s;s;t;t;t;s");
	builds_add(b, &b->new, "t;s;s;s;t");
	b->new.funcs[4].self_ticks = 3;
	builds_match(b);
	assert_int_equal(b->matching->counterpart[0], 1);
	assert_int_equal(b->matching->counterpart[1], 2);
	assert_int_equal(b->matching->counterpart[5], 3);
	for (size_t i = 2; i < 5; i++)
		assert_int_equal(b->matching->counterpart[i], 4);
}

static void t_words(void **state) {
	for (enum match_how how = MATCH_NAME; how <= MATCH_NONE; how++)
		assert_non_null(match_words(how));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(t_by_symbol, builds_setup, builds_teardown),
		cmocka_unit_test_setup_teardown(t_by_file_where_symbols_repeat, builds_setup,
		                                builds_teardown),
		cmocka_unit_test_setup_teardown(t_adds_up_what_it_cannot_tell_apart, builds_setup,
		                                builds_teardown),
		cmocka_unit_test_setup_teardown(t_families_of_clones, builds_setup,
		                                builds_teardown),
		cmocka_unit_test_setup_teardown(t_readable_names, builds_setup, builds_teardown),
		cmocka_unit_test_setup_teardown(t_numbers, builds_setup, builds_teardown),
		cmocka_unit_test_setup_teardown(t_numbers_in_the_order_of_lines, builds_setup,
		                                builds_teardown),
		cmocka_unit_test_setup_teardown(t_parameters, builds_setup, builds_teardown),
		cmocka_unit_test_setup_teardown(t_inlined_functions, builds_setup, builds_teardown),
		cmocka_unit_test_setup_teardown(t_code_without_symbols, builds_setup,
		                                builds_teardown),
		cmocka_unit_test_setup_teardown(t_many_of_one_name, builds_setup, builds_teardown),
		cmocka_unit_test_setup_teardown(t_twins, builds_setup, builds_teardown),
		cmocka_unit_test_setup_teardown(t_in_their_places, builds_setup, builds_teardown),
		cmocka_unit_test(t_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
