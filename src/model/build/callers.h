/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ticks and calls of each profile file by itself. */
#ifndef GPTUI_CALLERS_H
#define GPTUI_CALLERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct building;
struct func;

/* The first function of its cycle, or itself; its number. */
size_t caller_node(const struct building *b, const struct func *f);

/* What the calls of each caller of one function cost, if its files tell. */

/* Ticks in the function's that may be another's: in proportion to the calls
 * along an arc that it gets them by. */
struct doubt {
	uint32_t column;
	double ticks; /* one standard deviation */
};

#endif
