/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tails of the distributions that tests need.
 *
 * A tail is the probability of a value above the given one; a limit is the value that has the given
 * tail.  Right to about 1e-12 of the result, in far tails too, down to the least number that a
 * double holds.
 * Any finite argument has a finite result, unless something else is said.  Sources: Abramowitz and
 * Stegun, "Handbook of Mathematical Functions", 1964, 6.1.41, 6.5.29, 6.5.31; DiDonato and Morris,
 * "Algorithm 708", ACM Transactions on Mathematical Software 18, 1992; Hill, "Student's
 * t-Distribution", Communications of the ACM 13, 1970, for very many degrees of freedom. */
#pragma once

/* ln(gamma(z)) for z above 0.  Unlike lgamma() it writes to no variable that all threads share. */
double log_gamma(double z);

/* Of the normal distribution of mean 0 and variance 1.  The limits of tails that have none are
 * those of the nearest that has one, 1e-307 or so. */
double normal_tail(double z);
double normal_limit(double tail);

/* Student's t, for any degrees of freedom above 0; HUGE_VAL is the normal distribution. */
double student_tail(double t, double freedom);
double student_limit(double tail, double freedom);

/* Chi-square, for any number of degrees of freedom above 0. */
double chi2_tail(double x, double freedom);
double chi2_limit(double tail, double freedom);

/* How likely it is that of `first` + `second` events, each the second kind by chance `share` (above
 * 0, below 1), at least as many are of the second kind, those with exactly as many counted half:
 * the mid-p value of the binomial test.  Numbers, up to 1e15, need not be whole: then in
 * between, continuously. */
double binomial_tail(double first, double second, double share);
