/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line tables of any bytes, and lookups in them.
 *
 * An input: a byte of flags (1: big-endian, 2: signed addresses, 4: gprof's
 * file numbers); the lengths of five sections, 2 bytes each, little-endian;
 * the sections, of which the last ones may be cut off. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/work.h"
#include "model/image.h"
#include "model/profile.h"
#include "parse/dwarf/lines.h"
#include "split_sections.h"

enum { NSECTIONS = 5, MAX_LOOKUPS = 256 };

static const char *const names[NSECTIONS] = { ".debug_line", ".debug_info", ".debug_abbrev",
	                                      ".debug_str", ".debug_line_str" };

static struct bytes section_of(const void *from, const char *name, bool is_shared,
                               struct arena *arena) {
	const struct bytes *sections = from;

	for (size_t i = 0; i < NSECTIONS; i++)
		if (!is_shared && strcmp(name, names[i]) == 0)
			return sections[i];
	return (struct bytes){ NULL, 0 };
}

/* Any 8 or 4 bytes of the line table may be an address in it. */
static size_t find_addresses(struct func *funcs, struct bytes line, const struct machine *machine) {
	size_t n = 0;

	for (; line.len >= 8 && n + 2 <= MAX_LOOKUPS; line.data++, line.len--) {
		struct bytes wide = { line.data, 8 }, narrow = { line.data, 4 };

		funcs[n++].low = bytes_number(wide, machine->big_endian);
		funcs[n++].low = bytes_number(narrow, machine->big_endian);
	}
	return n;
}

static void look_up(struct lines *lines, struct bytes line, const struct machine *machine,
                    struct arena *arena) {
	struct func *funcs = arena_alloc(arena, MAX_LOOKUPS, sizeof *funcs);
	struct profile profile = { .funcs = funcs };

	profile.nfuncs = find_addresses(funcs, line, machine);
	const struct func_locations *locations = lines_of_functions(lines, &profile, arena, NULL);
	assert(locations && locations->n == profile.nfuncs);
	for (size_t i = 0; i < locations->n; i++) {
		const struct source_location *known = &locations->list[i];
		struct source_location location;
		bool found = lines_at(lines, funcs[i].low, &location);

		assert(found == (known->path != NULL));
		assert(!found || (location.path == known->path && location.line &&
		                  location.line == known->line && location.file >= location.path));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct section code = { ".text", 0x100, UINT64_MAX, .is_code = true };
	struct image image = { .sections = &code, .nsections = 1 };
	struct bytes rest = { data, size }, lengths, sections[NSECTIONS];
	struct work work = { .left = 0 };
	struct line_source source = { section_of, sections, &image, &work, 0 };
	struct error err = { "" };
	uint64_t flags;

	if (!bytes_take_number(&rest, 1, false, &flags) ||
	    !bytes_take(&rest, 2UL * NSECTIONS, &lengths))
		return 0;
	split_sections(sections, NSECTIONS, lengths, rest);
	image.machine.big_endian = flags & 1;
	image.machine.sign_extends = flags & 2;
	work_allow(&work, size);
	struct arena *arena = arena_new();
	struct lines *lines = lines_from(&source, 1, flags & 4, arena, NULL, &err);
	assert(lines || err.reason[0]);
	if (lines)
		look_up(lines, sections[0], &image.machine, arena);
	arena_free(arena);
	return 0;
}
