/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Abbreviations: what the entries of a unit look like.
 *
 * Source: DWARF 5, section 7.5.3. */
#ifndef GPTUI_DWARF_ABBREV_H
#define GPTUI_DWARF_ABBREV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/dwarf/dwarf_form.h"

struct arena;
struct work;

struct dwarf_attribute {
	uint16_t name, form; /* 0: unknown */
	int32_t constant;    /* the value itself, of DW_FORM_implicit_const */
};

/* Values of fixed width, and one after them with a width of its own. */
struct dwarf_stretch {
	struct dwarf_width width;
	uint64_t form; /* of the last one; 0: there is none */
};

struct dwarf_abbreviation {
	uint64_t code;
	uint64_t tag;
	const struct dwarf_attribute *attributes; /* shape: [n] */
	size_t n;
	const struct dwarf_stretch *stretches; /* of all values; shape:
	                                        * [nstretches] */
	size_t nstretches;
	struct dwarf_width to_sibling; /* of the values before that one */
	uint16_t sibling_form;         /* 0: no sibling attribute */
	bool has_code;                 /* it may have addresses or ranges */
	bool has_children;
};

struct dwarf_abbreviations {
	const struct dwarf_abbreviation *list; /* by code; shape: [n] */
	size_t n;
	bool is_whole; /* else only the first one was read */

	struct bytes section; /* .debug_abbrev */
	uint64_t offset;      /* in it */
	struct work *work;    /* what reading may take */
	struct arena *arena;
};

/* The table at the offset, of which only the first abbreviation is read: most
 * units are asked for no more.  One that is cut off ends early.
 * Owner: the arena. */
struct dwarf_abbreviations *dwarf_abbreviations_at(struct bytes section, uint64_t offset,
                                                   struct work *work, struct arena *arena);

/* The abbreviation with the code, or NULL.
 * Cost: that of a search; once, to read the table. */
const struct dwarf_abbreviation *dwarf_abbreviation_find(struct dwarf_abbreviations *table,
                                                         uint64_t code);

/* Steps over the values of an entry; false if they are cut off or of an
 * unknown form. */
bool dwarf_entry_skip(struct dwarf_cursor *in, const struct dwarf_abbreviation *abbreviation,
                      const struct dwarf_unit_shape *shape);

/* Where the next entry on the same level is, after everything below this one:
 * an offset in the unit; 0 if the entry does not say, or not directly.  The
 * cursor is on its values, and moves. */
uint64_t dwarf_entry_sibling(struct dwarf_cursor *in, const struct dwarf_abbreviation *abbreviation,
                             const struct dwarf_unit_shape *shape);

#endif
