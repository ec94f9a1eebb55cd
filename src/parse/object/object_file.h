/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One open file, through libbfd: an executable, or a file of debug information.
 *
 * libbfd is not thread-safe: all calls come from one thread at a time. */
#pragma once

#include "base/base.h"

struct bfd;

/* What an ELF file says and libbfd's public interface does not pass on: the machine by number, the
 * sizes of symbols, and the libraries it is linked with.
 *
 * Reads only the headers and the tables asked for, of any class and byte order; every offset is
 * checked against the file.  Source: System V ABI, chapter 4 (generic), edition of 2013. */

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

/* The objdump in $PATH that by its name lists code of a machine of that name, such as
 * arm-none-eabi-objdump; or NULL.  Owner: the arena. */
const char *machine_objdump(const char *name, struct arena *arena);

struct object_file {
	struct bfd *bfd; /* NULL: not open */
	bool is_elf;
	struct elf elf;
	uint64_t held;      /* bytes: less than its size if it has holes */
	uint64_t part_most; /* bytes that a section can have */
};

/* Opens a regular file, without waiting for anything; or only one in ELF: libbfd takes some texts
 * for object files, which have no debug information and take long to read.  Owner: the caller, who
 * closes it.  Errors: "PATH: reason": cannot be read, not an object file, or its tables are larger
 * than what the file holds. */
bool object_file_open(struct object_file *out, const char *path, bool elf_only,
                      struct arena *scratch, struct error *err);

/* Which file it is, under whatever name; zeros if it is not ELF. */
struct object_file_id {
	uint64_t device, inode;
};

struct object_file_id object_file_identity(const struct object_file *file);

/* Does nothing if the file is not open. */
void object_file_close(struct object_file *file);

/* The build-id: the mark that the linker gives a build, and its separate files keep; empty when
 * there is none.  Lives as long as the file is open. */
struct bytes object_file_build_id(const struct object_file *file);

/* The name in .gnu_debuglink and the CRC of the file it means, or NULL.  Owner: the arena. */
const char *object_file_link(const struct object_file *file, uint32_t *crc, struct arena *arena);

/* The name in .gnu_debugaltlink or .debug_sup, and the build-id or checksum of the file it means,
 * or NULL; a file that others mean so has an empty name.  Owner: the arena. */
const char *object_file_alternate(const struct object_file *file, struct bytes *build_id,
                                  struct arena *arena);

/* The CRC of the whole file; false when it cannot be read, or the job is not wanted any more.  It
 * may have holes, but not consist of them: then it is too much work. */
bool object_file_crc(const struct object_file *file, struct progress *progress, uint32_t *crc);

/* Allows the work that reading the file's debug information can take. */
void object_file_allow(const struct object_file *file, struct work *work);

/* Whether there is a section of that name, compressed or not. */
bool object_file_has(const struct object_file *file, const char *name);

/* The contents of a section by name, decompressed; false, and *out is empty, when there is no such
 * section or it cannot be read.  Owner: the arena. */
bool object_file_section(const struct object_file *file, const char *name, struct bytes *out,
                         struct arena *arena);

/* Where the contents are in the open file; false if they are not there as they are: compressed, or
 * filled in by the linker. */
bool object_file_place(const struct object_file *file, const char *name, struct file_part *out);

/* The bytes that object_file_section() would read; 0 when there are none. */
uint64_t object_file_size(const struct object_file *file, const char *name);

/* Reads `len` bytes at the offset in a section; false if it lacks them, or is compressed. */
bool object_file_part(const struct object_file *file, const char *name, uint64_t offset, void *data,
                      size_t len);
