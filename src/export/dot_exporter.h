/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures that dot(1) of Graphviz draws of the call graph. */
#pragma once

#include "base/base.h"

struct export;

/* The picture in a format of dot's, in a file without a name, to be closed.  Errors: NULL; dot is
 * not there, or failed. */
FILE *drawing_new(const char *format, const struct export *what, struct error *err);

/* A picture as SVG.  Owner: the arena.  Errors: likewise. */
const char *drawing_text(const struct export *what, struct arena *arena, struct error *err);
