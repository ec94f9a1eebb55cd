/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "line_builder.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "assertions.h"

static void write_at(struct out *out, size_t at, size_t size, uint64_t number) {
	assert(at + size <= TABLE_BYTES);
	for (size_t i = 0; i < size; i++) {
		size_t shift = 8 * (out->big_endian ? size - 1 - i : i);

		out->data[at + i] = (unsigned char)(number >> shift);
	}
}

void put(struct out *out, size_t size, uint64_t number) {
	write_at(out, out->len, size, number);
	out->len += size;
}

void put_text(struct out *out, const char *text) {
	do
		put(out, 1, (unsigned char)*text);
	while (*text++);
}

void put_uleb(struct out *out, uint64_t number) {
	for (; number > 0x7f; number >>= 7)
		put(out, 1, (number & 0x7f) | 0x80);
	put(out, 1, number);
}

void put_sleb(struct out *out, int64_t number) {
	while (number < -64 || number > 63) {
		int64_t low = (int64_t)((uint64_t)number & 0x7f);

		put(out, 1, (uint64_t)low | 0x80);
		number = (number - low) / 128;
	}
	put(out, 1, (uint64_t)number & 0x7f);
}

void tables_begin(struct tables *t) {
	memset(t, 0, sizeof *t);
	t->shape = (struct shape){ 4, 8, 1, 1, 14, 13, false };
	t->code[0] = (struct section){ ".text", 0x1000, 0x9000, .is_code = true };
	t->code[1] = (struct section){ ".kernel", 0xffffffff80001000, 0xffffffff80002000,
		                       .is_code = true };
	t->image.sections = t->code;
	t->image.nsections = 2;
	t->image.machine.address_size = 8;
	t->arena = arena_new();
	put(&t->str, 1, 0);
}

void tables_end(struct tables *t) {
	arena_free(t->arena);
}

void tables_set_big_endian(struct tables *t) {
	t->line.big_endian = t->info.big_endian = t->abbrev.big_endian = true;
	t->image.machine.big_endian = true;
}

static unsigned offset_size(const struct tables *t) {
	return t->shape.is_64 ? 8 : 4;
}

/* Leaves room for a length; returns where it is. */
static size_t put_length(const struct tables *t, struct out *out) {
	if (t->shape.is_64)
		put(out, 4, 0xffffffff);
	put(out, offset_size(t), 0);
	return out->len - offset_size(t);
}

static void fill_length(const struct tables *t, struct out *out, size_t at) {
	size_t begin = at + offset_size(t);

	write_at(out, at, offset_size(t), out->len - begin);
}

void unit_begin(struct tables *t) {
	static const unsigned char operands[] = { 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1 };
	struct out *out = &t->line;

	t->unit = put_length(t, out);
	put(out, 2, t->shape.version);
	if (t->shape.version >= 5) {
		put(out, 1, t->shape.address_size);
		put(out, 1, 0);
	}
	put(out, offset_size(t), 0);
	t->header = out->len - offset_size(t);
	put(out, 1, t->shape.min_length);
	if (t->shape.version >= 4)
		put(out, 1, t->shape.max_operations);
	put(out, 1, 1);    /* default is_stmt */
	put(out, 1, 0xfb); /* line base -5 */
	put(out, 1, t->shape.line_range);
	put(out, 1, t->shape.opcode_base);
	for (unsigned i = 1; i < t->shape.opcode_base; i++)
		put(out, 1, i <= sizeof operands ? operands[i - 1] : 2);
}

void unit_code(struct tables *t) {
	fill_length(t, &t->line, t->header);
}

void unit_end(struct tables *t) {
	fill_length(t, &t->line, t->unit);
}

static void put_old_file(struct out *out, const char *name, unsigned directory) {
	put_text(out, name);
	put_uleb(out, directory);
	put_uleb(out, 0);
	put_uleb(out, 0);
}

static void old_files(struct out *out) {
	put_text(out, "sub");
	put_text(out, "/abs");
	put(out, 1, 0);
	put_old_file(out, "main.c", 0);
	put_old_file(out, "a.h", 1);
	put_old_file(out, "b.h", 2);
	put_old_file(out, "/root.c", 0);
	put(out, 1, 0);
}

static void put_line_str(struct tables *t, const char *text) {
	put(&t->line, offset_size(t), t->line_str.len);
	put_text(&t->line_str, text);
}

static void put_file(struct tables *t, const char *name, unsigned directory) {
	put_line_str(t, name);
	put_uleb(&t->line, directory);
	for (unsigned i = 0; i < 16; i++)
		put(&t->line, 1, 0xee);
}

