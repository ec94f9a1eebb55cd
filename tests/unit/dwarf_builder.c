/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dwarf_builder.h"

#include <string.h>

static void put_abbreviation(struct code *c, uint64_t code, uint64_t tag, bool has_children,
                             const uint64_t *pairs) {
	put_uleb(&c->abbrev, code);
	put_uleb(&c->abbrev, tag);
	put(&c->abbrev, 1, has_children);
	for (; pairs[0]; pairs += 2) {
		put_uleb(&c->abbrev, pairs[0]);
		put_uleb(&c->abbrev, pairs[1]);
		if (pairs[1] == 0x21)
			put_sleb(&c->abbrev, 16);
	}
	put(&c->abbrev, 2, 0);
}

static const uint64_t pairs[][14] = {
	[UNIT] = { 0x13, 0x0b, 0x11, 0x01, 0x12, 0x06 },
	[FUNCTION] = { 0x03, 0x08, 0x11, 0x01, 0x12, 0x06 },
	[INLINED] = { 0x31, 0x13, 0x11, 0x01, 0x12, 0x06, 0x59, 0x0b },
	[ABSTRACT] = { 0x03, 0x08 },
	[DECLARATION] = { 0x6e, 0x08, 0x03, 0x08 },
	[SCATTERED] = { 0x55, 0x17, 0x47, 0x13 },
	[BLOCK] = { 0 },
	[HIDDEN] = { 0x13, 0x0b },
	[FOREIGN] = { 0x31, 0x10, 0x11, 0x01, 0x12, 0x06 },
	[INDEXED] = { 0x03, 0x08, 0x55, 0x23 },
	[UNIT5] = { 0x13, 0x0b, 0x73, 0x17, 0x74, 0x17, 0x55, 0x23, 0x11, 0x1b },
	[CONSTANT] = { 0x03, 0x08, 0x11, 0x01, 0x12, 0x21 },
	[STRUCTURE] = { 0x0b, 0x0b, 0x01, 0x13 },
	[DECLARED] = { 0x6e, 0x08, 0x03, 0x08, 0x3b, 0x0b },
	[CONCRETE] = { 0x6e, 0x08, 0x31, 0x13, 0x11, 0x01, 0x12, 0x06 },
	[NAMESPACE] = { 0x03, 0x08 },
	[NAMELESS] = { 0 },
	[CLASS] = { 0x03, 0x08 },
};

void code_begin(struct code *c) {
	static const uint64_t tags[] = { 0,    0x11, 0x2e, 0x1d, 0x2e, 0x2e, 0x2e, 0x0b, 0x11, 0x2e,
		                         0x2e, 0x11, 0x2e, 0x13, 0x2e, 0x2e, 0x39, 0x39, 0x02 };

	memset(c, 0, sizeof *c);
	c->version = 4;
	c->address_size = 8;
	c->arena = arena_new();
	for (uint64_t i = UNIT; i <= CLASS; i++)
		put_abbreviation(c, i, tags[i],
		                 i == UNIT || i == FUNCTION || i == BLOCK || i == HIDDEN ||
		                         i == UNIT5 || i == STRUCTURE || i >= NAMESPACE,
		                 pairs[i]);
	put(&c->abbrev, 1, 0);
}

void code_end(struct code *c) {
	arena_free(c->arena);
}

void open_unit(struct code *c) {
	c->unit = c->info.len;
	put(&c->info, 4, 0);
	put(&c->info, 2, c->version);
	if (c->version == 5) {
		put(&c->info, 1, 1); /* DW_UT_compile */
		put(&c->info, 1, c->address_size);
	}
	put(&c->info, 4, 0);
	if (c->version < 5)
		put(&c->info, 1, c->address_size);
}

void set_length(struct code *c) {
	struct out length = { .big_endian = c->info.big_endian };

	put(&length, 4, c->info.len - c->unit - 4);
	memcpy(c->info.data + c->unit, length.data, 4);
}

void close_unit(struct code *c) {
	put(&c->info, 1, 0);
	set_length(c);
}

void put_extent(struct code *c, uint64_t low, uint64_t size) {
	put(&c->info, c->address_size, low);
	put(&c->info, 4, size);
}

void put_unit(struct code *c, unsigned language, uint64_t low, uint64_t size) {
	open_unit(c);
	put(&c->info, 1, UNIT);
	put(&c->info, 1, language);
	put_extent(c, low, size);
}

void put_function(struct code *c, const char *name, uint64_t low, uint64_t size) {
	put(&c->info, 1, FUNCTION);
	put_text(&c->info, name);
	put_extent(c, low, size);
}

void put_inlined(struct code *c, size_t origin, uint64_t low, uint64_t size, unsigned line) {
	put(&c->info, 1, INLINED);
	put(&c->info, 4, origin - c->unit);
	put_extent(c, low, size);
	put(&c->info, 1, line);
}

size_t put_abstract(struct code *c, const char *name) {
	size_t at = c->info.len;

	put(&c->info, 1, ABSTRACT);
	put_text(&c->info, name);
	return at;
}
