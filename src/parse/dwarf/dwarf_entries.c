/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/dwarf_entries.h"

/* A walk over one list. */
struct range_list {
	const struct dwarf_info_unit *unit;
	struct dwarf_cursor in;
	uint64_t base;
};

/* How an entry of a list has an address. */
enum bound {
	AS_BASE = 1, /* the address before is the base of those that follow */
	AS_INDEX,
	AS_ADDRESS,
	FROM_BASE,
	FROM_LOW
};

/* DW_RLE_*: kinds of entries. */
static const struct {
	unsigned char low, high; /* enum bound; 0: the list ends */
} list_entries[] = {
	{ 0, 0 },
	{ AS_INDEX, AS_BASE },
	{ AS_INDEX, AS_INDEX },
	{ AS_INDEX, FROM_LOW },
	{ FROM_BASE, FROM_BASE },
	{ AS_ADDRESS, AS_BASE },
	{ AS_ADDRESS, AS_ADDRESS },
	{ AS_ADDRESS, FROM_LOW },
};

/* An address as the machine interprets it, in the image. */
static uint64_t address_of(uint64_t number, const struct dwarf_info_unit *unit) {
	const unsigned bits = 8 * unit->shape.address_size;

	if (unit->entries->sections.sign_extends && bits < 64 && number >> (bits - 1) & 1)
		number |= UINT64_MAX << bits;
	return number + unit->entries->sections.bias;
}

/* The address that a value stands for; false if it is the index of none in the unit's part of
 * .debug_addr. */
static bool to_address(uint64_t *out, const struct dwarf_value *value,
                       const struct dwarf_info_unit *unit) {
	const struct dwarf_sections *s = &unit->entries->sections;

	*out = value->number;
	if (value->meaning == DWARF_ADDRESS_INDEX &&
	    !dwarf_number_at(out, s->addr, unit->bases.addresses, *out, unit->shape.address_size,
	                     s->big_endian))
		return false;
	*out = address_of(*out, unit);
	return true;
}

/* The list that a DW_AT_ranges refers to. */
static struct range_list range_list_at(const struct dwarf_info_unit *unit,
                                       const struct dwarf_code *code) {
	const struct dwarf_sections *s = &unit->entries->sections;
	const struct dwarf_bases *bases = &unit->bases;
	uint64_t at = code->ranges.number;

	if (code->ranges.meaning == DWARF_RANGES_INDEX)
		at = dwarf_number_at(&at, s->rnglists, bases->ranges, at, unit->shape.offset_size,
		                     s->big_endian)
		             ? bases->ranges + at
		             : UINT64_MAX;
	else if (unit->shape.version < 5)
		at += bases->pairs;
	return (struct range_list){
		unit,
		dwarf_cursor_at(unit->shape.version < 5 ? s->ranges : s->rnglists, at,
		                s->big_endian),
		bases->low,
	};
}

/* DWARF 2 to 4: pairs of addresses; one that begins with all ones sets the base of those after. */
static bool next_pair(struct range_list *list, struct span *out) {
	const unsigned size = list->unit->shape.address_size;
	const uint64_t ones = UINT64_MAX >> (64 - 8 * size);

	while (work_pay(list->unit->entries->sections.work, 2)) {
		uint64_t low = dwarf_number(&list->in, size);
		uint64_t high = dwarf_number(&list->in, size);

		if (list->in.is_cut || (!low && !high))
			return false;
		if (low != ones) {
			out->low = list->base + low;
			out->high = list->base + high;
			return true;
		}
		list->base = address_of(high, list->unit);
	}
	return false;
}

/* Reads an address of an entry whose first one is `low`. */
static uint64_t read_bound(struct range_list *list, unsigned bound, uint64_t low) {
	struct dwarf_value index = { .meaning = DWARF_ADDRESS_INDEX };
	uint64_t address = 0;

	switch (bound) {
	case AS_INDEX:
		index.number = dwarf_uleb(&list->in);
		list->in.is_cut |= !to_address(&address, &index, list->unit);
		return address;
	case AS_ADDRESS:
		return address_of(dwarf_number(&list->in, list->unit->shape.address_size),
		                  list->unit);
	default:
		return (bound == FROM_BASE ? list->base : low) + dwarf_uleb(&list->in);
	}
}

