/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entries of .debug_info: units, and what an entry says about code and names.  Source: DWARF 5,
 * chapters 3 and 7. */
#pragma once

#include "parse/dwarf/dwarf.h"

/* All sections that are needed; missing ones are empty. */
struct dwarf_sections {
	struct work *work;          /* what reading them may take */
	struct bytes info;          /* no data: a unit is read when it is needed */
	struct file_part info_part; /* from there */
	struct bytes abbrev, ranges, rnglists, addr;
	struct dwarf_texts texts;
	bool big_endian;
	bool sign_extends; /* addresses of less than 8 bytes are signed */
	uint64_t bias;     /* to be added to addresses (struct image_object) */
	bool as_libbfd;    /* lists by index (DW_FORM_rnglistx) are not read, as in libbfd 2.40 */
};

/* From a unit's first entry, for all others. */
struct dwarf_bases {
	uint64_t low;       /* base of ranges */
	uint64_t addresses; /* its part of .debug_addr, an offset */
	uint64_t ranges;    /* of .debug_rnglists */
	uint64_t pairs;     /* of .debug_ranges; 0 except in split units */
	uint64_t texts;     /* of .debug_str_offsets */
};

/* Addresses, and who has them. */
struct span {
	uint64_t low, high; /* addresses, [low, high) */
	uint32_t owner;
};

/* Spans being listed. */
struct span_list {
	struct arena *arena;
	struct span *list; /* shape: [n] */
	size_t n;
};

/* Adds one, and pays for that; one that goes on where the last one of the owner ended is the same
 * one, also to gprof.  False if there is no work left. */
bool span_list_add(struct span_list *spans, struct span span, struct work *work);

/* The index of a .dwp file: which parts of its sections belong to which unit. */

/* Sections that units have parts of. */
enum dwarf_part_kind { PART_INFO, PART_ABBREV, PART_STR_OFFSETS, PART_RNGLISTS, PART_KINDS };

struct dwarf_part {
	uint64_t offset, size; /* size 0: the unit has none */
};

struct dwarf_package_unit {
	struct dwarf_part parts[PART_KINDS];
};

/* Finds a unit by its id in .debug_cu_index; false if it is not there, or the index is invalid.
 * Cost: that of a hash table, within the work allowed. */
bool dwarf_package_find(struct bytes index, bool big_endian, uint64_t id, struct work *work,
                        struct dwarf_package_unit *out);

/* Kinds of entries: DW_TAG_*. */
enum {
	TAG_CLASS_TYPE = 0x02,
	TAG_ENTRY_POINT = 0x03,
	TAG_COMPILE_UNIT = 0x11,
	TAG_STRUCTURE_TYPE = 0x13,
	TAG_UNION_TYPE = 0x17,
	TAG_INLINED_SUBROUTINE = 0x1d,
	TAG_SUBPROGRAM = 0x2e,
	TAG_NAMESPACE = 0x39,
	TAG_SKELETON_UNIT = 0x4a
};

/* Addresses that an entry covers, as its attributes have them. */
struct dwarf_code {
	struct dwarf_value low, high, ranges;
};

/* The values of an entry; DWARF_ABSENT: it has none. */
struct dwarf_entry {
	uint64_t tag;
	struct dwarf_code code;
	struct dwarf_value name, linkage_name;
	struct dwarf_value origin; /* entry with more about it */
	struct dwarf_value call_file, call_line;
	struct dwarf_value declared, declared_file; /* the line where it is */

	/* Only in the first one of a unit. */
	struct dwarf_value lines, language, folder;
	struct dwarf_value texts, addresses, ranges, pairs; /* parts of sections */
	struct dwarf_value split_name, split_id;
};

struct dwarf_info_unit {
	const struct dwarf_entries *entries; /* that it is one of */
	size_t offset, end;                  /* in .debug_info */
	uint64_t first;                      /* its first entry, same */
	struct dwarf_unit_shape shape;
	struct dwarf_bases bases;
	uint64_t language;      /* DW_LANG_* */
	uint64_t tag;           /* of the first entry */
	struct dwarf_code code; /* the same */
	struct dwarf_abbreviations *abbreviations;
	const char *directory; /* where the compiler was run, or NULL */
	bool has_lines;
	uint64_t lines; /* its program, an offset in .debug_line */

	/* For a split unit: the rest of a skeleton is in the file with that name, in a unit with
	 * the same id. */
	uint64_t split_id;
	const char *split_name; /* NULL: it is no skeleton */
	uint64_t split_pairs;   /* the rest's part of .debug_ranges */
};

struct dwarf_entries {
	struct dwarf_sections sections;
	struct arena *arena;
	struct dwarf_info_unit *units; /* by offset; shape: [nunits] */
	size_t nunits;

	struct dwarf_scopes *scopes; /* of each, once it was asked for; shape: [nunits] */

	/* If the section is not in memory, units that are. */
	struct arena *loaded;       /* owns them */
	const unsigned char **data; /* of each, or NULL; shape: [nunits] */
};

/* Reads the first entry of each unit.  An invalid unit is left out, and
 * all units after one whose length is invalid, or for which there is no work left.
 * Owner: the arena; the sections must live as long, and *entries must stay where it is. */
void dwarf_entries_open(struct dwarf_entries *entries, const struct dwarf_sections *sections,
                        struct arena *arena);

/* Sets where the parts of sections of a split unit begin, which its skeleton knows. */
void dwarf_unit_join(struct dwarf_info_unit *rest, const struct dwarf_info_unit *skeleton);

/* The bytes of a unit, or NULL; what points into them lives until they are forgotten. */
const unsigned char *dwarf_unit_data(const struct dwarf_info_unit *unit);

/* Gives back the memory of units that were read. */
void dwarf_entries_forget(struct dwarf_entries *entries);

/* A cursor on the entry at the offset in .debug_info, which is in the unit. */
struct dwarf_cursor dwarf_entry_cursor(const struct dwarf_info_unit *unit, uint64_t offset);

/* Reads the values of an entry, and moves past them; false if they are cut off or of an unknown
 * form, or there is no work left. */
bool dwarf_entry_read(struct dwarf_entry *out, const struct dwarf_info_unit *unit,
                      struct dwarf_cursor *in, const struct dwarf_abbreviation *abbreviation);

/* Reads the entry at an offset in .debug_info and sets its unit, or NULL. */
const struct dwarf_info_unit *dwarf_entry_at(struct dwarf_entry *out,
                                             const struct dwarf_entries *entries, uint64_t offset);

/* Where the entry begins that is the scope of the one at an offset: a function, type or namespace
 * around it; 0: it has none.  Cost: once, that of reading the unit. */
uint64_t dwarf_entry_scope(const struct dwarf_entries *entries, uint64_t offset);

/* The text of a name, or NULL. */
const char *dwarf_entry_text(const struct dwarf_value *value, const struct dwarf_info_unit *unit);

/* Adds each range of an entry's code that is not empty.
 * Source: DWARF 4, section 2.17.3; DWARF 5, sections 2.17.3 and 7.25. */
void dwarf_code_ranges(const struct dwarf_info_unit *unit, const struct dwarf_code *code,
                       uint32_t owner, struct span_list *out);
