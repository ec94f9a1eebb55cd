/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/work.h"
#include "line_builder.h"
#include "model/profile.h"

#include "assertions.h"

static void last_row_of_an_address_wins(void **state) {
	struct tables *t = *state;

	unit_open(t);
	op_address(t, 0x1000);
	op_row(t, 0, 9);
	op_row(t, 0, 1);
	op_row(t, 4, 1);
	op_row(t, 0, -5);
	op_end(t, 4);
	unit_end(t);
	struct lines *lines = tables_lines(t, false, NULL);
	assert_where(lines, 0x1000, "main.c:11");
	assert_where(lines, 0x1004, "main.c:7");
}

static void line_0_is_no_answer(void **state) {
	struct tables *t = *state;

	unit_open(t);
	op_address(t, 0x1000);
	op_row(t, 0, 9);
	op_row(t, 4, -10);
	op_row(t, 4, 3);
	op_end(t, 4);
	unit_end(t);
	struct lines *lines = tables_lines(t, false, NULL);
	assert_where(lines, 0x1003, "main.c:10");
	assert_where(lines, 0x1004, "none");
	assert_where(lines, 0x1008, "main.c:3");
}

static void rows_out_of_order_are_sorted(void **state) {
	struct tables *t = *state;

	unit_open(t);
	op_address(t, 0x1010);
	op_row(t, 0, 9);
	op_address(t, 0x1000);
	op_row(t, 0, 10);
	op_address(t, 0x1008);
	op_row(t, 0, 10);
	op_address(t, 0x1020);
	op_end(t, 0);
	unit_end(t);
	struct lines *lines = tables_lines(t, false, NULL);
	assert_where(lines, 0x1000, "main.c:20");
	assert_where(lines, 0x1009, "main.c:30");
	assert_where(lines, 0x1011, "main.c:10");
	assert_where(lines, 0x1020, "none");
}

static void sequences_do_not_overlap(void **state) {
	struct tables *t = *state;

	unit_open(t);
	op_sequence(t, 0x3000, 0x3100, 3);
	op_sequence(t, 0x2000, 0x2080, 1); /* shorter than the next */
	op_sequence(t, 0x2000, 0x2100, 2);
	op_sequence(t, 0x2010, 0x2020, 4); /* inside it */
	op_sequence(t, 0x20f0, 0x2110, 5); /* reaches out of it */
	op_sequence(t, 0x2110, 0x2110, 6); /* empty */
	unit_end(t);
	struct lines *lines = tables_lines(t, false, NULL);
	assert_where(lines, 0x2000, "main.c:2");
	assert_where(lines, 0x2010, "main.c:2");
	assert_where(lines, 0x20ff, "main.c:2");
	assert_where(lines, 0x2100, "main.c:5");
	assert_where(lines, 0x2110, "none");
	assert_where(lines, 0x3000, "main.c:3");
}

static void sequences_outside_of_code_are_left_out(void **state) {
	struct tables *t = *state;

	unit_open(t);
	op_sequence(t, 0, 0x5000, 1);
	op_sequence(t, 0x1000, 0x1010, 2);
	unit_end(t);
	struct lines *lines = tables_lines(t, false, NULL);
	assert_where(lines, 0x10, "none");
	assert_where(lines, 0x1000, "main.c:2");
	assert_where(lines, 0x2000, "none");
}

static void sequence_without_end_reaches_its_last_row(void **state) {
	struct tables *t = *state;

	unit_open(t);
	op_address(t, 0x1000);
	op_row(t, 0, 9);
	op_row(t, 8, 1);
	unit_end(t);
	struct lines *lines = tables_lines(t, false, NULL);
	assert_where(lines, 0x1007, "main.c:10");
	assert_where(lines, 0x1008, "none");
}

static void instructions_of_several_operations(void **state) {
	struct tables *t = *state;

	t->shape.max_operations = 3;
	t->shape.min_length = 16;
	unit_open(t);
	op_address(t, 0x1000);
	op_row(t, 0, 9);
	op_row(t, 2, 1); /* still in the first instruction */
	op_row(t, 2, 1); /* one operation into the second */
	op_row(t, 5, 1); /* the fourth begins */
	op_end(t, 3);
	unit_end(t);
	struct lines *lines = tables_lines(t, false, NULL);
	assert_where(lines, 0x1000, "main.c:11");
	assert_where(lines, 0x1010, "main.c:12");
	assert_where(lines, 0x102f, "main.c:12");
	assert_where(lines, 0x1030, "main.c:13");
	assert_where(lines, 0x1040, "none");
}

static void other_opcodes(void **state) {
	struct tables *t = *state;

	t->shape.min_length = 4;
	t->shape.opcode_base = 15; /* 13 and 14 take two operands */
	unit_open(t);
	op_address(t, 0x1000);
	put(&t->line, 1, 13);
	put_uleb(&t->line, 1000);
	put_uleb(&t->line, 1);
	put(&t->line, 1, 6); /* negate_stmt */
	put(&t->line, 1, 7); /* set_basic_block */
	put(&t->line, 1, 5); /* set_column */
	put_uleb(&t->line, 300);
	put(&t->line, 1, 0); /* unknown extended one */
	put_uleb(&t->line, 3);
	put(&t->line, 3, 0x808080);
	put(&t->line, 1, 15 + 14 * 2 + 5 + 3); /* special: 2 on, 3 lines */
	put(&t->line, 1, 8);                   /* const_add_pc: 240 / 14 */
	put(&t->line, 1, 15 + 5);
	put(&t->line, 1, 9); /* fixed_advance_pc */
	put(&t->line, 2, 0x102);
	op_end(t, 1);
	unit_end(t);
	struct lines *lines = tables_lines(t, false, NULL);
	assert_where(lines, 0x1007, "none");
	assert_where(lines, 0x1008, "main.c:4");
	assert_where(lines, 0x1008 + 4 * 17 - 1, "main.c:4");
	assert_where(lines, 0x1008 + 4 * 17 + 0x102 + 3, "main.c:4");
	assert_where(lines, 0x1008 + 4 * 17 + 0x102 + 4, "none");
}

