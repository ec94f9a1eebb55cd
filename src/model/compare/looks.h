/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When to end two programs that are run in turns: looking at their runs again and again.
 *
 * Whoever tests after each run and stops when something is found finds something in equal programs,
 * too.  So each look has a part of the 5 % of chance findings that are allowed, and verdicts are
 * those of the last look, at its level: the parts add up to 5 %, however the looks depend on each
 * other and whatever the reason to stop.
 * Source: Lan and DeMets, "Discrete Sequential Boundaries for Clinical Trials", Biometrika 70,
 * 1983, with the spending function of Kim and DeMets, 1987, and Bonferroni's bound, since there are
 * many functions.
 *
 * doc/compare-statistics.md says how often verdicts are right. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct change;
struct changes;

/* Runs of each side. */
struct look {
	unsigned runs;
	unsigned most;   /* that there may be */
	unsigned before; /* at the look before this; 0: there was none */
};

/* After how many runs to look next; `most` if there are so many. */
unsigned look_next(unsigned runs, unsigned most);

/* The level of the tests of a look. */
double look_level(const struct look *look);

/* How likely the verdict about one of the changes would be another one after all runs, as far as
 * the runs until now tell.  Source: Spiegelhalter, Freedman and Blackburn, "Monitoring Clinical
 * Trials: Conditional or Predictive Power?", Controlled Clinical Trials 7, 1986. */
double look_doubt(const struct look *look, const struct changes *changes, const struct change *c);

/* Runs may end once the verdicts that would change have less of the time: the sum of doubts, each
 * times the part of the time that the function has. */
#define LOOK_DOUBT 0.02
