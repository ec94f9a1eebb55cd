/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions begin at which lines of a source file. */
#ifndef GPTUI_ANNOTATED_ROWS_H
#define GPTUI_ANNOTATED_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct block_counts;
struct listing;

/* A line that functions begin at. */
struct annotated_row {
	unsigned line;
	uint64_t calls;   /* of all that begin here */
	bool is_function; /* the first of them is marked as one */
	uint64_t address; /* where it begins; 0 if several do */
	const struct block_counts *blocks; /* of the first, or NULL */
};

/* A source file. */
struct annotated_file {
	const char *path;
	const struct annotated_row *rows; /* by line; shape: [nrows] */
	size_t nrows;
	uint64_t calls; /* of all rows */
};

/* The files with functions that the options select, in gprof's order: the one
 * that the symbol table names last comes first.  Sets *n.
 * Owner: the arena. */
const struct annotated_file *annotated_files(const struct listing *l, size_t *n,
                                             struct arena *arena);

#endif
