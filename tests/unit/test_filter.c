/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "table/table.h"

#include "assertions.h"

static int begin(void **state) {
	*state = arena_new();
	return 0;
}

static int end(void **state) {
	arena_free(*state);
	return 0;
}

static const struct filter *parse(struct arena *arena, const char *text) {
	struct error err = { "" };
	size_t at = 0;
	const struct filter *f = filter_new(text, NULL, arena, &at, &err);

	if (!f)
		fail_msg("%s: byte %zu: %s", text, at, err.reason);
	return f;
}

/* The only half of a filter of one term. */
static const struct filter_half *half(struct arena *arena, const char *text) {
	const struct filter *f = parse(arena, text);

	assert_int_equal(f->n, 1);
	assert_false(f->terms[0].is_arc);
	return &f->terms[0].left;
}

static bool fits(struct arena *arena, const char *text, const char *name, const char *path,
                 unsigned line) {
	struct filter_subject s = { name, name, path, line, line };

	return filter_half_fits(half(arena, text), &s);
}

static bool fits_name(struct arena *arena, const char *text, const char *name) {
	const struct filter_half *h = half(arena, text);
	struct filter_subject s = { name, name, "/src/other", 7, 7 };

	assert_true(h->function && !h->file && !h->line);
	return filter_half_fits(h, &s);
}

static void a_word_is_part_of_a_name(void **state) {
	assert_true(fits_name(*state, "hash", "rehash_all"));
	assert_true(fits_name(*state, "hash", "HashTable"));
	assert_false(fits_name(*state, "Hash", "rehash_all"));
	assert_false(fits_name(*state, "hash", "main"));
	assert_true(fits_name(*state, "^vec<", "vec<int>"));
	assert_true(fits_name(*state, "a|b$", "tab"));
}

static void a_dot_makes_a_file(void **state) {
	const struct filter_half *h = half(*state, "hash.c");

	assert_true(h->file && !h->function && !h->line);
	assert_true(fits(*state, "hash.c", "f", "/src/hash.c", 1));
	assert_false(fits(*state, "hash.c", "hash.c", "/src/other.c", 1));
	assert_false(fits(*state, "hash.c", "hash.c", NULL, 0));
}

static void a_colon_ends_a_file(void **state) {
	assert_true(fits(*state, "Makefile:", "f", "/src/Makefile", 1));
	assert_true(fits(*state, "hash.c:", "f", "/src/hash.c", 1));
	assert_false(fits(*state, "hash.c:", "hash.c", "/src/main.c", 1));
	assert_true(fits(*state, "hash.c:look", "lookup", "hash.c", 1));
	assert_false(fits(*state, "hash.c:look", "insert", "hash.c", 1));
	assert_false(fits(*state, "hash.c:look", "lookup", "list.c", 1));
	assert_true(fits(*state, ":a.b", "a.b", "hash.c", 1));
	assert_false(fits(*state, ":a.b", "main", "a.b", 1));
}

static void digits_are_a_line(void **state) {
	const struct filter_half *h = half(*state, "hash.c:214");

	assert_int_equal(h->line, 214);
	assert_true(h->file && !h->function);
	assert_true(fits(*state, "hash.c:214", "f", "hash.c", 214));
	assert_false(fits(*state, "hash.c:214", "f", "hash.c", 215));
	assert_false(fits(*state, "hash.c:214", "f", "list.c", 214));
	assert_true(fits(*state, "214", "f", "any.c", 214));
	assert_true(fits(*state, ":214", "f", "any.c", 214));
	assert_false(fits(*state, "214", "f214", NULL, 0));
}

static void a_line_is_one_of_a_function(void **state) {
	const struct filter_subject s = { "f", "f", "/src/hash.c", 200, 220 };

	assert_true(filter_half_fits(half(*state, "hash.c:214"), &s));
	assert_true(filter_half_fits(half(*state, "200"), &s));
	assert_true(filter_half_fits(half(*state, "220"), &s));
	assert_false(filter_half_fits(half(*state, "199"), &s));
	assert_false(filter_half_fits(half(*state, "221"), &s));
}

static void a_file_is_known_by_its_name_or_path(void **state) {
	assert_true(fits(*state, "^hash\\.c$:", "f", "/src/hash.c", 1));
	assert_true(fits(*state, "=hash.c:", "f", "/src/hash.c", 1));
	assert_true(fits(*state, "=f.part.0", "f.part.0", "/src/f.c", 1));
	assert_false(fits(*state, "=f.part.0", "f.part", "/src/f.c", 1));
	assert_false(fits(*state, "=f.part.0", "f.part.01", "/src/f.c", 1));
	assert_false(fits(*state, "=hash.c:", "f", "/src/rehash.c", 1));
	assert_true(fits(*state, "\"src/hash\":", "f", "/src/hash.c", 1));
	assert_true(fits(*state, "=\"/src/hash.c\":", "f", "/src/hash.c", 1));
	assert_true(fits(*state, "src\\/hash.c", "f", "/src/hash.c", 1));
}

