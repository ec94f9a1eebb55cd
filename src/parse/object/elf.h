/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an ELF file says and libbfd's public interface does not pass on: the machine by number, the
 * sizes of symbols, and the libraries it is linked with.
 *
 * Reads only the headers and the tables asked for, of any class and byte order; every offset is
 * checked against the file.
 * Source: System V ABI, chapter 4 (generic), edition of 2013. */
#ifndef GPTUI_ELF_H
#define GPTUI_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"

struct arena;

/* Values of e_machine that matter here. */
enum { ELF_MIPS = 8, ELF_PPC64 = 21, ELF_ARM = 40 };

struct elf {
	int fd; /* the caller's */
	bool is_64, big_endian;
	unsigned machine;         /* e_machine */
	unsigned nsegments;       /* program headers */
	unsigned names;           /* the section of the sections' names */
	uint64_t sections_offset; /* of the section headers in the file */
	size_t nsections;
	size_t section_size; /* bytes of one header */
};

/* A symbol table as it is in the file. */
struct elf_symbols {
	struct bytes entries; /* without entry 0 */
	size_t entry_size;    /* bytes */
	size_t n;
};

struct elf_symbol {
	uint32_t name; /* offset in the string table */
	uint64_t size; /* bytes */
};

/* Reads the file header; false if it is not an ELF file. */
bool elf_open(struct elf *out, int fd);

/* Whether what libbfd 2.40 does for each section is in proportion to the size of the file: it reads
 * all notes and symbols, hashes names and looks at all segments.  So are the names of all symbols.
 * Sections, and names, may share their bytes, and no table may have more bytes than part_most: the
 * file may have holes.  True if there are no sections to read.
 * Cost: linear in the size. */
bool elf_is_modest(const struct elf *elf, uint64_t size, uint64_t part_most, struct arena *scratch);

/* Reads .symtab, or .dynsym; false if there is none or it is damaged.  Owner: the arena.  Cost:
 * linear in the table. */
bool elf_read_symbols(struct elf_symbols *out, const struct elf *elf, bool dynamic,
                      struct arena *arena);

/* Entry number i + 1 of the table, which libbfd counts as i. */
struct elf_symbol elf_symbol_at(const struct elf *elf, const struct elf_symbols *symbols, size_t i);

/* The names of the shared libraries that it needs, as they are in the file, in its order; NULL if
 * there are none or they are damaged.  Owner: the arena.  Cost: linear in the tables that hold
 * them. */
const char *const *elf_read_libraries(const struct elf *elf, size_t *n, struct arena *arena);

/* The machine's name, for people, or NULL. */
const char *elf_machine_name(const struct elf *elf);

#endif
