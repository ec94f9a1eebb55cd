/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "made_object.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/new_file.h"
#include "model/image.h"
#include "parse/object/object.h"
#include "parse/object/demangle.h"
#include "split_sections.h"

enum { CODE, SYMBOLS, CALLS, BINS, SECTIONS, NPARTS = 11 };

/* Sections of debug information, in the order of their parts. */
static const char *const names[NPARTS - SECTIONS] = { ".debug_line",       ".debug_info",
	                                              ".debug_abbrev",     ".debug_str",
	                                              ".debug_addr",       ".debug_rnglists",
	                                              ".debug_str_offsets" };

struct object {
	struct image image;
	struct section sections[2];
	struct bytes parts[NPARTS];
	struct debug_files *debug;
};

/* libopcodes gets its machine from here: this program, opened once. */
static const struct object_file *own_file(void) {
	static struct object_file file;
	struct error err;

	if (!file.bfd) {
		struct arena *scratch = arena_new();
		object_file_open(&file, "/proc/self/exe", false, scratch, &err);
		arena_free(scratch);
	}
	assert(file.bfd);
	return &file;
}

static void choose_machine(struct machine *machine, uint64_t number) {
	static const struct machine machines[] = {
		{ .arch = "i386:x86-64", .address_size = 8 },
		{ .arch = "i386", .address_size = 4 },
		{ .arch = "aarch64", .address_size = 8 },
		{ "mips", 4, true, true, false },
		{ .arch = "sparc", .address_size = 4, .big_endian = true },
		{ .arch = "alpha", .address_size = 8 },
		{ .arch = "vax", .address_size = 4 },
	};
	const size_t n = sizeof machines / sizeof *machines;

	*machine = machines[number < 128 ? 0 : number % n];
}

static void add_symbols(struct object *o, struct arena *arena) {
	static const char *const symbol_names[] = {
		"main",      "f",
		"_ZN1a1bEv", "mcount",
		"g.part.0",  "_mcount",
		"etext",     "__fentry__",
		"h.cold",    "",
		"x@plt",     "i",
		"data",      "__executable_start",
		"j",         "_start",
	};
	struct bytes rest = o->parts[SYMBOLS], bytes;
	struct symbol *list = arena_alloc(arena, rest.len / 4, sizeof *list);
	size_t n = 0;

	while (bytes_take(&rest, 4, &bytes)) {
		const unsigned kind = bytes.data[3];

		list[n++] = (struct symbol){
			.name = symbol_names[kind & 15],
			.low = MADE_LOW + bytes.data[0] + 256U * (bytes.data[1] & 15),
			.size = bytes.data[2],
			.section = &o->sections[0],
			.kind = kind & 16 ? SYMBOL_NOTYPE : SYMBOL_FUNC,
			.binding = kind & 32 ? SYMBOL_LOCAL : SYMBOL_GLOBAL,
			.passes_gprof = !(kind & 64),
		};
	}
	o->image.symbols = list;
	o->image.nsymbols = n;
}

static void add_records(struct records *r, const struct object *o) {
	static const struct profile_format format = { .name = "made", .by_glibc = true };
	struct bytes rest = o->parts[CALLS], bytes;
	struct histogram h = { .low = MADE_LOW,
		               .nbins = (uint32_t)o->parts[BINS].len,
		               .rate = 100,
		               .dimension = "seconds",
		               .abbreviation = 's',
		               .bin_size = 2 };

	records_add_file(r, "profile", &format);
	while (bytes_take(&rest, 5, &bytes))
		records_add_call(r, (struct call){ MADE_LOW + bytes.data[0] + 256U * bytes.data[1],
		                                   MADE_LOW + bytes.data[2] + 256U * bytes.data[3],
		                                   bytes.data[4] });
	if (!h.nbins)
		return;
	h.high = h.low + 4 * (uint64_t)h.nbins;
	h.bins.list = arena_alloc(r->arena, h.nbins, sizeof *h.bins.list);
	for (size_t i = 0; i < h.nbins; i++)
		if (o->parts[BINS].data[i])
			h.bins.list[h.bins.n++] = (struct bin){ o->parts[BINS].data[i], (uint32_t)i,
				                                0 };
	records_add_histogram(r, h);
}

