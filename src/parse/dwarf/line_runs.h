/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of all code in .text, as gprof -l sees them.
 *
 * gprof asks libbfd for the file, line and function of each byte, and starts a
 * symbol where the answer changes.  Here rows of the line table and ranges of
 * functions are walked side by side, with the same result.
 * Source: behaviour of GNU gprof 2.40. */
#ifndef GPTUI_PARSE_LINE_RUNS_H
#define GPTUI_PARSE_LINE_RUNS_H

#include "model/locations.h"

struct arena;
struct lines;
struct object;
struct progress;

/* Owner: the arena; paths live as long as the lines.
 * Returns NULL if cancelled. */
const struct line_runs *line_runs_read(const struct object *object, struct lines *lines,
                                       struct arena *arena, struct progress *progress);

#endif
