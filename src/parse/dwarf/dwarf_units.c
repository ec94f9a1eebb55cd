/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit begins with (sizes in bytes; o: 4, in DWARF64 8):
 *
 *	length          4 or 12  bytes that follow
 *	version         2
 *	  DWARF 2 to 4              DWARF 5
 *	abbreviations   o         unit type       1
 *	address size    1         address size    1
 *	                          abbreviations   o
 *	                          by type: 8 more, or 8 + o
 *	first entry: abbreviation code, LEB128; values as the abbreviation says
 *
 * An abbreviation: code, tag (LEB128), has children (1), then pairs of
 * attribute and form (LEB128) up to a pair of zeros.
 * Source: DWARF 5, sections 7.5.1 to 7.5.3. */
#include "parse/dwarf/dwarf_units.h"

enum {
	AT_STMT_LIST = 0x10,
	AT_COMP_DIR = 0x1b,
	AT_STR_OFFSETS_BASE = 0x72,
	FORM_IMPLICIT_CONST = 0x21,
	UNIT_TYPE = 2,
	UNIT_SKELETON = 4,
	UNIT_SPLIT_COMPILE = 5,
	UNIT_SPLIT_TYPE = 6
};

/* No real program comes near; damaged ones could send every unit through
 * all abbreviations. */
static const uint64_t max_work = 64 << 20;

bool dwarf_header_read(struct dwarf_header *header, struct dwarf_cursor *in)
{
	struct dwarf_unit_shape *shape = &header->shape;

	header->type = 0;
	header->split_id = 0;
	shape->version = (unsigned)dwarf_number(in, 2);
	if (shape->version < 2 || shape->version > 5)
		return false;
	if (shape->version == 5) {
		header->type = dwarf_byte(in);
		shape->address_size = dwarf_byte(in);
	}
	header->abbreviations = dwarf_number(in, shape->offset_size);
	if (shape->version < 5)
		shape->address_size = dwarf_byte(in);
	if (header->type == UNIT_SKELETON || header->type == UNIT_SPLIT_COMPILE)
		header->split_id = dwarf_number(in, 8);
	if (header->type == UNIT_TYPE || header->type == UNIT_SPLIT_TYPE)
		dwarf_skip(in, 8 + shape->offset_size);
	return !in->is_cut && shape->address_size >= 1 &&
	       shape->address_size <= 8;
}

/* Reads a pair; false when it is the one that ends the abbreviation. */
static bool next_pair(struct dwarf_cursor *abbrev, uint64_t *attribute,
                      uint64_t *form)
{
	*attribute = dwarf_uleb(abbrev);
	*form = dwarf_uleb(abbrev);
	if (*form == FORM_IMPLICIT_CONST)
		dwarf_sleb(abbrev);
	return (*attribute || *form) && !abbrev->is_cut;
}

/* Moves to the pairs of the abbreviation with the code. */
static bool find_abbreviation(struct dwarf_cursor *abbrev, uint64_t code,
                              uint64_t *work)
{
	uint64_t attribute, form, found;

	while ((found = dwarf_uleb(abbrev)) != 0 && !abbrev->is_cut) {
		const unsigned char *begin = abbrev->at;

		dwarf_uleb(abbrev); /* tag */
		dwarf_skip(abbrev, 1);
		if (found == code)
			return !abbrev->is_cut;
		while (next_pair(abbrev, &attribute, &form))
			continue;
		*work += (uint64_t)(abbrev->at - begin);
		if (*work > max_work)
			return false;
	}
	return false;
}

static void read_entry(struct dwarf_unit *out, struct dwarf_cursor *in,
                       struct dwarf_cursor *abbrev,
                       const struct dwarf_units *units,
                       const struct dwarf_unit_shape *shape)
{
	struct dwarf_value value, directory = { 0, NULL, DWARF_NOWHERE };
	uint64_t attribute, form;
	uint64_t base = shape->offset_size == 8 ? 16 : 8; /* after a header */

	while (next_pair(abbrev, &attribute, &form)) {
		if (!dwarf_form_read(&value, in, form, shape))
			break;
		if (attribute == AT_STMT_LIST) {
			out->has_lines = true;
			out->lines = value.number;
		}
		if (attribute == AT_COMP_DIR)
			directory = value;
		if (attribute == AT_STR_OFFSETS_BASE)
			base = value.number;
	}
	out->directory = dwarf_value_text(&directory, &units->texts, shape,
	                                  base, units->big_endian);
}

static void read_unit(struct dwarf_unit *out, struct dwarf_cursor *in,
                      struct dwarf_units *units, struct dwarf_header header)
{
	struct dwarf_cursor abbrev;
	uint64_t code;

	if (!dwarf_header_read(&header, in))
		return;
	code = dwarf_uleb(in);
	abbrev = dwarf_cursor_at(units->abbrev, header.abbreviations,
	                         units->big_endian);
	if (code && find_abbreviation(&abbrev, code, &units->work))
		read_entry(out, in, &abbrev, units, &header.shape);
}

bool dwarf_unit_next(struct dwarf_units *units, struct dwarf_unit *out)
{
	struct dwarf_cursor in = dwarf_cursor_at(units->info, units->at,
	                                         units->big_endian);
	struct dwarf_header header = { .type = 0 };
	uint64_t length = dwarf_unit_length(&in, &header.shape.offset_size);

	if (in.is_cut || length > dwarf_left(&in) || units->work > max_work)
		return false;
	in.end = in.at + length;
	units->at = (size_t)(in.end - units->info.data);
	*out = (struct dwarf_unit){ false, 0, NULL };
	read_unit(out, &in, units, header);
	return true;
}
