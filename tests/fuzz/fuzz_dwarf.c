/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Debug information of any bytes, and lookups in it.
 *
 * An input: a byte of flags (1: big-endian, 2: signed addresses, 4: there are
 * files beside the program's); the lengths of eight sections, with flag 4 of
 * 17, 2 bytes each, little-endian; the sections, of which the last ones may be
 * cut off. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/work.h"
#include "parse/dwarf/dwarf_entries.h"
#include "parse/dwarf/lines.h"
#include "split_sections.h"

enum { NSECTIONS = 8, NALL = 17, MAX_LOOKUPS = 512, MAX_OUTER = 1 << 16 };

/* What is read; begins with the sections that each input has. */
struct input {
	struct dwarf_files files;
	struct dwarf_sections rest; /* what was split off */
	struct bytes index;         /* of a .dwp file */
	struct work work;
	struct arena *arena;
};

static void take_sections(struct input *in, const struct bytes *part) {
	struct dwarf_sections *own = &in->files.own;
	struct dwarf_sections *shared = &in->files.shared;

	own->info = part[0];
	own->abbrev = part[1];
	own->ranges = part[2];
	own->rnglists = part[3];
	own->addr = part[4];
	own->texts.str = part[5];
	own->texts.line_str = part[6];
	own->texts.str_offsets = part[7];
	shared->info = part[8];
	shared->abbrev = part[9];
	shared->texts.str = part[10];
	own->texts.shared_str = part[10];
	in->rest = *own;
	in->rest.info = part[11];
	in->rest.abbrev = part[12];
	in->rest.texts.str_offsets = part[13];
	in->rest.texts.str = part[14];
	in->rest.rnglists = part[15];
	in->index = part[16];
}

/* Any unit with the id, once for each skeleton. */
static const struct dwarf_info_unit *find_split(void *context,
                                                const struct dwarf_info_unit *skeleton) {
	struct input *in = context;
	struct dwarf_entries *rest = arena_alloc(in->arena, 1, sizeof *rest);
	struct dwarf_package_unit unit;

	assert(memchr(skeleton->split_name, 0, 1 << 16));
	dwarf_package_find(in->index, skeleton->entries->sections.big_endian, skeleton->split_id,
	                   &in->work, &unit);
	dwarf_entries_open(rest, &in->rest, in->arena);
	for (size_t i = 0; i < rest->nunits; i++)
		if (rest->units[i].split_id == skeleton->split_id) {
			dwarf_unit_join(&rest->units[i], skeleton);
			return &rest->units[i];
		}
	return NULL;
}

/* Looks up an address, checks the answer, and returns where it ends. */
static uint64_t look_up(struct dwarf_functions *functions, uint64_t address) {
	uint64_t end, same_end;
	const struct dwarf_function *f = dwarf_functions_at(functions, address, &end);
	size_t depth = 0;

	assert(end > address || address == UINT64_MAX);
	assert(dwarf_functions_at(functions, address, &same_end) == f);
	assert(same_end == end);
	if (!f)
		return end;
	assert(!f->name || memchr(f->name, 0, 1 << 16));
	for (const struct dwarf_function *outer = f->outer; outer; outer = outer->outer)
		assert(depth++ < MAX_OUTER);
	return end;
}

/* From 0 up through the answers. */
static void walk(struct dwarf_functions *functions) {
	uint64_t at = 0;

	for (size_t i = 0; i < MAX_LOOKUPS && at != UINT64_MAX; i++)
		at = look_up(functions, at);
}

/* Any 8 or 4 bytes of an entry may be an address. */
static void try_bytes(struct dwarf_functions *functions, const struct dwarf_sections *s) {
	struct bytes rest = s->info;

	for (size_t i = 0; i < MAX_LOOKUPS && rest.len >= 8; i++) {
		struct bytes wide = { rest.data, 8 }, narrow = { rest.data, 4 };

		look_up(functions, bytes_number(wide, s->big_endian));
		look_up(functions, bytes_number(narrow, s->big_endian));
		rest.data++;
		rest.len--;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct bytes left = { data, size }, lengths;
	struct bytes part[NALL] = { { NULL, 0 } };
	struct input in = { .arena = NULL };
	uint64_t flags;

	if (!bytes_take_number(&left, 1, false, &flags))
		return 0;
	size_t n = flags & 4 ? NALL : NSECTIONS;
	if (!bytes_take(&left, 2 * n, &lengths))
		return 0;
	split_sections(part, n, lengths, left);
	in.files.own.big_endian = in.files.shared.big_endian = flags & 1;
	in.files.own.sign_extends = in.files.shared.sign_extends = flags & 2;
	take_sections(&in, part);
	in.arena = arena_new();
	if (flags & 4) {
		in.files.split = find_split;
		in.files.context = &in;
	}
	work_allow(&in.work, size);
	in.files.own.work = in.files.shared.work = in.rest.work = &in.work;
	struct dwarf_functions *functions = dwarf_functions_open(&in.files, 1, in.arena);
	walk(functions);
	try_bytes(functions, &in.files.own);
	arena_free(in.arena);
	return 0;
}
