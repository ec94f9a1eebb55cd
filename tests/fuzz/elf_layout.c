/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "elf_layout.h"

#include <string.h>

#include "numbers.h"

enum {
	NOBITS = 8,
	SYMTAB = 2,
	STRTAB = 3,
	DYNSYM = 11,
	ALLOC = 2,
	EXEC = 4,
	COMPRESSED = 0x800,
	WIDE_HEADER = 64
};

const struct elf_fields *elf_fields(const struct elf_layout *elf) {
	static const struct elf_fields wide = { 4, 8, 16, 24, 32, 40, 56 };
	static const struct elf_fields narrow = { 4, 8, 12, 16, 20, 24, 36 };

	return elf->is_wide ? &wide : &narrow;
}

uint64_t elf_word(const struct elf_layout *elf, size_t at) {
	return number_get(elf->file->data + at, elf->is_wide ? 8 : 4, elf->is_big);
}

void elf_put_word(struct elf_layout *elf, size_t at, uint64_t number) {
	number_put(elf->file->data + at, elf->is_wide ? 8 : 4, elf->is_big, number);
}

static uint64_t small(const struct elf_layout *elf, size_t at, unsigned size) {
	return number_get(elf->file->data + at, size, elf->is_big);
}

/* By its name in the table of names. */
static enum part_kind kind_of(const char *name) {
	static const struct {
		const char *begin;
		enum part_kind kind;
	} kinds[] = {
		{ ".text", PART_TEXT },           { ".debug_info", PART_INFO },
		{ ".debug_abbrev", PART_ABBREV }, { ".debug_line_str", PART_STR },
		{ ".debug_line", PART_LINE },     { ".debug_str_offsets", PART_LISTS },
		{ ".debug_str", PART_STR },       { ".debug_rnglists", PART_LISTS },
		{ ".debug_ranges", PART_LISTS },  { ".debug_addr", PART_LISTS },
	};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strncmp(name, kinds[i].begin, strlen(kinds[i].begin)))
			return kinds[i].kind;
	return PART_OTHER;
}

/* The name of a section, within the file; "" if it is elsewhere. */
static const char *name_of(const struct elf_layout *elf, size_t header) {
	const struct draft *file = elf->file;
	const uint64_t index = small(elf, elf->is_wide ? 62 : 50, 2);
	const uint64_t name = small(elf, header, 4);

	if (index >= elf->nheaders)
		return "";
	uint64_t at = elf_word(elf,
	                       elf->headers + index * elf->header_size + elf_fields(elf)->offset);
	if (at >= file->len || name >= file->len - at ||
	    !memchr(file->data + at + name, 0, file->len - at - name))
		return "";
	return (const char *)file->data + at + name;
}

static void add_part(struct elf_layout *elf, size_t header) {
	const struct elf_fields *fields = elf_fields(elf);
	const uint64_t type = small(elf, header + fields->type, 4);
	const uint64_t flags = elf_word(elf, header + fields->flags);
	const uint64_t at = elf_word(elf, header + fields->offset);
	const uint64_t len = elf_word(elf, header + fields->size);
	const char *name = name_of(elf, header);
	struct elf_part *part = &elf->parts[elf->n];

	if (type == NOBITS || !len || at > elf->file->len || len > elf->file->len - at ||
	    elf->n == MOST_PARTS)
		return;
	*part = (struct elf_part){
		.header = header,
		.at = (size_t)at,
		.len = (size_t)len,
		.address = elf_word(elf, header + fields->address),
		.kind = kind_of(name),
		.is_split = strlen(name) > 4 && !strcmp(name + strlen(name) - 4, ".dwo"),
		.is_compressed = flags & COMPRESSED,
		.is_loaded = flags & ALLOC,
	};
	if (type == SYMTAB || type == DYNSYM)
		part->kind = PART_SYMBOLS;
	else if (type == STRTAB)
		part->kind = PART_STRINGS;
	else if (flags & EXEC && part->kind == PART_OTHER)
		part->kind = PART_TEXT;
	if (part->kind == PART_TEXT && len > elf->code.size) {
		elf->code.low = part->address;
		elf->code.size = len;
	}
	elf->n++;
}

