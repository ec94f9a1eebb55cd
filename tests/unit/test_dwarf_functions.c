/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <string.h>

#include "dwarf_builder.h"

#include "assertions.h"

static int begin(void **state) {
	static struct code code;

	code_begin(&code);
	*state = &code;
	return 0;
}

static int end(void **state) {
	code_end(*state);
	return 0;
}

static const struct dwarf_function *at(struct code *c, uint64_t address, uint64_t *until) {
	const struct dwarf_sections own = {
		.work = &c->work,
		.info = { c->info.data, c->info.len },
		.abbrev = { c->abbrev.data, c->abbrev.len },
		.ranges = { c->ranges.data, c->ranges.len },
		.rnglists = { c->rnglists.data, c->rnglists.len },
		.addr = { c->addr.data, c->addr.len },
		.big_endian = c->info.big_endian,
		.sign_extends = c->address_size == 4,
	};

	const struct dwarf_files files = { .own = own };

	work_allow(&c->work, c->info.len);
	if (!c->functions)
		c->functions = dwarf_functions_open(&files, 1, c->arena);
	return dwarf_functions_at(c->functions, address, until);
}

static void assert_at(struct code *c, uint64_t address, const char *name, uint64_t until) {
	uint64_t found_until;
	const struct dwarf_function *f = at(c, address, &found_until);

	if (name) {
		assert_non_null(f);
		assert_string_equal(f->name, name);
	} else {
		assert_null(f);
	}
	assert_int_equal(found_until, until);
}

static void the_innermost_function_is_found(void **state) {
	struct code *c = *state;
	uint64_t until;

	put_unit(c, C99, 0x1000, 0x200);
	size_t origin = put_abstract(c, "helper");
	put_function(c, "main", 0x1000, 0x100);
	put(&c->info, 1, BLOCK);
	put_inlined(c, origin, 0x1040, 0x10, 77);
	put(&c->info, 2, 0);
	put_function(c, "next", 0x1100, 0x40);
	put(&c->info, 1, 0);
	close_unit(c);
	assert_at(c, 0xfff, NULL, 0x1000);
	assert_at(c, 0x1000, "main", 0x1040);
	assert_at(c, 0x1048, "helper", 0x1050);
	assert_at(c, 0x1050, "main", 0x1100);
	assert_at(c, 0x1100, "next", 0x1140);
	assert_at(c, 0x1140, NULL, 0x1200);
	assert_at(c, 0x1200, NULL, UINT64_MAX);
	const struct dwarf_function *f = at(c, 0x1040, &until);
	assert_true(f->is_inlined);
	assert_int_equal(f->call_line, 77);
	assert_int_equal(f->low, 0x1040);
	assert_string_equal(at(c, 0x1000, &until)->name, "main");
	assert_ptr_equal(f->outer, at(c, 0x1000, &until));
	assert_null(f->outer->outer);
	assert_false(f->outer->is_inlined);
}

static void languages_say_whether_linkers_know_names(void **state) {
	struct code *c = *state;
	uint64_t until;

	put_unit(c, C99, 0x1000, 0x100);
	put_function(c, "plain", 0x1000, 0x100);
	put(&c->info, 1, 0);
	close_unit(c);
	put_unit(c, CPLUSPLUS, 0x2000, 0x100);
	put_function(c, "operator()", 0x2000, 0x100);
	put(&c->info, 1, 0);
	close_unit(c);
	assert_true(at(c, 0x1000, &until)->is_linker_name);
	assert_false(at(c, 0x2000, &until)->is_linker_name);
	assert_string_equal(at(c, 0x2000, &until)->name, "operator()");
}

static void linkers_names_are_preferred(void **state) {
	struct code *c = *state;
	uint64_t until;

	put_unit(c, CPLUSPLUS, 0x1000, 0x100);
	size_t declaration = c->info.len;
	put(&c->info, 1, DECLARATION);
	put_text(&c->info, "_ZN1A1fEv");
	put_text(&c->info, "f");
	put_inlined(c, declaration, 0x1000, 0x20, 1);
	close_unit(c);
	assert_at(c, 0x1000, "_ZN1A1fEv", 0x1020);
	assert_true(at(c, 0x1000, &until)->is_linker_name);
}

/* GCC gives the code of a function and what it has of itself inlined there one origin, and a
 * linker's name. */
