/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mutates .debug_info: walks the entries of a unit, with its abbreviations,
 * and changes one of the values by its form.
 * Source: DWARF 5, sections 7.5.1, 7.5.3 and 7.5.6. */
#include "mutate_dwarf.h"

#include <string.h>

#include "numbers.h"

enum { MOST_VALUES = 1024, MOST_ENTRIES = 256, IMPLICIT = 0x21 };

struct value {
	size_t at, len; /* in the part */
	unsigned name, form;
};

struct walk {
	const uint8_t *data; /* the part's */
	const uint8_t *abbrev;
	size_t nabbrev;
	struct dwarf_unit unit;
	unsigned address;
	bool is_big;
	size_t at;
	struct value values[MOST_VALUES];
	size_t nvalues;
	size_t entries[MOST_ENTRIES];
	size_t nentries;
	uint64_t most_code;
};

/* Takes an LEB128 of the abbreviations at *at; false at their end. */
static bool take(const struct walk *w, size_t *at, uint64_t *out) {
	const size_t n = uleb_get(w->abbrev + *at, w->nabbrev - *at, out);

	*at += n;
	return n > 0;
}

/* Goes behind the attributes of an abbreviation. */
static bool skip_attributes(const struct walk *w, size_t *at) {
	uint64_t name, form, constant;

	do {
		if (!take(w, at, &name) || !take(w, at, &form) ||
		    (form == IMPLICIT && !take(w, at, &constant)))
			return false;
	} while (name || form);
	return true;
}

/* Sets *at to the attributes of the code. */
static bool find_abbrev(const struct walk *w, uint64_t base, uint64_t code, size_t *at) {
	uint64_t found, tag;

	if (base > w->nabbrev)
		return false;
	*at = (size_t)base;
	while (take(w, at, &found) && found && take(w, at, &tag) && *at < w->nabbrev) {
		++*at; /* whether it has children */
		if (found == code)
			return true;
		if (!skip_attributes(w, at))
			return false;
	}
	return false;
}

static size_t text_size(const struct walk *w) {
	const uint8_t *end = memchr(w->data + w->at, 0, w->unit.end - w->at);

	return end ? (size_t)(end - (w->data + w->at)) + 1 : 0;
}

static size_t block_size(const struct walk *w, unsigned head) {
	if (w->unit.end - w->at < head)
		return 0;
	return head + (size_t)number_get(w->data + w->at, head, w->is_big);
}

static size_t long_block_size(const struct walk *w) {
	uint64_t len;
	const size_t head = uleb_get(w->data + w->at, w->unit.end - w->at, &len);

	return head ? head + (size_t)len : 0;
}

/* Whether the form's value is one LEB128 number. */
static bool is_uleb(uint64_t form) {
	switch (form) {
	case 0x0d:
	case 0x0f:
	case 0x15:
	case 0x1a:
	case 0x1b:
	case 0x22:
	case 0x23:
		return true;
	default:
		return false;
	}
}

/* The bytes of a value; SIZE_MAX: the form is not known. */
static size_t value_size(const struct walk *w, uint64_t form) {
	static const signed char sizes[0x2d] = {
		[0x05] = 2, [0x06] = 4, [0x07] = 8, [0x0b] = 1,  [0x0c] = 1, [0x11] = 1, [0x12] = 2,
		[0x13] = 4, [0x14] = 8, [0x1c] = 4, [0x1e] = 16, [0x20] = 8, [0x24] = 8, [0x25] = 1,
		[0x26] = 2, [0x27] = 3, [0x28] = 4, [0x29] = 1,  [0x2a] = 2, [0x2b] = 3, [0x2c] = 4,
	};
	uint64_t number;

	if (is_uleb(form))
		return uleb_get(w->data + w->at, w->unit.end - w->at, &number);
	switch (form) {
	case 0x01:
		return w->address;
	case 0x03:
		return block_size(w, 2);
	case 0x04:
		return block_size(w, 4);
	case 0x0a:
		return block_size(w, 1);
	case 0x09:
	case 0x18:
		return long_block_size(w);
	case 0x08:
		return text_size(w);
	case 0x0e:
	case 0x10:
	case 0x17:
	case 0x1d:
	case 0x1f:
		return w->unit.is_wide ? 8 : 4;
	case 0x19:
	case IMPLICIT:
		return 0;
	default:
		return form < sizeof sizes && sizes[form] ? (size_t)sizes[form] : SIZE_MAX;
	}
}

static bool walk_values(struct walk *w, size_t at) {
	uint64_t name, form, constant;

	while (take(w, &at, &name) && take(w, &at, &form) && (name || form)) {
		if (form == IMPLICIT && !take(w, &at, &constant))
			return false;
		size_t len = value_size(w, form);
		if (len > w->unit.end - w->at || w->nvalues == MOST_VALUES)
			return false;
		w->values[w->nvalues++] = (struct value){ w->at, len, (unsigned)name,
			                                  (unsigned)form };
		w->at += len;
	}
	return true;
}

