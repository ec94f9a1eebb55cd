/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live filter held against lines of code.
 *
 * A line is its function, and what it is by itself: a place in its own file,
 * and the function that it is written in.  A term that asks for a line means
 * the line itself; one for arcs, lines that make such calls. */
#ifndef GPTUI_LINE_FILTER_H
#define GPTUI_LINE_FILTER_H

#include <stdbool.h>

struct arena;
struct code_line;
struct table;

/* Which of the profile's lines it keeps; shape: [code_lines->n].  Owner: the
 * arena.  Cost: a look at each line for each term, and at its calls if the term
 * is for arcs. */
const bool *line_filter_kept(const struct table *table, struct arena *arena);

/* The same of a line that makes no calls. */
bool line_filter_keeps(const struct table *table, const struct code_line *line);

#endif
