/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long names become short ones. */
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "model/names.h"

#include "assertions.h"

/* A name in the C locale, where three points stand for what is left out. */
static const char *shortened(const char *name, int width) {
	static char out[1024];
	size_t len = short_name(out, sizeof out, name, width);

	assert_int_equal(len, strlen(out));
	return out;
}

static const char *shortest(const char *name) {
	return shortened(name, 1);
}

static void t_leaves_out_the_least_needed(void **state) {
	static const char name[] = "void ns::Pool<std::vector<int, Alloc<int> "
				   ">, 3>::put<char>(int, "
				   "std::map<int, char>) const "
				   "[clone .isra.0]";
	static const char *const shorter[] = {
		name,
		"ns::Pool<std::vector<int, Alloc<int> >, 3>::put<char>(int, std::map<int, char>) "
		"const [clone .isra.0]",
		"ns::Pool<std::vector<int, Alloc<int> >, 3>::put<char>(...) "
		"const [clone .isra.0]",
		"ns::Pool<std::vector<int, Alloc<int> >, 3>::put<char>(...) const [.]",
		"ns::Pool<std::vector<int, Alloc<int> >, 3>::put<char> [.]",
		"ns::Pool<std::vector<...>, 3>::put<char> [.]",
		"ns::Pool<...>::put<...> [.]",
		"ns::Pool::put",
		"...put",
		"put",
	};

	for (size_t i = 0; i < sizeof shorter / sizeof *shorter; i++) {
		int width = text_width(shorter[i]);

		assert_string_equal(shortened(name, width), shorter[i]);
		if (i && width + 1 < text_width(shorter[i - 1]))
			assert_string_equal(shortened(name, width + 1), shorter[i]);
	}
	assert_string_equal(shortest(name), shorter[9]);
}

static void t_knows_brackets_from_signs(void **state) {
	static const struct {
		const char *name, *shorter;
	} samples[] = {
		{ "main", "main" },
		{ "read_file(char const*)", "read_file" },
		{ "f()", "f" },
		{ "f.constprop.0.cold", "f" },
		{ "(anonymous namespace)::f(int)", "f" },
		{ "(anonymous namespace)::data", "data" },
		{ "A<int>::operator()(int) const", "A::operator()" },
		{ "ns::A<int>::operator()(int) const", "A::operator()" },
		{ "std::ostream& operator<< <char>(std::ostream&, char)", "operator<<" },
		{ "bool operator< <int>(A<int> const&, int)", "operator<" },
		{ "P<A>::operator->() const", "P::operator->" },
		{ "long operator-<A<char> >(A<char>)", "operator-" },
		{ "bool L::operator()<A<B>, int>(A<B>, int) const", "L::operator()" },
		{ "bool operator<=<int>(A<int>)", "operator<=" },
		{ "P<&A::operator<, int>::get(int)", "get" },
		{ "F<(2>1), int>::get()", "get" },
		{ "decltype (a->b) g<C>(C)", "g" },
		{ "a::run(long)::{lambda(int)#1}::operator()(int) const",
		  "run::{lambda#1}::operator()" },
		{ "<alloc::Vec<u8> as core::Clone>::clone", "clone" },
		{ "a::b::{{closure}}", "b::{{closure}}" },
		{ "a::sort::<String, <[T]>::by::{closure#0}>", "sort" },
		{ "a::apply::<b::{closure#1}>::{closure#0}", "apply::{closure#0}" },
		{ "a::imp::<impl a::Display for u64>::fmt", "fmt" },
		{ "my_operator<int>(int)", "my_operator" },
		{ "a::B::operator c::D*() const", "B::operator c::D*" },
		{ "__module_MOD_routine", "__module_MOD_routine" },
		{ "", "" },
	};

	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
		assert_string_equal(shortest(samples[i].name), samples[i].shorter);
	assert_string_equal(shortened("(anonymous namespace)::f(int)", 10), "{}::f(...)");
	assert_string_equal(shortened("<alloc::Vec<u8> as core::Clone>::clone", 32),
	                    "<Vec<...> as Clone>::clone");
	assert_string_equal(shortened("a.isra.0", 6), "a [.]");
}

