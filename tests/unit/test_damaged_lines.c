/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <string.h>

#include "line_builder.h"

#include "assertions.h"

static void add_good_unit(struct tables *t) {
	t->shape = (struct shape){ 4, 8, 1, 1, 14, 13, false };
	unit_open(t);
	op_address(t, 0x4000);
	op_row(t, 0, 41);
	op_end(t, 16);
	unit_end(t);
}

/* Closes a damaged unit: alone it is the reason of a failure, and a good unit
 * behind it is read all the same. */
static void check_skipped(struct tables *t, const char *reason) {
	unit_end(t);
	assert_null(tables_lines(t, false, NULL));
	assert_string_equal(t->err.reason, reason);
	add_good_unit(t);
	struct lines *lines = tables_lines(t, false, NULL);
	assert_non_null(lines);
	assert_string_equal(where(lines, 0x4000), "main.c:42");
	assert_string_equal(where(lines, 0x1000), "none");
}

static void unknown_version(void **state) {
	struct tables *t = *state;

	t->shape.version = 6;
	unit_open(t);
	check_skipped(t, "byte 0: unknown version of the line table");
}

static void range_of_0(void **state) {
	struct tables *t = *state;

	t->shape.line_range = 0;
	unit_open(t);
	check_skipped(t, "byte 0: a number in the line table's header is 0");
}

static void opcode_base_0(void **state) {
	struct tables *t = *state;

	t->shape.opcode_base = 0;
	unit_open(t);
	check_skipped(t, "byte 0: a number in the line table's header is 0");
}

static void no_operations(void **state) {
	struct tables *t = *state;

	t->shape.max_operations = 0;
	unit_open(t);
	check_skipped(t, "byte 0: a number in the line table's header is 0");
}

static void header_longer_than_the_unit(void **state) {
	struct tables *t = *state;

	unit_begin(t);
	put(&t->line, 8, 0);
	unit_code(t);
	t->line.len -= 8;
	check_skipped(t, "byte 0: the line table's header is cut off");
}

static void operand_cut_off(void **state) {
	struct tables *t = *state;

	unit_open(t);
	op_address(t, 0x1000);
	op_row(t, 0, 1);
	op_end(t, 4);
	put(&t->line, 1, 2); /* advance_pc */
	put(&t->line, 1, 0x80);
	check_skipped(t, "byte 0: the line program is cut off");
}

static void extended_operation_cut_off(void **state) {
	struct tables *t = *state;

	unit_open(t);
	op_address(t, 0x1000);
	op_row(t, 0, 1);
	op_end(t, 4);
	put(&t->line, 1, 0);
	put_uleb(&t->line, 200);
	put(&t->line, 1, 2);
	check_skipped(t, "byte 0: the line program is cut off");
}

static void address_too_wide(void **state) {
	struct tables *t = *state;

	unit_open(t);
	put(&t->line, 1, 0);
	put_uleb(&t->line, 10);
	put(&t->line, 1, 2);
	put(&t->line, 8, 0);
	put(&t->line, 1, 0);
	check_skipped(t, "byte 0: the line program is cut off");
}

static void cut_off_section_keeps_whole_units(void **state) {
	struct tables *t = *state;

	add_good_unit(t);
	size_t whole = t->line.len;
	add_good_unit(t);
	for (; t->line.len >= whole; t->line.len--) {
		struct lines *lines = tables_lines(t, false, NULL);

		assert_non_null(lines);
		assert_string_equal(where(lines, 0x400f), "main.c:42");
	}
	assert_null(tables_lines(t, false, NULL));
	assert_string_equal(t->err.reason, "byte 0: the line table is cut off");
}

/* A table of DWARF 5 with a great many entries that take no bytes. */
static void entries_of_nothing(void **state) {
	struct tables *t = *state;

	t->shape.version = 5;
	unit_begin(t);
	put(&t->line, 1, 0);
	put_uleb(&t->line, UINT64_MAX);
	unit_code(t);
	op_address(t, 0x1000);
	op_row(t, 0, 1);
	op_end(t, 4);
	unit_end(t);
	struct lines *lines = tables_lines(t, false, NULL);
	assert_non_null(lines);
	assert_string_equal(where(lines, 0x1000), "none");
}

static void text_outside_of_its_section(void **state) {
	struct tables *t = *state;

	t->shape.version = 5;
	unit_open(t);
	op_address(t, 0x1000);
	op_file(t, 0);
	op_row(t, 0, 1);
	op_end(t, 4);
	unit_end(t);
	t->line_str.len = 10; /* "/run", "sub" and no more */
	struct lines *lines = tables_lines(t, false, NULL);
	assert_non_null(lines);
	assert_string_equal(where(lines, 0x1000), "none");
}

/* Without abbreviations, or with damaged ones, only the directory is lost. */
static void damaged_abbreviations(void **state) {
	struct tables *t = *state;

	add_good_unit(t);
	info_unit(t, 0, "/run");
	for (size_t len = t->abbrev.len; len-- > 0;) {
		t->abbrev.len = len;
		struct lines *lines = tables_lines(t, false, NULL);
		assert_non_null(lines);
		const char *found = where(lines, 0x4000);
		assert_true(strcmp(found, "main.c:42") == 0 ||
		            strcmp(found, "/run/main.c:42") == 0);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_tables, end_tables)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(unknown_version),
		TEST(range_of_0),
		TEST(opcode_base_0),
		TEST(no_operations),
		TEST(header_longer_than_the_unit),
		TEST(operand_cut_off),
		TEST(extended_operation_cut_off),
		TEST(address_too_wide),
		TEST(cut_off_section_keeps_whole_units),
		TEST(entries_of_nothing),
		TEST(text_outside_of_its_section),
		TEST(damaged_abbreviations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
