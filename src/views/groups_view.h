/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A group of functions, or a function below it. */
#ifndef GPTUI_GROUPS_VIEW_H
#define GPTUI_GROUPS_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "views/figures.h"

struct group_row {
	/* First, for the columns; of the group sums over those of its functions.  No function: a
	 * group, or with a text only that. */
	struct figures figures;
	const char *group; /* its name; NULL: there is a text only */
	size_t nfuncs;     /* of the group, that are shown */

	/* Ticks that the total is between, with all that is called. */
	bool has_bounds;
	double least, most;
};

#endif
