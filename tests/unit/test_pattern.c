/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/pattern.h"

#include "assertions.h"

static int begin(void **state) {
	*state = arena_new();
	return 0;
}

static int end(void **state) {
	arena_free(*state);
	return 0;
}

static bool finds(struct arena *arena, const char *text, enum pattern_kind kind,
                  const char *subject) {
	struct error err;
	size_t at;
	const struct pattern *p = pattern_new(text, strlen(text), kind, arena, &at, &err);

	assert_non_null(p);
	return pattern_finds(p, subject, NULL, NULL);
}

static void a_regex_is_found_anywhere(void **state) {
	assert_true(finds(*state, "look", PATTERN_REGEX, "hash_lookup"));
	assert_true(finds(*state, "gc_.*sweep", PATTERN_REGEX, "gc_do_sweep"));
	assert_false(finds(*state, "gc_.*sweep", PATTERN_REGEX, "sweep_gc_"));
	assert_true(finds(*state, "^vec<", PATTERN_REGEX, "vec<int>"));
	assert_false(finds(*state, "^vec<", PATTERN_REGEX, "a::vec<int>"));
	assert_true(finds(*state, "", PATTERN_REGEX, ""));
	assert_true(finds(*state, "f(a|b)c", PATTERN_REGEX, "fbc"));
	assert_false(finds(*state, "f(\\w)", PATTERN_REGEX, "f("));
}

static void a_name_with_parameters_is_found_as_it_is(void **state) {
	assert_true(finds(*state, "f(int)", PATTERN_REGEX, "f(int)"));
	assert_true(finds(*state, "f(int&, A<b>(*)(+))", PATTERN_REGEX, "f(int&, A<b>(*)(+))"));
	assert_true(finds(*state, "vector<int>::at(int)", PATTERN_REGEX, "vector<INT>::AT(INT)"));
	assert_false(finds(*state, "F(int)", PATTERN_REGEX, "f(int)"));
}

/* While its parameters are typed, and also where names have none. */
static void a_name_is_found_up_to_its_parenthesis(void **state) {
	assert_true(finds(*state, "::at(", PATTERN_REGEX, "a::at(int, int)"));
	assert_true(finds(*state, "::at(int, i", PATTERN_REGEX, "a::at(int, int)"));
	assert_true(finds(*state, "ain(", PATTERN_REGEX, "main"));
	assert_true(finds(*state, "at<b>(", PATTERN_REGEX, "at<b>(int)"));
	assert_false(finds(*state, "mai(", PATTERN_REGEX, "main"));
	assert_false(finds(*state, "at(in)t", PATTERN_REGEX, "at(in"));
}

