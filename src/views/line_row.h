/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of a function's code. */
#ifndef GPTUI_LINE_ROW_H
#define GPTUI_LINE_ROW_H

#include "views/measured.h"

struct code_line;

struct line_row {
	struct measured measured;     /* the first one, for its columns */
	const struct code_line *line; /* NULL: there is a text only */
};

#endif
