/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Debug information of functions made by hand, for tests. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/work.h"
#include "line_builder.h"
#include "parse/dwarf/lines.h"

/* Sections made by hand. */
struct code {
	struct out info, abbrev, ranges, rnglists, addr;
	unsigned version;
	unsigned address_size;
	size_t unit; /* where the last one's length is */
	struct dwarf_functions *functions;
	struct work work;
	struct arena *arena;
};

/* Codes of the abbreviations. */
enum {
	UNIT = 1,    /* language, low, size */
	FUNCTION,    /* name, low, size; children */
	INLINED,     /* origin in the unit, low, size, call line */
	ABSTRACT,    /* name */
	DECLARATION, /* linker's name, name */
	SCATTERED,   /* ranges, origin in the unit */
	BLOCK,       /* children */
	HIDDEN,      /* a unit: language */
	FOREIGN,     /* origin in .debug_info, low, size */
	INDEXED,     /* name, ranges by number */
	UNIT5,       /* language, bases of addresses and ranges, ranges, low by
	              * number */
	CONSTANT,    /* name, low, size as implicit constant */
	STRUCTURE,   /* size, sibling in the unit; children */
	DECLARED,    /* linker's name, name, line */
	CONCRETE,    /* linker's name, origin in the unit, low, size */
	NAMESPACE,   /* name; children */
	NAMELESS,    /* a namespace; children */
	CLASS        /* name; children */
};

enum { C99 = 0x0c, CPLUSPLUS = 0x1a };

/* Sets all to DWARF 4 of a 64-bit machine, little-endian. */
void code_begin(struct code *c);
void code_end(struct code *c);

/* A unit: open_unit() and its first entry, or put_unit(); entries;
 * close_unit(), which ends the list of entries. */
void open_unit(struct code *c);
void put_unit(struct code *c, unsigned language, uint64_t low, uint64_t size);
void close_unit(struct code *c);

/* Makes the unit end with the section. */
void set_length(struct code *c);

/* An address and a size. */
void put_extent(struct code *c, uint64_t low, uint64_t size);

/* Children follow, and a 0 behind them. */
void put_function(struct code *c, const char *name, uint64_t low, uint64_t size);

void put_inlined(struct code *c, size_t origin, uint64_t low, uint64_t size, unsigned line);

/* Returns where it is. */
size_t put_abstract(struct code *c, const char *name);
