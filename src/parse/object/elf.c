/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/object/elf.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/new_file.h"

/* Where a field is in the 32-bit and in the 64-bit form of a structure, and its size there. */
struct field {
	unsigned char at_32, size_32, at_64, size_64;
};

static const struct field header_machine = { 18, 2, 18, 2 };
static const struct field header_sections = { 32, 4, 40, 8 };
static const struct field header_section_size = { 46, 2, 58, 2 };
static const struct field header_nsections = { 48, 2, 60, 2 };
static const struct field header_nsegments = { 44, 2, 56, 2 };
static const struct field header_names = { 50, 2, 62, 2 };
static const struct field section_name = { 0, 4, 0, 4 };
static const struct field section_type = { 4, 4, 4, 4 };
static const struct field section_offset = { 16, 4, 24, 8 };
static const struct field section_size = { 20, 4, 32, 8 };
static const struct field section_link = { 24, 4, 40, 4 };
static const struct field dynamic_tag = { 0, 4, 0, 8 };
static const struct field dynamic_value = { 4, 4, 8, 8 };
static const struct field symbol_name = { 0, 4, 0, 4 };
static const struct field symbol_size = { 8, 4, 16, 8 };

enum {
	IDENT_SIZE = 16,
	HEADER_SIZE_32 = 52,
	HEADER_SIZE_64 = 64,
	SECTION_SIZE_32 = 40,
	SECTION_SIZE_64 = 64,
	SYMBOL_SIZE_32 = 16,
	SYMBOL_SIZE_64 = 24,
	DYNAMIC_SIZE_32 = 8,
	DYNAMIC_SIZE_64 = 16,
	TYPE_SYMTAB = 2,
	TYPE_STRTAB = 3,
	TYPE_DYNAMIC = 6,
	TYPE_NOTE = 7,
	TYPE_DYNSYM = 11,
	SOME_NAMES = 0xffff, /* the number of their section is elsewhere */
	TAG_NULL = 0,
	TAG_NEEDED = 1,
	MOST_NAME = 4096 /* bytes of a library's, with its NUL */
};

static uint64_t get(const struct elf *elf, const unsigned char *data, struct field field) {
	struct bytes bytes = {
		data + (elf->is_64 ? field.at_64 : field.at_32),
		elf->is_64 ? field.size_64 : field.size_32,
	};

	return bytes_number(bytes, elf->big_endian);
}

/* Files with very many sections have their number in section 0. */
static bool count_sections(struct elf *elf, uint64_t in_header) {
	unsigned char section[SECTION_SIZE_64];
	const uint64_t most = UINT32_MAX;

	if (!in_header && elf->sections_offset &&
	    file_bytes_read(elf->fd, section, elf->is_64 ? SECTION_SIZE_64 : SECTION_SIZE_32,
	                    elf->sections_offset))
		in_header = get(elf, section, section_size);
	elf->nsections = (size_t)(in_header < most ? in_header : most);
	return elf->section_size >= (elf->is_64 ? SECTION_SIZE_64 : SECTION_SIZE_32);
}

bool elf_open(struct elf *out, int fd) {
	unsigned char header[HEADER_SIZE_64];

	*out = (struct elf){ .fd = fd };
	if (!file_bytes_read(fd, header, IDENT_SIZE, 0) || memcmp(header, "\177ELF", 4) != 0)
		return false;
	out->is_64 = header[4] == 2;
	out->big_endian = header[5] == 2;
	if (!file_bytes_read(fd, header, out->is_64 ? HEADER_SIZE_64 : HEADER_SIZE_32, 0))
		return false;
	out->machine = (unsigned)get(out, header, header_machine);
	out->nsegments = (unsigned)get(out, header, header_nsegments);
	out->names = (unsigned)get(out, header, header_names);
	out->sections_offset = get(out, header, header_sections);
	out->section_size = (size_t)get(out, header, header_section_size);
	if (!count_sections(out, get(out, header, header_nsections)))
		out->nsections = 0;
	return true;
}

/* Whether the file holds these bytes. */
static bool is_inside(int fd, uint64_t offset, uint64_t size) {
	struct stat status;

	return !fstat(fd, &status) && size <= (uint64_t)status.st_size &&
	       offset <= (uint64_t)status.st_size - size;
}

