/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source lines for listings, opened when the first one is needed: most
 * listings need none, and debug information is large. */
#ifndef GPTUI_SOURCE_LINES_H
#define GPTUI_SOURCE_LINES_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct line_runs;
struct object;
struct source_location;
struct source_lines;

/* object: NULL if no lines are known. as_gprof: number files the way libbfd
 * 2.40 does.  Owner: the arena. */
struct source_lines *source_lines_new(const struct object *object, bool as_gprof,
                                      struct arena *arena);

/* The lines of all code; NULL if none are known. */
const struct line_runs *source_lines_runs(struct source_lines *lines);

/* The line of an address; false if there is none. */
bool source_lines_at(struct source_lines *lines, uint64_t address, struct source_location *out);

#endif
