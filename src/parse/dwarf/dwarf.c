/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/dwarf.h"

struct dwarf_cursor dwarf_cursor_at(struct bytes bytes, uint64_t offset, bool big_endian) {
	static const unsigned char nothing[1];
	struct dwarf_cursor in = { nothing, nothing, big_endian, true };

	if (bytes.data && offset <= bytes.len) {
		in.at = bytes.data + offset;
		in.end = bytes.data + bytes.len;
		in.is_cut = false;
	}
	return in;
}

void dwarf_end_at(struct dwarf_cursor *in, const unsigned char *begin, size_t len) {
	if (!in->is_cut && len < (size_t)(in->end - begin))
		in->end = begin + len;
}

size_t dwarf_left(const struct dwarf_cursor *in) {
	return (size_t)(in->end - in->at);
}

static void cut(struct dwarf_cursor *in) {
	in->at = in->end;
	in->is_cut = true;
}

void dwarf_skip(struct dwarf_cursor *in, uint64_t len) {
	if (len > dwarf_left(in))
		cut(in);
	else
		in->at += len;
}

uint64_t dwarf_number(struct dwarf_cursor *in, size_t size) {
	struct bytes rest = { in->at, dwarf_left(in) };
	uint64_t number = 0;

	if (!bytes_take_number(&rest, size, in->big_endian, &number))
		cut(in);
	else
		in->at = rest.data;
	return number;
}

bool dwarf_number_at(uint64_t *out, struct bytes section, uint64_t base, uint64_t index,
                     size_t size, bool big_endian) {
	struct dwarf_cursor in = dwarf_cursor_at(section, base, big_endian);

	if (index > dwarf_left(&in) / size)
		return false;
	dwarf_skip(&in, index * size);
	*out = dwarf_number(&in, size);
	return !in.is_cut;
}

uint64_t dwarf_unit_length(struct dwarf_cursor *in, unsigned *offset_size) {
	uint64_t length = dwarf_number(in, 4);

	*offset_size = 4;
	if (length == 0xffffffff) {
		*offset_size = 8;
		return dwarf_number(in, 8);
	}
	if (length >= 0xfffffff0) /* reserved */
		cut(in);
	return length;
}

/* A LEB128 number as if unsigned, and its last byte; `bits` becomes the number of its bits. */
static inline uint64_t take_leb(struct dwarf_cursor *in, unsigned *bits, unsigned *last) {
	uint64_t number = 0;
	unsigned shift = 0, byte;

	do {
		byte = dwarf_byte(in);
		if (shift < 64)
			number |= (uint64_t)(byte & 0x7f) << shift;
		shift += shift < 64 ? 7 : 0;
	} while (byte & 0x80);
	*bits = shift;
	*last = byte;
	return number;
}

uint64_t dwarf_long_uleb(struct dwarf_cursor *in) {
	unsigned bits, last;

	return take_leb(in, &bits, &last);
}

int64_t dwarf_sleb(struct dwarf_cursor *in) {
	unsigned bits, last;
	uint64_t number = take_leb(in, &bits, &last);

	if (last & 0x40 && bits < 64)
		number |= UINT64_MAX << bits;
	return (int64_t)number;
}

const char *dwarf_text(struct dwarf_cursor *in) {
	const char *text = (const char *)in->at;
	size_t room = dwarf_left(in);

	if (room > DWARF_TEXT_MAX)
		room = DWARF_TEXT_MAX;
	const char *end = room ? memchr(text, 0, room) : NULL;
	if (!end) {
		cut(in);
		return NULL;
	}
	in->at += end - text + 1;
	return text;
}

enum form_kind {
	KIND_UNKNOWN,
	KIND_NUMBER,   /* of `size` bytes; 0: not stored */
	KIND_WIDE,     /* `size` bytes that are not a number */
	KIND_OFFSET,   /* of offset_size */
	KIND_ADDRESS,  /* of address_size */
	KIND_REF_ADDR, /* of address_size in DWARF 2, then offset_size */
	KIND_ULEB,
	KIND_SLEB,
	KIND_TEXT,
	KIND_BLOCK, /* a length of `size` bytes, 0: ULEB128; then that many bytes */
	KIND_INDIRECT
};

