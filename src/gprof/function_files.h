/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source files and lines that functions begin at, for specs that name
 * some and for annotated sources. */
#ifndef GPTUI_FUNCTION_FILES_H
#define GPTUI_FUNCTION_FILES_H

#include <stddef.h>

struct arena;
struct func;
struct image;
struct rules;
struct source_lines;

/* gprof's lists are in symbol table order, which shows when two files have the
 * same name. */
struct function_files {
	const struct source_location *locations; /* without a path if unknown; shape:
	                               [number of functions] */
	const char **paths;                      /* each once, by first appearance in the
	                               symbol table; shape: [npaths] */
	size_t npaths;
	const size_t *numbers; /* of each path; SIZE_MAX: none */
};

/* Looks up where each function begins; the rules are those that chose the
 * functions.  Owner: the arena.  Cost: a line lookup for each function, then n
 * log n. */
struct function_files *function_files_new(const struct image *image, const struct rules *rules,
                                          struct source_lines *lines, const struct func *funcs,
                                          size_t nfuncs, struct arena *arena);

/* The path that a name without directories stands for: the last one if there
 * are several, NULL if there is none or name is NULL. */
const char *function_files_path(const struct function_files *files, const char *name);

#endif
