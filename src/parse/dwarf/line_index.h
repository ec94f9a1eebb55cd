/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where in .debug_line the rows for an address are.
 *
 * Made in one sweep over all programs that keeps the sequences (runs of rows
 * without a gap) but no rows. */
#ifndef GPTUI_LINE_INDEX_H
#define GPTUI_LINE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/dwarf/line_program.h"

struct arena;
struct error;
struct image;
struct line_files;
struct progress;

/* A program that has sequences in the code. */
struct line_unit {
	struct line_program program;
	const char *directory;     /* the compilation directory, or NULL */
	struct line_files *files;  /* NULL: not yet read */
	uint32_t files_generation; /* of them, as of rows */
	bool defines_files;        /* the program adds to its own files */
};

struct line_sequence {
	uint64_t low, high; /* addresses, [low, high); none overlap */
	size_t at;          /* its first operation, an offset in .debug_line */
	size_t nrows;
	uint32_t unit;

	const struct line_row *rows; /* by address; shape: [nrows] */
	uint32_t generation;         /* of the rows; 0: there are none yet */
};

struct line_index {
	struct line_data data;
	struct line_unit *units; /* as in the section; shape: [nunits] */
	size_t nunits;
	struct line_sequence *sequences; /* by address; shape: [nsequences] */
	size_t nsequences;
};

/* Fills in units and sequences from the data.  Sequences that begin outside
 * the image's code are left out (the linker puts those of dropped functions at
 * 0), and so are damaged programs; of two that overlap, the one that begins
 * first wins, then the longer one.
 * Owner: the arena.
 * Errors: "byte N: reason"; no sequence is left; cancelled. */
bool line_index_build(struct line_index *index, const struct image *image, struct arena *arena,
                      struct progress *progress, struct error *err);

/* The sequence that holds the address, or NULL. */
struct line_sequence *line_index_at(const struct line_index *index, uint64_t address);

#endif