static void lines_are_those_of_the_origin(void **state) {
	struct code *c = *state;
	uint64_t until;

	put_unit(c, C99, 0x1000, 0x100);
	size_t origin = c->info.len;
	put(&c->info, 1, DECLARED);
	put_text(&c->info, "__GI_read");
	put_text(&c->info, "read");
	put(&c->info, 1, 24);
	put(&c->info, 1, CONCRETE);
	put_text(&c->info, "__GI_read_again");
	put(&c->info, 4, origin - c->unit);
	put_extent(c, 0x1000, 0x40);
	close_unit(c);
	assert_at(c, 0x1000, "__GI_read_again", 0x1040);
	assert_int_equal(at(c, 0x1000, &until)->declared, 24);
}

static void names_may_be_in_another_unit(void **state) {
	struct code *c = *state;

	put_unit(c, C99, 0x1000, 0x100);
	size_t origin = put_abstract(c, "far");
	close_unit(c);
	put_unit(c, CPLUSPLUS, 0x2000, 0x100);
	put(&c->info, 1, FOREIGN);
	put(&c->info, 4, origin);
	put_extent(c, 0x2000, 0x10);
	close_unit(c);
	assert_at(c, 0x2000, "far", 0x2010);
}

/* A unit with a function before and behind a structure that holds another one.
 * The structure says where the next entry is: `off` bytes from there. */
static void put_structure(struct code *c, unsigned language, int off) {
	struct out sibling = { .big_endian = c->info.big_endian };

	put_unit(c, language, 0x1000, 0x300);
	put_function(c, "before", 0x1000, 0x100);
	put(&c->info, 1, 0);
	put(&c->info, 1, STRUCTURE);
	put(&c->info, 1, 8);
	size_t at = c->info.len;
	put(&c->info, 4, 0);
	put_function(c, "inside", 0x1100, 0x100);
	put(&c->info, 2, 0);
	put(&sibling, 4, c->info.len - c->unit + (size_t)off);
	memcpy(c->info.data + at, sibling.data, 4);
	put_function(c, "behind", 0x1200, 0x100);
	put(&c->info, 1, 0);
	close_unit(c);
}

static void types_of_c_hold_no_functions(void **state) {
	put_structure(*state, C99, 0);
	assert_at(*state, 0x1000, "before", 0x1100);
	assert_at(*state, 0x1100, NULL, 0x1200);
	assert_at(*state, 0x1200, "behind", 0x1300);
}

static void types_of_others_may(void **state) {
	put_structure(*state, CPLUSPLUS, 0);
	assert_at(*state, 0x1100, "{unnamed}::inside", 0x1200);
	assert_at(*state, 0x1200, "behind", 0x1300);
}

static void siblings_nowhere_are_not_followed(void **state) {
	put_structure(*state, C99, 1 << 20);
	assert_at(*state, 0x1100, "inside", 0x1200);
	assert_at(*state, 0x1200, "behind", 0x1300);
}

static void siblings_before_are_not_followed(void **state) {
	put_structure(*state, C99, -50);
	assert_at(*state, 0x1100, "inside", 0x1200);
	assert_at(*state, 0x1200, "behind", 0x1300);
}

static void origins_in_a_circle_have_no_name(void **state) {
	struct code *c = *state;
	uint64_t until;

	put_unit(c, C99, 0x1000, 0x100);
	put_inlined(c, c->info.len, 0x1000, 0x10, 1);
	close_unit(c);
	assert_non_null(at(c, 0x1000, &until));
	assert_null(at(c, 0x1000, &until)->name);
}

static void put_pair(struct code *c, uint64_t low, uint64_t high) {
	put(&c->ranges, c->address_size, low);
	put(&c->ranges, c->address_size, high);
}

static void functions_may_be_scattered(void **state) {
	struct code *c = *state;

	put_pair(c, 0x20, 0x30); /* from the unit's beginning */
	put_pair(c, 0x50, 0x50);
	put_pair(c, UINT64_MAX, 0x5000);
	put_pair(c, 0x10, 0x20);
	put_pair(c, 0x20, 0x28);
	put_pair(c, 0, 0);
	put_pair(c, 1, 0xffff);
	put_unit(c, C99, 0x1000, 0x5000);
	size_t origin = put_abstract(c, "split");
	put(&c->info, 1, SCATTERED);
	put(&c->info, 4, 0);
	put(&c->info, 4, origin - c->unit);
	close_unit(c);
	assert_at(c, 0x1010, NULL, 0x1020);
	assert_at(c, 0x1020, "split", 0x1030);
	assert_at(c, 0x1030, NULL, 0x5010);
	assert_at(c, 0x5010, "split", 0x5028);
}

