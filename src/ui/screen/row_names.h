/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of the rows on a screen, shortened so that those that differ look
 * different: instances of a template by the argument that differs, functions of
 * one name by what a column says that has no room. */
#ifndef GPTUI_ROW_NAMES_H
#define GPTUI_ROW_NAMES_H

#include <stddef.h>

struct arena;
struct table;

/* Rows to name. */
struct row_names {
	const struct table *table;
	size_t column;     /* of the names */
	size_t apart;      /* the column that tells rows of one name apart, or
	                      how many columns there are */
	size_t first, n;   /* rows */
	const int *widths; /* cells of each; shape: [n] */
};

/* What to show of each row; shape: [n].  Owner: the arena.
 * Cost: a comparison of each with each. */
const char *const *row_names(const struct row_names *rows, struct arena *arena);

#endif
