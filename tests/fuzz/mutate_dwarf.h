/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mutates debug information: values by the forms that abbreviations give them,
 * line programs by their opcodes, lists by their entries. */
#pragma once

#include "elf_layout.h"

/* Changes a part that is PART_INFO, _ABBREV, _LINE or _LISTS. */
void mutate_dwarf(struct elf_layout *elf, const struct elf_part *part, struct dice *dice);

/* One for each kind. */
void mutate_info(struct elf_layout *elf, const struct elf_part *part, struct dice *dice);
void mutate_abbrev(struct elf_layout *elf, const struct elf_part *part, struct dice *dice);
void mutate_line(struct elf_layout *elf, const struct elf_part *part, struct dice *dice);

/* Adds the growth to the length of the unit at the offset in the part. */
void dwarf_unit_grow(struct elf_layout *elf, const struct elf_part *part, size_t unit,
                     uint64_t growth);

/* The unit at the offset: where it ends, and what its length is followed by;
 * false if there is none. */
struct dwarf_unit {
	size_t at, end;   /* in the part */
	size_t after;     /* its length */
	unsigned version; /* which follows that */
	bool is_wide;     /* 64-bit DWARF */
};

bool dwarf_unit_read(const struct elf_layout *elf, const struct elf_part *part, size_t at,
                     struct dwarf_unit *out);

/* Any unit of the part. */
bool dwarf_unit_choose(const struct elf_layout *elf, const struct elf_part *part,
                       struct dwarf_unit *out, struct dice *dice);
