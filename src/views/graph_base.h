/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the base of a comparison has of a call-graph entry. */
#ifndef GPTUI_GRAPH_BASE_H
#define GPTUI_GRAPH_BASE_H

#include <stddef.h>

#include "views/graph_row.h"

struct func;
struct table;

/* The callers or callees that an entry has in the base, each once, for as many
 * runs as the new side has. */
struct base_arcs;

/* Those of a function of the new side or, with `gone`, of one of the base; NULL
 * without a base.  Owner: the table's arena.  Cost: linear in the arcs. */
struct base_arcs *base_arcs_of(struct table *table, enum graph_part part, const struct func *f,
                               const struct func *gone);

/* Sets what the base has of a row that is a whole arc. */
void base_arcs_set(struct base_arcs *arcs, struct graph_row *row);

/* Makes rows of those that no row was set to; returns their number. */
size_t base_arcs_left(struct base_arcs *arcs, struct graph_row **rows);

/* Sets what the base has of the function itself. */
void base_set_self(const struct table *table, struct graph_row *row);

#endif
