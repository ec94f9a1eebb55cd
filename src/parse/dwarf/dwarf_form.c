/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/dwarf_form.h"

#include <stddef.h>

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
	KIND_BLOCK, /* a length of `size` bytes, 0: ULEB128; then that many
	               bytes */
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
static uint64_t standard_form(uint64_t form)
{
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

enum dwarf_encoding_place dwarf_form_place(uint64_t form)
{
	return (enum dwarf_encoding_place)forms[standard_form(form)].place;
}

enum dwarf_meaning dwarf_form_meaning(uint64_t form)
{
	if (form == FORM_GNU_REF_ALT)
		return DWARF_SHARED_ENTRY;
	return (enum dwarf_meaning)forms[standard_form(form)].meaning;
}

bool dwarf_form_add_width(struct dwarf_width *width, uint64_t form)
{
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

static uint64_t read_block(struct dwarf_cursor *in, size_t size)
{
	dwarf_skip(in, size ? dwarf_number(in, size) : dwarf_uleb(in));
	return 0;
}

static uint64_t read_number(struct dwarf_cursor *in, const struct form *form,
                            const struct dwarf_unit_shape *shape)
{
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
		return read_block(in, form->size);
	default:
		dwarf_skip(in, form->size);
		return 0;
	}
}

bool dwarf_form_read(struct dwarf_value *out, struct dwarf_cursor *in, uint64_t form,
                     const struct dwarf_unit_shape *shape)
{
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

static const char *text_at(struct bytes section, uint64_t offset)
{
	struct dwarf_cursor in = dwarf_cursor_at(section, offset, false);

	return dwarf_text(&in);
}

const char *dwarf_value_text(const struct dwarf_value *value, const struct dwarf_texts *texts,
                             const struct dwarf_unit_shape *shape, uint64_t base, bool big_endian)
{
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