/* Steps to the next range; false at the end, or if the bytes make no sense or there is no work
 * left.  Ranges may be empty. */
static bool range_next(struct range_list *list, struct span *out) {
	if (list->unit->shape.version < 5)
		return next_pair(list, out);
	while (!list->in.is_cut && work_pay(list->unit->entries->sections.work, 2)) {
		const unsigned kind = dwarf_byte(&list->in);

		if (!kind || kind >= sizeof list_entries / sizeof *list_entries)
			return false;
		out->low = read_bound(list, list_entries[kind].low, 0);
		if (list_entries[kind].high != AS_BASE) {
			out->high = read_bound(list, list_entries[kind].high, out->low);
			return !list->in.is_cut;
		}
		list->base = out->low;
	}
	return false;
}

/* Some bytes of .debug_info, for a sweep over all of it: the whole section if it is in memory, else
 * a piece of the file at a time. */

struct dwarf_window {
	const struct dwarf_sections *sections;
	struct bytes_room room;
	struct bytes bytes; /* those at hand */
	size_t from;        /* their offset in the section */
	size_t total;       /* bytes of the section */
};

/* A cursor on the offset, with at least so many bytes if the section has them.  Those of before are
 * gone. */
static struct dwarf_cursor dwarf_window_at(struct dwarf_window *w, size_t offset, size_t len) {
	enum { AT_ONCE = 1 << 14 };
	const size_t rest = w->total - offset;

	len = len < rest ? len : rest;
	if (offset - w->from + len > w->bytes.len) {
		len = len < AT_ONCE ? AT_ONCE : len;
		len = len < rest ? len : rest;
		bytes_make_room(&w->room, len);
		if (!file_part_read(&w->sections->info_part, w->room.data, len, offset))
			len = 0;
		w->bytes = (struct bytes){ w->room.data, len };
		w->from = offset;
	}
	return dwarf_cursor_at(w->bytes, offset - w->from, w->sections->big_endian);
}

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
 * An id is first looked for in slot id & (slots - 1), then each time (id >> 32 & (slots - 1)) | 1
 * further, up to an empty one.
 * Source: DWARF 5, section 7.3.5.3; the GNU wiki's "DebugFissionDWP". */

enum { MOST_COLUMNS = 16 };

struct package_index {
	struct bytes bytes;
	bool big_endian, is_gnu;
	uint64_t columns, units, slots;
	uint64_t rows_at, kinds_at, offsets_at, sizes_at;
};

static uint64_t number_at(const struct package_index *x, uint64_t offset, size_t size) {
	struct dwarf_cursor in = dwarf_cursor_at(x->bytes, offset, x->big_endian);

	return dwarf_number(&in, size);
}