struct form {
	unsigned char kind, size, place, meaning;
};

enum {
	FORM_INDIRECT = 0x16,
	FORM_SEC_OFFSET = 0x17,
	FORM_STRP_SUP = 0x1d,
	FORM_IMPLICIT_CONST = 0x21,
	FORM_GNU_REF_ALT = 0x1f20
};

/* 0: DWARF_NOWHERE, DWARF_NUMBER. */
static const struct form forms[] = {
	[0x01] = { KIND_ADDRESS, 0, 0, DWARF_ADDRESS },      /* addr */
	[0x03] = { KIND_BLOCK, 2, 0, 0 },                    /* block2 */
	[0x04] = { KIND_BLOCK, 4, 0, 0 },                    /* block4 */
	[0x05] = { KIND_NUMBER, 2, 0, 0 },                   /* data2 */
	[0x06] = { KIND_NUMBER, 4, 0, 0 },                   /* data4 */
	[0x07] = { KIND_NUMBER, 8, 0, 0 },                   /* data8 */
	[0x08] = { KIND_TEXT, 0, DWARF_INLINE, 0 },          /* string */
	[0x09] = { KIND_BLOCK, 0, 0, 0 },                    /* block */
	[0x0a] = { KIND_BLOCK, 1, 0, 0 },                    /* block1 */
	[0x0b] = { KIND_NUMBER, 1, 0, 0 },                   /* data1 */
	[0x0c] = { KIND_NUMBER, 1, 0, 0 },                   /* flag */
	[0x0d] = { KIND_SLEB, 0, 0, 0 },                     /* sdata */
	[0x0e] = { KIND_OFFSET, 0, DWARF_STR, 0 },           /* strp */
	[0x0f] = { KIND_ULEB, 0, 0, 0 },                     /* udata */
	[0x10] = { KIND_REF_ADDR, 0, 0, DWARF_INFO_ENTRY },  /* ref_addr */
	[0x11] = { KIND_NUMBER, 1, 0, DWARF_UNIT_ENTRY },    /* ref1 */
	[0x12] = { KIND_NUMBER, 2, 0, DWARF_UNIT_ENTRY },    /* ref2 */
	[0x13] = { KIND_NUMBER, 4, 0, DWARF_UNIT_ENTRY },    /* ref4 */
	[0x14] = { KIND_NUMBER, 8, 0, DWARF_UNIT_ENTRY },    /* ref8 */
	[0x15] = { KIND_ULEB, 0, 0, DWARF_UNIT_ENTRY },      /* ref_udata */
	[FORM_INDIRECT] = { KIND_INDIRECT, 0, 0, 0 },        /* indirect */
	[0x17] = { KIND_OFFSET, 0, 0, 0 },                   /* sec_offset */
	[0x18] = { KIND_BLOCK, 0, 0, 0 },                    /* exprloc */
	[0x19] = { KIND_NUMBER, 0, 0, 0 },                   /* flag_present */
	[0x1a] = { KIND_ULEB, 0, DWARF_STR_OFFSETS, 0 },     /* strx */
	[0x1b] = { KIND_ULEB, 0, 0, DWARF_ADDRESS_INDEX },   /* addrx */
	[0x1c] = { KIND_NUMBER, 4, 0, DWARF_SHARED_ENTRY },  /* ref_sup4 */
	[0x1d] = { KIND_OFFSET, 0, DWARF_STR_SHARED, 0 },    /* strp_sup */
	[0x1e] = { KIND_WIDE, 16, 0, 0 },                    /* data16 */
	[0x1f] = { KIND_OFFSET, 0, DWARF_LINE_STR, 0 },      /* line_strp */
	[0x20] = { KIND_NUMBER, 8, 0, 0 },                   /* ref_sig8 */
	[FORM_IMPLICIT_CONST] = { KIND_NUMBER, 0, 0, 0 },    /* implicit_const */
	[0x22] = { KIND_ULEB, 0, 0, 0 },                     /* loclistx */
	[0x23] = { KIND_ULEB, 0, 0, DWARF_RANGES_INDEX },    /* rnglistx */
	[0x24] = { KIND_NUMBER, 8, 0, DWARF_SHARED_ENTRY },  /* ref_sup8 */
	[0x25] = { KIND_NUMBER, 1, DWARF_STR_OFFSETS, 0 },   /* strx1 */
	[0x26] = { KIND_NUMBER, 2, DWARF_STR_OFFSETS, 0 },   /* strx2 */
	[0x27] = { KIND_NUMBER, 3, DWARF_STR_OFFSETS, 0 },   /* strx3 */
	[0x28] = { KIND_NUMBER, 4, DWARF_STR_OFFSETS, 0 },   /* strx4 */
	[0x29] = { KIND_NUMBER, 1, 0, DWARF_ADDRESS_INDEX }, /* addrx1 */
	[0x2a] = { KIND_NUMBER, 2, 0, DWARF_ADDRESS_INDEX }, /* addrx2 */
	[0x2b] = { KIND_NUMBER, 3, 0, DWARF_ADDRESS_INDEX }, /* addrx3 */
	[0x2c] = { KIND_NUMBER, 4, 0, DWARF_ADDRESS_INDEX }, /* addrx4 */
};