static void opcodes_above_the_base_are_special(void **state) {
	struct tables *t = *state;

	t->shape.version = 2;
	t->shape.opcode_base = 1;
	unit_open(t);
	op_address(t, 0x1000);
	put(&t->line, 1, 1 + 5 + 8);  /* 8 lines */
	put(&t->line, 1, 1 + 14 + 5); /* 1 on */
	put(&t->line, 3, 0x010100);
	unit_end(t);
	struct lines *lines = tables_lines(t, false, NULL);
	assert_where(lines, 0x1000, "main.c:9");
	assert_where(lines, 0x1001, "none");
}

static void signed_addresses(void **state) {
	struct tables *t = *state;

	t->image.machine.sign_extends = true;
	t->shape.address_size = 4;
	unit_open(t);
	op_sequence(t, 0x80001000, 0x80001010, 3);
	unit_end(t);
	assert_where(tables_lines(t, false, NULL), 0xffffffff80001008, "main.c:3");
}

static void locations_of_functions(void **state) {
	struct tables *t = *state;
	const struct func funcs[] = { { .low = 0x2000, .high = 0x2008 },
		                      { .low = 0x9999, .high = 0x99a0 },
		                      { .low = 0x1000, .high = 0x2001 } };
	struct profile profile = { .funcs = funcs, .nfuncs = 3 };
	struct progress cancelled = { .cancelled = true };

	unit_open(t);
	op_sequence(t, 0x1000, 0x1010, 1);
	op_sequence(t, 0x2000, 0x2010, 2);
	unit_end(t);
	struct lines *lines = tables_lines(t, false, NULL);
	assert_non_null(lines);
	const struct func_locations *locations = lines_of_functions(lines, &profile, t->arena,
	                                                            NULL);
	assert_non_null(locations);
	assert_int_equal(locations->n, 3);
	assert_int_equal(locations->list[0].line, 2);
	assert_null(locations->list[1].path);
	assert_int_equal(locations->list[2].line, 1);
	assert_int_equal(locations->last[0], 2);
	assert_int_equal(locations->last[1], 0);
	assert_int_equal(locations->last[2], 2);
	assert_ptr_equal(locations->list[0].path, locations->list[2].path);
	assert_int_equal(locations->nextents, 2);
	assert_int_equal(locations->extents[0].first, 1);
	assert_int_equal(locations->extents[0].func, 2);
	assert_true(locations->extents[1].is_shared);
	assert_where(lines, 0x1000, "main.c:1");
	assert_null(lines_of_functions(lines, &profile, t->arena, &cancelled));
}

static void assert_reason(struct tables *t, const char *expected) {
	assert_null(tables_lines(t, false, NULL));
	assert_string_equal(t->err.reason, expected);
}

static bool list_stretch(void *context, uint64_t low, uint64_t high,
                         const struct source_location *location) {
	char *text = context;
	size_t len = strlen(text);

	snprintf(text + len, 256 - len, "%s:%u %lx-%lx ", location->file, location->line,
	         (unsigned long)low, (unsigned long)high);
	return location->line != 99;
}

static void all_stretches(void **state) {
	struct tables *t = *state;
	char text[256] = "";

	unit_open(t);
	op_address(t, 0x2000);
	op_row(t, 0, 98);
	op_row(t, 8, 1);
	op_end(t, 8);
	op_address(t, 0x1000);
	op_row(t, 0, 9);
	op_row(t, 0, 1); /* the last one of an address */
	op_row(t, 4, -11);
	op_row(t, 4, 4);
	op_end(t, 8);
	unit_end(t);
	struct lines *lines = tables_lines(t, false, NULL);
	assert_non_null(lines);
	lines_each(lines, list_stretch, text);
	assert_string_equal(text, "main.c:11 1000-1004 main.c:4 1008-1010 "
	                          "main.c:99 2000-2008 ");
}

static void no_section(void **state) {
	assert_reason(*state, "no debug information");
}

static void nothing_in_the_code(void **state) {
	struct tables *t = *state;

	unit_open(t);
	op_sequence(t, 0, 0x10, 1);
	unit_end(t);
	assert_reason(t, "no line information for the program's code");
}

static void cancelled_while_reading(void **state) {
	struct tables *t = *state;
	struct progress progress = { .cancelled = true };

	unit_open(t);
	op_sequence(t, 0x1000, 0x1010, 1);
	unit_end(t);
	assert_null(tables_lines(t, false, &progress));
	assert_string_equal(t->err.reason, "cancelled");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_tables, end_tables)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(last_row_of_an_address_wins),
		TEST(line_0_is_no_answer),
		TEST(rows_out_of_order_are_sorted),
		TEST(sequences_do_not_overlap),
		TEST(sequences_outside_of_code_are_left_out),
		TEST(sequence_without_end_reaches_its_last_row),
		TEST(instructions_of_several_operations),
		TEST(other_opcodes),
		TEST(opcodes_above_the_base_are_special),
		TEST(signed_addresses),
		TEST(locations_of_functions),
		TEST(all_stretches),
		TEST(no_section),
		TEST(nothing_in_the_code),
		TEST(cancelled_while_reading),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
