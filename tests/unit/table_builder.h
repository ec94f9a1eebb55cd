/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables made by hand, for tests. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "table/table.h"

/* What a row shows. */
struct thing {
	const char *name;
	double time;
	uint64_t calls;
	const char *where; /* or NULL */
};

/* The columns' numbers; TIME is headed "self @". */
enum { TIME, CALLS, NAME, WHERE, HIDDEN };

/* An empty table of things, with "s" for the unit. */
void things_begin(struct table *table);
void things_end(struct table *table);

/* Adds a row; the thing has to live as long as the table. */
void things_add(struct table *table, const struct thing *thing, unsigned depth, bool is_subject);
