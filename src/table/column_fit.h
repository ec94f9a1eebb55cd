/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which columns of a table there is room for, where they begin, and how wide
 * they are. */
#ifndef GPTUI_COLUMN_FIT_H
#define GPTUI_COLUMN_FIT_H

#include <stddef.h>

struct arena;
struct table;

enum { COLUMNS_BEGIN = 1 }; /* behind the cell of the cursor's mark */

/* Where a column is, in cells. */
struct slot {
	size_t column; /* its index */
	int at, width;
};

struct slots {
	struct slot *list; /* shape: [n]; from left to right */
	size_t n;
};

/* Fits columns that are as wide as table_widths() says into a pane.  Owner: the
 * arena. */
struct slots column_fit(const struct table *table, const size_t *widths, int cols,
                        struct arena *arena);

/* The cells of a pane that has room for the same columns, if texts in them are
 * no wider than they have to be. */
int column_fit_least(const struct table *table, const size_t *widths, int cols);

#endif
