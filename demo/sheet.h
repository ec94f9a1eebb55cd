/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sheet of cells with formulas that refer to each other. */
#ifndef DEMO_SHEET_H
#define DEMO_SHEET_H

#include "code.h"

enum { CELLS = 500, FORMULA_SIZE = 1024 };

struct cell {
	char name[NAME_SIZE];
	char formula[FORMULA_SIZE];
	struct code code;
};

struct sheet {
	struct cell cells[CELLS];
	const struct cell *order[CELLS]; /* order of the last sort */
	struct names values;
	unsigned random; /* of the random number generator */
};

/* Fills the sheet with formulas; the seed determines which. */
void sheet_fill(struct sheet *sheet, unsigned seed);

/* The tasks: each makes one pass over the sheet and returns a figure about its
 * result. */
double sheet_compile(struct sheet *sheet);
double sheet_evaluate(struct sheet *sheet);
double sheet_sort(struct sheet *sheet);

#endif
