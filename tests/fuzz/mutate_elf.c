/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mutates executables: headers, symbols, code, and through mutate_dwarf.h
 * their debug information. */
#include "mutate.h"

#include <string.h>

#include "elf_layout.h"
#include "mutate_dwarf.h"
#include "numbers.h"

struct draft_code mutate_find_code(const struct draft *file) {
	struct draft copy = *file;
	struct elf_layout elf;

	if (!elf_layout_read(&elf, &copy))
		elf.code = (struct draft_code){ 0x1000, 0x100, true, false };
	return elf.code;
}

/* A field of the file's header, a segment's or a section's. */
static void change_header(struct elf_layout *elf, struct dice *dice) {
	static const uint32_t words[] = { 1, 2, 3, 4, 7, 8, 11, 0x800, 6, 0x70000001 };
	const struct elf_part *part = &elf->parts[roll(dice, (uint32_t)elf->n)];
	const struct elf_part *like = &elf->parts[roll(dice, (uint32_t)elf->n)];
	uint8_t *data = elf->file->data;
	const size_t at = part->header + 4 * roll(dice, (uint32_t)elf->header_size / 4);

	switch (roll(dice, 5)) {
	case 0:
		mutate_bytes(data + 4, 60, dice);
		break;
	case 1: /* as in another section */
		memcpy(data + at, data + like->header + (at - part->header), 4);
		break;
	case 2:
		number_put(data + at, 4, elf->is_big,
		           words[roll(dice, sizeof words / sizeof *words)]);
		break;
	case 3:
		number_put(data + at, 4, elf->is_big, number_odd(dice));
		break;
	default: /* somewhere around where it was */
		data[at + (elf->is_big ? 3 : 0)] = (uint8_t)roll(dice, 256);
		break;
	}
}

static void change_symbol(struct elf_layout *elf, const struct elf_part *part, struct dice *dice) {
	const size_t entry = elf->is_wide ? 24 : 16;
	const size_t n = part->len / entry;
	uint8_t *symbol, *other;
	const unsigned value = elf->is_wide ? 8 : 4;

	if (!n)
		return;
	symbol = elf->file->data + part->at + entry * roll(dice, (uint32_t)n);
	other = elf->file->data + part->at + entry * roll(dice, (uint32_t)n);
	switch (roll(dice, 6)) {
	case 0:
		elf_put_word(elf, (size_t)(symbol - elf->file->data) + value,
		             draft_address(&elf->code, dice));
		break;
	case 1: /* the size is next to the value */
		elf_put_word(elf, (size_t)(symbol - elf->file->data) + 2 * (size_t)value,
		             one_in(dice, 3) ? number_odd(dice) : roll(dice, 64));
		break;
	case 2:
		symbol[elf->is_wide ? 4 : 12] = (uint8_t)(roll(dice, 4) << 4 | roll(dice, 11));
		break;
	case 3:
		memcpy(symbol, other, entry);
		break;
	case 4: /* one more; a copy, because the file may move */
	{
		uint8_t copy[24];

		memcpy(copy, other, entry);
		elf_splice(elf, part, (size_t)(symbol - elf->file->data) - part->at, 0, copy,
		           entry);
		break;
	}
	default:
		mutate_bytes(symbol, entry, dice);
		break;
	}
}

/* Names of symbols and in debug information. */
static void change_strings(struct elf_layout *elf, const struct elf_part *part, struct dice *dice) {
	static const char *const names[] = {
		"_ZN1aIiE1bEv",
		"_RNvC1a1b",
		"_ZN1a17h0123456789abcdefE",
		"f.part.0",
		"g.cold",
		"mcount",
		"_mcount",
		"\033[2J",
		"\xc2\x9b",
		"\xe2\x80\xae",
		"h.isra.1",
		"$a",
		"_Z1fPFvPS_E",
		"x@plt",
		"../text.c",
		"/",
		"other.dwo",
		"main",
		"_D1a1fFZv",
		"__fentry__",
		"a__b",
		"_etext",
		"etext",
		"__executable_start",
	};
	const char *name = names[roll(dice, sizeof names / sizeof *names)];
	const size_t at = roll(dice, (uint32_t)part->len);
	size_t len = strlen(name) + one_in(dice, 2);

	if (one_in(dice, 2)) {
		mutate_bytes(elf->file->data + part->at, part->len, dice);
		return;
	}
	len = len < part->len - at ? len : part->len - at;
	memcpy(elf->file->data + part->at + at, name, len);
}

