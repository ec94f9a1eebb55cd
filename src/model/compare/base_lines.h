/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the base of a comparison has of lines of the new side. */
#ifndef GPTUI_BASE_LINES_H
#define GPTUI_BASE_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "model/compare/line_match.h"

struct arena;
struct comparison;
struct func;

struct base_lines;

/* Both sides of the comparison must have their locations by now, else no line
 * is known.  Owner: the arena.  Cost: n log n in functions; lines. */
const struct base_lines *base_lines_new(const struct comparison *c, struct arena *arena);

/* Whether both sides are the same program: then each line is itself. */
bool base_lines_are_same(const struct base_lines *lines);

/* A file of the new side, looked up once for its lines. */
struct base_file {
	struct file_match match;
	uint64_t hash; /* of its path in the base */
};

/* Without lines (NULL), and if the file is not found, none of its lines is
 * known. */
struct base_file base_lines_file(const struct base_lines *lines, const char *path);

/* The time of a line of the file in the functions of the base that a function
 * shows, or in all of the base (NULL), for as many runs as the new side has:
 * ticks of the new side's rate, 0 if it has none.
 * False: it is not known which line it was, or how long it took.
 * Cost: log n in the stretches; functions that are shown. */
bool base_lines_ticks(const struct base_lines *lines, const struct base_file *file,
                      const struct func *f, unsigned line, double *ticks);

#endif
