/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line of a call-graph entry. */
#pragma once

#include "views/figures.h"

enum graph_part {
	GRAPH_CALLER,
	GRAPH_SPONTANEOUS, /* the function has no known caller */
	GRAPH_SELF,        /* the function itself */
	GRAPH_CALLEE,
	GRAPH_CYCLE, /* a cycle as a whole */
	GRAPH_MEMBER
};

struct graph_row {
	/* First, for the columns.  No function: SPONTANEOUS, CYCLE; a cycle: CYCLE; no time:
	 * SPONTANEOUS, and arcs that pass none on.  With a line it is the part of the arc that the
	 * line makes.  If only the base has the row, the function is that of the new side that
	 * shows `gone`. */
	struct figures figures;
	enum graph_part part;
	const struct func *entry; /* whose entry it is in; NULL: a cycle's */
	const struct arc *arc;    /* CALLER, CALLEE */
	uint64_t address;         /* of an instruction that makes some calls; or 0 */
	bool is_near;             /* nearby lines may have made some of the calls */
};

/* Sets what the row is a part of: the time of the function asked for or, for its callers if it is
 * in a cycle, of that; a row of the function itself is all of it. */
void graph_row_set_parent(struct graph_row *row);

extern const struct columns graph_columns; /* items: struct graph_row */
const char *explain_graph_row(const struct table *table, const void *item);
