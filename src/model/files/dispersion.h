/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether counts differ by more than chance.
 *
 * Counts of events that fall on n files alike, each by chance, have a known
 * number of pairs on the same file; more of them mean that files differ.  That
 * is the test of dispersion, chi-square = sum of (x - mean)^2 / mean, in a form
 * whose first three moments are known exactly for any number of events, so
 * that it holds for a handful of them, too. */
#ifndef GPTUI_DISPERSION_H
#define GPTUI_DISPERSION_H

#include <stddef.h>

/* Counts, which need not be whole. */
struct dispersion {
	size_t n;            /* 2 or more */
	double sum, squares; /* of the counts, and of their squares */
};

/* The probability of at least as many pairs by chance; 1 without events. */
double dispersion_tail(const struct dispersion *d);

/* Chi-square less what chance makes of it on average. */
double dispersion_excess(const struct dispersion *d);

#endif