static void two_colons_belong_to_a_name(void **state) {
	const struct filter_half *h = half(*state, "std::vector");

	assert_true(h->function && !h->file);
	assert_true(fits_name(*state, "std::", "std::sort"));
	assert_true(fits_name(*state, "::sort", "std::sort"));
	assert_true(fits(*state, "a.cc:std::s", "std::sort", "a.cc", 1));
	assert_false(fits(*state, "a.cc:std::s", "std::sort", "b.cc", 1));
	assert_true(fits(*state, "a.cc:::f", "N::f", "a.cc", 1));
	assert_true(fits(*state, "ns::x:12", "f", "ns::x", 12));
}

static void dots_of_patterns_make_no_file(void **state) {
	assert_true(fits_name(*state, "gc_.*sweep", "gc_do_sweep"));
	assert_true(fits_name(*state, "gc.+", "gc_x"));
	assert_true(fits_name(*state, "gc.?x", "gcx"));
	assert_true(fits_name(*state, "gc.{2}x", "gcabx"));
	assert_true(fits_name(*state, "gc[.]x", "gc.x"));
	assert_true(fits_name(*state, "gc\\.x", "gc.x"));
	assert_true(fits_name(*state, "\"gc.x\"", "gc.x"));
	assert_false(fits_name(*state, "\"gc.x\"", "gc_x"));
}

static void colons_of_patterns_part_nothing(void **state) {
	assert_true(fits_name(*state, "^(?:ab|cd)$", "cd"));
	assert_true(fits_name(*state, "a[:;]b", "a:b"));
	assert_true(fits_name(*state, "a[[:digit:]]b", "a1b"));
	assert_true(fits_name(*state, "a\\:b", "a:b"));
}

static void quotes_hold_the_text_itself(void **state) {
	assert_true(fits_name(*state, "\"operator new\"", "operator new[]"));
	assert_true(fits_name(*state, "\"a/b:c.d*\"", "xa/b:c.d*x"));
	assert_true(fits_name(*state, "\"open", "fopen")); /* being typed */
	assert_true(fits_name(*state, "\"two w", "two words"));
	assert_true(fits(*state, "\"my file\":f", "f", "/my file", 1));
	assert_true(fits(*state, "a.c:\"operator ()\"", "operator ()", "a.c", 1));
}

static void names_with_their_parameters_can_be_copied(void **state) {
	assert_true(fits_name(*state, "count(unsigned long)", "ns::popcount(unsigned long)"));
	assert_false(fits_name(*state, "count(unsigned long)", "ns::popcount(unsigned)"));
	assert_true(fits_name(*state, "V<int>::operator()(int)", "ns::V<int>::operator()(int)"));
	assert_true(fits_name(*state, "at(a::b const&, T (*)[2])", "at(a::b const&, T (*)[2])"));
	assert_int_equal(parse(*state, "f(int, long) g")->n, 2);
	assert_true(parse(*state, "main/g(a/b)")->terms[0].is_arc);
	assert_int_equal(parse(*state, "main/g(int b)")->n, 1);
}

/* Finds the name that it is, and no other with one of its words. */
static void is_found_alone(struct arena *arena, const char *text) {
	assert_int_equal(parse(arena, text)->n, 1);
	assert_true(fits(arena, text, text, NULL, 0));
	assert_false(fits(arena, text, "long const", NULL, 0));
}

static void blanks_in_a_copied_name_part_nothing(void **state) {
	is_found_alone(*state, "a::M<double, 24>::mul");
	is_found_alone(*state, "a::M<double, 24>::mul(a::M<double, 24> const&) const");
	is_found_alone(*state, "std::map<int, V<int> >::operator[](int const&)");
	is_found_alone(*state, "N::operator<(N const&, N const&)");
	assert_int_equal(parse(*state, "f(int) constant")->n, 2);
	assert_int_equal(parse(*state, "operator< main")->n, 2);
	assert_int_equal(parse(*state, "a<b c")->n, 2);
	assert_true(parse(*state, "main/V<a, b>::f")->terms[0].is_arc);
}

/* A profile with a few functions. */
static bool has(const void *of, const struct pattern *name) {
	for (const char *const *at = of; *at; at++)
		if (pattern_finds(name, *at, NULL, NULL))
			return true;
	return false;
}

