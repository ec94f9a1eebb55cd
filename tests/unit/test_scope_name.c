/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "model/names.h"

#include "assertions.h"

static void assert_scope(const char *name, const char *expected) {
	char out[200];

	assert_int_equal(scope_name(out, sizeof out, name), strlen(expected));
	assert_string_equal(out, expected);
}

static void classes_and_namespaces(void **state) {
	assert_scope("main", "");
	assert_scope("", "");
	assert_scope("a::f", "a");
	assert_scope("a::B::B", "a::B");
	assert_scope("a::B::~B", "a::B");
	assert_scope("(anonymous namespace)::f", "(anonymous namespace)");
	assert_scope("a::(anonymous namespace)::B::f", "a::(anonymous namespace)::B");
	assert_scope("grid_mod::grid_sweep", "grid_mod");
	assert_scope("f [clone .cold]", "");
	assert_scope("a::f [clone .part.0]", "a");
	assert_scope("a::f[abi:cxx11]", "a");
	assert_scope("non-virtual thunk to a::B::f", "a::B");
}

static void template_arguments_are_left_out(void **state) {
	assert_scope("std::vector<int, std::allocator<int> >::push_back", "std::vector");
	assert_scope("f<a::b>", "");
	assert_scope("a<(b::c)1>::d<e::f>::g<h>", "a::d");
	assert_scope("a<decltype (b->c)>::f", "a");
	assert_scope("a<b<c>::d", ""); /* not closed */
}

static void operators_have_brackets_of_their_own(void **state) {
	assert_scope("a::B::operator<<", "a::B");
	assert_scope("a::B::operator()", "a::B");
	assert_scope("a::B::operator->", "a::B");
	assert_scope("a::B::operator c::D", "a::B");
	assert_scope("operator<< <char>", "");
	assert_scope("a::operators::f", "a::operators");
	assert_scope("a::my_operator", "a");
}

static void what_is_local_belongs_to_the_function_around_it(void **state) {
	assert_scope("a::B::f::{lambda(int)#1}::operator()", "a::B");
	assert_scope("main::{lambda()#1}::operator()", "");
	assert_scope("a::f::{lambda()#1}::operator()::{lambda()#2}::_FUN", "a");
	assert_scope("krate::module::f::{{closure}}", "krate::module");
}

static void rust_names(void **state) {
	assert_scope("alloc::vec::Vec<T,A>::push", "alloc::vec::Vec");
	assert_scope("alloc::vec::Vec::<T>::push", "alloc::vec::Vec");
	assert_scope("<alloc::vec::Vec<T> as core::ops::Drop>::drop", "alloc::vec::Vec");
	assert_scope("<&mut I as core::iter::Iterator>::next", "I");
	assert_scope("<krate::A>::f", "krate::A");
	assert_scope("<[T] as krate::B>::f", "[T]");
	assert_scope("core::ptr::drop_in_place<a::b>", "core::ptr");
}

static void short_buffers_and_odd_names(void **state) {
	char out[4];

	assert_int_equal(scope_name(out, sizeof out, "abcdef::g"), 3);
	assert_string_equal(out, "abc");
	assert_int_equal(scope_name(out, 0, "a::b"), 0);
	assert_scope("::f", "");
	assert_scope("a::", "a");
	assert_scope("<", "");
	assert_scope("<>", "");
	assert_scope("a:b::c", "a:b");
	assert_scope(")>]}::f", ")>]}");
	assert_scope("a::{", "");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(classes_and_namespaces),
		cmocka_unit_test(template_arguments_are_left_out),
		cmocka_unit_test(operators_have_brackets_of_their_own),
		cmocka_unit_test(what_is_local_belongs_to_the_function_around_it),
		cmocka_unit_test(rust_names),
		cmocka_unit_test(short_buffers_and_odd_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
