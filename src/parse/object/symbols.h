/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What has to be done to symbols after libbfd read them, without libbfd. */
#ifndef GPTUI_SYMBOLS_H
#define GPTUI_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/bytes.h"
#include "model/image.h"

struct arena;
struct elf;
struct elf_symbols;
struct notes;

/* Symbols in table order; shape: [n]. */
struct symbols {
	struct symbol *list;
	size_t n;
};

/* Sets sizes and passes_gprof; clears the lowest bit of addresses if it marks
 * the instruction set (ARM, MIPS).
 * raw: the same symbols as they are in the file, or NULL. */
void symbols_complete(struct symbols symbols, const struct elf *elf, const struct elf_symbols *raw);

/* Splits the versions off the names. */
void symbols_split_versions(struct symbols symbols, struct arena *arena);

/* Moves the symbols of ppc64's function descriptors to the functions. gprof
 * knows them as libbfd's ".name" instead: these are added, unless there are
 * some, and the moved ones do not pass for gprof.
 * descriptors: the contents of .opd.  Owner: the arena. */
struct symbols symbols_follow_descriptors(struct symbols symbols, const struct image *image,
                                          struct bytes descriptors, struct arena *arena);

/* Sets is_profiled and has_threads where names of symbols show it, and whether
 * a program for Windows is one of Cygwin, which is no Windows to machine. */
void symbols_describe(struct symbols symbols, struct image *image);

/* Notes where n symbols came from, unless everything is as it should be. */
void symbols_note(enum symbol_table from, size_t n, bool is_damaged, const struct image *image,
                  struct notes *notes);

#endif
