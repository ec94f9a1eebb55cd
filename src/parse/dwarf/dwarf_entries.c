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
#include "parse/dwarf/dwarf_entries.h"

#include "base/arena.h"
#include "base/search.h"
#include "base/work.h"

enum {
	AT_NAME = 0x03,
	AT_STMT_LIST = 0x10,
	AT_LOW_PC = 0x11,
	AT_HIGH_PC = 0x12,
	AT_LANGUAGE = 0x13,
	AT_COMP_DIR = 0x1b,
	AT_ABSTRACT_ORIGIN = 0x31,
	AT_DECL_LINE = 0x3b,
	AT_SPECIFICATION = 0x47,
	AT_RANGES = 0x55,
	AT_CALL_FILE = 0x58,
	AT_CALL_LINE = 0x59,
	AT_LINKAGE_NAME = 0x6e,
	AT_STR_OFFSETS_BASE = 0x72,
	AT_ADDR_BASE = 0x73,
	AT_RNGLISTS_BASE = 0x74,
	AT_DWO_NAME = 0x76,
	AT_MIPS_LINKAGE_NAME = 0x2007,
	AT_GNU_DWO_NAME = 0x2130,
	AT_GNU_DWO_ID = 0x2131,
	AT_GNU_RANGES_BASE = 0x2132,
	AT_GNU_ADDR_BASE = 0x2133,
	FORM_IMPLICIT_CONST = 0x21,
	UNIT_TYPE = 2,
	UNIT_SKELETON = 4,
	UNIT_SPLIT_COMPILE = 5,
	UNIT_SPLIT_TYPE = 6
};

/* Reads what follows the length, whose offset_size is in the shape; false when
 * it is invalid.  Sets *abbreviations, an offset in .debug_abbrev. */
static bool read_header(struct dwarf_info_unit *unit, uint64_t *abbreviations,
                        struct dwarf_cursor *in)
{
	struct dwarf_unit_shape *shape = &unit->shape;
	unsigned type = 0;

	shape->version = (unsigned)dwarf_number(in, 2);
	if (shape->version < 2 || shape->version > 5)
		return false;
	if (shape->version == 5) {
		type = dwarf_byte(in);
		shape->address_size = dwarf_byte(in);
	}
	*abbreviations = dwarf_number(in, shape->offset_size);
	if (shape->version < 5)
		shape->address_size = dwarf_byte(in);
	if (type == UNIT_SKELETON || type == UNIT_SPLIT_COMPILE)
		unit->split_id = dwarf_number(in, 8);
	if (type == UNIT_TYPE || type == UNIT_SPLIT_TYPE)
		dwarf_skip(in, 8 + shape->offset_size);
	return !in->is_cut && shape->address_size >= 1 &&
	       shape->address_size <= 8;
}

static bool read_value(struct dwarf_value *value, struct dwarf_cursor *in,
                       const struct dwarf_attribute *attribute,
                       const struct dwarf_info_unit *unit)
{
	if (!dwarf_form_read(value, in, attribute->form, &unit->shape))
		return false;
	if (attribute->form == FORM_IMPLICIT_CONST)
		value->number = (uint64_t)(int64_t)attribute->constant;
	return true;
}

/* Turns a number that stands for an address into the address. */
static bool to_address(uint64_t *number, enum dwarf_meaning meaning,
                       const struct dwarf_info_unit *unit)
{
	const struct dwarf_sections *sections = &unit->entries->sections;

	if (meaning == DWARF_ADDRESS_INDEX)
		return dwarf_address_at(number, sections, &unit->shape,
		                        &unit->bases, *number);
	*number = dwarf_address_of(*number, sections, &unit->shape);
	return true;
}

static void take_origin(struct dwarf_entry *out,
                        const struct dwarf_value *value,
                        const struct dwarf_info_unit *unit)
{
	out->origin_is_shared = value->meaning == DWARF_SHARED_ENTRY;
	if (value->meaning == DWARF_UNIT_ENTRY)
		out->origin = unit->offset + value->number;
	else if (value->meaning == DWARF_INFO_ENTRY || out->origin_is_shared)
		out->origin = value->number;
}

static void take_high(struct dwarf_entry *out, const struct dwarf_value *value,
                      const struct dwarf_info_unit *unit)
{
	out->high = value->number;
	out->high_is_size = value->meaning == DWARF_NUMBER;
	out->has_high = out->high_is_size ||
	                to_address(&out->high, value->meaning, unit);
}

