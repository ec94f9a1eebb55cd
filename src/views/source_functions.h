/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of source lines: what begins at a line, and what its code is
 * part of. */
#ifndef GPTUI_SOURCE_FUNCTIONS_H
#define GPTUI_SOURCE_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "views/source_frames.h"

struct arena;
struct dataset;
struct func;
struct source_row;
struct table;

/* A line where functions begin: one, or the instances of a template. */
struct beginning {
	uint64_t line;
	const struct func *func; /* the one asked for, else the hottest */
	size_t nfuncs;
	uint64_t calls; /* of all of them */
	bool is_called; /* a call was counted */
};

/* Where the functions of a file begin, by ascending line; sets how many. */
const struct beginning *source_beginnings(const struct dataset *data, const char *path,
                                          const struct func *subject, size_t *n,
                                          struct arena *arena);

/* Sets what a row of a line belongs to: the functions whose code has its
 * samples, else the one that begins there or has its code; for a line without
 * code, that of the next code below, else above.  `begins` is that of the
 * file; shape: [n]. */
void source_row_belong(struct table *table, struct source_row *row, const struct beginning *begins,
                       size_t n, struct line_frames line);

/* Whether code of the line, or of lines around it, is part of a function. */
bool source_row_has_code(const struct source_row *row);

#endif
