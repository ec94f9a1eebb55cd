/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/files/medians.h"

#include <math.h>

#include "base/arena.h"
#include "base/sort.h"

/* 1 / 0.6745: half of normal figures are within 0.6745 standard deviations. */
static const double normal_scale = 1.4826;

static int by_size(const void *a, const void *b, const void *context)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

void median_sort(double *list, size_t n, struct arena *scratch)
{
	sort_stable(list, n, sizeof *list, by_size, NULL, scratch);
}

double median_of_sorted(const double *sorted, size_t nzeros, size_t n)
{
	const size_t low = (n - 1) / 2, high = n / 2;
	const double a = low < nzeros ? 0 : sorted[low - nzeros];
	const double b = high < nzeros ? 0 : sorted[high - nzeros];

	return (a + b) / 2;
}

double median_of(const double *list, size_t n, struct arena *scratch)
{
	double *sorted = arena_copy(scratch, list, n, sizeof *list);

	median_sort(sorted, n, scratch);
	return median_of_sorted(sorted, 0, n);
}

/* The item that is at `at` when `nequal` more that are `equal` are sorted in. */
static double item_at(const double *sorted, size_t n, double equal, size_t nequal, size_t at)
{
	if (at < n && sorted[at] < equal)
		return sorted[at];
	return at >= nequal && sorted[at - nequal] > equal ? sorted[at - nequal] : equal;
}

double median_deviation(const double *list, size_t n, size_t nzeros, double middle,
                        struct arena *scratch)
{
	double *apart = arena_space(scratch, n, sizeof *apart);
	const size_t all = n + nzeros;
	const double zero = fabs(middle);
	size_t i;

	for (i = 0; i < n; i++)
		apart[i] = fabs(list[i] - middle);
	median_sort(apart, n, scratch);
	return normal_scale *
	       (item_at(apart, n, zero, nzeros, (all - 1) / 2) +
	        item_at(apart, n, zero, nzeros, all / 2)) /
	       2;
}
