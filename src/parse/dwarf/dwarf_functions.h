/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions as the compiler knows them: which one an address is in, including inlined ones, and
 * where those were inlined.
 *
 * Units are read when an address in them is looked up, each once. */
#pragma once

#include "parse/dwarf/dwarf_entries.h"

struct dwarf_functions;
struct object;

/* Nested ranges of addresses, and which of them owns an address: the smallest one, of equal ones
 * that of the last owner. */

struct spans {
	const struct span *list; /* by address, no two overlap; shape: [n] */
	size_t n;
};

/* Cuts n ranges, in any order, into pieces that do not overlap.  Empty ranges are ignored.
 * Owner: the arena.  Cost: n log n. */
struct spans spans_cut(const struct span *ranges, size_t n, struct arena *arena);

/* The index of the span that contains the address, or else of the first one above it, or n. */
size_t spans_at(const struct spans *spans, uint64_t address);

/* Everything about a program's functions; the bytes must live as long. */
struct dwarf_files {
	struct dwarf_sections own;
	struct dwarf_sections shared; /* of the alternate file, or empty */

	/* Finds the split part of a unit, which lives as long as the context; NULL if it is
	 * missing.  May be NULL: split parts are ignored. */
	const struct dwarf_info_unit *(*split)(void *context,
	                                       const struct dwarf_info_unit *skeleton);
	void *context;
};

/* A function, or one inlined copy of it. */
struct dwarf_function {
	const char *name;       /* raw; NULL: not given */
	bool is_linker_name;    /* it is the linker's name for the function */
	unsigned declared;      /* line where it is; 0: not given */
	uint64_t declared_file; /* of that: a file of the line program */
	bool is_inlined;
	uint64_t low; /* where its first range begins */

	/* The function that this one was inlined into, or is nested in. */
	const struct dwarf_function *outer; /* or NULL */
	uint64_t call_file, call_line;      /* where: a file of the line program */

	uint64_t entry; /* an offset in .debug_info */
	bool is_named;  /* the name was looked up, and those around it */
};

/* Of one or several objects, whose addresses do not overlap.  Owner: the arena.
 * Cost: linear in the number of units and in .debug_abbrev. */
struct dwarf_functions *dwarf_functions_open(const struct dwarf_files *files, size_t n,
                                             struct arena *arena);

/* The innermost function at the address, that is, the one with the smallest range, or NULL.  Sets
 * *end: the answer is the same for [address, end). */
const struct dwarf_function *dwarf_functions_at(struct dwarf_functions *functions, uint64_t address,
                                                uint64_t *end);

/* Forgets what was read, also what was returned, if it takes much memory and is not needed again
 * and again (base/work.h). */
void dwarf_functions_forget(struct dwarf_functions *functions);

/* The functions in an executable's debug information. */

/* dwarf_functions_open() with the sections of all objects of a program; without any it knows no
 * function.
 * as_libbfd: as libbfd 2.40 reads them, for gprof's -l: split parts are ignored.
 * Owner: the arena, also of the sections. */
struct dwarf_functions *object_functions(const struct object *object, bool as_libbfd,
                                         struct arena *arena);