static const struct filter *parse_with_names(struct arena *arena, const char *text) {
	static const char *const list[] = { "void f<int>(int)",
		                            "A::operator new(unsigned long)",
		                            "a::operator/(int, a::B)",
		                            "set.part.0",
		                            "main",
		                            "operator std::string() const",
		                            NULL };
	const struct filter_names names = { list, has };
	struct error err;
	size_t at;

	return filter_new(text, &names, arena, &at, &err);
}

static void names_of_the_profile_are_one_term(void **state) {
	static const struct {
		const char *text;
		size_t n;
		bool is_arc;
	} list[] = {
		{ "void f<int>(int)", 1, false },
		{ "main void f<int>(int)", 2, false },
		{ "void g<int>(int)", 2, false },
		{ "void f", 2, false },
		{ "A::operator new(unsigned long)", 1, false },
		{ "operator new(\u2026)", 1, false },
		{ "!operator std::string() const x", 2, false },
		{ "a::operator/(int, a::B)", 1, false },
		{ "main/a::operator/(int, a::B)", 1, true },
		{ "void f<int>(int)/set.part.0", 1, true },
		{ "unsigned long", 2, false },
		{ "\"set.part.0 main\"", 1, false },
	};
	const struct filter_term *term;

	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		const struct filter *f = parse_with_names(*state, list[i].text);

		if (f->n != list[i].n || f->terms[f->n - 1].is_arc != list[i].is_arc)
			fail_msg("%s: %zu terms", list[i].text, f->n);
	}
	term = parse_with_names(*state, "\"a set.part.0\"")->terms;
	assert_true(term->left.function && !term->left.is_whole);
	term = parse_with_names(*state, "set.part.0")->terms;
	assert_true(term->left.function && !term->left.file && term->left.is_whole);
	term = parse_with_names(*state, "set.c")->terms;
	assert_true(term->left.file && !term->left.function);
	term = parse_with_names(*state, "main")->terms;
	assert_true(term->left.function && !term->left.is_whole);
}

static void an_equals_sign_asks_for_the_whole(void **state) {
	assert_true(fits_name(*state, "=main", "main"));
	assert_false(fits_name(*state, "=main", "main2"));
	assert_false(fits_name(*state, "=main", "MAIN"));
	assert_true(fits_name(*state, "=\"operator new\"", "operator new"));
	assert_false(fits_name(*state, "=\"operator new\"", "operator new[]"));
	assert_true(fits_name(*state, ":=f.part.0", "f.part.0"));
}

static void a_glob_is_a_whole_name(void **state) {
	assert_true(fits_name(*state, "std::*", "std::sort"));
	assert_false(fits_name(*state, "std::*", "my::std::sort"));
	assert_true(fits_name(*state, "*sort", "std::sort"));
	assert_false(fits_name(*state, "*sort", "std::sorted"));
	assert_true(fits_name(*state, "gc_*_all", "GC_sweep_all"));
	assert_false(fits_name(*state, "Gc_*_all", "gc_sweep_all"));
	assert_true(fits_name(*state, ":*.part.?", "f.part.0"));
	assert_true(fits_name(*state, "=gc_*", "gc_*"));
	assert_false(fits_name(*state, "=gc_*", "gc_all"));
	assert_true(fits_name(*state, "*", "anything"));
}

static void a_glob_is_a_whole_file(void **state) {
	assert_true(fits(*state, "*.c", "f", "/src/hash.c", 1));
	assert_false(fits(*state, "*.c", "f", "/src/hash.cc", 1));
	assert_false(fits(*state, "*.c", "x.c", "/src/hash.cc", 1));
	assert_true(fits(*state, "h*.[ch]", "f", "/src/hash.c", 1));
	assert_false(fits(*state, "h*.c", "f", "/src/rehash.c", 1));
	assert_true(fits(*state, "src\\/*.c", "f", "/my/src/hash.c", 1));
	assert_false(fits(*state, "src\\/*.c", "f", "/my_src/hash.c", 1));
	assert_true(fits(*state, "*.c:gc_*", "gc_all", "/src/hash.c", 1));
	assert_false(fits(*state, "*.c:gc_*", "all", "/src/hash.c", 1));
	assert_true(fits(*state, "=\"src/hash.c\":", "f", "/my/src/hash.c", 1));
}

static void raw_and_readable_names_count(void **state) {
	struct filter_subject s = { "f(int)", "_Z1fi", NULL, 0, 0 };

	assert_true(filter_half_fits(half(*state, "_Z1"), &s));
	assert_true(filter_half_fits(half(*state, "\"f(\""), &s));
	assert_false(filter_half_fits(half(*state, "g"), &s));
}