/* The headers of all sections; NULL if they are damaged. */
static const unsigned char *read_sections(const struct elf *elf, struct arena *arena) {
	const uint64_t size = elf->nsections * (uint64_t)elf->section_size;
	unsigned char *sections;

	if (!is_inside(elf->fd, elf->sections_offset, size))
		return NULL;
	sections = arena_space(arena, (size_t)size, 1);
	return file_bytes_read(elf->fd, sections, (size_t)size, elf->sections_offset) ? sections
	                                                                              : NULL;
}

/* Finds the first of the sections, which may be NULL, with that type; NULL when there is none. */
static const unsigned char *find_section(const struct elf *elf, const unsigned char *sections,
                                         uint64_t type) {
	size_t i;

	for (i = 0; sections && i < elf->nsections; i++)
		if (get(elf, sections + i * elf->section_size, section_type) == type)
			return sections + i * elf->section_size;
	return NULL;
}

/* The contents of a section by its header; empty if the file does not hold them. */
static struct bytes read_contents(const struct elf *elf, const unsigned char *section,
                                  struct arena *arena) {
	const uint64_t offset = get(elf, section, section_offset);
	const uint64_t size = get(elf, section, section_size);
	unsigned char *data;

	if (!is_inside(elf->fd, offset, size))
		return (struct bytes){ NULL, 0 };
	data = arena_space(arena, (size_t)size, 1);
	return file_bytes_read(elf->fd, data, (size_t)size, offset)
	               ? (struct bytes){ data, (size_t)size }
	               : (struct bytes){ NULL, 0 };
}

bool elf_read_symbols(struct elf_symbols *out, const struct elf *elf, bool dynamic,
                      struct arena *arena) {
	const size_t entry = elf->is_64 ? SYMBOL_SIZE_64 : SYMBOL_SIZE_32;
	const unsigned char *section = find_section(elf, read_sections(elf, arena),
	                                            dynamic ? TYPE_DYNSYM : TYPE_SYMTAB);
	struct bytes first;

	*out = (struct elf_symbols){ .entry_size = entry };
	if (section)
		out->entries = read_contents(elf, section, arena);
	out->n = out->entries.len / entry;
	return bytes_take(&out->entries, entry, &first) && --out->n;
}

struct elf_symbol elf_symbol_at(const struct elf *elf, const struct elf_symbols *symbols,
                                size_t i) {
	const unsigned char *entry = symbols->entries.data + i * symbols->entry_size;

	return (struct elf_symbol){
		.name = (uint32_t)get(elf, entry, symbol_name),
		.size = get(elf, entry, symbol_size),
	};
}

/* The contents of the section with the number. */
static struct bytes read_number(const struct elf *elf, const unsigned char *sections, uint64_t i,
                                struct arena *arena) {
	return i < elf->nsections ? read_contents(elf, sections + i * elf->section_size, arena)
	                          : (struct bytes){ NULL, 0 };
}

/* The bytes up to the end of a string. */
static uint64_t length_at(struct bytes strings, uint64_t offset) {
	const unsigned char *begin, *end;
	size_t len;

	if (offset >= strings.len)
		return 0;
	begin = strings.data + offset;
	len = strings.len - (size_t)offset;
	end = memchr(begin, '\0', len);
	return end ? (uint64_t)(end - begin) : len;
}

/* The lengths of all names of a symbol table, up to about so many bytes. */
static uint64_t symbol_names(const struct elf *elf, const unsigned char *sections,
                             const unsigned char *table, uint64_t most, struct arena *scratch) {
	const size_t size = elf->is_64 ? SYMBOL_SIZE_64 : SYMBOL_SIZE_32;
	const struct bytes symbols = read_contents(elf, table, scratch);
	const struct bytes names = read_number(elf, sections, get(elf, table, section_link),
	                                       scratch);
	uint64_t sum = symbols.len;
	size_t at;

	for (at = 0; size <= symbols.len - at && sum <= most; at += size)
		sum += length_at(names, get(elf, symbols.data + at, symbol_name));
	return sum;
}

/* Whether no table has more bytes than that. */
static bool tables_fit(const struct elf *elf, const unsigned char *at, uint64_t most) {
	size_t i;

	for (i = 0; i < elf->nsections; i++, at += elf->section_size) {
		const uint64_t type = get(elf, at, section_type);

		if ((type == TYPE_SYMTAB || type == TYPE_STRTAB || type == TYPE_DYNAMIC ||
		     type == TYPE_DYNSYM) &&
		    get(elf, at, section_size) > most)
			return false;
	}
	return true;
}

