/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mutate_dwarf.h"

#include "numbers.h"

enum { MOST_UNITS = 16 };

static const uint64_t wide_mark = UINT32_MAX;

bool dwarf_unit_read(const struct elf_layout *elf, const struct elf_part *part, size_t at,
                     struct dwarf_unit *out) {
	const uint8_t *data = elf->file->data + part->at;
	const size_t left = part->len - at;

	if (at > part->len || left < 16)
		return false;
	uint64_t len = number_get(data + at, 4, elf->is_big);
	*out = (struct dwarf_unit){ .at = at, .after = at + 4 };
	if (len == wide_mark) {
		out->is_wide = true;
		out->after = at + 12;
		len = number_get(data + at + 4, 8, elf->is_big);
	}
	out->version = (unsigned)number_get(data + out->after, 2, elf->is_big);
	out->end = len <= part->len - out->after ? out->after + (size_t)len : part->len;
	return out->end > out->after + 4;
}

bool dwarf_unit_choose(const struct elf_layout *elf, const struct elf_part *part,
                       struct dwarf_unit *out, struct dice *dice) {
	struct dwarf_unit units[MOST_UNITS];
	uint32_t n = 0;
	size_t at = 0;

	while (n < MOST_UNITS && dwarf_unit_read(elf, part, at, &units[n]))
		at = units[n++].end;
	if (n)
		*out = units[roll(dice, n)];
	return n;
}

void dwarf_unit_grow(struct elf_layout *elf, const struct elf_part *part, size_t unit,
                     uint64_t growth) {
	uint8_t *length = elf->file->data + part->at + unit;
	unsigned size = 4;

	if (number_get(length, 4, elf->is_big) == wide_mark) {
		length += 4;
		size = 8;
	}
	number_put(length, size, elf->is_big, number_get(length, size, elf->is_big) + growth);
}

/* Tags, names of attributes, and forms: those that are read, and a few
 * others.  Source: DWARF 5, section 7.5. */
static const uint8_t tags[] = { 0x11, 0x2e, 0x1d, 0x0b, 0x03, 0x3c, 0x41, 0x4a,
	                        0x13, 0x02, 0x39, 0x05, 0x34, 0x48, 0x1e };
static const uint8_t names[] = { 0x01, 0x03, 0x10, 0x11, 0x12, 0x13, 0x1b, 0x25,
	                         0x31, 0x3a, 0x3b, 0x3c, 0x47, 0x55, 0x57, 0x58,
	                         0x59, 0x52, 0x6e, 0x72, 0x73, 0x74, 0x76 };
static const uint8_t forms[] = { 0x01, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c,
	                         0x0d, 0x0e, 0x0f, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17,
	                         0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x21, 0x22,
	                         0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x2b, 0x2c };

/* Pairs of name and form follow a tag and a mark of children. */
void mutate_abbrev(struct elf_layout *elf, const struct elf_part *part, struct dice *dice) {
	uint8_t *data = elf->file->data + part->at;
	const size_t at = roll(dice, (uint32_t)part->len);
	uint8_t pair[2];

	pair[0] = names[roll(dice, sizeof names)];
	pair[1] = forms[roll(dice, sizeof forms)];
	switch (roll(dice, 6)) {
	case 0:
		data[at] = tags[roll(dice, sizeof tags)];
		break;
	case 1:
		data[at] = pair[0];
		break;
	case 2:
		data[at] = pair[1];
		break;
	case 3:
		if (part->len - at > 1) {
			data[at] = pair[0];
			data[at + 1] = pair[1];
		}
		break;
	case 4:
		elf_splice(elf, part, at, 0, pair, 2);
		break;
	default:
		mutate_bytes(data, part->len, dice);
		break;
	}
}

/* Addresses, kinds of entries, and short numbers. */
static void mutate_lists(struct elf_layout *elf, const struct elf_part *part, struct dice *dice) {
	uint8_t *data = elf->file->data + part->at;
	const unsigned address = elf->is_wide ? 8 : 4;
	const size_t at = roll(dice, (uint32_t)part->len);

	switch (roll(dice, 4)) {
	case 0:
		if (part->len - at >= address)
			number_put(data + at, address, elf->is_big,
			           draft_address(&elf->code, dice));
		break;
	case 1:
		data[at] = (uint8_t)roll(dice, 9);
		break;
	case 2:
		data[at] = (uint8_t)roll(dice, 0x80);
		break;
	default:
		mutate_bytes(data, part->len, dice);
		break;
	}
}

void mutate_dwarf(struct elf_layout *elf, const struct elf_part *part, struct dice *dice) {
	switch (part->kind) {
	case PART_INFO:
		mutate_info(elf, part, dice);
		break;
	case PART_ABBREV:
		mutate_abbrev(elf, part, dice);
		break;
	case PART_LINE:
		mutate_line(elf, part, dice);
		break;
	default:
		mutate_lists(elf, part, dice);
		break;
	}
}
