/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds how time is spread over profile files. */
#ifndef GPTUI_SPREAD_FINDER_H
#define GPTUI_SPREAD_FINDER_H

#include <stdint.h>

struct arena;
struct profile;
struct runs;
struct spreads;

/* Finds them; NULL if less than two files count.  `order` has the runs as
 * strips show them, shape: [runs->n]; or NULL: as they are.  Owner: the arena.
 * Cost: the ticks of all runs, and runs by functions that have much.
 * Sources: Fisher, "The Significance of Deviations from Expectation in a
 * Poisson Series", Biometrics 6, 1950; Haldane, "The Exact Value of the
 * Moments of the Distribution of chi^2", Biometrika 29, 1937; Iglewicz and
 * Hoaglin, "How to Detect and Handle Outliers", 1993. */
const struct spreads *spreads_find(const struct profile *profile, const struct runs *runs,
                                   const uint32_t *order, struct arena *arena);

#endif
