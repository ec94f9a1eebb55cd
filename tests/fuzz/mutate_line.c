/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mutates .debug_line: the program of a unit opcode by opcode, its header by
 * bytes.
 * Source: DWARF 5, section 6.2. */
#include "mutate_dwarf.h"

#include <string.h>

#include "numbers.h"

enum { MOST_OPCODES = 512, LONGEST = 24 };

struct program {
	const uint8_t *data; /* the part's */
	size_t at, end;
	unsigned base; /* of special opcodes */
	const uint8_t *lengths;
	size_t opcodes[MOST_OPCODES];
	size_t n;
};

static bool begin_program(struct program *p, const struct elf_layout *elf,
                          const struct dwarf_unit *unit) {
	const unsigned offset = unit->is_wide ? 8 : 4;
	size_t at = unit->after + 2;

	at += unit->version >= 5 ? 2 : 0;
	if (at + offset + 8 > unit->end)
		return false;
	uint64_t len = number_get(p->data + at, offset, elf->is_big);
	at += offset;
	if (len > unit->end - at)
		return false;
	p->at = at + (size_t)len;
	p->end = unit->end;
	at += unit->version >= 4 ? 5 : 4;
	p->base = p->data[at];
	p->lengths = p->data + at + 1;
	return p->base && at + p->base <= p->at;
}

/* Goes behind the opcode; false at the end. */
static bool skip_opcode(struct program *p) {
	const uint8_t opcode = p->data[p->at++];
	uint64_t number;
	size_t n;

	if (opcode >= p->base)
		return true;
	if (opcode == 0) {
		n = uleb_get(p->data + p->at, p->end - p->at, &number);
		if (!n || number > p->end - p->at - n)
			return false;
		p->at += n + (size_t)number;
		return true;
	}
	if (opcode == 9) {
		p->at += 2;
		return p->at < p->end;
	}
	for (unsigned i = 0; i < p->lengths[opcode - 1]; i++) {
		n = uleb_get(p->data + p->at, p->end - p->at, &number);
		if (!n)
			return false;
		p->at += n;
	}
	return true;
}

static void find_opcodes(struct program *p) {
	do
		p->opcodes[p->n++] = p->at;
	while (p->at < p->end && p->n < MOST_OPCODES && skip_opcode(p) && p->at < p->end);
}

/* Makes an opcode with its operands, and returns its bytes. */
static size_t make_opcode(const struct elf_layout *elf, uint8_t *out, struct dice *dice) {
	const unsigned address = elf->is_wide ? 8 : 4;

	switch (roll(dice, 9)) {
	case 0: /* the address */
		out[0] = 0;
		out[1] = (uint8_t)(address + 1);
		out[2] = 2;
		number_put(out + 3, address, elf->is_big, draft_address(&elf->code, dice));
		return 3 + address;
	case 1: /* the end of the sequence */
		memcpy(out, "\0\1\1", 3);
		return 3;
	case 2: /* copy, or one of those without operands */
		out[0] = (uint8_t)(1 + roll(dice, 11));
		return 1;
	case 3: /* advance the address */
		out[0] = 2;
		uleb_put(out + 1, 2, roll(dice, 300));
		return 3;
	case 4: /* advance the line, also backwards */
		out[0] = 3;
		uleb_put(out + 1, 2, roll(dice, 1 << 14));
		return 3;
	case 5: /* the file */
		out[0] = 4;
		out[1] = (uint8_t)roll(dice, 6);
		return 2;
	case 6: /* far away */
		out[0] = (uint8_t)(2 + roll(dice, 2));
		uleb_put(out + 1, 10, number_odd(dice));
		return 11;
	case 7: /* a file that is defined here */
		memcpy(out, "\0\6\3a\0\1\0\0", 8);
		return 8;
	default:
		out[0] = (uint8_t)(10 + roll(dice, 246));
		return 1;
	}
}

static void change_program(struct elf_layout *elf, const struct elf_part *part,
                           const struct dwarf_unit *unit, struct program *p, struct dice *dice) {
	uint8_t made[LONGEST];

	find_opcodes(p);
	size_t which = roll(dice, (uint32_t)p->n);
	size_t at = p->opcodes[which];
	size_t next = which + 1 < p->n ? p->opcodes[which + 1] : p->end;
	size_t old = one_in(dice, 2) ? next - at : 0;
	size_t len = one_in(dice, 5) ? 0 : make_opcode(elf, made, dice);
	if (one_in(dice, 4))
		mutate_bytes(elf->file->data + part->at + at, next - at, dice);
	else if (elf_splice(elf, part, at, old, made, len))
		dwarf_unit_grow(elf, part, unit->at, (uint64_t)len - old);
}

void mutate_line(struct elf_layout *elf, const struct elf_part *part, struct dice *dice) {
	struct program p = { .data = elf->file->data + part->at };
	struct dwarf_unit unit;

	if (!dwarf_unit_choose(elf, part, &unit, dice) || one_in(dice, 16))
		mutate_bytes(elf->file->data + part->at, part->len, dice);
	else if (!begin_program(&p, elf, &unit) || p.at >= p.end || one_in(dice, 4))
		mutate_bytes(elf->file->data + part->at + unit.at,
		             (p.at > unit.at && p.at <= unit.end ? p.at : unit.end) - unit.at,
		             dice);
	else
		change_program(elf, part, &unit, &p, dice);
}