static void put_range5(struct code *c, unsigned kind, uint64_t a, uint64_t b) {
	struct out *out = &c->rnglists;
	const bool is_address = kind >= 5;

	put(out, 1, kind);
	if (is_address)
		put(out, 8, a);
	else
		put_uleb(out, a);
	if (kind == 6)
		put(out, 8, b);
	else if (kind != 5 && kind != 1)
		put_uleb(out, b);
}

/* Lists of ranges: the unit's is number 0, what follows is number 1. */
static void put_unit5(struct code *c) {
	static const uint64_t addresses[] = { 0x1000, 0x2000, 0x3000, 0x3008, 0x4000 };

	c->version = 5;
	put(&c->addr, 8, 0); /* a header */
	for (size_t i = 0; i < 5; i++)
		put(&c->addr, 8, addresses[i]);
	put(&c->rnglists, 4, 8);
	put(&c->rnglists, 4, 8 + 13);
	put_range5(c, 7, 0x1000, 0x8000);
	put(&c->rnglists, 1, 0);
	assert_int_equal(c->rnglists.len, 8 + 13);
	open_unit(c);
	put(&c->info, 1, UNIT5);
	put(&c->info, 1, C99);
	put(&c->info, 4, 8);
	put(&c->info, 4, 0);
	put_uleb(&c->info, 0);
	put_uleb(&c->info, 0);
}

static void lists_of_dwarf_5(void **state) {
	struct code *c = *state;

	put_unit5(c);
	put_range5(c, 4, 0x00, 0x08); /* from where the unit begins */
	put_range5(c, 1, 1, 0);
	put_range5(c, 4, 0x10, 0x18);
	put_range5(c, 2, 2, 3);
	put_range5(c, 3, 4, 0x20);
	put_range5(c, 5, 0x5000, 0);
	put_range5(c, 4, 0x10, 0x18);
	put_range5(c, 6, 0x6000, 0x6010);
	put_range5(c, 7, 0x7000, 0x10);
	put(&c->rnglists, 1, 0);
	put(&c->info, 1, INDEXED);
	put_text(&c->info, "pieces");
	put_uleb(&c->info, 1);
	close_unit(c);
	assert_at(c, 0x1000, "pieces", 0x1008);
	assert_at(c, 0x1008, NULL, 0x2010);
	assert_at(c, 0x2010, "pieces", 0x2018);
	assert_at(c, 0x2018, NULL, 0x3000);
	assert_at(c, 0x3000, "pieces", 0x3008);
	assert_at(c, 0x3008, NULL, 0x4000);
	assert_at(c, 0x4000, "pieces", 0x4020);
	assert_at(c, 0x4020, NULL, 0x5010);
	assert_at(c, 0x5010, "pieces", 0x5018);
	assert_at(c, 0x5018, NULL, 0x6000);
	assert_at(c, 0x6000, "pieces", 0x6010);
	assert_at(c, 0x6010, NULL, 0x7000);
	assert_at(c, 0x7000, "pieces", 0x7010);
	assert_at(c, 0x7010, NULL, 0x9000);
}

static void sizes_may_be_in_the_abbreviation(void **state) {
	struct code *c = *state;

	put_unit(c, C99, 0x1000, 0x100);
	put(&c->info, 1, CONSTANT);
	put_text(&c->info, "sixteen");
	put(&c->info, 8, 0x1000);
	close_unit(c);
	assert_at(c, 0x1000, "sixteen", 0x1010);
}

static void units_may_hide_their_ranges(void **state) {
	struct code *c = *state;

	open_unit(c);
	put(&c->info, 1, HIDDEN);
	put(&c->info, 1, C99);
	put_function(c, "hidden", 0x3000, 0x10);
	put(&c->info, 1, 0);
	close_unit(c);
	put_unit(c, C99, 0x1000, 0x100);
	put_function(c, "seen", 0x1000, 0x10);
	put(&c->info, 1, 0);
	close_unit(c);
	assert_at(c, 0x1000, "seen", 0x1010);
	assert_at(c, 0x3000, "hidden", 0x3010);
	assert_at(c, 0x2000, NULL, 0x3000);
}

static void big_endian_and_signed_addresses(void **state) {
	struct code *c = *state;

	c->info.big_endian = true;
	c->address_size = 4;
	put_unit(c, C99, 0x80001000, 0x100);
	put_function(c, "kernel", 0x80001000, 0x10);
	put(&c->info, 1, 0);
	close_unit(c);
	assert_at(c, 0xffffffff80001000, "kernel", 0xffffffff80001010);
}

