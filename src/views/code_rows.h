/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the assembly view. */
#ifndef GPTUI_CODE_ROWS_H
#define GPTUI_CODE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/code.h"
#include "model/code_lines.h"
#include "model/source.h"
#include "views/columns.h"

struct func;
struct source;

struct asm_row {
	struct measured measured;  /* text: with names for addresses */
	const struct func *func;   /* whose code it is, or NULL */
	struct code_row code;      /* size 0: a source line, or a notice */
	const char *where;         /* "hash.c:214", or NULL */
	double share_of;           /* ticks that are 100 % of the function */
	const struct func *target; /* where a call or jump goes, or NULL */
};

/* One line of a source file, or what belongs to it. */

enum source_kind {
	SOURCE_LINE,
	SOURCE_CALLS,   /* what the line above calls */
	SOURCE_INLINED, /* code that was inlined into it */
	SOURCE_INTO,    /* where it was inlined itself */
	SOURCE_OWN      /* its samples where it was not inlined */
};

struct source_row {
	struct measured measured; /* the first one, for its columns */
	enum source_kind kind;
	unsigned line;             /* from 1; in other rows, the line they belong to; 0:
	                  the row says why there is no text */
	double inlined;            /* ticks of code that was inlined into the line */
	uint64_t calls;            /* CALLS: how many; LINE: of what begins here */
	size_t nbegin;             /* LINE: functions that it is the first line of; if
	                    several: instances of a template, or clones */
	bool is_called;            /* LINE: a call of one of these was counted */
	bool is_near;              /* CALLS: made here or on a nearby line */
	bool is_bare;              /* CALLS: the callee has no source */
	struct source_location to; /* INLINED, INTO: the line it is about */

	const struct func *func;   /* the row is about, or NULL: CALLS: the
	                            callee; else the owner with the most time */
	struct line_owners owners; /* of its samples; none in CALLS */

	/* LINE: raw name of the function that it is written in, if that was
	 * inlined; or NULL. */
	const char *inlined_from;

	/* LINE, without samples: where the code is that it belongs to. */
	enum extent_side side;
	const struct code_extent *extent; /* or NULL */

	const struct func *begins;   /* LINE: one of nbegin */
	const char *path;            /* of the file */
	const struct source *source; /* LINE: has its text, if there is none in
	                                measured */
};

#endif
