/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The middle of figures, and their usual distance from it: what a few that
 * stand out do not move. */
#ifndef GPTUI_MEDIANS_H
#define GPTUI_MEDIANS_H

#include <stddef.h>

struct arena;

/* Sorts them in place, the least first. */
void median_sort(double *list, size_t n, struct arena *scratch);

/* The median of n > 0 figures: nzeros are 0, the others, none below 0, are
 * sorted. */
double median_of_sorted(const double *sorted, size_t nzeros, size_t n);

/* The median of n > 0 figures in any order. */
double median_of(const double *list, size_t n, struct arena *scratch);

/* The median of absolute deviations from the middle, times what makes it the
 * standard deviation of normal figures; nzeros of the n + nzeros > 0 figures
 * are 0 and not in the list. */
double median_deviation(const double *list, size_t n, size_t nzeros, double middle,
                        struct arena *scratch);

#endif
