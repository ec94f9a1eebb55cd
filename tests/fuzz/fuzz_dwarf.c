/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Debug information of any bytes, and lookups in it.
 *
 * An input: a byte of flags (1: big-endian, 2: signed addresses); the lengths
 * of eight sections, 2 bytes each, little-endian; the sections, of which the
 * last ones may be cut off. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "parse/dwarf_functions.h"
#include "split_sections.h"

enum { NSECTIONS = 8, MAX_LOOKUPS = 512, MAX_OUTER = 1 << 16 };

static void split(struct dwarf_sections *s, struct bytes lengths,
                  struct bytes rest)
{
	struct bytes part[NSECTIONS];

	split_sections(part, NSECTIONS, lengths, rest);
	s->info = part[0];
	s->abbrev = part[1];
	s->ranges = part[2];
	s->rnglists = part[3];
	s->addr = part[4];
	s->texts.str = part[5];
	s->texts.line_str = part[6];
	s->texts.str_offsets = part[7];
}

/* Looks up an address, checks the answer, and returns where it ends. */
static uint64_t look_up(struct dwarf_functions *functions, uint64_t address)
{
	uint64_t end, same_end;
	const struct dwarf_function *f = dwarf_functions_at(functions, address,
	                                                    &end);
	const struct dwarf_function *outer;
	size_t depth = 0;

	assert(end > address || address == UINT64_MAX);
	assert(dwarf_functions_at(functions, address, &same_end) == f);
	assert(same_end == end);
	if (!f)
		return end;
	assert(!f->name || memchr(f->name, 0, 1 << 16));
	for (outer = f->outer; outer; outer = outer->outer)
		assert(depth++ < MAX_OUTER);
	return end;
}

/* From 0 up through the answers. */
static void walk(struct dwarf_functions *functions)
{
	uint64_t at = 0;
	size_t i;

	for (i = 0; i < MAX_LOOKUPS && at != UINT64_MAX; i++)
		at = look_up(functions, at);
}

/* Any 8 or 4 bytes of an entry may be an address. */
static void try_bytes(struct dwarf_functions *functions,
                      const struct dwarf_sections *s)
{
	struct bytes rest = s->info;
	size_t i;

	for (i = 0; i < MAX_LOOKUPS && rest.len >= 8; i++) {
		struct bytes wide = { rest.data, 8 }, narrow = { rest.data, 4 };

		look_up(functions, bytes_number(wide, s->big_endian));
		look_up(functions, bytes_number(narrow, s->big_endian));
		rest.data++;
		rest.len--;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes rest = { data, size }, lengths;
	struct dwarf_sections sections = { .big_endian = false };
	struct dwarf_functions *functions;
	struct arena *arena;
	uint64_t flags;

	if (!bytes_take_number(&rest, 1, false, &flags) ||
	    !bytes_take(&rest, 2UL * NSECTIONS, &lengths))
		return 0;
	split(&sections, lengths, rest);
	sections.big_endian = flags & 1;
	sections.sign_extends = flags & 2;
	arena = arena_new();
	functions = dwarf_functions_open(&sections, arena);
	walk(functions);
	try_bytes(functions, &sections);
	arena_free(arena);
	return 0;
}
