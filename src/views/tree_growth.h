/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of calls as tables: only the rows that are open are made. */
#ifndef GPTUI_TREE_GROWTH_H
#define GPTUI_TREE_GROWTH_H

#include <stdbool.h>

#include "views/tree_row.h"

struct query;
struct table;

/* Adds the roots and everything open below them; `leads_up` to callers, else
 * to callees.  The filter keeps rows that match and those leading to them;
 * those below the limit are one row, which opens.  `key` is the view's.
 * Cost: linear in the rows and their arcs, and with a filter in the profile. */
void tree_grow(struct table *table, struct tree_list roots, bool leads_up, uint64_t key);

/* What struct view needs for both trees; items: struct tree_row. */
const struct func *tree_subject(const void *item);
const char *tree_follow(const void *item, struct query *query);

#endif
