/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source lines for listings, opened when the first one is needed: most listings need none, and
 * debug information is large. */
#pragma once

#include "base/base.h"

struct func;
struct image;
struct line_runs;
struct lines;
struct object;
struct rules;
struct source_lines;
struct source_location;

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
