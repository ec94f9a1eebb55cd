/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line of a call-graph entry. */
#ifndef GPTUI_GRAPH_ROWS_H
#define GPTUI_GRAPH_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arc;
struct code_line;
struct cycle;
struct func;
struct table;

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

/* What the base of a comparison has of a call-graph entry. */

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
