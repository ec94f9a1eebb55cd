/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/discoveries.h"

#include "base/sort.h"

static int by_p(const void *a, const void *b, const void *context)
{
	const double x = ((const struct discovery *)a)->p;
	const double y = ((const struct discovery *)b)->p;

	return (x > y) - (x < y);
}

void discoveries_judge(struct discovery *list, size_t n, struct arena *scratch)
{
	double q = 1;
	size_t i;

	sort_stable(list, n, sizeof *list, by_p, NULL, scratch);
	for (i = n; i-- > 0;) {
		const double here = list[i].p * (double)n / (double)(i + 1);

		q = here < q ? here : q;
		*list[i].q = q;
	}
}