static void a_slash_makes_an_arc(void **state) {
	const struct filter *f = parse(*state, "a/b");
	struct filter_subject a = { "a", "a", NULL, 0, 0 };
	struct filter_subject b = { "b", "b", NULL, 0, 0 };

	assert_true(f->terms[0].is_arc);
	assert_true(filter_half_fits(&f->terms[0].left, &a));
	assert_false(filter_half_fits(&f->terms[0].left, &b));
	assert_true(filter_half_fits(&f->terms[0].right, &b));
	assert_false(filter_half_fits(&f->terms[0].right, &a));
	f = parse(*state, "a/ /b !x.c:f/y.c:7");
	assert_int_equal(f->n, 3);
	assert_true(f->terms[0].is_arc && f->terms[1].is_arc);
	assert_true(filter_half_fits(&f->terms[0].right, &a));
	assert_true(filter_half_fits(&f->terms[1].left, &b));
	assert_false(filter_half_fits(&f->terms[1].right, &a));
	assert_true(f->terms[2].is_arc && f->terms[2].excludes);
	assert_true(f->terms[2].left.file && f->terms[2].left.function);
	assert_int_equal(f->terms[2].right.line, 7);
	assert_false(parse(*state, "\"a/b\"")->terms[0].is_arc);
	assert_false(parse(*state, "a\\/b")->terms[0].is_arc);
}

static void terms_are_parted_by_blanks(void **state) {
	const struct filter *f = parse(*state, "  a   !b  \"c d\" e\\ f ");

	assert_int_equal(f->n, 4);
	assert_false(f->terms[0].excludes);
	assert_true(f->terms[1].excludes);
	assert_true(f->has_includes);
	assert_false(f->has_calls);
	assert_false(parse(*state, "!a !b")->has_includes);
	assert_false(parse(*state, "a !b.c:7")->has_calls);
	assert_true(parse(*state, "a !b/c")->has_calls);
}

static void nothing_restricts_nothing(void **state) {
	assert_int_equal(parse(*state, "")->n, 0);
	assert_int_equal(parse(*state, "   ")->n, 0);
	assert_int_equal(parse(*state, "!")->n, 0);
	assert_int_equal(parse(*state, "! ")->n, 0);
	assert_int_equal(parse(*state, "a !")->n, 1);
	assert_true(fits(*state, ":", "f", NULL, 0));
	assert_true(fits(*state, "\"", "f", NULL, 0));
	assert_true(fits(*state, "=", "f", NULL, 0));
	assert_true(fits(*state, "=\"", "f", NULL, 0));
	assert_true(parse(*state, "/")->terms[0].is_arc);
}

static void assert_bad(struct arena *arena, const char *text, size_t place) {
	struct error err = { "" };
	size_t at = 999;

	assert_null(filter_new(text, NULL, arena, &at, &err));
	if (at != place)
		fail_msg("%s: byte %zu, not %zu", text, at, place);
	assert_true(err.reason[0]);
}

static void errors_name_the_byte(void **state) {
	assert_bad(*state, "(", 1);
	assert_bad(*state, "a (b", 4);
	assert_bad(*state, "good !bad) x", 9);
	assert_bad(*state, "a/+", 2);
	assert_bad(*state, "!x.c:+a", 5);
	assert_bad(*state, "x+.c(:a", 5);
	assert_bad(*state, "=a (", 4);
	assert_bad(*state, "hash.c:21a", 9);
	assert_bad(*state, "99999999999", 9);
	assert_bad(*state, "a\\", 2);
}

static void odd_texts_are_parsed_or_refused(void **state) {
	static const char *const texts[] = { "\\", "\"\\", ":::", "a:b:c", "!!a", "!/",
		                             "//", "\"\"", "!=",  "[",     "]",   "=\"\"/:" };
	struct error err;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		size_t at = 0;
		filter_new(texts[i], NULL, *state, &at, &err);
		assert_compared(at, <=, strlen(texts[i]));
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(a_word_is_part_of_a_name),
		TEST(a_dot_makes_a_file),
		TEST(a_colon_ends_a_file),
		TEST(digits_are_a_line),
		TEST(a_line_is_one_of_a_function),
		TEST(a_file_is_known_by_its_name_or_path),
		TEST(two_colons_belong_to_a_name),
		TEST(dots_of_patterns_make_no_file),
		TEST(colons_of_patterns_part_nothing),
		TEST(quotes_hold_the_text_itself),
		TEST(names_with_their_parameters_can_be_copied),
		TEST(blanks_in_a_copied_name_part_nothing),
		TEST(names_of_the_profile_are_one_term),
		TEST(an_equals_sign_asks_for_the_whole),
		TEST(a_glob_is_a_whole_name),
		TEST(a_glob_is_a_whole_file),
		TEST(raw_and_readable_names_count),
		TEST(a_slash_makes_an_arc),
		TEST(terms_are_parted_by_blanks),
		TEST(nothing_restricts_nothing),
		TEST(errors_name_the_byte),
		TEST(odd_texts_are_parsed_or_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