struct made made_read(const uint8_t *data, size_t size, struct arena *arena) {
	static const struct image_object one = { .path = "", .high = UINT64_MAX };
	struct bytes rest = { data, size }, lengths = { NULL, 0 };
	struct object *o = arena_alloc(arena, 1, sizeof *o);
	struct made made = { o, records_new(arena) };
	uint64_t machine = 0;

	bytes_take_number(&rest, 1, false, &machine);
	bytes_take(&rest, 2UL * NPARTS, &lengths);
	split_sections(o->parts, NPARTS, lengths, rest);
	o->sections[0] = (struct section){ ".text", MADE_LOW, MADE_LOW + o->parts[CODE].len,
		                           .is_code = true };
	o->sections[1] = (struct section){ ".data", 0x500000, 0x500100, .is_code = false };
	o->image = (struct image){ .path = "",
		                   .objects = &one,
		                   .nobjects = 1,
		                   .sections = o->sections,
		                   .nsections = 2,
		                   .text = &o->sections[0],
		                   .entry = MADE_LOW,
		                   .is_elf = true,
		                   .is_profiled = true,
		                   .demangle = demangle };
	choose_machine(&o->image.machine, machine);
	o->debug = arena_alloc(arena, 1, sizeof *o->debug);
	*o->debug = (struct debug_files){ .program = own_file(),
		                          .program_path = "",
		                          .has_own = true,
		                          .work = arena_alloc(arena, 1, sizeof(struct work)),
		                          .notes = { .arena = arena },
		                          .arena = arena };
	add_symbols(o, arena);
	add_records(made.records, o);
	return made;
}

const struct image *object_image(const struct object *o) {
	return &o->image;
}

const struct object *object_part(const struct object *o, size_t i) {
	return o;
}

/* Half of all inputs have it in a file, to be read in parts. */
bool object_section_place(const struct object *o, const char *name, struct file_part *out) {
	static FILE *file;
	struct bytes bytes;

	if (!object_section(o, name, &bytes, NULL) || bytes.len % 2)
		return false;
	if (!file)
		file = tmpfile();
	assert(file);
	rewind(file);
	assert(fwrite(bytes.data, 1, bytes.len, file) == bytes.len);
	assert(!fflush(file));
	*out = (struct file_part){ fileno(file), 0, bytes.len };
	return true;
}

bool object_section(const struct object *o, const char *name, struct bytes *out,
                    struct arena *arena) {
	*out = (struct bytes){ NULL, 0 };
	if (!strcmp(name, ".text"))
		*out = o->parts[CODE];
	for (size_t i = 0; i < NPARTS - SECTIONS; i++)
		if (!strcmp(name, names[i]))
			*out = o->parts[SECTIONS + i];
	return out->len > 0;
}

bool object_code(const struct object *o, const struct section *section, uint64_t address,
                 void *data, size_t len) {
	const struct bytes code = o->parts[CODE];
	const uint64_t at = address - MADE_LOW;

	if (section != &o->sections[0] || at > code.len || len > code.len - at)
		return false;
	if (len)
		memcpy(data, code.data + at, len);
	return true;
}

bool object_alternate_section(const struct object *o, const char *name, struct bytes *out,
                              struct arena *arena) {
	*out = (struct bytes){ NULL, 0 };
	return false;
}

struct debug_files *object_debug_files(const struct object *o) {
	return o->debug;
}

struct bfd *object_bfd(const struct object *o) {
	return own_file()->bfd;
}

const struct object *object_open(const char *path, const struct debug_search *search,
                                 struct arena *arena, struct error *err) {
	fail(err, "%s: there are no files here", path);
	return NULL;
}

const char *object_library_version(void) {
	return "none";
}