enum { NFORMS = sizeof forms / sizeof *forms };

/* GNU's forms mean the same as these of DWARF 5. */
static uint64_t standard_form(uint64_t form) {
	switch (form) {
	case 0x1f01: /* GNU_addr_index */
		return 0x1b;
	case 0x1f02: /* GNU_str_index */
		return 0x1a;
	case FORM_GNU_REF_ALT: /* of the same width */
		return FORM_SEC_OFFSET;
	case 0x1f21: /* GNU_strp_alt */
		return FORM_STRP_SUP;
	default:
		return form < NFORMS ? form : 0;
	}
}

enum dwarf_encoding_place dwarf_form_place(uint64_t form) {
	return (enum dwarf_encoding_place)forms[standard_form(form)].place;
}

/* DW_FORM_indirect does not say what it means: DWARF_NUMBER. */
static enum dwarf_meaning dwarf_form_meaning(uint64_t form) {
	if (form == FORM_GNU_REF_ALT)
		return DWARF_SHARED_ENTRY;
	form = forms[standard_form(form)].meaning;
	return form ? (enum dwarf_meaning)form : DWARF_NUMBER;
}

/* Adds the width of the form; false if it varies by value. */
static bool dwarf_form_add_width(struct dwarf_width *width, uint64_t form) {
	const struct form *f = &forms[standard_form(form)];

	switch (f->kind) {
	case KIND_NUMBER:
	case KIND_WIDE:
		width->bytes += f->size;
		return true;
	case KIND_OFFSET:
		width->offsets++;
		return true;
	case KIND_ADDRESS:
		width->addresses++;
		return true;
	default:
		return false;
	}
}

static uint64_t read_number(struct dwarf_cursor *in, const struct form *form,
                            const struct dwarf_unit_shape *shape) {
	switch (form->kind) {
	case KIND_NUMBER:
		return dwarf_number(in, form->size);
	case KIND_OFFSET:
		return dwarf_number(in, shape->offset_size);
	case KIND_ADDRESS:
		return dwarf_number(in, shape->address_size);
	case KIND_REF_ADDR:
		return dwarf_number(in,
		                    shape->version <= 2 ? shape->address_size : shape->offset_size);
	case KIND_ULEB:
		return dwarf_uleb(in);
	case KIND_SLEB:
		return (uint64_t)dwarf_sleb(in);
	case KIND_BLOCK:
		dwarf_skip(in, form->size ? dwarf_number(in, form->size) : dwarf_uleb(in));
		return 0;
	default:
		dwarf_skip(in, form->size);
		return 0;
	}
}