static void take(struct dwarf_entry *out, uint64_t attribute,
                 const struct dwarf_value *value,
                 const struct dwarf_info_unit *unit)
{
	switch (attribute) {
	case AT_NAME:
		out->name = *value;
		break;
	case AT_LINKAGE_NAME:
	case AT_MIPS_LINKAGE_NAME:
		out->linkage_name = *value;
		break;
	case AT_LOW_PC:
		out->low = value->number;
		out->has_low = to_address(&out->low, value->meaning, unit);
		break;
	case AT_HIGH_PC:
		take_high(out, value, unit);
		break;
	case AT_RANGES:
		out->has_ranges = true;
		out->ranges = value->number;
		out->ranges_meaning = value->meaning;
		break;
	case AT_ABSTRACT_ORIGIN:
	case AT_SPECIFICATION:
		take_origin(out, value, unit);
		break;
	case AT_DECL_LINE:
		out->declared = value->number;
		break;
	case AT_CALL_FILE:
		out->call_file = value->number;
		break;
	case AT_CALL_LINE:
		out->call_line = value->number;
		break;
	default:
		break;
	}
}

/* Pays for reading an entry: its attributes may have no bytes. */
static bool pay_entry(const struct dwarf_info_unit *unit,
                      const struct dwarf_abbreviation *abbreviation)
{
	enum { EACH = 4, ATTRIBUTE = 2 };

	return work_pay(unit->entries->sections.work,
	                EACH + ATTRIBUTE * (uint64_t)abbreviation->n);
}

bool dwarf_entry_read(struct dwarf_entry *out,
                      const struct dwarf_info_unit *unit,
                      struct dwarf_cursor *in,
                      const struct dwarf_abbreviation *abbreviation)
{
	struct dwarf_value value;
	size_t i;

	*out = (struct dwarf_entry){
		.tag = abbreviation->tag,
		.has_children = abbreviation->has_children,
	};
	if (!pay_entry(unit, abbreviation))
		return false;
	for (i = 0; i < abbreviation->n; i++) {
		const struct dwarf_attribute *a = &abbreviation->attributes[i];

		if (!read_value(&value, in, a, unit))
			return false;
		take(out, a->name, &value, unit);
	}
	return true;
}

struct dwarf_cursor dwarf_entry_cursor(const struct dwarf_info_unit *unit,
                                       uint64_t offset)
{
	const struct dwarf_sections *sections = &unit->entries->sections;
	struct bytes bytes = { sections->info.data, unit->end };

	return dwarf_cursor_at(bytes, offset, sections->big_endian);
}

static const struct dwarf_abbreviation *
next_abbreviation(const struct dwarf_info_unit *unit, struct dwarf_cursor *in)
{
	return dwarf_abbreviation_find(unit->abbreviations, dwarf_uleb(in));
}

/* Texts of the first entry, resolved once its bases are known. */
struct first_texts {
	struct dwarf_value folder, split_name;
};

void dwarf_unit_join(struct dwarf_info_unit *rest,
                     const struct dwarf_info_unit *skeleton)
{
	const bool is_wide = rest->shape.offset_size == 8;

	rest->bases = (struct dwarf_bases){
		.low = skeleton->bases.low,
		.addresses = skeleton->bases.addresses,
		.pairs = skeleton->split_pairs,
	};
	if (rest->shape.version < 5)
		return;
	rest->bases.texts = is_wide ? 16 : 8; /* after the headers */
	rest->bases.ranges = is_wide ? 20 : 12;
}

static void take_first(struct dwarf_info_unit *unit, struct first_texts *texts,
                       uint64_t attribute, const struct dwarf_value *value)
{
	switch (attribute) {
	case AT_STMT_LIST:
		unit->has_lines = true;
		unit->lines = value->number;
		break;
	case AT_LANGUAGE:
		unit->language = value->number;
		break;
	case AT_COMP_DIR:
		texts->folder = *value;
		break;
	case AT_STR_OFFSETS_BASE:
		unit->bases.texts = value->number;
		break;
	case AT_ADDR_BASE:
	case AT_GNU_ADDR_BASE:
		unit->bases.addresses = value->number;
		break;
	case AT_RNGLISTS_BASE:
		unit->bases.ranges = value->number;
		break;
	case AT_GNU_RANGES_BASE:
		unit->split_pairs = value->number;
		break;
	case AT_DWO_NAME:
	case AT_GNU_DWO_NAME:
		texts->split_name = *value;
		break;
	case AT_GNU_DWO_ID:
		unit->split_id = value->number;
		break;
	default:
		break;
	}
}

/* From the first entry: what other values of a unit depend on. */
static bool read_bases(struct dwarf_info_unit *unit, struct dwarf_cursor in)
{
	const struct dwarf_abbreviation *a = next_abbreviation(unit, &in);
	const struct dwarf_value none = { .place = DWARF_NOWHERE };
	struct first_texts texts = { none, none };
	struct dwarf_value value;
	size_t i;

	if (!a || !pay_entry(unit, a))
		return false;
	unit->tag = a->tag;
	unit->bases.texts = unit->shape.offset_size == 8 ? 16 : 8;
	for (i = 0; i < a->n; i++) {
		if (!read_value(&value, &in, &a->attributes[i], unit))
			return false;
		take_first(unit, &texts, a->attributes[i].name, &value);
	}
	unit->split_name = dwarf_entry_text(&texts.split_name, unit);
	unit->directory = dwarf_entry_text(&texts.folder, unit);
	return true;
}

