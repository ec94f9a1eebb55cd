/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line tables: which source line an address comes from.
 *
 * Reads .debug_line itself (DWARF 2 to 5): libbfd answers for one address at a time, reads all of
 * .debug_info for it, and 2.40 names the wrong file for DWARF 5 units whose rows begin before the
 * first DW_LNS_set_file.  The sections come from parse/object/object.c; after lines_open() no
 * libbfd call is made, so lookups may run in any one thread. */
#pragma once

#include "model/dataset.h"
#include "parse/dwarf/dwarf_entries.h"

struct image;
struct lines;
struct object;

/* Finds the sequences of all line programs: one sweep, no rows kept. gprof_files: number files as
 * libbfd 2.40 does (see above), for listings under gprof's rules.
 * Returns NULL, with the reason, if there is no usable line information.  Owner: the arena.  Cost:
 * linear in .debug_line. */
struct lines *lines_open(const struct object *object, bool gprof_files, struct arena *arena,
                         struct progress *progress, struct error *err);

/* Sections that a line table is made of; they may come from anywhere. */
struct line_source {
	/* The contents of a section of the program, or of the file that several share; empty when
	 * there is none. */
	struct bytes (*section)(const void *from, const char *name, bool is_shared,
	                        struct arena *arena);
	const void *from;

	const struct image *image; /* its machine and sections are used */
	struct work *work;         /* what reading may take; lives as long as lines */
	uint64_t bias;             /* of the object, in the image */
};

/* As lines_open(), of one or several objects of an image; for tests and fuzzers, which hand over
 * bytes. */
struct lines *lines_from(const struct line_source *sources, size_t n, bool gprof_files,
                         struct arena *arena, struct progress *progress, struct error *err);

/* The row that covers the address; false if none does or its line is 0.
 * The path lives as long as the lines.  Decodes the sequence of the address on first use. */
bool lines_at(struct lines *lines, uint64_t address, struct source_location *out);

/* The file with the number in the line program of the code at the address; false if there is none.
 * The line stays 0. */
bool lines_file(struct lines *lines, uint64_t address, uint64_t number,
                struct source_location *out);

/* Where the row that covers the address begins, an instruction boundary.  False: none covers it. */
bool lines_row(struct lines *lines, uint64_t address, uint64_t *begin);

/* Takes a stretch [low, high) of code that has one line; false: no more. */
typedef bool line_visit(void *context, uint64_t low, uint64_t high,
                        const struct source_location *location);

/* Calls visit() for each of them, by ascending address.  Cost: linear in the rows. */
void lines_each(struct lines *lines, line_visit *visit, void *context);

/* Which lines the code of functions comes from: where each begins, and what lines of each file it
 * holds.  Locations without a path where unknown.  Owner: the arena; the paths live as long as the
 * lines.  Cost: linear in the rows of all functions.  Returns NULL if cancelled. */
const struct func_locations *lines_of_functions(struct lines *lines, const struct profile *profile,
                                                struct arena *arena, struct progress *progress);

/* Gives back the memory of decoded rows, when others will be looked up than before. */
void lines_drop_rows(struct lines *lines);

/* Does so if they are many: to be called now and then by who walks up through the addresses. */
void lines_walked(struct lines *lines);

/* Functions as the compiler knows them: which one an address is in, including inlined ones, and
 * where those were inlined.
 *
 * Units are read when an address in them is looked up, each once. */

struct dwarf_functions;

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