static uint64_t read_version(struct dwarf_cursor *in) {
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
static bool open_index(struct package_index *x) {
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
static uint64_t find_row(const struct package_index *x, uint64_t id, struct work *work) {
	enum { EACH = 4 };
	const uint64_t mask = x->slots - 1, step = (id >> 32 & mask) | 1;
	uint64_t slot = id & mask;

	for (uint64_t i = 0; i < x->slots && work_pay(work, EACH); i++) {
		const uint64_t row = number_at(x, x->rows_at + 4 * slot, 4);

		if (!row || row > x->units)
			return 0;
		if (number_at(x, 16 + 8 * slot, 8) == id)
			return row;
		slot = (slot + step) & mask;
	}
	return 0;
}

/* What a column is about, plus 1; 0: nothing that matters here. */
static unsigned kind_of(const struct package_index *x, uint64_t number) {
	static const unsigned char kinds[] = { [1] = PART_INFO + 1,
		                               [3] = PART_ABBREV + 1,
		                               [6] = PART_STR_OFFSETS + 1,
		                               [8] = PART_RNGLISTS + 1 };

	if (number == 8 && x->is_gnu) /* then it is of macros */
		return 0;
	return number < sizeof kinds ? kinds[number] : 0;
}

bool dwarf_package_find(struct bytes index, bool big_endian, uint64_t id, struct work *work,
                        struct dwarf_package_unit *out) {
	struct package_index x = { .bytes = index, .big_endian = big_endian };
	uint64_t row;

	*out = (struct dwarf_package_unit){ .parts = { { 0, 0 } } };
	if (!open_index(&x) || !(row = find_row(&x, id, work)))
		return false;
	for (uint64_t i = 0; i < x.columns; i++) {
		const uint64_t at = 4 * ((row - 1) * x.columns + i);
		const unsigned kind = kind_of(&x, number_at(&x, x.kinds_at + 4 * i, 4));

		if (kind)
			out->parts[kind - 1] =
				(struct dwarf_part){ number_at(&x, x.offsets_at + at, 4),
				                     number_at(&x, x.sizes_at + at, 4) };
	}
	return true;
}

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
 * An abbreviation: code, tag (LEB128), has children (1), then pairs of attribute and form (LEB128)
 * up to a pair of zeros.  Source: DWARF 5, sections 7.5.1 to 7.5.3. */

enum {
	FORM_IMPLICIT_CONST = 0x21,
	UNIT_TYPE = 2,
	UNIT_SKELETON = 4,
	UNIT_SPLIT_COMPILE = 5,
	UNIT_SPLIT_TYPE = 6
};

/* Reads what follows the length, whose offset_size is in the shape; false when it is invalid.  Sets
 * *abbreviations, an offset in .debug_abbrev. */
static bool read_header(struct dwarf_info_unit *unit, uint64_t *abbreviations,
                        struct dwarf_cursor *in) {
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
	return !in->is_cut && shape->address_size >= 1 && shape->address_size <= 8;
}

#define AT(number, member) [number] = offsetof(struct dwarf_entry, member)

/* Where the values of attributes go: DW_AT_*; 0: nowhere. */
static const uint16_t places[] = {
	AT(0x03, name),      AT(0x10, lines),        AT(0x11, code.low),    AT(0x12, code.high),
	AT(0x13, language),  AT(0x1b, folder),       AT(0x31, origin),      AT(0x3a, declared_file),
	AT(0x3b, declared),  AT(0x47, origin),       AT(0x55, code.ranges), AT(0x58, call_file),
	AT(0x59, call_line), AT(0x6e, linkage_name), AT(0x72, texts),       AT(0x73, addresses),
	AT(0x74, ranges),    AT(0x76, split_name),
};

/* The same of GNU's, from 0x2130 on. */
static const uint16_t gnu_places[] = {
	AT(0, split_name),
	AT(1, split_id),
	AT(2, pairs),
	AT(3, addresses),
};

static size_t place_of(unsigned attribute) {
	if (attribute < sizeof places / sizeof *places)
		return places[attribute];
	if (attribute == 0x2007) /* of MIPS */
		return offsetof(struct dwarf_entry, linkage_name);
	return attribute - 0x2130 < sizeof gnu_places / sizeof *gnu_places
	               ? gnu_places[attribute - 0x2130]
	               : 0;
}

bool dwarf_entry_read(struct dwarf_entry *out, const struct dwarf_info_unit *unit,
                      struct dwarf_cursor *in, const struct dwarf_abbreviation *abbreviation) {
	enum { EACH = 4, ATTRIBUTE = 2 };
	struct dwarf_value value;

	*out = (struct dwarf_entry){
		.tag = abbreviation->tag,
	};
	/* Attributes may have no bytes. */
	if (!work_pay(unit->entries->sections.work, EACH + ATTRIBUTE * (uint64_t)abbreviation->n))
		return false;
	for (size_t i = 0; i < abbreviation->n; i++) {
		const struct dwarf_attribute *a = &abbreviation->attributes[i];

		if (!dwarf_form_read(&value, in, a->form, &unit->shape))
			return false;
		if (a->form == FORM_IMPLICIT_CONST)
			value.number = (uint64_t)(int64_t)a->constant;
		size_t place = place_of(a->name);
		if (place)
			memcpy((char *)out + place, &value, sizeof value);
	}
	return true;
}

const unsigned char *dwarf_unit_data(const struct dwarf_info_unit *unit) {
	enum { BYTES_OF_STEP = 64 };
	const struct dwarf_entries *e = unit->entries;
	const size_t number = (size_t)(unit - e->units);
	const size_t len = unit->end - unit->offset;

	if (!e->data)
		return e->sections.info.data + unit->offset;
	if (e->data[number] || !work_pay(e->sections.work, 1 + len / BYTES_OF_STEP))
		return e->data[number];
	unsigned char *data = arena_space(e->loaded, len, 1);
	if (!file_part_read(&e->sections.info_part, data, len, unit->offset))
		memset(data, 0, len); /* entries that say nothing */
	return e->data[number] = data;
}

/* The scopes of a unit: entries that others are in. */

struct scope {
	uint64_t begin, end; /* offsets in .debug_info */
	uint32_t outer;      /* the one around it, or no_scope */
	bool is_function;
};

struct dwarf_scopes {
	struct scope *list; /* by begin; shape: [n] */
	size_t n;
	bool is_read;
};

void dwarf_entries_forget(struct dwarf_entries *entries) {
	if (!entries->data)
		return;
	arena_reset(entries->loaded);
	memset(entries->scopes, 0, entries->nunits * sizeof *entries->scopes);
	memset(entries->data, 0, entries->nunits * sizeof *entries->data);
}

struct dwarf_cursor dwarf_entry_cursor(const struct dwarf_info_unit *unit, uint64_t offset) {
	struct bytes bytes = { dwarf_unit_data(unit), unit->end - unit->offset };

	return dwarf_cursor_at(bytes, offset - unit->offset, unit->entries->sections.big_endian);
}

static const struct dwarf_abbreviation *next_abbreviation(const struct dwarf_info_unit *unit,
                                                          struct dwarf_cursor *in) {
	return dwarf_abbreviation_find(unit->abbreviations, dwarf_uleb(in));
}

void dwarf_unit_join(struct dwarf_info_unit *rest, const struct dwarf_info_unit *skeleton) {
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

/* Reads the first entry: what other values of a unit depend on. */
static bool read_first(struct dwarf_info_unit *unit, struct dwarf_cursor in) {
	const struct dwarf_abbreviation *a = next_abbreviation(unit, &in);
	struct dwarf_entry entry;
	uint64_t low;

	if (!a || !dwarf_entry_read(&entry, unit, &in, a))
		return false;
	unit->tag = a->tag;
	unit->code = entry.code;
	unit->has_lines = entry.lines.meaning;
	unit->lines = entry.lines.number;
	unit->language = entry.language.number;
	unit->bases.texts = entry.texts.meaning            ? entry.texts.number
	                    : unit->shape.offset_size == 8 ? 16
	                                                   : 8;
	unit->bases.addresses = entry.addresses.number;
	unit->bases.ranges = entry.ranges.number;
	unit->split_pairs = entry.pairs.number;
	if (entry.split_id.meaning)
		unit->split_id = entry.split_id.number;
	unit->split_name = dwarf_entry_text(&entry.split_name, unit);
	unit->directory = dwarf_entry_text(&entry.folder, unit);
	if (entry.code.low.meaning && to_address(&low, &entry.code.low, unit))
		unit->bases.low = low;
	return true;
}

/* A sweep over the units. */
struct sweep {
	struct dwarf_entries *entries;
	struct dwarf_window window;
	struct dwarf_abbreviations *table; /* the one used last */
};

/* What the unit keeps of its first entry must outlive the bytes. */
static const char *outlast(const struct sweep *s, const char *text) {
	return text && !s->entries->sections.info.data
	               ? arena_text(s->entries->arena, text, strlen(text))
	               : text;
}

/* Reads a unit whose length, and offset_size, is known; false if it is invalid.  `in`: what follows
 * the length. */
static bool read_unit(struct sweep *s, struct dwarf_info_unit *unit, struct dwarf_cursor in) {
	struct dwarf_entries *e = s->entries;
	const size_t len = unit->end - unit->offset;
	const unsigned char *begin = s->window.bytes.data + (unit->offset - s->window.from);
	uint64_t abbreviations;

	dwarf_end_at(&in, begin, len);
	if (!read_header(unit, &abbreviations, &in))
		return false;
	unit->first = unit->offset + (size_t)(in.at - begin);
	if (!s->table || s->table->offset != abbreviations)
		s->table = dwarf_abbreviations_at(e->sections.abbrev, abbreviations,
		                                  e->sections.work, e->arena);
	unit->abbreviations = s->table;
	if (!read_first(unit, in)) {
		if (s->window.from + s->window.bytes.len >= unit->end)
			return false;
		in = dwarf_window_at(&s->window, unit->offset, len);
		dwarf_end_at(&in, in.at, len);
		dwarf_skip(&in, unit->first - unit->offset);
		if (!read_first(unit, in))
			return false;
	}
	unit->split_name = outlast(s, unit->split_name);
	unit->directory = outlast(s, unit->directory);
	return true;
}

static void sweep_units(struct sweep *s) {
	enum { EACH = 32, START = 1024 };
	struct dwarf_entries *e = s->entries;
	size_t at = 0;

	while (at < s->window.total && work_pay(e->sections.work, EACH)) {
		struct dwarf_info_unit unit = { .entries = e,
			                        .offset = at,
			                        .bases.low = e->sections.bias };
		struct dwarf_cursor in = dwarf_window_at(&s->window, at, START);
		const unsigned char *begin = in.at;
		uint64_t length = dwarf_unit_length(&in, &unit.shape.offset_size);

		at += (size_t)(in.at - begin);
		if (in.is_cut || length > s->window.total - at)
			break;
		unit.end = at += (size_t)length;
		if (read_unit(s, &unit, in))
			arena_append(e->arena, e->units, e->nunits, unit);
	}
}

void dwarf_entries_open(struct dwarf_entries *entries, const struct dwarf_sections *sections,
                        struct arena *arena) {
	struct arena *scratch = arena_new();
	struct dwarf_window window = {
		.sections = sections,
		.room.arena = scratch,
		.bytes = sections->info,
		.total = sections->info.data ? sections->info.len : sections->info_part.len,
	};
	struct sweep s = { entries, window, NULL };

	*entries = (struct dwarf_entries){ .sections = *sections, .arena = arena };
	sweep_units(&s);
	arena_free(scratch);
	entries->scopes = arena_alloc(arena, entries->nunits, sizeof *entries->scopes);
	if (sections->info.data)
		return;
	entries->loaded = arena_within(arena);
	entries->data = arena_alloc(arena, entries->nunits, sizeof *entries->data);
}

/* The unit that contains the offset, or NULL. */
static const struct dwarf_info_unit *unit_at(const struct dwarf_entries *e, uint64_t offset) {
	size_t low = upper_bound(e->units, e->nunits, sizeof *e->units,
	                         offsetof(struct dwarf_info_unit, first), offset);

	return low && offset < e->units[low - 1].end ? &e->units[low - 1] : NULL;
}

const struct dwarf_info_unit *dwarf_entry_at(struct dwarf_entry *out,
                                             const struct dwarf_entries *entries, uint64_t offset) {
	const struct dwarf_info_unit *unit = unit_at(entries, offset);

	if (!unit)
		return NULL;
	struct dwarf_cursor in = dwarf_entry_cursor(unit, offset);
	const struct dwarf_abbreviation *a = next_abbreviation(unit, &in);
	return a && dwarf_entry_read(out, unit, &in, a) ? unit : NULL;
}

/* The innermost scope of an entry. */

static const uint32_t no_scope = UINT32_MAX;

/* Goes on after an entry's values, which end at an offset, to what is in it: the scope of that. */
static uint32_t open_scope(struct dwarf_scopes *s, uint64_t tag, uint64_t offset, uint32_t outer,
                           struct arena *arena) {
	if (tag != TAG_NAMESPACE && tag != TAG_CLASS_TYPE && tag != TAG_STRUCTURE_TYPE &&
	    tag != TAG_UNION_TYPE && tag != TAG_SUBPROGRAM)
		return outer;
	struct scope scope = { offset, UINT64_MAX, outer, tag == TAG_SUBPROGRAM };
	arena_put(arena, s->list, s->n, scope);
	return (uint32_t)s->n++;
}

static void read_scopes(struct dwarf_scopes *s, const struct dwarf_info_unit *unit,
                        struct arena *arena) {
	enum { WORK = 4 };
	SCRATCH struct arena *scratch = arena_new();
	const unsigned char *begin = dwarf_unit_data(unit);
	struct dwarf_cursor in = dwarf_entry_cursor(unit, unit->first);
	uint32_t *open = NULL; /* of each level, the innermost scope; shape: [depth] */
	size_t depth = 0;

	do {
		const uint64_t offset = unit->offset + (size_t)(in.at - begin);
		const uint64_t code = dwarf_uleb(&in);
		const uint32_t outer = depth > 1 ? open[depth - 2] : no_scope;

		/* Functions without another scope in them are forgotten: they are most. */
		if (!code && depth && open[depth - 1] != outer) {
			if (s->list[open[depth - 1]].is_function && open[depth - 1] + 1 == s->n)
				s->n--;
			else
				s->list[open[depth - 1]].end = offset;
		}
		if (!code) {
			depth -= depth > 0;
			continue;
		}
		const struct dwarf_abbreviation *a = dwarf_abbreviation_find(unit->abbreviations,
		                                                             code);
		if (!a || !dwarf_entry_skip(&in, a, &unit->shape))
			return;
		if (!a->has_children)
			continue;
		const uint32_t scope = open_scope(s, a->tag, offset,
		                                  depth ? open[depth - 1] : no_scope, arena);
		arena_append(scratch, open, depth, scope);
	} while (depth && dwarf_left(&in) && work_pay(unit->entries->sections.work, WORK));
}

uint64_t dwarf_entry_scope(const struct dwarf_entries *e, uint64_t offset) {
	const struct dwarf_info_unit *unit = unit_at(e, offset);
	struct arena *arena = e->loaded ? e->loaded : e->arena;

	if (!unit)
		return 0;
	struct dwarf_scopes *s = &e->scopes[unit - e->units];
	if (!s->is_read)
		read_scopes(s, unit, arena);
	s->is_read = true;
	size_t before = lower_bound(s->list, s->n, sizeof *s->list, offsetof(struct scope, begin),
	                            offset);
	uint32_t scope = before ? (uint32_t)before - 1 : no_scope;
	while (scope != no_scope && s->list[scope].end <= offset)
		scope = s->list[scope].outer;
	return scope == no_scope ? 0 : s->list[scope].begin;
}

const char *dwarf_entry_text(const struct dwarf_value *value, const struct dwarf_info_unit *unit) {
	enum { EACH = 32 };
	const struct dwarf_sections *sections = &unit->entries->sections;

	if (!work_pay(sections->work, EACH))
		return NULL;
	return dwarf_value_text(value, &sections->texts, &unit->shape, unit->bases.texts,
	                        sections->big_endian);
}

/* The range from DW_AT_low_pc to DW_AT_high_pc, which may be its size; false if one is missing. */
static bool low_and_high(struct span *out, const struct dwarf_info_unit *unit,
                         const struct dwarf_code *code) {
	if (!code->low.meaning || !code->high.meaning || !to_address(&out->low, &code->low, unit))
		return false;
	out->high = out->low + code->high.number;
	return code->high.meaning == DWARF_NUMBER || to_address(&out->high, &code->high, unit);
}

bool span_list_add(struct span_list *spans, struct span span, struct work *work) {
	enum { WORK = 32 }; /* for keeping it and sorting it */
	struct span *last = spans->n ? &spans->list[spans->n - 1] : NULL;

	if (!work_pay(work, WORK))
		return false;
	if (last && last->owner == span.owner && last->high == span.low) {
		last->high = span.high;
		return true;
	}
	arena_append(spans->arena, spans->list, spans->n, span);
	return true;
}

void dwarf_code_ranges(const struct dwarf_info_unit *unit, const struct dwarf_code *code,
                       uint32_t owner, struct span_list *out) {
	const struct dwarf_sections *s = &unit->entries->sections;
	struct span range;

	range.owner = owner;
	if (low_and_high(&range, unit, code)) {
		if (range.low < range.high)
			span_list_add(out, range, s->work);
		return;
	}
	if (!code->ranges.meaning || (s->as_libbfd && code->ranges.meaning == DWARF_RANGES_INDEX))
		return;
	struct range_list list = range_list_at(unit, code);
	while (range_next(&list, &range))
		if (range.low < range.high && !span_list_add(out, range, s->work))
			return;
}
