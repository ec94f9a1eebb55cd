/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>

#include "line_builder.h"

#include "assertions.h"

/* Rows at 0x1000 main.c:10, 0x1004 a.h:20, 0x1010 b.h:5, 0x1011 root.c:7; the
 * end is at 0x1020. */
static void four_files(struct tables *t, unsigned first) {
	op_address(t, 0x1000);
	op_file(t, first);
	op_row(t, 0, 9);
	op_file(t, first + 1);
	op_row(t, 4, 10);
	op_file(t, first + 2);
	op_row(t, 12, -15);
	op_file(t, first + 3);
	op_row(t, 1, 2);
	op_end(t, 15);
}

static void assert_four_files(struct lines *lines) {
	assert_where(lines, 0xfff, "none");
	assert_where(lines, 0x1000, "/run/main.c:10");
	assert_where(lines, 0x1003, "/run/main.c:10");
	assert_where(lines, 0x1004, "/run/sub/a.h:20");
	assert_where(lines, 0x1010, "/abs/b.h:5");
	assert_where(lines, 0x1011, "/root.c:7");
	assert_where(lines, 0x101f, "/root.c:7");
	assert_where(lines, 0x1020, "none");
}

static void check_version(struct tables *t, unsigned version) {
	t->shape.version = version;
	unit_open(t);
	four_files(t, version >= 5 ? 0 : 1);
	unit_end(t);
	if (version < 5)
		info_unit(t, 0, "/run");
	assert_four_files(tables_lines(t, false, NULL));
}

static void reads_dwarf_2(void **state) {
	check_version(*state, 2);
}

static void reads_dwarf_3(void **state) {
	check_version(*state, 3);
}

static void reads_dwarf_4(void **state) {
	check_version(*state, 4);
}

static void reads_dwarf_5(void **state) {
	check_version(*state, 5);
}

static void reads_64_bit_dwarf(void **state) {
	struct tables *t = *state;

	t->shape.is_64 = true;
	check_version(t, 4);
}

static void reads_64_bit_dwarf_5(void **state) {
	struct tables *t = *state;

	t->shape.is_64 = true;
	check_version(t, 5);
}

static void reads_big_endian(void **state) {
	struct tables *t = *state;

	tables_set_big_endian(t);
	t->shape.address_size = 4;
	check_version(t, 4);
}

static void reads_big_endian_dwarf_5(void **state) {
	struct tables *t = *state;

	tables_set_big_endian(t);
	t->shape.is_64 = true;
	check_version(t, 5);
}

static void path_without_compilation_directory(void **state) {
	struct tables *t = *state;

	unit_open(t);
	four_files(t, 1);
	unit_end(t);
	struct lines *lines = tables_lines(t, false, NULL);
	assert_where(lines, 0x1000, "main.c:10");
	assert_where(lines, 0x1004, "sub/a.h:20");
	assert_where(lines, 0x1010, "/abs/b.h:5");
}

static void initial_file_is_1_or_gprofs(void **state) {
	struct tables *t = *state;

	t->shape.version = 5;
	unit_open(t);
	op_address(t, 0x1000);
	op_row(t, 0, 9);
	op_file(t, 2);
	op_row(t, 1, 1);
	op_end(t, 1);
	op_address(t, 0x2000);
	op_row(t, 0, 29);
	op_end(t, 1);
	unit_end(t);
	assert_where(tables_lines(t, false, NULL), 0x1000, "/run/sub/a.h:10");
	assert_where(tables_lines(t, true, NULL), 0x1000, "/run/main.c:10");
	assert_where(tables_lines(t, true, NULL), 0x1001, "/abs/b.h:11");
	assert_where(tables_lines(t, false, NULL), 0x2000, "/run/sub/a.h:30");
	assert_where(tables_lines(t, true, NULL), 0x2000, "/run/main.c:30");
}

static void initial_file_of_dwarf_4_is_1(void **state) {
	struct tables *t = *state;

	unit_open(t);
	op_address(t, 0x1000);
	op_row(t, 0, 9);
	op_end(t, 1);
	unit_end(t);
	assert_where(tables_lines(t, false, NULL), 0x1000, "main.c:10");
	assert_where(tables_lines(t, true, NULL), 0x1000, "main.c:10");
}

static void file_that_is_not_there(void **state) {
	struct tables *t = *state;

	unit_open(t);
	op_address(t, 0x1000);
	op_file(t, 99);
	op_row(t, 0, 9);
	op_end(t, 1);
	unit_end(t);
	assert_where(tables_lines(t, false, NULL), 0x1000, "none");
	assert_where(tables_lines(t, true, NULL), 0x1000, "<unknown>:10");
}

static void program_defines_files(void **state) {
	struct tables *t = *state;

	t->shape.version = 2;
	unit_open(t);
	op_address(t, 0x1000);
	op_row(t, 0, 9);
	op_end(t, 8);
	put(&t->line, 1, 0);
	put_uleb(&t->line, 1 + 4 + 3);
	put(&t->line, 1, 3);
	put_text(&t->line, "z.h");
	put(&t->line, 3, 0);
	op_address(t, 0x2000);
	op_file(t, 5);
	op_row(t, 0, 9);
	op_end(t, 8);
	unit_end(t);
	info_unit(t, 0, "/run");
	struct lines *lines = tables_lines(t, false, NULL);
	assert_where(lines, 0x2000, "/run/z.h:10");
	assert_where(lines, 0x1000, "/run/main.c:10");
}

static void same_file_has_the_same_pointer(void **state) {
	struct tables *t = *state;
	struct source_location one, two;

	unit_open(t);
	op_sequence(t, 0x1000, 0x1010, 1);
	unit_end(t);
	size_t second = t->line.len;
	unit_open(t);
	op_sequence(t, 0x2000, 0x2010, 2);
	unit_end(t);
	info_unit(t, 0, "/run");
	info_unit(t, second, "/run");
	struct lines *lines = tables_lines(t, false, NULL);
	assert_non_null(lines);
	assert_true(lines_at(lines, 0x1000, &one));
	assert_true(lines_at(lines, 0x2000, &two));
	assert_ptr_equal(one.path, two.path);
	assert_string_equal(one.file, "main.c");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_tables, end_tables)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(reads_dwarf_2),
		TEST(reads_dwarf_3),
		TEST(reads_dwarf_4),
		TEST(reads_dwarf_5),
		TEST(reads_64_bit_dwarf),
		TEST(reads_64_bit_dwarf_5),
		TEST(reads_big_endian),
		TEST(reads_big_endian_dwarf_5),
		TEST(path_without_compilation_directory),
		TEST(initial_file_is_1_or_gprofs),
		TEST(initial_file_of_dwarf_4_is_1),
		TEST(file_that_is_not_there),
		TEST(program_defines_files),
		TEST(same_file_has_the_same_pointer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
