/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one table of columns that show the figures of rows.
 *
 * A view names its columns: a row with a name only is that of the table; members that it sets, too,
 * replace those of the table.  A row with a help is a column of the view's own.  So a name, and a
 * heading, is the same quantity in all views. */
#pragma once

#include "base/arena.h"

struct columns;
struct dataset;
struct table;
struct view;

/* What columns need to say anything. */
enum column_needs {
	NEEDS_NOTHING = 1 << 0, /* although the column of the table does */
	NEEDS_BASE = 1 << 1,
	NEEDS_CALLS = 1 << 2,
	NEEDS_TOTALS = 1 << 3,
	NEEDS_BOUNDS = 1 << 4,
	NEEDS_NO_PATHS = 1 << 5,
	NEEDS_NODES = 1 << 6,    /* inlined functions apart */
	NEEDS_MEASURED = 1 << 7, /* costs of callers */
	NEEDS_LOCATIONS = 1 << 8,
	NEEDS_INLINED = 1 << 9, /* lines */
	NEEDS_FRAMES = 1 << 10, /* rows below others */
	NEEDS_SPREADS = 1 << 11,
	NEEDS_DISTANCES = 1 << 12, /* of files */
	NEEDS_RANKS = 1 << 13,
	NEEDS_REASONS = 1 << 14, /* why files are off */
	NEEDS_RECENT = 1 << 15,
	NEEDS_PARENT = 1 << 16, /* amounts in percent of a parent; or not */
	NEEDS_NO_PARENT = 1 << 17,
	NEEDS_LINES = 1 << 19, /* rows by line; or not */
	NEEDS_NO_LINES = 1 << 20,
	NEEDS_HOSTS = 1 << 21,
	NEEDS_GROUPS = 1 << 22,  /* of files: in their names, */
	NEEDS_GROUPED = 1 << 23, /* as rows, */
	NEEDS_DIVIDED = 1 << 24, /* much of a function is in bins that others share */
	NEEDS_MPI = 1 << 25,     /* stacks with calls of it */
	NEEDS_WAITING = 1 << 26  /* files of ranks, grouped or not */
};

/* What of these a table lacks, once it has its rows. */
unsigned columns_lacking(const struct table *table);

/* What the functions of a profile need of a screen at most, whichever are shown: cells. */
struct rooms {
	int name, place, calls, amount;
};

/* Cost: linear in functions. */
struct rooms rooms_of(const struct dataset *data);

/* The cells by which it is decided which columns of a table there is room for: those of the profile
 * and of the widest unit; where rows are not about functions, the widths.
 * Shapes: [columns->n].  Owner: the arena. */
const size_t *columns_rooms(const struct table *table, const struct view *view,
                            const struct rooms *rooms, const size_t *widths, struct arena *arena);

/* The columns that a view names, with what the table has of them.  Owner: the arena. */
const struct columns *columns_complete(const struct columns *named, struct arena *arena);
