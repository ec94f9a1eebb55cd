/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A group of functions, or a function below it. */
#ifndef GPTUI_GROUPS_VIEW_H
#define GPTUI_GROUPS_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "views/columns.h"

struct func;

struct group_row {
	/* The first one, for its texts; ticks of the function, or sums over
	 * those of the group. */
	struct measured measured;

	const struct func *func; /* NULL: the group */
	const char *group;       /* its name; NULL: there is a text only */
	size_t nfuncs;           /* of the group, that are shown */

	uint64_t calls;  /* by other functions */
	bool is_counted; /* a call was */

	/* Ticks that the total is between, with all that is called. */
	bool has_bounds;
	double least, most;
};

#endif
