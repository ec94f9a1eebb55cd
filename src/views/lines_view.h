/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of a function's code. */
#ifndef GPTUI_LINES_VIEW_H
#define GPTUI_LINES_VIEW_H

#include "views/columns.h"

struct code_line;

struct line_row {
	struct measured measured;     /* the first one, for its columns */
	const struct code_line *line; /* NULL: there is a text only */
};

#endif
