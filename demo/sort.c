/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sort.h"

enum { FEW = 8 };

static void swap(const struct cell **a, const struct cell **b)
{
	const struct cell *cell = *a;

	*a = *b;
	*b = cell;
}

/* Insertion sort, for what is left when the parts are small. */
static void sort_few(const struct cell **cells, int count, cell_order *before,
                     void *context)
{
	for (int i = 1; i < count; i++)
		for (int j = i; j > 0; j--) {
			if (!before(cells[j], cells[j - 1], context))
				break;
			swap(&cells[j], &cells[j - 1]);
		}
}

/* Moves what comes before the middle cell to its left, and returns where it
 * ends up. */
static int split(const struct cell **cells, int count, cell_order *before,
                 void *context)
{
	int end = 0;

	swap(&cells[count / 2], &cells[count - 1]);
	for (int i = 0; i < count - 1; i++)
		if (before(cells[i], cells[count - 1], context))
			swap(&cells[i], &cells[end++]);
	swap(&cells[end], &cells[count - 1]);
	return end;
}

void sort_cells(const struct cell **cells, int count, cell_order *before,
                void *context)
{
	int middle;

	if (count <= FEW) {
		sort_few(cells, count, before, context);
		return;
	}
	middle = split(cells, count, before, context);
	sort_cells(cells, middle, before, context);
	sort_cells(cells + middle + 1, count - middle - 1, before, context);
}
