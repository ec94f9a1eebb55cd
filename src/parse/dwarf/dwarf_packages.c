/* SPDX-License-Identifier: GPL-3.0-or-later */
/* .debug_cu_index, numbers of 4 bytes except for the ids:
 *
 *	version (2: GNU's; 5, in 2 bytes and 2 of padding)
 *	columns, units used, slots (a power of 2)
 *	id of each slot, 8 bytes; 0 with row 0: empty
 *	row of each slot, from 1
 *	section of each column, DW_SECT_*
 *	offset in each column's section, row by row
 *	size there, likewise
 *
 * An id is first looked for in slot id & (slots - 1), then each time (id >> 32
 * & (slots - 1)) | 1 further, up to an empty one.
 * Source: DWARF 5, section 7.3.5.3; the GNU wiki's "DebugFissionDWP". */
#include "parse/dwarf/dwarf_packages.h"

#include "base/work.h"
#include "parse/dwarf/dwarf_cursor.h"

enum { MOST_COLUMNS = 16 };

struct index {
	struct bytes bytes;
	bool big_endian, is_gnu;
	uint64_t columns, units, slots;
	uint64_t rows_at, kinds_at, offsets_at, sizes_at;
};

static uint64_t number_at(const struct index *x, uint64_t offset, size_t size)
{
	struct dwarf_cursor in = dwarf_cursor_at(x->bytes, offset, x->big_endian);

	return dwarf_number(&in, size);
}

static uint64_t read_version(struct dwarf_cursor *in)
{
	const struct dwarf_cursor begin = *in;
	uint64_t version = dwarf_number(in, 4);

	if (version == 2)
		return version;
	*in = begin;
	version = dwarf_number(in, 2);
	dwarf_skip(in, 2);
	return version;
}

/* Reads the header and checks that all tables are present. */
static bool open_index(struct index *x)
{
	enum { HEADER = 16, ID = 8, NUMBER = 4 };
	struct dwarf_cursor in = dwarf_cursor_at(x->bytes, 0, x->big_endian);
	const uint64_t version = read_version(&in);
	const uint64_t len = x->bytes.len;

	x->is_gnu = version == 2;
	x->columns = dwarf_number(&in, 4);
	x->units = dwarf_number(&in, 4);
	x->slots = dwarf_number(&in, 4);
	if (in.is_cut || (version != 2 && version != 5) || !x->slots || x->slots & (x->slots - 1) ||
	    x->columns > MOST_COLUMNS)
		return false;
	x->rows_at = HEADER + ID * x->slots; /* each less than 2^36 */
	x->kinds_at = x->rows_at + NUMBER * x->slots;
	x->offsets_at = x->kinds_at + NUMBER * x->columns;
	x->sizes_at = x->offsets_at + NUMBER * x->columns * x->units;
	return x->sizes_at + NUMBER * x->columns * x->units <= len;
}

/* The row of the unit, or 0. */
static uint64_t find_row(const struct index *x, uint64_t id, struct work *work)
{
	enum { EACH = 4 };
	const uint64_t mask = x->slots - 1, step = (id >> 32 & mask) | 1;
	uint64_t slot = id & mask, i;

	for (i = 0; i < x->slots && work_pay(work, EACH); i++) {
		const uint64_t row = number_at(x, x->rows_at + 4 * slot, 4);

		if (!row || row > x->units)
			return 0;
		if (number_at(x, 16 + 8 * slot, 8) == id)
			return row;
		slot = (slot + step) & mask;
	}
	return 0;
}

/* What a column is about, or PART_KINDS: nothing that matters here. */
static enum dwarf_part_kind kind_of(const struct index *x, uint64_t number)
{
	switch (number) {
	case 1:
		return PART_INFO;
	case 3:
		return PART_ABBREV;
	case 6:
		return PART_STR_OFFSETS;
	case 8: /* of macros, in GNU's */
		return x->is_gnu ? PART_KINDS : PART_RNGLISTS;
	default:
		return PART_KINDS;
	}
}

bool dwarf_package_find(struct bytes index, bool big_endian, uint64_t id, struct work *work,
                        struct dwarf_package_unit *out)
{
	struct index x = { .bytes = index, .big_endian = big_endian };
	uint64_t row, i;

	*out = (struct dwarf_package_unit){ .parts = { { 0, 0 } } };
	if (!open_index(&x) || !(row = find_row(&x, id, work)))
		return false;
	for (i = 0; i < x.columns; i++) {
		const uint64_t at = 4 * ((row - 1) * x.columns + i);
		const enum dwarf_part_kind kind = kind_of(&x, number_at(&x, x.kinds_at + 4 * i, 4));

		if (kind == PART_KINDS)
			continue;
		out->parts[kind].offset = number_at(&x, x.offsets_at + at, 4);
		out->parts[kind].size = number_at(&x, x.sizes_at + at, 4);
	}
	return true;
}