/* Reads the header of the unit; returns where its abbreviations are. */
static uint64_t begin_unit(struct walk *w) {
	const unsigned offset = w->unit.is_wide ? 8 : 4;
	size_t at = w->unit.after + 2;
	uint8_t type = 1;

	if (w->unit.version >= 5) {
		type = w->data[at];
		w->address = w->data[at + 1];
		at += 2;
	}
	uint64_t base = number_get(w->data + at, offset, w->is_big);
	at += offset;
	if (w->unit.version < 5)
		w->address = w->data[at++];
	else if (type == 4 || type == 5)
		at += 8;
	else if (type == 2 || type == 6)
		at += 8 + offset;
	w->at = at;
	return base;
}

static void walk_unit(struct walk *w) {
	const uint64_t base = begin_unit(w);
	uint64_t code;
	size_t at;

	while (w->at < w->unit.end && w->nentries < MOST_ENTRIES) {
		size_t n = uleb_get(w->data + w->at, w->unit.end - w->at, &code);
		if (!n)
			return;
		w->entries[w->nentries++] = w->at;
		w->at += n;
		if (!code)
			continue;
		w->most_code = code > w->most_code ? code : w->most_code;
		if (!find_abbrev(w, base, code, &at) || !walk_values(w, at))
			return;
	}
}

/* What a value of this form could be. */
static uint64_t choose_number(const struct walk *w, const struct value *value,
                              const struct draft_code *code, struct dice *dice) {
	const size_t at = w->entries[roll(dice, (uint32_t)w->nentries)];

	if (one_in(dice, 6))
		return number_odd(dice);
	switch (value->form) {
	case 0x01:
		return draft_address(code, dice);
	case 0x10:
		return at;
	case 0x11:
	case 0x12:
	case 0x13:
	case 0x14:
	case 0x15: /* an entry of the same unit */
		return at - w->unit.at;
	case 0x0e:
	case 0x17:
	case 0x1f:
		return roll(dice, 256);
	default:
		return roll(dice, one_in(dice, 2) ? 8 : 64);
	}
}

static void change_value(struct elf_layout *elf, const struct elf_part *part, const struct walk *w,
                         struct dice *dice) {
	const struct value *value = &w->values[roll(dice, (uint32_t)w->nvalues)];
	uint8_t *data = elf->file->data + part->at + value->at;
	uint64_t number = choose_number(w, value, &elf->code, dice);

	if (is_uleb(value->form)) {
		uleb_put(data, value->len, number);
		return;
	}
	switch (value->form) {
	case 0x08:
	case 0x09:
	case 0x18:
		mutate_bytes(data, value->len, dice);
		break;
	default:
		if (value->len <= 8)
			number_put(data, (unsigned)value->len, elf->is_big, number);
		break;
	}
}

/* Another abbreviation for an entry, or a copy or removal of whole entries. */
static void change_entry(struct elf_layout *elf, const struct elf_part *part, const struct walk *w,
                         struct dice *dice) {
	const size_t from = roll(dice, (uint32_t)w->nentries);
	const size_t first = w->entries[from];
	const size_t last = from + 1 + roll(dice, 3);
	const size_t end = last < w->nentries ? w->entries[last] : w->at;
	uint8_t copy[256];
	const size_t len = end - first < sizeof copy ? end - first : sizeof copy;

	memcpy(copy, w->data + first, len);
	switch (roll(dice, 4)) {
	case 0:
	case 1:
		elf->file->data[part->at + first] = (uint8_t)roll(dice,
		                                                  (uint32_t)w->most_code % 120 + 2);
		break;
	case 2:
		if (elf_splice(elf, part, first, len, NULL, 0))
			dwarf_unit_grow(elf, part, w->unit.at, -(uint64_t)len);
		break;
	default:
		if (elf_splice(elf, part, w->entries[roll(dice, (uint32_t)w->nentries)], 0, copy,
		               len))
			dwarf_unit_grow(elf, part, w->unit.at, len);
		break;
	}
}

void mutate_info(struct elf_layout *elf, const struct elf_part *part, struct dice *dice) {
	const struct elf_part *abbrev = elf_part_of(elf, PART_ABBREV, part->is_split);
	struct walk w = { .data = elf->file->data + part->at, .is_big = elf->is_big };

	if (!abbrev || abbrev->is_compressed || one_in(dice, 16) ||
	    !dwarf_unit_choose(elf, part, &w.unit, dice) || w.unit.end - w.unit.after < 32) {
		mutate_bytes(elf->file->data + part->at, part->len, dice);
		return;
	}
	w.abbrev = elf->file->data + abbrev->at;
	w.nabbrev = abbrev->len;
	walk_unit(&w);
	if (!w.nentries || one_in(dice, 24))
		mutate_bytes(elf->file->data + part->at + w.unit.at, 24, dice);
	else if (!w.nvalues || one_in(dice, 5))
		change_entry(elf, part, &w, dice);
	else
		change_value(elf, part, &w, dice);
}
