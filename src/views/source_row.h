/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line of a source file. */
#ifndef GPTUI_SOURCE_ROW_H
#define GPTUI_SOURCE_ROW_H

#include <stdbool.h>

struct func;
struct line_ticks;

struct source_row {
	unsigned line; /* from 1; 0: the row tells why there is no text */
	const char *text;
	const struct line_ticks *ticks; /* NULL: no samples */
	const struct func *func;        /* the line is in, or NULL */
	bool begins;                    /* it is the function's first */
};

#endif
