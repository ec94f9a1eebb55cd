/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the source view: a line of a file, or what belongs to it. */
#pragma once

#include "views/figures.h"

enum source_kind {
	SOURCE_LINE,
	SOURCE_CALLS,   /* what the line above calls */
	SOURCE_INLINED, /* code that was inlined into it */
	SOURCE_INTO,    /* where it was inlined itself */
	SOURCE_OWN,     /* its samples where it was not inlined */
	SOURCE_BASE,    /* a line of the base that is not on the new side */
	SOURCE_REST     /* such lines, of which it is not known where they were */
};

struct source_row {
	/* First, for the columns.  The function: of CALLS the callee; else the owner with the most
	 * time.  Calls: of CALLS how many; of LINE those of what begins here. */
	struct figures figures;
	enum source_kind kind;
	unsigned line;             /* from 1; in other rows, the line they belong to; 0:
	                  the row says why there is no text */
	unsigned base_line;        /* LINE: which it is in the base; BASE; or 0 */
	double inlined;            /* ticks of code that was inlined into the line */
	size_t nbegin;             /* LINE: functions that it is the first line of; if
	                    several: instances of a template, or clones */
	bool is_near;              /* CALLS: made here or on a nearby line */
	bool is_bare;              /* CALLS: the callee has no source */
	struct source_location to; /* INLINED, INTO: the line it is about */

	struct line_owners owners; /* of its samples; none in CALLS */

	/* LINE: raw name of the function that it is written in, if that was inlined; or NULL. */
	const char *inlined_from;

	/* LINE, without samples: where the code is that it belongs to. */
	enum extent_side side;
	const struct code_extent *extent; /* or NULL */

	const struct func *begins;   /* LINE: one of nbegin */
	const char *path;            /* of the file */
	const struct source *source; /* LINE: has its text, if there is none in figures */
};
