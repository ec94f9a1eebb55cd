/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much of several counts each of a few causes contributes.
 *
 * Each observation is a count of ticks to which causes contributed by known numbers: y[k] = sum
 * over c of x[k][c] * rate[c], and noise.  The rates are found by weighted least squares, none of
 * them negative, with weights from the ticks that the rates themselves predict (found again until
 * they stay): so a Poisson regression with an identity link, whose predictions add up to the ticks
 * that were counted.
 *
 * The noise of a count is that of a Poisson variable, and at least one tick.  Where residuals are
 * larger, errors are inflated by them; never deflated. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { REGRESSION_CAUSES = 12 }; /* at most */

/* A square matrix or its triangle; shape used: [causes][causes]. */
struct regression_matrix {
	double at[REGRESSION_CAUSES][REGRESSION_CAUSES];
};

struct regression {
	size_t causes, observations;
	const double *x;    /* not negative; shape: [observations][causes] */
	const double *y;    /* ticks; shape: [observations] */
	const double *tick; /* variance of one tick, ticks squared; shape: [observations] */

	/* Found. */
	double rate[REGRESSION_CAUSES];
	double error[REGRESSION_CAUSES]; /* one standard deviation */
	double alike;                    /* how many times larger the worst error is than if
	                     the other rates were known; at least 1 */
	double chi2;                     /* sum of squared residuals / expected variance */
	size_t freedom;                  /* observations beyond the causes; > 0 */
	double inflation;                /* of the errors, by residuals; at least 1 */
	struct regression_matrix factor; /* of x'wx: its lower triangle */
};

/* Finds the rates.  False, if there are not more observations with causes than causes, or causes
 * cannot be told apart at all.  Cost: observations * causes squared, about ten times.  Sources:
 * Lawson and Hanson, "Solving Least Squares Problems", 1974, ch. 23; McCullagh and Nelder,
 * "Generalized Linear Models", 1989, ch. 6. */
bool regression_fit(struct regression *fit);

/* How much the rates would change if the observations did by `change`, were they free to be
 * negative.  Shapes: [observations], [causes]. */
void regression_shift(const struct regression *fit, const double *change, double *shift);
