/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which lines the code of functions comes from: where each begins, and what
 * lines of each file it holds. */
#ifndef GPTUI_FUNCTION_LINES_H
#define GPTUI_FUNCTION_LINES_H

struct arena;
struct func_locations;
struct lines;
struct profile;
struct progress;

/* Locations without a path where unknown.  Owner: the arena; the paths live as
 * long as the lines.  Cost: linear in the rows of all functions.
 * Returns NULL if cancelled. */
const struct func_locations *lines_of_functions(struct lines *lines, const struct profile *profile,
                                                struct arena *arena, struct progress *progress);

#endif