bool elf_layout_read(struct elf_layout *out, struct draft *file) {
	*out = (struct elf_layout){ .file = file };
	if (file->len < WIDE_HEADER || memcmp(file->data, "\177ELF", 4))
		return false;
	out->is_wide = file->data[4] == 2;
	out->is_big = file->data[5] == 2;
	out->header_size = out->is_wide ? 64 : 40;
	out->nheaders = (size_t)small(out, out->is_wide ? 60 : 48, 2);
	uint64_t headers = elf_word(out, out->is_wide ? 40 : 32);
	if (!headers || headers > file->len ||
	    out->nheaders > (file->len - headers) / out->header_size)
		return false;
	out->headers = (size_t)headers;
	out->code.is_wide = out->is_wide;
	out->code.is_big = out->is_big;
	for (uint64_t i = 0; i < out->nheaders; i++)
		add_part(out, out->headers + i * out->header_size);
	return out->n > 0;
}

struct elf_part *elf_part_of(struct elf_layout *elf, enum part_kind kind, bool is_split) {
	for (size_t i = 0; i < elf->n; i++)
		if (elf->parts[i].kind == kind && elf->parts[i].is_split == is_split)
			return &elf->parts[i];
	return NULL;
}

/* What begins behind the part moves. */
static bool move_offset(struct elf_layout *elf, size_t at, const struct elf_part *part,
                        uint64_t growth) {
	const uint64_t offset = elf_word(elf, at);

	if (offset > part->at)
		elf_put_word(elf, at, offset + growth);
	return offset > part->at;
}

static void correct_segments(struct elf_layout *elf, const struct elf_part *part, uint64_t growth) {
	const size_t header = elf->is_wide ? 56 : 32;
	const uint64_t n = small(elf, elf->is_wide ? 56 : 44, 2);
	const uint64_t first = elf_word(elf, elf->is_wide ? 32 : 28);
	const size_t offset = elf->is_wide ? 8 : 4;
	const size_t size = elf->is_wide ? 32 : 16;
	uint64_t at = first;

	for (uint64_t i = 0; i < n && at <= elf->file->len && elf->file->len - at >= header;
	     i++, at += header) {
		const uint64_t begin = elf_word(elf, (size_t)at + offset);
		const uint64_t len = elf_word(elf, (size_t)at + size);

		if (!move_offset(elf, (size_t)at + offset, part, growth) && part->at - begin < len)
			elf_put_word(elf, (size_t)at + size, len + growth);
	}
}

static void correct_sections(struct elf_layout *elf, const struct elf_part *part, uint64_t growth) {
	const struct elf_fields *fields = elf_fields(elf);
	const size_t own = (part->header - elf->headers) / elf->header_size;
	uint64_t at = elf_word(elf, elf->is_wide ? 40 : 32);

	for (size_t i = 0;
	     i < elf->nheaders && at <= elf->file->len && elf->file->len - at >= elf->header_size;
	     i++, at += elf->header_size) {
		move_offset(elf, (size_t)at + fields->offset, part, growth);
		if (i == own)
			elf_put_word(elf, (size_t)at + fields->size, part->len + growth);
	}
}

bool elf_splice(struct elf_layout *elf, const struct elf_part *part, size_t at, size_t old,
                const uint8_t *bytes, size_t len) {
	const uint64_t growth = (uint64_t)len - old;

	if (at > part->len || old > part->len - at ||
	    !draft_splice(elf->file, part->at + at, old, bytes, len) ||
	    elf->file->len < WIDE_HEADER)
		return false;
	move_offset(elf, elf->is_wide ? 32 : 28, part, growth);
	move_offset(elf, elf->is_wide ? 40 : 32, part, growth);
	correct_segments(elf, part, growth);
	correct_sections(elf, part, growth);
	return true;
}