static void damage_ends_a_unit_but_not_the_next(void **state) {
	struct code *c = *state;

	put_unit(c, C99, 0x1000, 0x100);
	put_function(c, "before", 0x1000, 0x10);
	put(&c->info, 1, 0);
	put(&c->info, 1, 99); /* no such abbreviation */
	put_function(c, "behind", 0x1010, 0x10);
	close_unit(c);
	put_unit(c, C99, 0x2000, 0x100);
	put_function(c, "fine", 0x2000, 0x10);
	put(&c->info, 1, 0);
	close_unit(c);
	assert_at(c, 0x1000, "before", 0x1010);
	assert_at(c, 0x1010, NULL, 0x1100);
	assert_at(c, 0x2000, "fine", 0x2010);
}

static void put_named(struct code *c, int code, const char *name) {
	put(&c->info, 1, (uint64_t)code);
	put_text(&c->info, name);
}

/* Functions in a type and in a function, that code elsewhere is of. */
static void put_scopes(struct code *c, unsigned language) {
	put_unit(c, language, 0x1000, 0x400);
	put_named(c, NAMESPACE, "n");
	put(&c->info, 1, NAMELESS);
	put_named(c, CLASS, "C");
	size_t method = put_abstract(c, "f");
	put(&c->info, 2, 0); /* ends C and the namespace without a name */
	put_function(c, "run", 0x1000, 0x100);
	put(&c->info, 1, BLOCK);
	put_named(c, CLASS, "<lambda(int)>");
	size_t lambda = put_abstract(c, "operator()");
	put(&c->info, 4, 0); /* ends all, up to n */
	put_function(c, "free", 0x1100, 0x100);
	put_inlined(c, method, 0x1110, 0x10, 7);
	put_inlined(c, lambda, 0x1120, 0x10, 8);
	put(&c->info, 1, 0);
	close_unit(c);
}

/* GCC leaves out the linker's name where types have none: those of lambdas, in namespaces without
 * a name. */
static void names_of_cplusplus_have_their_scopes(void **state) {
	struct code *c = *state;
	uint64_t until;

	put_scopes(c, CPLUSPLUS);
	assert_at(c, 0x1000, "n::run", 0x1100);
	assert_at(c, 0x1100, "free", 0x1110);
	assert_at(c, 0x1110, "n::(anonymous namespace)::C::f", 0x1120);
	assert_at(c, 0x1120, "n::run::{lambda(int)}::operator()", 0x1130);
	assert_false(at(c, 0x1120, &until)->is_linker_name);
}

static void names_of_c_have_no_scopes(void **state) {
	struct code *c = *state;

	put_scopes(c, C99);
	assert_at(c, 0x1000, "run", 0x1100);
	assert_at(c, 0x1110, "f", 0x1120);
}

static void read_again(struct code *c) {
	uint64_t until;

	c->functions = NULL;
	at(c, 0x1000, &until);
	at(c, 0x1120, &until);
}

static void sections_may_be_cut_anywhere(void **state) {
	struct code *c = *state;

	put_scopes(c, CPLUSPLUS);
	size_t whole = c->info.len;
	for (size_t len = 0; len < whole; len++) {
		c->info.len = len;
		c->functions = NULL;
		assert_at(c, 0x1000, NULL, UINT64_MAX);
	}
	for (size_t len = 4; len < whole; len++) {
		c->info.len = len;
		set_length(c);
		read_again(c);
	}
	c->info.len = whole;
	set_length(c);
	whole = c->abbrev.len;
	for (size_t len = 0; len < whole; len++) {
		c->abbrev.len = len;
		read_again(c);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(the_innermost_function_is_found),
		TEST(languages_say_whether_linkers_know_names),
		TEST(linkers_names_are_preferred),
		TEST(lines_are_those_of_the_origin),
		TEST(names_may_be_in_another_unit),
		TEST(types_of_c_hold_no_functions),
		TEST(types_of_others_may),
		TEST(siblings_nowhere_are_not_followed),
		TEST(siblings_before_are_not_followed),
		TEST(origins_in_a_circle_have_no_name),
		TEST(names_of_cplusplus_have_their_scopes),
		TEST(names_of_c_have_no_scopes),
		TEST(functions_may_be_scattered),
		TEST(lists_of_dwarf_5),
		TEST(sizes_may_be_in_the_abbreviation),
		TEST(units_may_hide_their_ranges),
		TEST(big_endian_and_signed_addresses),
		TEST(damage_ends_a_unit_but_not_the_next),
		TEST(sections_may_be_cut_anywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
