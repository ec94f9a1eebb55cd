/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading DWARF data, number by number.
 *
 * Nothing is read beyond the end: a read that does not fit returns 0, moves the cursor to the end
 * and sets is_cut, which stays set.  So a caller can read a whole header and check is_cut once. */
#pragma once

#include "base/base.h"

/* Longest text taken for a name, with its NUL: no path can be longer. */
enum { DWARF_TEXT_MAX = 4096 };

struct dwarf_cursor {
	const unsigned char *at, *end;
	bool big_endian;
	bool is_cut; /* something read did not fit */
};

/* A cursor from the offset to the end; cut if there is no such offset. */
struct dwarf_cursor dwarf_cursor_at(struct bytes bytes, uint64_t offset, bool big_endian);

/* Lets it end after so many bytes from `begin` on, if it does not before. */
void dwarf_end_at(struct dwarf_cursor *in, const unsigned char *begin, size_t len);

size_t dwarf_left(const struct dwarf_cursor *in);
void dwarf_skip(struct dwarf_cursor *in, uint64_t len);

/* An unsigned number of `size` bytes, at most 8. */
uint64_t dwarf_number(struct dwarf_cursor *in, size_t size);

/* The number with the index in a list of numbers of `size` bytes, which begins at `base`; false if
 * there is none. */
bool dwarf_number_at(uint64_t *out, struct bytes section, uint64_t base, uint64_t index,
                     size_t size, bool big_endian);

/* A unit's length; sets the size of its offsets, 4 or 8 (DWARF64). */
uint64_t dwarf_unit_length(struct dwarf_cursor *in, unsigned *offset_size);

/* LEB128 numbers of more than one byte; bits above 64 are dropped. */
uint64_t dwarf_long_uleb(struct dwarf_cursor *in);
int64_t dwarf_sleb(struct dwarf_cursor *in);

/* A text up to its NUL, inside the section; NULL if there is no NUL within DWARF_TEXT_MAX bytes,
 * and then the cursor is cut. */
const char *dwarf_text(struct dwarf_cursor *in);

static inline unsigned dwarf_byte(struct dwarf_cursor *in) {
	if (in->at == in->end) {
		in->is_cut = true;
		return 0;
	}
	return *in->at++;
}

static inline uint64_t dwarf_uleb(struct dwarf_cursor *in) {
	if (in->at != in->end && *in->at < 0x80)
		return *in->at++;
	return dwarf_long_uleb(in);
}

/* Attribute forms: how DWARF 2 to 5 writes a value.
 *
 * Source: DWARF 5, section 7.5.6, and GNU's extensions. */

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
	DWARF_ABSENT,
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

/* Bytes that values of several forms take, by what they depend on. */
struct dwarf_width {
	size_t bytes, offsets, addresses;
};

/* Reads a value, or steps over it if it is neither number nor text.
 * Returns false if the form is not known or the value is cut off. */
bool dwarf_form_read(struct dwarf_value *out, struct dwarf_cursor *in, uint64_t form,
                     const struct dwarf_unit_shape *shape);

/* The text of a value, inside its section, or NULL.  Indexed texts count from `base`, an offset in
 * .debug_str_offsets. */
const char *dwarf_value_text(const struct dwarf_value *value, const struct dwarf_texts *texts,
                             const struct dwarf_unit_shape *shape, uint64_t base, bool big_endian);

/* Abbreviations: what the entries of a unit look like.
 *
 * Source: DWARF 5, section 7.5.3. */

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

/* The table at the offset, of which only the first abbreviation is read: most units are asked for
 * no more.  One that is cut off ends early.  Owner: the arena. */
struct dwarf_abbreviations *dwarf_abbreviations_at(struct bytes section, uint64_t offset,
                                                   struct work *work, struct arena *arena);

/* The abbreviation with the code, or NULL.  Cost: that of a search; once, to read the table. */
const struct dwarf_abbreviation *dwarf_abbreviation_find(struct dwarf_abbreviations *table,
                                                         uint64_t code);

/* Steps over the values of an entry; false if they are cut off or of an unknown form. */
bool dwarf_entry_skip(struct dwarf_cursor *in, const struct dwarf_abbreviation *abbreviation,
                      const struct dwarf_unit_shape *shape);

/* Where the next entry on the same level is, after everything below this one: an offset in the
 * unit; 0 if the entry does not say, or not directly.  The cursor is on its values, and moves. */
uint64_t dwarf_entry_sibling(struct dwarf_cursor *in, const struct dwarf_abbreviation *abbreviation,
                             const struct dwarf_unit_shape *shape);
