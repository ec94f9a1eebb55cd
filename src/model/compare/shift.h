/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shift of one function between two sides of runs: the natural logarithm
 * of new time / base time, its variance, and how likely chance makes it. */
#ifndef GPTUI_SHIFT_H
#define GPTUI_SHIFT_H

#include <stddef.h>

#include "model/compare/noise.h"

/* Ticks of one function, or of all, in the runs of a side.  y are its ticks in
 * a run as they were counted (so not in seconds: the noise depends on it), not
 * necessarily whole; e is what that run counts as.  Runs without it are part
 * of the sums as 0. */
struct change_ticks {
	double ticks;   /* sum of y */
	double squares; /* sum of y * y / e */
};

struct change_side {
	size_t nruns;    /* > 0 */
	double exposure; /* sum of e, > 0; e is 1 for times per run, the ticks
	                    of the run for shares, calls for times per call;
	                    twice that if the rate of sampling is twice as
	                    high */
	double squares;  /* sum of e * e; 0: all e are equal */
};

struct change_item {
	struct change_ticks base, new;
};

/* What shifts are held against. */
struct shift_sides {
	struct noise noise; /* of the functions; weight 0: assumed */
	double runs[2];     /* of base and new, as many as they are worth */
	double exposure[2];
	double freedom; /* of the runs, 0 with one on each side */
};

struct shift {
	double ticks[2];
	struct noise_point point;
	double value;    /* 0 if there are no ticks */
	double scale;    /* of its noise, to that of the rule of all */
	double variance; /* of the value */
};

/* Leaves the noise to be found: Poisson's. */
void shift_sides_begin(struct shift_sides *sides, const struct change_side *base,
                       const struct change_side *new);

/* All but scale and variance.  What cannot be a number of ticks is 0. */
struct shift shift_of(const struct shift_sides *sides, const struct change_item *item);

/* By the noise of all functions, and this one's scale. */
void shift_set_variance(const struct shift_sides *sides, struct shift *shift, double scale);

/* The variance, if samples were all that varied. */
double shift_poisson_variance(const struct shift *shift);

/* What one side adds to the variance by the rule of all functions. */
double shift_side_variance(const struct shift_sides *sides, const struct shift *shift, int side);

/* The probability of a shift at least so far from another, whose variance adds
 * to its own, by chance; `freedom` are the degrees of freedom of the noise. */
double shift_p(const struct shift_sides *sides, const struct shift *shift, double other,
               double other_variance, double freedom);

#endif