static void a_name_is_found_as_it_was_copied(void **state) {
	static const struct {
		const char *copied, *name;
	} list[] = {
		{ "V<int> const& a::keep<int>(int)", "V<int> const& a::keep<int>(int)" },
		{ "a::operator new[](unsigned long)", "a::operator new[](unsigned long)" },
		{ "A::operator std::string() const", "A::operator std::string() const" },
		{ "operator<< <char>(int)", "a& std::operator<< <char>(int)" },
		{ "operator<<<char>(int)", "a& std::operator<< <char>(int)" },
		{ "V<V<int>>::f", "V<V<int> >::f()" },
		{ "f(char const *, int &)", "f(char const*, int&)" },
		{ "{}::f(\u2026) &&", "(anonymous namespace)::f(int) &&" },
		{ "std::sort<\u2026>(\u2026)", "void std::sort<int, V<b> >(int, V<b>)" },
		{ "std::sort<...>(...)", "void std::sort<int, V<b> >(int, V<b>)" },
		{ "\u2026B::f", "A::B<int>::f(int)" },
		{ "...Block::f", "A::MyBlock<int>::f(int)" },
		{ "A::B::f", "A<int>::B<V<int> >::f(int)" },
		{ "A::f [.]", "A<int>::f<int>(V<int>) const [clone .isra.0]" },
		{ "f [.cold]", "f(int) const [clone .cold]" },
		{ "f(int) (.isra.0.cold)", "f(int) [clone .isra.0] [clone .cold]" },
		{ "f [.]", "f.part.0" },
		{ "f(int)::{lambda(int)#1}::operator()", "f(int)::{lambda(int)#1}::operator()(int) const" },
		{ "f::{lambda#1}::operator()", "f(int)::{lambda(int)#1}::operator()(int) const" },
		{ "f(int) <cycle 1> [12]", "f(int)" },
		{ "[.] a::f", "a::f(int)" },
		{ "a::f #2", "a::f(int)" },
		{ "a::f <inlined>", "a::f(int)" },
		{ "core::fmt::Formatter::pad::h1234", "core::fmt::Formatter::pad" },
		{ "a::pad::h0123456789abcdef", "_ZN1a3pad17h0123456789abcdefE" },
		{ "a[0123456789abcdef]::f::<b>", "a::f::<b>" },
		{ "<Chars as Iterator>::next", "<core::Chars as core::iter::Iterator>::next" },
		{ "m::step", "__m_MOD_step" },
	}, others[] = {
		{ "f(\u2026)", "f" },
		{ "f<\u2026>(int)", "f<int>(long)" },
		{ "a::pad::h0123456789abcdef", "_ZN1a3pad17h0123456789abcde0E" },
		{ "A::f", "A::B::f" },
		{ "f [.cold]", "f(int) [clone .isra.0]" },
		{ "{}::f", "a::f" },
	};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		for (int kind = PATTERN_REGEX; kind <= PATTERN_NAME; kind += PATTERN_NAME)
			if (!finds(*state, list[i].copied, (enum pattern_kind)kind, list[i].name))
				fail_msg("%s is not found in %s by %d", list[i].copied,
				         list[i].name, kind);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (finds(*state, others[i].copied, PATTERN_REGEX, others[i].name))
			fail_msg("%s is found in %s", others[i].copied, others[i].name);
}

static void a_whole_name_is_no_part_of_one(void **state) {
	assert_true(finds(*state, "void f<int>", PATTERN_NAME, "void f<int>(int)"));
	assert_false(finds(*state, "void f", PATTERN_NAME, "void f<int>(int)"));
	assert_false(finds(*state, "unsigned long", PATTERN_NAME, "f(unsigned long)"));
	assert_false(finds(*state, "f(int)", PATTERN_NAME, "f(int)::g(int)"));
	assert_false(finds(*state, "f.part", PATTERN_NAME, "gf.part.0"));
	assert_true(finds(*state, "f", PATTERN_NAME, "f.part.0"));
	assert_true(finds(*state, "f", PATTERN_NAME, "a::f(int)"));
	assert_false(finds(*state, "f", PATTERN_NAME, "f::g"));
}

static void case_counts_with_a_capital_letter(void **state) {
	assert_true(finds(*state, "hash", PATTERN_REGEX, "HashTable"));
	assert_false(finds(*state, "Hash", PATTERN_REGEX, "hash_table"));
	assert_true(finds(*state, "\\Wx", PATTERN_REGEX, "a X"));
	assert_true(finds(*state, "hash", PATTERN_LITERAL, "HASH"));
	assert_false(finds(*state, "Hash", PATTERN_LITERAL, "hash"));
	assert_true(finds(*state, "\xc3\xa9", PATTERN_REGEX, "\xc3\x89"));
}

static void a_literal_has_no_special_letters(void **state) {
	assert_true(finds(*state, "a.b(", PATTERN_LITERAL, "xa.b(int)"));
	assert_false(finds(*state, "a.b(", PATTERN_LITERAL, "xaxb(int)"));
	assert_true(finds(*state, "\\C", PATTERN_LITERAL, "a\\C"));
}

static bool is_glob(const char *text) {
	return pattern_is_glob(text, strlen(text));
}

static void a_star_that_repeats_nothing_makes_a_glob(void **state) {
	assert_true(is_glob("*.c"));
	assert_true(is_glob("std::*"));
	assert_true(is_glob("std::vector<*>::push_back(*)"));
	assert_true(is_glob("gc_*_[ab]"));
	assert_true(is_glob("src\\/*.c"));
	assert_true(is_glob("?alloc"));
	assert_true(is_glob("*"));
	assert_true(is_glob("*.*"));
	assert_true(is_glob("*.part.?"));
	assert_false(is_glob("*.c|*.h"));
	assert_false(is_glob(""));
	assert_false(is_glob("gc"));
	assert_false(is_glob("colou?r"));
	assert_false(is_glob("gc_.*sweep"));
	assert_false(is_glob("gc*.+"));
	assert_false(is_glob("^gc*"));
	assert_false(is_glob("gc*$"));
	assert_false(is_glob("a*|b*"));
	assert_false(is_glob("gc_[0-9]*"));
	assert_false(is_glob("(ab)*"));
	assert_false(is_glob("(?:a*)"));
	assert_false(is_glob("\\w*"));
}

