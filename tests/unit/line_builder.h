/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line tables made by hand, for tests. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/work.h"
#include "model/image.h"
#include "parse/dwarf/lines.h"

enum { TABLE_BYTES = 4096 };

/* Bytes in the order of a machine. */
struct out {
	unsigned char data[TABLE_BYTES];
	size_t len;
	bool big_endian;
};

void put(struct out *out, size_t size, uint64_t number);
void put_text(struct out *out, const char *text);
void put_uleb(struct out *out, uint64_t number);
void put_sleb(struct out *out, int64_t number);

/* How a unit is written. */
struct shape {
	unsigned version;
	unsigned address_size;
	unsigned min_length, max_operations;
	unsigned line_range, opcode_base;
	bool is_64; /* DWARF64 */
};

/* The sections of a made-up executable. */
struct tables {
	struct out line, info, abbrev, str, line_str;
	struct shape shape; /* of the units begun from now on */
	struct image image;
	struct section code[2]; /* 0x1000 to 0x9000, and 0x80001000 to
	                         * 0x80002000 with its sign extended */
	size_t unit, header;    /* where the last unit's lengths are */
	struct work work;
	struct arena *arena;
	struct error err;
};

/* Sets all to DWARF 4 of a 64-bit machine, little-endian. */
void tables_begin(struct tables *t);
void tables_end(struct tables *t);
void tables_set_big_endian(struct tables *t);

/* For cmocka: the state is the tables. */
int begin_tables(void **state);
int end_tables(void **state);

/* A unit of .debug_line: begin, the tables (unit_files() or by hand),
 * unit_code(), operations, unit_end().  Lengths fill themselves in. */
void unit_begin(struct tables *t);
void unit_code(struct tables *t);
void unit_end(struct tables *t);

/* DWARF 2 to 4: directories 1 "sub" and 2 "/abs", files 1 "main.c" where the
 * compiler was run, 2 "a.h" in 1, 3 "b.h" in 2, 4 "/root.c".
 * DWARF 5: directories 0 "/run" and those, files 0 "main.c" and those. */
void unit_files(struct tables *t);

/* A whole unit with these files, or DWARF 2 to 4's entry for it in
 * .debug_info. */
void unit_open(struct tables *t);
void info_unit(struct tables *t, size_t line_offset, const char *directory);

void op_address(struct tables *t, uint64_t address);
void op_row(struct tables *t, uint64_t advance, int64_t lines);
void op_file(struct tables *t, uint64_t file);
void op_end(struct tables *t, uint64_t advance);

/* A sequence of one row. */
void op_sequence(struct tables *t, uint64_t low, uint64_t high, int64_t line);

/* lines_from() the sections; the reason of a failure is in t->err. */
struct lines *tables_lines(struct tables *t, bool gprof_files, struct progress *progress);

/* "PATH:LINE" of the address, or "none"; until the next call. */
const char *where(struct lines *lines, uint64_t address);

/* The lines were read, and that is what they say. */
void assert_where(struct lines *lines, uint64_t address, const char *expected);
