/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of all code in .text, as gprof -l sees them.
 *
 * gprof asks libbfd for the file, line and function of each byte, and starts a
 * symbol where the answer changes.  Here rows of the line table and ranges of
 * functions are walked side by side, with the same result.
 * Source: behaviour of GNU gprof 2.40. */
#ifndef GPTUI_LINE_RUNS_H
#define GPTUI_LINE_RUNS_H

#include "model/source.h"

struct arena;
struct func_locations;
struct lines;
struct object;
struct profile;
struct progress;

/* Which lines the code of functions comes from: where each begins, and what
 * lines of each file it holds. */

/* Locations without a path where unknown.  Owner: the arena; the paths live as
 * long as the lines.  Cost: linear in the rows of all functions.
 * Returns NULL if cancelled. */
const struct func_locations *lines_of_functions(struct lines *lines, const struct profile *profile,
                                                struct arena *arena, struct progress *progress);

/* Owner: the arena; paths live as long as the lines.
 * Returns NULL if cancelled. */
const struct line_runs *line_runs_read(const struct object *object, struct lines *lines,
                                       struct arena *arena, struct progress *progress);

#endif