static void new_files(struct tables *t) {
	struct out *out = &t->line;

	put(out, 1, 1);
	put_uleb(out, 1); /* path */
	put_uleb(out, 0x1f);
	put_uleb(out, 3);
	put_line_str(t, "/run");
	put_line_str(t, "sub");
	put_line_str(t, "/abs");
	put(out, 1, 3);
	put_uleb(out, 1);
	put_uleb(out, 0x1f); /* line_strp */
	put_uleb(out, 2);    /* directory */
	put_uleb(out, 0x0f); /* udata */
	put_uleb(out, 5);    /* MD5 */
	put_uleb(out, 0x1e); /* data16 */
	put_uleb(out, 4);
	put_file(t, "main.c", 0);
	put_file(t, "a.h", 1);
	put_file(t, "b.h", 2);
	put_file(t, "/root.c", 0);
}

void unit_files(struct tables *t) {
	if (t->shape.version >= 5)
		new_files(t);
	else
		old_files(&t->line);
}

void unit_open(struct tables *t) {
	unit_begin(t);
	unit_files(t);
	unit_code(t);
}

/* One abbreviation for all: name (string), comp_dir (strp), stmt_list. */
static void put_abbreviation(struct tables *t) {
	static const unsigned char other[] = { 9, 0x2e, 0, 0x3f, 0x19, 0, 0 };
	static const unsigned char unit[] = { 1, 0x11, 1, 3, 8, 0x1b, 0x0e, 0x10 };

	for (size_t i = 0; i < sizeof other; i++)
		put(&t->abbrev, 1, other[i]);
	for (size_t i = 0; i < sizeof unit; i++)
		put(&t->abbrev, 1, unit[i]);
	put(&t->abbrev, 1, t->shape.version < 4 ? 6 : 0x17);
	put(&t->abbrev, 3, 0);
}

void info_unit(struct tables *t, size_t line_offset, const char *directory) {
	struct out *out = &t->info;
	size_t abbreviation = t->abbrev.len;

	put_abbreviation(t);
	size_t length = put_length(t, out);
	put(out, 2, t->shape.version);
	put(out, offset_size(t), abbreviation);
	put(out, 1, t->shape.address_size);
	put_uleb(out, 1);
	put_text(out, "main.c");
	put(out, offset_size(t), t->str.len);
	put_text(&t->str, directory);
	put(out, t->shape.version < 4 ? 4 : offset_size(t), line_offset);
	fill_length(t, out, length);
}

void op_address(struct tables *t, uint64_t address) {
	put(&t->line, 1, 0);
	put_uleb(&t->line, 1 + t->shape.address_size);
	put(&t->line, 1, 2);
	put(&t->line, t->shape.address_size, address);
}

void op_row(struct tables *t, uint64_t advance, int64_t lines) {
	put(&t->line, 1, 2);
	put_uleb(&t->line, advance);
	put(&t->line, 1, 3);
	put_sleb(&t->line, lines);
	put(&t->line, 1, 1);
}

void op_file(struct tables *t, uint64_t file) {
	put(&t->line, 1, 4);
	put_uleb(&t->line, file);
}

void op_end(struct tables *t, uint64_t advance) {
	put(&t->line, 1, 2);
	put_uleb(&t->line, advance);
	put(&t->line, 3, t->line.big_endian ? 0x000101 : 0x010100);
}

static struct bytes section_of(const void *from, const char *name, bool is_shared,
                               struct arena *arena) {
	const struct tables *t = from;
	const struct out *sections[] = { &t->line, &t->info, &t->abbrev, &t->str, &t->line_str };
	const char *const names[] = { ".debug_line", ".debug_info", ".debug_abbrev", ".debug_str",
		                      ".debug_line_str" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!is_shared && strcmp(names[i], name) == 0)
			return (struct bytes){ (unsigned char *)arena_text(
						       arena, (const char *)sections[i]->data,
						       sections[i]->len),
				               sections[i]->len };
	return (struct bytes){ NULL, 0 };
}

struct lines *tables_lines(struct tables *t, bool gprof_files, struct progress *progress) {
	struct line_source source = { section_of, t, &t->image, &t->work, 0 };

	work_allow(&t->work, t->line.len);
	return lines_from(&source, 1, gprof_files, t->arena, progress, &t->err);
}

const char *where(struct lines *lines, uint64_t address) {
	static char text[256];
	struct source_location location;

	if (!lines_at(lines, address, &location))
		return "none";
	snprintf(text, sizeof text, "%s:%u", location.path, location.line);
	return text;
}

int begin_tables(void **state) {
	static struct tables tables;

	tables_begin(&tables);
	*state = &tables;
	return 0;
}

int end_tables(void **state) {
	tables_end(*state);
	return 0;
}

void op_sequence(struct tables *t, uint64_t low, uint64_t high, int64_t line) {
	op_address(t, low);
	op_row(t, 0, line - 1);
	op_end(t, high - low);
}

void assert_where(struct lines *lines, uint64_t address, const char *expected) {
	assert_non_null(lines);
	assert_string_equal(where(lines, address), expected);
}
