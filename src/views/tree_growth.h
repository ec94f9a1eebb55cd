/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of calls as tables: the rows that are open, and no others, are made. */
#ifndef GPTUI_TREE_GROWTH_H
#define GPTUI_TREE_GROWTH_H

#include <stdbool.h>

#include "views/tree_row.h"

struct query;
struct table;
struct view;

/* Adds the roots and all that is open below them; `leads_up` to callers, else
 * to callees.  Rows stay that the filter keeps or that lead to such a
 * row; those below the limit are one row, which opens.  `key` is the view's.
 * Cost: linear in the rows and their arcs, and with a filter in the profile. */
void tree_grow(struct table *table, struct tree_list roots, bool leads_up,
               uint64_t key);

/* Both trees' struct view wants these; items: struct tree_row. */
const struct func *tree_subject(const void *item);
const char *tree_follow(const void *item, struct query *query);

#endif
