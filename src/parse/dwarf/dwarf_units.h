/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compilation units: how they begin, and what the line tables of DWARF 2 to 4
 * leave out, the directory that the compiler was run in.
 *
 * Reads the first entry of each unit of .debug_info and nothing below it.
 * Cost: linear in the number of units and in the sizes of their first
 * abbreviations. */
#ifndef GPTUI_DWARF_UNITS_H
#define GPTUI_DWARF_UNITS_H

#include <stdbool.h>
#include <stdint.h>

#include "parse/dwarf/dwarf_form.h"

/* What a unit begins with. */
struct dwarf_header {
	struct dwarf_unit_shape shape;
	unsigned type;          /* DW_UT_*; 0 before DWARF 5 */
	uint64_t abbreviations; /* an offset in .debug_abbrev */
	uint64_t split_id; /* of a unit that was split, from DWARF 5; else 0 */
};

/* Reads what follows the length, whose offset_size is in the shape; false
 * when it makes no sense. */
bool dwarf_header_read(struct dwarf_header *header, struct dwarf_cursor *in);

/* A walk over the units; begins with what is set here, the rest 0. */
struct dwarf_units {
	struct bytes info, abbrev;
	struct dwarf_texts texts;
	bool big_endian;

	size_t at;     /* the next unit, an offset in info */
	uint64_t work; /* bytes of abbreviations looked at so far */
};

struct dwarf_unit {
	bool has_lines;
	uint64_t lines;        /* its program, an offset in .debug_line */
	const char *directory; /* where the compiler was run, or NULL */
};

/* Steps to the next unit; false at the end, or where the bytes make no sense
 * any more.  A unit that cannot be read has no lines. */
bool dwarf_unit_next(struct dwarf_units *units, struct dwarf_unit *out);

#endif