static const char *kept(const char *name, int width, const char *what) {
	static char out[1024];
	size_t len = short_name_keeping(out, sizeof out, name, width,
	                                (size_t)(strstr(name, what) - name));

	assert_int_equal(len, strlen(out));
	return out;
}

static void t_keeps_what_differs(void **state) {
	static const char it[] = "ns::It<int*, std::vector<int, "
				 "std::allocator<int> > >::base(long, char) "
				 "const [clone .cold]";

	assert_string_equal(kept(it, 200, "*"), it);
	assert_string_equal(kept(it, 40, "*"), "ns::It<int*...>::base [.]");
	assert_string_equal(kept(it, 24, "*"), "ns::It<int*...>::base");
	assert_string_equal(kept(it, 14, "*"), "int*...>::base");
	assert_string_equal(kept(it, 13, "*"), "ns::It::base");
	assert_string_equal(kept(it, 55, "char"), "ns::It<...>::base(...char) const [.]");
	assert_string_equal(kept(it, 60, "allocator"),
	                    "ns::It<int*, std::vector<...allocator...> >::base [.]");
	assert_string_equal(kept(it, 30, "cold"), "ns::It<...>::base [.cold]");
	assert_string_equal(kept("a_long_name_of_one", 10, "one"), "a_long_name_of_one");
	assert_string_equal(kept("a::sort::<String, f::{closure#0}>", 24, "String"),
	                    "a::sort::<String...>");
	assert_string_equal(kept("a_module_of_mine::solve", 20, "of_mine"), "...of_mine::solve");
	assert_string_equal(shortened("ns::Pool<std::vector<int> >::put(int) <inlined>", 30),
	                    "ns::Pool<...>::put <inlined>");
	assert_string_equal(
		shortened("ns::A::get<ns::B>(int) const [clone .part.0] + 1 inlined", 40),
		"ns::A::get<ns::B> [.] + 1 inlined");
	assert_string_equal(shortened("ns::A::get(int) + 12 inlined", 19), "...get + 12 inlined");
	assert_string_equal(shortened("ns::A::get(int) + 12 inlined", 14), "ns::A::get");
	assert_string_equal(shortened("quick_sort <recursive>", 21), "quick_sort <rec>");
	assert_string_equal(shortened("quick_sort <recursive>", 15), "quick_sort");
	assert_string_equal(shortened("is_even <cycle 1>", 16), "is_even");
}

static void t_finds_the_name_behind_the_type(void **state) {
	static const char name[] = "std::ostream& std::operator<< <char>(int)";

	assert_int_equal(short_name_begin(name), strlen("std::ostream& "));
	assert_int_equal(short_name_begin("void f<(A)0, b c>(int)"), 5);
	assert_int_equal(short_name_begin("f(int, a b)"), 0);
	assert_int_equal(short_name_begin("main"), 0);
	assert_int_equal(short_name_begin(""), 0);
}

static void assert_last(const char *name, bool has_parameters, const char *expected) {
	size_t len;
	const char *last = short_name_last(name, has_parameters, &len);

	assert_int_equal(len, strlen(expected));
	assert_memory_equal(last, expected, len);
}

static void t_finds_the_last_word(void **state) {
	assert_last("f(int)", true, "f");
	assert_last("a::(anonymous namespace)::f(b::c)", true, "f");
	assert_last("void A<b::c>::f<d::e>(int) const [clone .isra.0]", true, "f");
	assert_last("main::{lambda(a::b)#1}::operator()(int) const", true, "operator()");
	assert_last("A::operator<< <int>(int)", true, "operator<< ");
	assert_last("A::operator bool() const", true, "operator bool");
	assert_last("A<int>::~A()", true, "~A");
	assert_last("operator()", false, "operator()");
	assert_last("f<a::b>", false, "f");
	assert_last("a::f::<b::c>", false, "f");
	assert_last("a::<impl b for c>::f", false, "f");
	assert_last("main", true, "main");
	assert_last("", true, "");
	assert_last("<", false, "<");
	assert_last("a::", false, "");
	assert_last("a<b::c", false, "a<b::c");
}