bool dwarf_form_read(struct dwarf_value *out, struct dwarf_cursor *in, uint64_t form,
                     const struct dwarf_unit_shape *shape) {
	const struct form *f = &forms[standard_form(form)];

	*out = (struct dwarf_value){ .meaning = dwarf_form_meaning(form) };
	if (f->kind == KIND_INDIRECT) { /* once: two in a row make no sense */
		form = dwarf_uleb(in);
		f = &forms[standard_form(form)];
		if (f->kind == KIND_INDIRECT || form == FORM_IMPLICIT_CONST)
			return false;
	}
	if (f->kind == KIND_UNKNOWN)
		return false;
	out->place = (enum dwarf_encoding_place)f->place;
	if (f->kind == KIND_TEXT)
		out->text = dwarf_text(in);
	else
		out->number = read_number(in, f, shape);
	return !in->is_cut;
}

static const char *text_at(struct bytes section, uint64_t offset) {
	struct dwarf_cursor in = dwarf_cursor_at(section, offset, false);

	return dwarf_text(&in);
}

const char *dwarf_value_text(const struct dwarf_value *value, const struct dwarf_texts *texts,
                             const struct dwarf_unit_shape *shape, uint64_t base, bool big_endian) {
	uint64_t offset;

	switch (value->place) {
	case DWARF_INLINE:
		return value->text;
	case DWARF_STR:
		return text_at(texts->str, value->number);
	case DWARF_STR_SHARED:
		return text_at(texts->shared_str, value->number);
	case DWARF_LINE_STR:
		return text_at(texts->line_str, value->number);
	case DWARF_STR_OFFSETS:
		return dwarf_number_at(&offset, texts->str_offsets, base, value->number,
		                       shape->offset_size, big_endian)
		               ? text_at(texts->str, offset)
		               : NULL;
	default:
		return NULL;
	}
}

enum { AT_SIBLING = 0x01, AT_LOW_PC = 0x11, AT_RANGES = 0x55 };

/* A table being read. */
struct reading {
	struct dwarf_cursor in;
	struct arena *scratch;
	struct dwarf_attribute *attributes; /* of all; shape: [nattributes] */
	size_t nattributes;
	struct dwarf_stretch *stretches; /* of all; shape: [nstretches] */
	size_t nstretches;
	struct dwarf_abbreviation *list; /* shape: [n] */
	size_t n;
	bool rises; /* as codes do */
};

/* Reads an attribute; false if it is the pair of zeros that ends them. */
static bool next_attribute(struct reading *r, struct dwarf_attribute *out) {
	uint64_t name = dwarf_uleb(&r->in), form = dwarf_uleb(&r->in);

	out->name = name <= UINT16_MAX ? (uint16_t)name : 0;
	out->form = form <= UINT16_MAX ? (uint16_t)form : 0;
	out->constant = form == FORM_IMPLICIT_CONST ? (int32_t)dwarf_sleb(&r->in) : 0;
	return (name || form) && !r->in.is_cut;
}

static void end_stretch(struct reading *r, struct dwarf_abbreviation *a,
                        struct dwarf_stretch *stretch, uint64_t form) {
	stretch->form = form;
	arena_append(r->scratch, r->stretches, r->nstretches, *stretch);
	a->nstretches++;
	*stretch = (struct dwarf_stretch){ .form = 0 };
}

static void read_attributes(struct reading *r, struct dwarf_abbreviation *a) {
	struct dwarf_stretch stretch = { .form = 0 };
	struct dwarf_attribute attribute;

	while (next_attribute(r, &attribute)) {
		arena_append(r->scratch, r->attributes, r->nattributes, attribute);
		a->n++;
		if (attribute.name == AT_SIBLING && !a->nstretches &&
		    dwarf_form_meaning(attribute.form) == DWARF_UNIT_ENTRY) {
			a->to_sibling = stretch.width;
			a->sibling_form = attribute.form;
		}
		a->has_code |= attribute.name == AT_LOW_PC || attribute.name == AT_RANGES;
		if (!dwarf_form_add_width(&stretch.width, attribute.form))
			end_stretch(r, a, &stretch, attribute.form);
	}
	end_stretch(r, a, &stretch, 0);
}

static void read_table(struct reading *r, size_t most) {
	uint64_t code, last = 0;

	r->rises = true;
	while (r->n < most && (code = dwarf_uleb(&r->in)) != 0 && !r->in.is_cut) {
		struct dwarf_abbreviation a = { .code = code };

		a.tag = dwarf_uleb(&r->in);
		a.has_children = dwarf_byte(&r->in);
		read_attributes(r, &a);
		if (r->in.is_cut)
			break;
		r->rises &= code > last;
		last = code;
		arena_append(r->scratch, r->list, r->n, a);
	}
}

