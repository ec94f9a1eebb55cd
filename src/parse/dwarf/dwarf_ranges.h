/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges of addresses that an entry covers in several pieces.
 *
 * Source: DWARF 4, section 2.17.3; DWARF 5, sections 2.17.3 and 7.25. */
#ifndef GPTUI_DWARF_RANGES_H
#define GPTUI_DWARF_RANGES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file_bytes.h"
#include "parse/dwarf/dwarf_form.h"

struct work;

/* All sections that are needed; missing ones are empty. */
struct dwarf_sections {
	struct work *work;          /* what reading them may take */
	struct bytes info;          /* no data: a unit is read when it is needed */
	struct file_part info_part; /* from there */
	struct bytes abbrev, ranges, rnglists, addr;
	struct dwarf_texts texts;
	bool big_endian;
	bool sign_extends; /* addresses of less than 8 bytes are signed */
	bool as_libbfd;    /* lists by index (DW_FORM_rnglistx) are not read,
	                      as in libbfd 2.40 */
};

/* From a unit's first entry, for all others. */
struct dwarf_bases {
	uint64_t low;       /* base of ranges */
	uint64_t addresses; /* its part of .debug_addr, an offset */
	uint64_t ranges;    /* of .debug_rnglists */
	uint64_t pairs;     /* of .debug_ranges; 0 except in split units */
	uint64_t texts;     /* of .debug_str_offsets */
};

struct dwarf_range {
	uint64_t low, high; /* [low, high) */
};

/* A walk over one list. */
struct dwarf_range_list {
	const struct dwarf_sections *sections;
	const struct dwarf_unit_shape *shape;
	const struct dwarf_bases *bases;
	struct dwarf_cursor in;
	uint64_t base;
};

/* The address with the index in the unit's part of .debug_addr; false if there
 * is none. */
bool dwarf_address_at(uint64_t *out, const struct dwarf_sections *sections,
                      const struct dwarf_unit_shape *shape, const struct dwarf_bases *bases,
                      uint64_t number);

/* An address as the machine interprets it. */
uint64_t dwarf_address_of(uint64_t number, const struct dwarf_sections *sections,
                          const struct dwarf_unit_shape *shape);

/* The list that a DW_AT_ranges refers to. */
struct dwarf_range_list dwarf_range_list_at(const struct dwarf_sections *sections,
                                            const struct dwarf_unit_shape *shape,
                                            const struct dwarf_bases *bases, uint64_t number,
                                            enum dwarf_meaning meaning);

/* Steps to the next range; false at the end, or if the bytes make no sense or
 * there is no work left.  Ranges may be empty. */
bool dwarf_range_next(struct dwarf_range_list *list, struct dwarf_range *out);

#endif