static void t_keeps_what_does_not_close(void **state) {
	static const char *const names[] = {
		"a<b", "a(b",      "a)b(",      "a>b<", "<",    ")",
		"(",   "operator", "operator<", "x<(>", "x<)>", "a<b(c>",
	};
	static char deep[60000], out[sizeof deep];

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		assert_string_equal(shortest(names[i]), names[i]);
	for (size_t i = 0; i + 1 < sizeof deep; i++)
		deep[i] = i % 2 ? '<' : 'a';
	assert_int_equal(short_name(out, sizeof out, deep, 9), sizeof deep - 1);
	assert_string_equal(out, deep);
}

static void t_stays_in_its_room(void **state) {
	static const char name[] = "A<int, int>::f(int, int) const";
	char out[sizeof name];

	for (size_t size = 0; size <= sizeof out; size++) {
		for (int width = 0; width < 40; width++) {
			memset(out, 'X', sizeof out);
			size_t len = short_name(out, size, name, width);
			assert_true(len < size || !size);
			assert_int_equal(size ? strlen(out) : 0, len);
			if (size < sizeof out)
				assert_int_equal(out[size], 'X');
		}
	}
}

static void t_paths_lose_folders(void **state) {
	static const struct {
		int width;
		const char *shorter;
	} list[] = {
		{ 20, "src/model/names.c:12" }, { 19, ".../names.c:12" }, { 13, "/names.c:12" },
		{ 5, "/names.c:12" },           { 0, "/names.c:12" },
	};
	char out[64];

	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		short_path(out, sizeof out, "src/model/names.c:12", list[i].width, SIZE_MAX);
		assert_string_equal(out, list[i].shorter);
	}
	assert_int_equal(short_path(out, 4, "a/b/c", 1, SIZE_MAX), 2);
	assert_string_equal(out, "/b");
}

static void t_ellipsis_in_utf8(void **state) {
	if (!setlocale(LC_ALL, "C.UTF-8"))
		skip();
	assert_string_equal(shortened("f(int)", 4), "f(\xe2\x80\xa6)");
	setlocale(LC_ALL, "C");
}

/* What compilers append: words of a name are no suffixes. */
static void t_suffixes_say_what_is_a_part(void **state) {
	static const struct {
		const char *name;
		enum clone_split split;
		const char *whole;
	} list[] = {
		{ "f.cold", CLONE_JUMPED_TO, "f" },
		{ "f.cold.12", CLONE_JUMPED_TO, "f" },
		{ "f.part.0", CLONE_CALLED, "f" },
		{ "f.constprop.0.cold", CLONE_JUMPED_TO, "f.constprop.0" },
		{ "f.part.0.cold", CLONE_JUMPED_TO, "f.part.0" },
		{ "f.part.0.isra.0", CLONE_CALLED, "f" },
		{ "f.cold.1.llvm.77", CLONE_JUMPED_TO, "f" },
		{ "f", CLONE_WHOLE, "" },
		{ "f.isra.0", CLONE_WHOLE, "" },
		{ "f.colder", CLONE_WHOLE, "" },
		{ ".cold", CLONE_WHOLE, "" },
		{ "cache.cold_start", CLONE_WHOLE, "" },
		{ "mod.part.count", CLONE_WHOLE, "" },
		{ "mod.cold.count", CLONE_WHOLE, "" },
	};
	size_t whole;

	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		assert_int_equal(clone_split_of(list[i].name, &whole), list[i].split);
		assert_int_equal(clone_is_part(list[i].name), list[i].split != CLONE_WHOLE);
		if (list[i].split == CLONE_WHOLE)
			continue;
		assert_int_equal(whole, strlen(list[i].whole));
		assert_memory_equal(list[i].name, list[i].whole, whole);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_leaves_out_the_least_needed),
		cmocka_unit_test(t_knows_brackets_from_signs),
		cmocka_unit_test(t_keeps_what_differs),
		cmocka_unit_test(t_finds_the_name_behind_the_type),
		cmocka_unit_test(t_finds_the_last_word),
		cmocka_unit_test(t_keeps_what_does_not_close),
		cmocka_unit_test(t_stays_in_its_room),
		cmocka_unit_test(t_paths_lose_folders),
		cmocka_unit_test(t_ellipsis_in_utf8),
		cmocka_unit_test(t_suffixes_say_what_is_a_part),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
