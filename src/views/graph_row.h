/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line of a call-graph entry. */
#ifndef GPTUI_GRAPH_ROW_H
#define GPTUI_GRAPH_ROW_H

#include <stdbool.h>
#include <stdint.h>

struct arc;
struct code_line;
struct cycle;
struct func;

enum graph_part {
	GRAPH_CALLER,
	GRAPH_SPONTANEOUS, /* the function has no known caller */
	GRAPH_SELF,        /* the function itself */
	GRAPH_CALLEE,
	GRAPH_CYCLE, /* a cycle as a whole */
	GRAPH_MEMBER
};

struct graph_row {
	enum graph_part part;
	const struct func *entry; /* whose entry it is in; NULL: a cycle's */
	const struct func *func;  /* the row is about; NULL: SPONTANEOUS, CYCLE */
	const struct arc *arc;    /* CALLER, CALLEE */

	/* Which part of the arc the row stands for: all, or that of one
	 * line. */
	const struct code_line *line; /* that makes the calls; NULL: all do */
	uint64_t calls;
	uint64_t address; /* of an instruction that makes some; or 0 */
	bool has_ticks;   /* false: SPONTANEOUS, and arcs that pass none on */
	double self_ticks, descendant_ticks;
	bool is_near; /* nearby lines may have made some of the calls */

	const struct cycle *cycle; /* CYCLE */

	/* With a base: what it has of the row, for as many runs as the new
	 * side has.  A row that only the base has is about `gone`, a function
	 * of the base, and has no func. */
	bool has_base, base_has_ticks;
	double base_calls, base_ticks; /* ticks of the new side's rate */
	const struct func *gone;
	const struct func *twin; /* the new side's function that shows it; or
	                            NULL */
};

/* What the row is a part of: the function asked for or, for its callers if it
 * is in a cycle, that; a row of the function itself is all of it. */
struct graph_parent {
	const struct func *func;   /* or NULL */
	const struct cycle *cycle; /* or NULL */
	double ticks;
};

struct graph_parent graph_row_parent(const struct graph_row *row);

#endif