static void a_glob_is_as_in_a_shell(void **state) {
	static const struct {
		const char *glob, *fitting, *other;
	} cases[] = {
		{ "*.c", "a.c", "a.cc" },
		{ "*.c", "a\n.c", "a_c" },
		{ "a?c", "abc", "abbc" },
		{ "a?c",
		  "a\xc3\xa9"
		  "c",
		  "ac" },
		{ "a[xy-]c", "a-c", "azc" },
		{ "a[!xy]c", "azc", "axc" },
		{ "a[]]c", "a]c", "a[c" },
		{ "a[b*", "a[bc", "ab" },
		{ "operator[]*", "operator[](int)", "operator()" },
		{ "a[^.]c", "a^c", "axc" },
		{ "f(*)", "f(int, a+b)", "f" },
		{ "a\\*b*", "a*bc", "axbc" },
		{ "x*\\", "xy\\", "xy" },
		{ "", "", "a" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_true(finds(*state, cases[i].glob, PATTERN_WHOLE_GLOB, cases[i].fitting));
		assert_false(finds(*state, cases[i].glob, PATTERN_WHOLE_GLOB, cases[i].other));
	}
	assert_true(finds(*state, "b*.c", PATTERN_GLOB, "/ab/d.cc"));
	assert_false(finds(*state, "b*.c", PATTERN_GLOB, "/ab/d.h"));
}

static void a_glob_is_found_where_it_first_ends(void **state) {
	struct error err;
	size_t low, high;
	const struct pattern *p = pattern_new("d::*", 4, PATTERN_GLOB, *state, &low, &err);

	assert_true(pattern_finds(p, "std::sort", &low, &high));
	assert_int_equal(low, 2);
	assert_int_equal(high, 5);
}

static void an_error_says_how_to_write_it(void **state) {
	struct error err = { "" };
	size_t at;

	assert_null(pattern_new("a|*b", 4, PATTERN_REGEX, *state, &at, &err));
	assert_int_equal(at, 2);
	assert_string_equal(err.reason, "nothing to repeat; .* matches any text");
	assert_null(pattern_new("a*[z-a]", 7, PATTERN_GLOB, *state, &at, &err));
	assert_int_equal(at, 0);
}

static void a_quoted_text_is_a_pattern_of_itself(void **state) {
	static const char *const texts[] = {
		"operator+=(a::b[3])", "a\\E.*\\Qb", "_Z1f{}|^$?#- \t\\",
		"na\xc3\xafve",        "a\xff.b",    "",
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		char whole[64];

		snprintf(whole, sizeof whole, "^%s$", pattern_quoted(texts[i], *state));
		assert_true(finds(*state, whole, PATTERN_REGEX, texts[i]));
	}
	assert_false(finds(*state, pattern_quoted("a.b", *state), PATTERN_REGEX, "axb"));
}

static void a_whole_pattern_is_the_whole_name(void **state) {
	assert_true(finds(*state, "main", PATTERN_WHOLE, "main"));
	assert_false(finds(*state, "main", PATTERN_WHOLE, "main2"));
	assert_false(finds(*state, "main", PATTERN_WHOLE, "_main"));
	assert_false(finds(*state, "main", PATTERN_WHOLE, "Main"));
	assert_false(finds(*state, "m.in", PATTERN_WHOLE, "main"));
	assert_true(finds(*state, "operator()", PATTERN_WHOLE, "operator()"));
}

static void the_position_of_a_match_is_found(void **state) {
	struct error err;
	size_t at, low = 9, high = 9;
	const struct pattern *p = pattern_new("o+", 2, PATTERN_REGEX, *state, &at, &err);

	assert_true(pattern_finds(p, "h\xc3\xa9lloo!", &low, &high));
	assert_int_equal(low, 5);
	assert_int_equal(high, 7);
	low = high = 9;
	assert_false(pattern_finds(p, "hi", &low, &high));
	assert_int_equal(low, 9);
}

static void only_len_bytes_are_the_pattern(void **state) {
	struct error err;
	size_t at;
	const struct pattern *p = pattern_new("ab(", 2, PATTERN_REGEX, *state, &at, &err);

	assert_non_null(p);
	assert_true(pattern_finds(p, "cab", NULL, NULL));
}

static void assert_bad(struct arena *arena, const char *text, size_t place) {
	struct error err = { "" };
	size_t at = 99;

	assert_null(pattern_new(text, strlen(text), PATTERN_REGEX, arena, &at, &err));
	assert_int_equal(at, place);
	assert_true(err.reason[0]);
	assert_null(strpbrk(err.reason, "\n\x1b"));
}

static void a_bad_pattern_is_an_error_at_a_byte(void **state) {
	assert_bad(*state, "(", 1);
	assert_bad(*state, "a(b|c", 5);
	assert_bad(*state, "a((b", 4);
	assert_bad(*state, "ab*[c", 5);
	assert_bad(*state, "a)", 1);
	assert_bad(*state, "*a", 0);
	assert_bad(*state, "a\\C", 3);
}

static void bytes_that_are_no_utf8_do_not_disturb(void **state) {
	assert_true(finds(*state, "b", PATTERN_REGEX, "\xff\xfe\x62"));
	assert_true(finds(*state, "\xff\x62", PATTERN_LITERAL, "a\xff\x62"));
	assert_true(finds(*state, "\xe9", PATTERN_REGEX, "caf\xe9"));
	assert_false(finds(*state, "^.b", PATTERN_REGEX, "\xff\x62"));
}

/* Would take longer than the universe is old. */
static void hopeless_searches_are_given_up(void **state) {
	char subject[3001];

	memset(subject, 'a', 3000);
	subject[3000] = '\0';
	assert_false(finds(*state, "(a*)*(a*)*(a*)*b", PATTERN_REGEX, subject));
	assert_false(finds(*state, "(x+x+)+y", PATTERN_REGEX,
	                   "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"));
}

static void the_library_has_a_version(void **state) {
	char version[64], tiny[3];

	pattern_library_version(version, sizeof version);
	assert_memory_equal(version, "10.", 3);
	pattern_library_version(tiny, sizeof tiny);
	assert_string_equal(tiny, "10");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_regex_is_found_anywhere, begin, end),
		cmocka_unit_test_setup_teardown(a_name_with_parameters_is_found_as_it_is, begin,
		                                end),
		cmocka_unit_test_setup_teardown(a_name_is_found_up_to_its_parenthesis, begin, end),
		cmocka_unit_test_setup_teardown(a_name_is_found_as_it_was_copied, begin, end),
		cmocka_unit_test_setup_teardown(a_whole_name_is_no_part_of_one, begin, end),
		cmocka_unit_test_setup_teardown(case_counts_with_a_capital_letter, begin, end),
		cmocka_unit_test_setup_teardown(a_literal_has_no_special_letters, begin, end),
		cmocka_unit_test_setup_teardown(a_star_that_repeats_nothing_makes_a_glob, begin,
		                                end),
		cmocka_unit_test_setup_teardown(a_glob_is_as_in_a_shell, begin, end),
		cmocka_unit_test_setup_teardown(a_glob_is_found_where_it_first_ends, begin, end),
		cmocka_unit_test_setup_teardown(an_error_says_how_to_write_it, begin, end),
		cmocka_unit_test_setup_teardown(a_quoted_text_is_a_pattern_of_itself, begin, end),
		cmocka_unit_test_setup_teardown(a_whole_pattern_is_the_whole_name, begin, end),
		cmocka_unit_test_setup_teardown(the_position_of_a_match_is_found, begin, end),
		cmocka_unit_test_setup_teardown(only_len_bytes_are_the_pattern, begin, end),
		cmocka_unit_test_setup_teardown(a_bad_pattern_is_an_error_at_a_byte, begin, end),
		cmocka_unit_test_setup_teardown(bytes_that_are_no_utf8_do_not_disturb, begin, end),
		cmocka_unit_test_setup_teardown(hopeless_searches_are_given_up, begin, end),
		cmocka_unit_test(the_library_has_a_version),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
