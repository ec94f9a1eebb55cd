/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executables, through libbfd.
 *
 * libbfd is not thread-safe: all calls of this module and of parse/dwarf/lines.c come from one
 * thread at a time. */
#pragma once

#include "model/image.h"

struct bfd;
struct debug_files;
struct debug_info;
struct debug_search;
struct object;

/* Opens an executable, shared object or relocatable file and reads its sections and symbols.  A
 * stripped file takes its symbols from the separate debug file (parse/object/debug_files.h), else
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
