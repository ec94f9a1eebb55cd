/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The typical one of many changes: their median, weighted by how well each is
 * known, but none so much that it alone decides.  What happens to a few
 * functions, even to the hottest, does not move it far. */
#ifndef GPTUI_TYPICAL_H
#define GPTUI_TYPICAL_H

#include <stddef.h>

struct arena;

struct typical_point {
	double shift;
	double variance; /* > 0 */
};

/* The median of n > 0 shifts, and its variance if they differ by chance only.
 * Cost: n log n. */
double typical_shift(const struct typical_point *points, size_t n, double *variance,
                     struct arena *scratch);

#endif
