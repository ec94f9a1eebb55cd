/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executables, through libbfd.
 *
 * libbfd is not thread-safe: all calls of this module and of parse/dwarf/lines.c come from one
 * thread at a time. */
#pragma once

#include "base/base.h"
#include "model/image.h"
#include "model/notes.h"

struct bfd;
struct debug_files;
struct debug_info;
struct debug_search;
struct object;

/* Opens an executable, shared object or relocatable file and reads its sections and symbols.  A
 * stripped file takes its symbols from the separate debug file (parse/object/object.h), else
 * from .dynsym; "foo@plt" symbols are added where libbfd can make them.  Lines are not looked at.
 * Cost: linear in the symbols.  search: where separate files may be; or NULL.  Owner: the arena,
 * which also closes the file.  Errors: "PATH: reason": cannot be read, not an object file. */
const struct object *object_open(const char *path, const struct debug_search *search,
                                 struct arena *arena, struct error *err);

/* Parts of a program that are no files, by their names. */
struct regions {
	const char **names; /* shape: [n] */
	size_t n;
	size_t nthreads; /* the last ones, which are threads instead of code */
};

/* A program of several objects, which have been opened: the executable and what it loaded.  Its
 * image has the sections and symbols of all, each object at addresses of its own, and a section of
 * a few bytes for each region: code that is in none of them.  regions: or NULL.  Owner: the arena;
 * all must live as long.  Errors: "PATH: reason": for another machine, or no addresses are left. */
const struct object *object_join(const struct object *const *parts, size_t n,
                                 const struct regions *regions, struct arena *arena,
                                 struct error *err);

/* The same with more symbols, which are behind its own.  Owner: the arena; the object must live as
 * long. */
const struct object *object_with_symbols(const struct object *object, const struct symbol *list,
                                         size_t n, struct arena *arena);

/* One of them, object_image()->objects[i]; the object itself if it is only one. */
const struct object *object_part(const struct object *object, size_t i);

/* The contents of the file; lives as long as the object. */
const struct image *object_image(const struct object *object);

/* The contents of a section of the executable by name, decompressed; debug information comes from
 * the separate file if the executable itself has none.  Owner: the arena.  Returns false if there
 * is no such section or it cannot be read. */
bool object_section(const struct object *object, const char *name, struct bytes *out,
                    struct arena *arena);

/* Where they are in an open file, as they are, which lives as long as the object; false if they are
 * not.  Reading them there needs no libbfd. */
bool object_section_place(const struct object *object, const char *name, struct file_part *out);

/* Reads bytes of a program's code: `len` at an address of a section of its image.  Returns false if
 * they are not in the file. */
bool object_code(const struct object *object, const struct section *section, uint64_t address,
                 void *data, size_t len);

/* The contents of a section of the file that dwz(1) moved what several files share to. */
bool object_alternate_section(const struct object *object, const char *name, struct bytes *out,
                              struct arena *arena);

/* The separate files; lives as long as the object. */
struct debug_files *object_debug_files(const struct object *object);

/* The open file itself; parse/code/disassembly.c needs it. */
struct bfd *object_bfd(const struct object *object);

/* The version of libbfd in use, "2.40". */
const char *object_library_version(void);

/* What was found of an executable's debug information, in words, as known so far. why: why there
 * are no lines, or NULL if they are known.
 * Owner: the arena; the texts live as long as the object. */
const struct debug_info *debug_report(const struct object *object, const struct error *why,
                                      struct arena *arena);

/* Separate files of debug information: where they are, and whether they are from the same build.
 *
 * A program identifies its debug file by its build-id, and by .gnu_debuglink with the CRC of the
 * file.  It is looked for, in this order:
 * 1. by the build-id, FOLDER/.build-id/AB/CDEF.debug, in each directory;
 * 2. by .gnu_debuglink, next to the program, in .debug next to it, and in
 *    each directory below the path of the program's own directory;
 * 3. by the build-id, in the cache of debuginfod clients.
 * The directories are the user's, then /usr/lib/debug.  A file that exists but is from another
 * build is not used; a note says so if none is right.
 *
 * What dwz(1) moved out of several files is in an alternate file that the debug file names, with
 * its build-id: it is looked for under that name, then as in 1 and 3. */

/* One open file, through libbfd: an executable, or a file of debug information.
 *
 * libbfd is not thread-safe: all calls come from one thread at a time. */

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

/* Where to look; the texts must live as long as the files. */
struct debug_search {
	const char *const *folders; /* the user's; shape: [nfolders] */
	size_t nfolders;
	bool asks_servers;         /* parse/object/object.h may be used */
	const char *objdump;       /* lists code that libopcodes cannot; or NULL */
	struct progress *progress; /* of the job that opens files; or NULL */
};

/* A file that is looked for once. */
struct separate_file {
	bool is_sought;
	struct object_file file; /* when found */
	const char *path;        /* or NULL */
};

/* Files that the compiler split off and that were not found, or are of another build. */
struct debug_splits {
	size_t nmissing, nother;
	const char *missing, *other; /* the first ones; or NULL */
};

struct debug_files {
	const struct object_file *program;
	const char *program_path;
	bool has_own;               /* the program has debug information: no other file is
	               * looked at for it */
	const char *const *folders; /* where others may be; shape: [nfolders] */
	size_t nfolders;
	bool asks_servers;     /* the user allows it */
	const char *objdump;   /* that the user named, or NULL */
	struct bytes build_id; /* of the program; may be empty */
	const char *link;      /* the name in .gnu_debuglink, or NULL */
	uint32_t crc;          /* of the file it means */
	struct separate_file debug, alternate;
	struct debug_splits splits;
	struct notes notes; /* what is wrong with files that were found, and
	                     * which are missing; more may come */
	struct arena *arena;

	bool is_asking;    /* in a job that may take its time */
	bool has_asked;    /* the servers: once */
	struct work *work; /* what reading all of these files may take */
};

/* Does not look for anything yet.  The program must live as long.  search: NULL for the system's
 * directories only.  Owner: the arena, which also closes what will be opened. */
struct debug_files *debug_files_new(const struct object_file *program, const char *path,
                                    const struct debug_search *search, struct arena *arena);

/* The program's debug file, or NULL.  Found once, on the first call.
 * Cost: if found by .gnu_debuglink, reading all of it, within the work that is allowed. */
const struct object_file *debug_files_separate(struct debug_files *files);

/* The alternate file, or NULL, in the same way. */
const struct object_file *debug_files_alternate(struct debug_files *files);

/* Asks servers for what was not found locally, if the user allows it: the debug file, then the
 * alternate one.  Cost: whatever the network takes. */
void debug_files_fetch(struct debug_files *files);

/* The bytes as hexadecimal digits.  Owner: the arena. */
const char *debug_hex(struct bytes bytes, struct arena *arena);

/* Debug information, and sources, from servers that $DEBUGINFOD_URLS names, through libdebuginfod,
 * which is loaded on first use.  Nothing here is called without the user's permission. */

/* Whether $DEBUGINFOD_URLS is set. */
bool debug_server_is_named(void);

/* Fetches the debug file with the build-id, or a source file of that program; returns its path, in
 * the library's cache.  Asks `progress` about once a second whether it is wanted.  source: the
 * whole path, as in the debug information; or NULL.  Owner: the arena.  Errors, returning NULL: no
 * library, no server, none has it, cancelled. */
const char *debug_server_fetch(struct bytes build_id, const char *source, struct progress *progress,
                               struct arena *arena, struct error *err);
