/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attribute forms: how DWARF 2 to 5 writes a value.
 *
 * Source: DWARF 5, section 7.5.6, and GNU's extensions. */
#ifndef GPTUI_DWARF_FORM_H
#define GPTUI_DWARF_FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/dwarf/dwarf_cursor.h"

/* What the sizes of some forms depend on. */
struct dwarf_unit_shape {
	unsigned version;
	unsigned offset_size, address_size; /* bytes */
};

/* The sections that texts are in; missing ones are empty. */
struct dwarf_texts {
	struct bytes str, line_str, str_offsets;
	struct bytes shared_str; /* .debug_str of the alternate file */
};

/* Which section a text is in: bits, for sets of them. */
enum dwarf_encoding_place {
	DWARF_NOWHERE = 0, /* no text, or in a file that is not available */
	DWARF_INLINE = 1,
	DWARF_STR = 2,
	DWARF_LINE_STR = 4,
	DWARF_STR_OFFSETS = 8, /* and then DWARF_STR */
	DWARF_STR_SHARED = 16  /* of the alternate file */
};

/* What the number of a value means. */
enum dwarf_meaning {
	DWARF_NUMBER,
	DWARF_ADDRESS,
	DWARF_ADDRESS_INDEX, /* of .debug_addr, from the unit's base */
	DWARF_RANGES_INDEX,  /* of .debug_rnglists, from the unit's base */
	DWARF_UNIT_ENTRY,    /* offset of an entry in the unit */
	DWARF_INFO_ENTRY,    /* offset of an entry in .debug_info */
	DWARF_SHARED_ENTRY   /* the same in the alternate file */
};

struct dwarf_value {
	uint64_t number;  /* or offset, or index */
	const char *text; /* DWARF_INLINE */
	enum dwarf_encoding_place place;
	enum dwarf_meaning meaning;
};

/* Where texts of the form are. */
enum dwarf_encoding_place dwarf_form_place(uint64_t form);

/* DW_FORM_indirect does not say what it means: DWARF_NUMBER. */
enum dwarf_meaning dwarf_form_meaning(uint64_t form);

/* Bytes that values of several forms take, by what they depend on. */
struct dwarf_width {
	size_t bytes, offsets, addresses;
};

/* Adds the width of the form; false if it varies by value. */
bool dwarf_form_add_width(struct dwarf_width *width, uint64_t form);

/* Reads a value, or steps over it if it is neither number nor text.
 * Returns false if the form is not known or the value is cut off. */
bool dwarf_form_read(struct dwarf_value *out, struct dwarf_cursor *in, uint64_t form,
                     const struct dwarf_unit_shape *shape);

/* The text of a value, inside its section, or NULL.  Indexed texts count from
 * `base`, an offset in .debug_str_offsets. */
const char *dwarf_value_text(const struct dwarf_value *value, const struct dwarf_texts *texts,
                             const struct dwarf_unit_shape *shape, uint64_t base, bool big_endian);

#endif
