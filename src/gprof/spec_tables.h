/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the specs of a command line select, as in gprof.
 *
 * Each table is a list of address ranges.  It has gprof's oddities: a range that begins inside
 * another hides the rest of it, only one of several ranges with the same beginning is kept, and a
 * table whose specs match nothing is as if there were no specs. */
#pragma once

#include "base/base.h"
#include "gprof/gprof_options.h"

struct func;
struct image;
struct lines;
struct object;
struct source_lines;
struct source_location;

/* Specs: how a command line names functions and calls.
 *
 *	spec    := half [ "/" half ]             split at the first "/"
 *	half    := [ file ] ":" [ rest ]         split at the last ":"
 *	         | word with a "." = file | word with a digit first = line
 *	         | other word = function | nothing
 *	rest    := digit... = line | function
 *
 * What is not given does not restrict.  Source: behaviour of GNU gprof 2.40. */

struct symspec_half {
	const char *file;     /* the last part of its path, or NULL */
	const char *function; /* raw name, or NULL */
	int line;             /* 0: any */
};

struct symspec {
	struct symspec_half left, right;
	bool has_right; /* it is about calls: from left, to right */
};

/* Parses a spec; every text is one.  Owner: the arena. */
struct symspec symspec_parse(const char *text, struct arena *arena);

/* Parses the specs of the options, and makes the rules select by them; tables are empty until a
 * profile is built under these.  Lines are used if a spec names a file or line.  Owner: the
 * arena. */
struct spec_tables *spec_tables_new(const struct gprof_options *options, const struct image *image,
                                    struct rules *rules, struct source_lines *lines,
                                    struct arena *arena);

/* Whether a function that begins at the address is included in one table and not excluded by the
 * other.  Inclusion wins. */
bool spec_tables_select(const struct spec_tables *tables, enum spec_table include,
                        enum spec_table exclude, uint64_t address);

/* Source lines for listings, opened when the first one is needed: most listings need none, and
 * debug information is large. */

/* object: NULL if no lines are known. as_gprof: number files the way libbfd 2.40 does.  Owner: the
 * arena. */
struct source_lines *source_lines_new(const struct object *object, bool as_gprof,
                                      struct arena *arena);

/* The lines of all code; NULL if none are known. */
const struct line_runs *source_lines_runs(struct source_lines *lines);

/* The lines of all code in .text.  Owner: the arena; paths live as long as the lines. */
const struct line_runs *line_runs_read(const struct object *object, struct lines *lines,
                                       struct arena *arena);

/* The line of an address; false if there is none. */
bool source_lines_at(struct source_lines *lines, uint64_t address, struct source_location *out);

/* The source files and lines that functions begin at, for specs that name some and for annotated
 * sources. */

/* gprof's lists are in symbol table order, which shows when two files have the same name. */
struct function_files {
	const struct source_location *locations; /* without a path if unknown; shape:
	                               [number of functions] */
	struct text_list paths;                  /* by first appearance in the symbol table */
	const uint32_t *numbers;                 /* of each path; NO_ITEM: none */
};

/* Looks up where each function begins; the rules are those that chose the functions.  Owner: the
 * arena.  Cost: a line lookup for each function. */
struct function_files *function_files_new(const struct image *image, const struct rules *rules,
                                          struct source_lines *lines, const struct func *funcs,
                                          size_t nfuncs, struct arena *arena);

/* The path that a name without directories stands for: the last one if there are several, NULL if
 * there is none or name is NULL. */
const char *function_files_path(const struct function_files *files, const char *name);
