/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the parts of an ELF file are, for mutators, which keep it whole while
 * sections grow and shrink.
 * Source: System V ABI, chapters 4 and 5. */
#pragma once

#include "mutate.h"

enum part_kind {
	PART_OTHER,
	PART_TEXT,
	PART_SYMBOLS,
	PART_STRINGS,
	PART_INFO,
	PART_ABBREV,
	PART_LINE,
	PART_LISTS, /* addresses, ranges, offsets of strings */
	PART_STR,
	PART_KINDS
};

struct elf_part {
	size_t header;    /* offset of its section header */
	size_t at, len;   /* in the file */
	uint64_t address; /* or 0 */
	enum part_kind kind;
	bool is_split;      /* of a .dwo file */
	bool is_compressed; /* with a header that says so */
	bool is_loaded;
};

enum { MOST_PARTS = 64 };

struct elf_layout {
	struct draft *file;
	bool is_wide, is_big;
	size_t headers, header_size, nheaders;
	struct elf_part parts[MOST_PARTS]; /* those that are in the file */
	size_t n;
	struct draft_code code;
};

/* Offsets of members of a section header. */
struct elf_fields {
	unsigned type, flags, address, offset, size, link, entry;
};

const struct elf_fields *elf_fields(const struct elf_layout *elf);

/* Returns false if the file is no ELF file, or has no sections. */
bool elf_layout_read(struct elf_layout *out, struct draft *file);

/* A number as wide as an address. */
uint64_t elf_word(const struct elf_layout *elf, size_t at);
void elf_put_word(struct elf_layout *elf, size_t at, uint64_t number);

/* Some part of the kind, or NULL. */
struct elf_part *elf_part_of(struct elf_layout *elf, enum part_kind kind, bool is_split);

/* Replaces bytes of a part, and corrects all offsets in headers; the layout
 * must then be read anew.  Returns false if there is no room. */
bool elf_splice(struct elf_layout *elf, const struct elf_part *part, size_t at, size_t old,
                const uint8_t *bytes, size_t len);

/* Compresses a part, without making it smaller, or changes what is compressed
 * in it. */
void elf_compress(struct elf_layout *elf, const struct elf_part *part, struct dice *dice);
