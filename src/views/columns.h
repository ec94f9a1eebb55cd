/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one table of columns that show the figures of rows.
 *
 * A view names its columns: a row with a name only is that of the table; members that it sets, too,
 * replace those of the table.  A row with a help is a column of the view's own.  So a name, and a
 * heading, is the same quantity in all views. */
#ifndef GPTUI_COLUMNS_H
#define GPTUI_COLUMNS_H

struct arena;
struct columns;

/* The columns that a view names, with what the table has of them.  Owner: the arena. */
const struct columns *columns_complete(const struct columns *named, struct arena *arena);

#endif
