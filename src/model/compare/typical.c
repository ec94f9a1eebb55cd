/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/typical.h"

#include <math.h>

#include "base/arena.h"
#include "base/sort.h"

struct weighted {
	double shift, weight;
};

static int by_shift(const void *a, const void *b, const void *context)
{
	const double x = ((const struct weighted *)a)->shift;
	const double y = ((const struct weighted *)b)->shift;

	return (x > y) - (x < y);
}

/* Limits each weight to a fifth of all; returns their sum. */
static double limit_weights(struct weighted *list, size_t n)
{
	enum { ROUNDS = 20 };
	const double most = 0.2;
	double sum = 0;
	size_t i;
	int round;

	for (i = 0; i < n; i++)
		sum += list[i].weight;
	for (round = 0; round < ROUNDS; round++) {
		const double limit = most * sum;

		sum = 0;
		for (i = 0; i < n; i++) {
			if (list[i].weight > limit)
				list[i].weight = limit;
			sum += list[i].weight;
		}
	}
	return sum;
}

/* Half of the weight is on either side; between two if it is so exactly, so
 * that the median of the opposite shifts is its opposite. */
static double median_of(const struct weighted *list, size_t n, double sum)
{
	const double rounding = 1e-9 * sum;
	double below = 0;
	size_t i;

	for (i = 0; i + 1 < n; i++) {
		below += list[i].weight;
		if (below > sum / 2 + rounding)
			return list[i].shift;
		if (below > sum / 2 - rounding)
			return (list[i].shift + list[i + 1].shift) / 2;
	}
	return list[i].shift;
}

double typical_shift(const struct typical_point *points, size_t n, double *variance,
                     struct arena *scratch)
{
	const double half_pi = 1.57079632679489661923;
	struct weighted *list = arena_space(scratch, n, sizeof *list);
	double squares = 0, known = 0, sum;
	size_t i;

	for (i = 0; i < n; i++)
		list[i] = (struct weighted){ points[i].shift, 1 / sqrt(points[i].variance) };
	sum = limit_weights(list, n);
	for (i = 0; i < n; i++) {
		squares += list[i].weight * list[i].weight;
		known += list[i].weight / sqrt(points[i].variance);
	}
	*variance = half_pi * squares / (known * known);
	sort_stable(list, n, sizeof *list, by_shift, NULL, scratch);
	return median_of(list, n, sum);
}
