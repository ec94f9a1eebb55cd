/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How ticks of functions vary from run to run.
 *
 * The variance of a function's ticks in a run that has `mean` of them on
 * average is scale * (sampling * mean + spread * mean^2): one for Poisson
 * samples, less if they come regularly; spread is the squared coefficient of
 * variation between runs.  Both are found from all functions together; the
 * scale is 1 by their rule, and for one function what its own runs add to it.
 * Sources: Smyth, "Linear Models and Empirical Bayes Methods", 2004 (limma);
 * Lund et al., "Detecting Differential Expression in RNA-sequence Data Using
 * Quasi-likelihood with Shrunken Dispersion Estimates", 2012 (edgeR). */
#ifndef GPTUI_NOISE_H
#define GPTUI_NOISE_H

#include <stddef.h>

#define NOISE_ASSUMED 0.03 /* coefficient of variation, where none is known */

/* What the runs of both sides show of one function. */
struct noise_point {
	double mean; /* ticks in a run */
	double chi2; /* sum of (y - expected)^2 / expected */
};

struct noise {
	double sampling; /* variance / mean of few ticks */
	double spread;
	double weight;  /* degrees of freedom that the rule of all is worth */
	double freedom; /* those of each point */
};

/* Finds the rule from n points, each with `freedom` degrees of freedom > 0;
 * reorders nothing.  Few points tell little, so it is drawn towards Poisson's. */
void noise_fit(struct noise *noise, const struct noise_point *points, size_t n, double freedom);

/* The scale of a function; 1 if there is nothing to find it from. */
double noise_scale(const struct noise *noise, const struct noise_point *point);

#endif