/* Instructions of x86 that the code's readers look for; the same bytes are
 * something on other machines, too. */
static void change_code(struct elf_layout *elf, const struct elf_part *part, struct dice *dice) {
	static const struct {
		const char *bytes;
		size_t len;
		unsigned target; /* where in it; 0: none */
	} forms[] = {
		{ "\xe8\0\0\0\0", 5, 1 },     { "\xe9\0\0\0\0", 5, 1 },
		{ "\xeb\x02", 2, 0 },         { "\xc3", 1, 0 },
		{ "\xff\xd0", 2, 0 },         { "\xff\x15\0\0\0\0", 6, 2 },
		{ "\x55\x48\x89\xe5", 4, 0 }, { "\x90\x90\x90", 3, 0 },
		{ "\x0f\x0b", 2, 0 },         { "\x48\x8b\x00", 3, 0 },
		{ "\x0f\x1f\x44\0\0", 5, 0 }, { "\xcc\xcc", 2, 0 },
		{ "\x0f\x84\0\0\0\0", 6, 2 }, { "\x74\xfe", 2, 0 },
	};
	const size_t form = roll(dice, sizeof forms / sizeof *forms);
	const size_t at = roll(dice, (uint32_t)part->len);
	const size_t len = forms[form].len;
	uint8_t *code = elf->file->data + part->at + at;

	if (one_in(dice, 3) || len > part->len - at) {
		mutate_bytes(elf->file->data + part->at, part->len, dice);
		return;
	}
	memcpy(code, forms[form].bytes, len);
	if (forms[form].target)
		number_put(code + forms[form].target, 4, elf->is_big,
		           draft_address(&elf->code, dice) - (part->address + at + len));
}

/* Anything may grow and shrink. */
static void resize(struct elf_layout *elf, const struct elf_part *part, struct dice *dice) {
	const size_t at = roll(dice, (uint32_t)part->len + 1);
	const size_t left = part->len - at;
	size_t n = 1 + roll(dice, 16);
	uint8_t copy[16];

	n = n < left ? n : left;
	if (!n)
		return;
	memcpy(copy, elf->file->data + part->at + at, n);
	if (one_in(dice, 2))
		elf_splice(elf, part, at, n, NULL, 0);
	else
		elf_splice(elf, part, at, 0, copy, n);
}

static void change_part(struct elf_layout *elf, const struct elf_part *part, struct dice *dice) {
	if (part->is_compressed || one_in(dice, 40)) {
		elf_compress(elf, part, dice);
		return;
	}
	switch (part->kind) {
	case PART_TEXT:
		change_code(elf, part, dice);
		break;
	case PART_SYMBOLS:
		change_symbol(elf, part, dice);
		break;
	case PART_STRINGS:
	case PART_STR:
		change_strings(elf, part, dice);
		break;
	case PART_INFO:
	case PART_ABBREV:
	case PART_LINE:
	case PART_LISTS:
		mutate_dwarf(elf, part, dice);
		break;
	default:
		mutate_bytes(elf->file->data + part->at, part->len, dice);
		break;
	}
}

/* Parts that are read closely are chosen more often. */
static const struct elf_part *choose_part(struct elf_layout *elf, struct dice *dice) {
	static const unsigned char weights[PART_KINDS] = {
		[PART_OTHER] = 1,   [PART_TEXT] = 4,  [PART_SYMBOLS] = 5,
		[PART_STRINGS] = 2, [PART_INFO] = 12, [PART_ABBREV] = 4,
		[PART_LINE] = 10,   [PART_LISTS] = 5, [PART_STR] = 2,
	};
	uint32_t all = 0;
	size_t i;

	for (i = 0; i < elf->n; i++)
		all += weights[elf->parts[i].kind];
	uint32_t chosen = roll(dice, all);
	for (i = 0; i + 1 < elf->n; i++) {
		if (chosen < weights[elf->parts[i].kind])
			break;
		chosen -= weights[elf->parts[i].kind];
	}
	return &elf->parts[i];
}

void mutate_elf(struct draft *file, struct draft_code *code, struct dice *dice) {
	struct elf_layout elf;
	const struct elf_part *part;

	*code = mutate_find_code(file);
	if (!elf_layout_read(&elf, file) || one_in(dice, 64)) {
		mutate_draft(file);
		return;
	}
	part = choose_part(&elf, dice);
	switch (roll(dice, 16)) {
	case 0:
		change_header(&elf, dice);
		break;
	case 1:
		resize(&elf, part, dice);
		break;
	default:
		change_part(&elf, part, dice);
		break;
	}
}