/* Copies what was read, and sets each abbreviation's attributes. */
static void keep(struct dwarf_abbreviations *table, struct reading *r, struct arena *arena) {
	struct dwarf_attribute *attributes = arena_copy(arena, r->attributes, r->nattributes,
	                                                sizeof *attributes);
	struct dwarf_abbreviation *list = arena_copy(arena, r->list, r->n, sizeof *list);
	struct dwarf_stretch *stretches = arena_copy(arena, r->stretches, r->nstretches,
	                                             sizeof *stretches);

	for (size_t i = 0; i < r->n; i++) {
		list[i].attributes = attributes;
		list[i].stretches = stretches;
		attributes += list[i].n;
		stretches += list[i].nstretches;
	}
	if (!r->rises) /* of equal codes, the first one counts */
		list = sort_copy(list, r->n, sizeof *list,
		                 offsetof(struct dwarf_abbreviation, code), arena);
	table->list = list;
	table->n = r->n;
}

/* Reads so many abbreviations, which takes at most as long as all bytes that follow. */
static void read_some(struct dwarf_abbreviations *table, size_t most) {
	enum { EACH = 64, BYTE = 8 };
	struct reading r = { .in = dwarf_cursor_at(table->section, table->offset, false),
		             .scratch = arena_new() };
	const unsigned char *begin = r.in.at;

	if (work_pay(table->work, EACH)) {
		read_table(&r, most);
		keep(table, &r, table->arena);
		work_pay(table->work, BYTE * (uint64_t)(r.in.at - begin));
	}
	arena_free(r.scratch);
}

struct dwarf_abbreviations *dwarf_abbreviations_at(struct bytes section, uint64_t offset,
                                                   struct work *work, struct arena *arena) {
	struct dwarf_abbreviations *table = arena_alloc(arena, 1, sizeof *table);

	*table = (struct dwarf_abbreviations){
		.section = section, .offset = offset, .work = work, .arena = arena
	};
	read_some(table, 1);
	return table;
}

const struct dwarf_abbreviation *dwarf_abbreviation_find(struct dwarf_abbreviations *table,
                                                         uint64_t code) {
	if (code - 1 < table->n && table->list[code - 1].code == code)
		return &table->list[code - 1];
	size_t low = lower_bound(table->list, table->n, sizeof *table->list,
	                         offsetof(struct dwarf_abbreviation, code), code);
	if (low < table->n && table->list[low].code == code)
		return &table->list[low];
	if (table->is_whole)
		return NULL;
	table->is_whole = true;
	read_some(table, SIZE_MAX);
	return dwarf_abbreviation_find(table, code);
}

static size_t bytes_of(const struct dwarf_width *width, const struct dwarf_unit_shape *shape) {
	return width->bytes + width->offsets * shape->offset_size +
	       width->addresses * shape->address_size;
}

bool dwarf_entry_skip(struct dwarf_cursor *in, const struct dwarf_abbreviation *abbreviation,
                      const struct dwarf_unit_shape *shape) {
	const struct dwarf_stretch *stretch = abbreviation->stretches;
	const struct dwarf_stretch *end = stretch + abbreviation->nstretches;
	struct dwarf_value value;

	for (; stretch < end; stretch++) {
		dwarf_skip(in, bytes_of(&stretch->width, shape));
		if (stretch + 1 < end && !dwarf_form_read(&value, in, stretch->form, shape))
			return false;
	}
	return !in->is_cut;
}

uint64_t dwarf_entry_sibling(struct dwarf_cursor *in, const struct dwarf_abbreviation *abbreviation,
                             const struct dwarf_unit_shape *shape) {
	struct dwarf_value value;

	if (!abbreviation->sibling_form)
		return 0;
	dwarf_skip(in, bytes_of(&abbreviation->to_sibling, shape));
	return !dwarf_form_read(&value, in, abbreviation->sibling_form, shape) ? 0 : value.number;
}