bool elf_is_modest(const struct elf *elf, uint64_t size, uint64_t part_most,
                   struct arena *scratch) {
	enum { MOST_PAIRS = 1 << 26, FLOOR = 1 << 20 };
	const bool has_few = elf->nsections * (uint64_t)elf->section_size <= part_most;
	const unsigned char *sections = has_few ? read_sections(elf, scratch) : NULL;
	const uint64_t most = 4 * size + FLOOR;
	struct bytes names;
	uint64_t sum = 0;
	size_t i;

	if (!sections || !elf->nsections)
		return has_few;
	if (elf->nsegments * (uint64_t)elf->nsections > MOST_PAIRS ||
	    !tables_fit(elf, sections, part_most))
		return false;
	i = elf->names == SOME_NAMES ? (size_t)get(elf, sections, section_link) : elf->names;
	names = read_number(elf, sections, i, scratch);
	for (i = 0; i < elf->nsections && sum <= most; i++) {
		const unsigned char *s = sections + i * elf->section_size;
		const uint64_t type = get(elf, s, section_type);
		const uint64_t bytes = get(elf, s, section_size);

		sum += length_at(names, get(elf, s, section_name));
		if (type == TYPE_NOTE)
			sum += bytes < most ? bytes : most + 1;
		if (type == TYPE_SYMTAB || type == TYPE_DYNSYM)
			sum += symbol_names(elf, sections, s, most, scratch);
	}
	return sum <= most;
}

/* The string at the offset, or NULL.  Many may have the same bytes. */
static const char *string_at(struct bytes strings, uint64_t offset) {
	size_t room;

	if (offset >= strings.len)
		return NULL;
	room = strings.len - (size_t)offset;
	return memchr(strings.data + offset, '\0', room < MOST_NAME ? room : MOST_NAME)
	               ? (const char *)strings.data + offset
	               : NULL;
}

const char *const *elf_read_libraries(const struct elf *elf, size_t *n, struct arena *arena) {
	const size_t size = elf->is_64 ? DYNAMIC_SIZE_64 : DYNAMIC_SIZE_32;
	const unsigned char *sections = read_sections(elf, arena);
	const unsigned char *section = find_section(elf, sections, TYPE_DYNAMIC);
	struct bytes entries, strings;
	const char **names = NULL;
	uint64_t link, tag = 1;
	size_t at;

	*n = 0;
	link = section ? get(elf, section, section_link) : elf->nsections;
	if (link >= elf->nsections)
		return NULL;
	entries = read_contents(elf, section, arena);
	strings = read_contents(elf, sections + link * elf->section_size, arena);
	for (at = 0; size <= entries.len - at && tag != TAG_NULL; at += size) {
		const char *name = NULL;

		tag = get(elf, entries.data + at, dynamic_tag);
		if (tag == TAG_NEEDED)
			name = string_at(strings, get(elf, entries.data + at, dynamic_value));
		if (!name)
			continue;
		names = arena_room(arena, names, *n, sizeof *names);
		names[(*n)++] = name;
	}
	return names;
}

/* Source: the ABI supplements of the machines. */
static const struct {
	unsigned machine;
	const char *name;
} machines[] = {
	{ 2, "sparc" },        { 3, "i386" },
	{ 4, "m68k" },         { ELF_MIPS, "mips" },
	{ 15, "hppa" },        { 18, "sparc:v8plus" },
	{ 20, "powerpc" },     { ELF_PPC64, "powerpc64" },
	{ 22, "s390" },        { ELF_ARM, "arm" },
	{ 42, "sh" },          { 43, "sparc:v9" },
	{ 50, "ia64" },        { 62, "x86-64" },
	{ 75, "vax" },         { 83, "avr" },
	{ 94, "xtensa" },      { 105, "msp430" },
	{ 164, "hexagon" },    { 183, "aarch64" },
	{ 189, "microblaze" }, { 243, "riscv" },
	{ 258, "loongarch" },  { 0x9026, "alpha" },
};

const char *elf_machine_name(const struct elf *elf) {
	size_t i;

	for (i = 0; i < sizeof machines / sizeof *machines; i++)
		if (machines[i].machine == elf->machine)
			return machines[i].name;
	return NULL;
}
