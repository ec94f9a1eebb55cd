/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quicksort. */
#ifndef DEMO_SORT_H
#define DEMO_SORT_H

#include <stdbool.h>

struct cell;

typedef bool cell_order(const struct cell *a, const struct cell *b,
                        void *context);

/* Sorts by the question: does a come before b? */
void sort_cells(const struct cell **cells, int count, cell_order *before,
                void *context);

#endif
