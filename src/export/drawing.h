/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of the call graph, drawn by dot(1) of Graphviz. */
#ifndef GPTUI_DRAWING_H
#define GPTUI_DRAWING_H

#include <stdio.h>

struct arena;
struct error;
struct export;

/* The call graph in the DOT language. */

void dot_write(const struct export *what, FILE *file);

/* The picture in a format of dot's, in a file without a name, to be closed.  Errors: NULL; dot is
 * not there, or failed. */
FILE *drawing_new(const char *format, const struct export *what, struct error *err);

/* A picture as SVG.  Owner: the arena.  Errors: likewise. */
const char *drawing_text(const struct export *what, struct arena *arena, struct error *err);

#endif