/* Reads the first entry, whose addresses may need what comes later in it. */
static bool read_first(struct dwarf_info_unit *unit)
{
	struct dwarf_cursor in = dwarf_entry_cursor(unit, unit->first);
	struct dwarf_entry entry;

	if (!read_bases(unit, in) ||
	    !dwarf_entry_read(&entry, unit, &in, next_abbreviation(unit, &in)))
		return false;
	if (entry.has_low)
		unit->bases.low = entry.low;
	return true;
}

void dwarf_entries_open(struct dwarf_entries *entries,
                        const struct dwarf_sections *sections,
                        struct arena *arena)
{
	enum { EACH = 32 };
	const unsigned char *begin = sections->info.data;
	struct dwarf_abbreviations *table = NULL; /* the one used last */
	struct dwarf_cursor in = dwarf_cursor_at(sections->info, 0,
	                                         sections->big_endian);

	*entries = (struct dwarf_entries){ .sections = *sections,
		                           .arena = arena };
	while (dwarf_left(&in) && work_pay(sections->work, EACH)) {
		struct dwarf_info_unit unit = {
			.entries = entries, .offset = (size_t)(in.at - begin)
		};
		uint64_t length = dwarf_unit_length(&in,
		                                    &unit.shape.offset_size);
		struct dwarf_cursor body = in;
		uint64_t abbreviations;

		if (in.is_cut || length > dwarf_left(&in))
			break;
		dwarf_skip(&in, length);
		body.end = in.at;
		if (!read_header(&unit, &abbreviations, &body))
			continue;
		unit.first = (size_t)(body.at - begin);
		unit.end = (size_t)(in.at - begin);
		if (!table || table->offset != abbreviations)
			table = dwarf_abbreviations_at(sections->abbrev,
			                               abbreviations,
			                               sections->work, arena);
		unit.abbreviations = table;
		if (!read_first(&unit))
			continue;
		entries->units = arena_room(arena, entries->units,
		                            entries->nunits, sizeof unit);
		entries->units[entries->nunits++] = unit;
	}
}

/* The unit that contains the offset, or NULL. */
static const struct dwarf_info_unit *unit_at(const struct dwarf_entries *e,
                                             uint64_t offset)
{
	size_t low = upper_bound(e->units, e->nunits, sizeof *e->units,
	                         offsetof(struct dwarf_info_unit, first),
	                         offset);

	return low && offset < e->units[low - 1].end ? &e->units[low - 1]
	                                             : NULL;
}

const struct dwarf_info_unit *
dwarf_entry_at(struct dwarf_entry *out, const struct dwarf_entries *entries,
               uint64_t offset)
{
	const struct dwarf_info_unit *unit = unit_at(entries, offset);
	const struct dwarf_abbreviation *a;
	struct dwarf_cursor in;

	if (!unit)
		return NULL;
	in = dwarf_entry_cursor(unit, offset);
	a = next_abbreviation(unit, &in);
	return a && dwarf_entry_read(out, unit, &in, a) ? unit : NULL;
}

const char *dwarf_entry_text(const struct dwarf_value *value,
                             const struct dwarf_info_unit *unit)
{
	enum { EACH = 32 };
	const struct dwarf_sections *sections = &unit->entries->sections;

	if (!work_pay(sections->work, EACH))
		return NULL;
	return dwarf_value_text(value, &sections->texts, &unit->shape,
	                        unit->bases.texts, sections->big_endian);
}

void dwarf_entry_ranges(const struct dwarf_info_unit *unit,
                        const struct dwarf_entry *entry,
                        bool (*visit)(void *context, struct dwarf_range range),
                        void *context)
{
	const struct dwarf_sections *sections = &unit->entries->sections;
	struct dwarf_range range;
	struct dwarf_range_list list;

	if (entry->has_low && entry->has_high) {
		range.low = entry->low;
		range.high = entry->high +
		             (entry->high_is_size ? entry->low : 0);
		if (range.low < range.high)
			visit(context, range);
		return;
	}
	if (!entry->has_ranges || (sections->as_libbfd &&
	                           entry->ranges_meaning == DWARF_RANGES_INDEX))
		return;
	list = dwarf_range_list_at(sections, &unit->shape, &unit->bases,
	                           entry->ranges, entry->ranges_meaning);
	while (dwarf_range_next(&list, &range))
		if (range.low < range.high && !visit(context, range))
			return;
}
