/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/files/dispersion.h"

#include <math.h>

#include "base/distributions.h"

/* Pearson's type III distribution with the mean, variance and skewness of the
 * number of pairs: a gamma distribution that is shifted. */
double dispersion_tail(const struct dispersion *d)
{
	const double t = d->sum, q = 1 / (double)d->n;
	const double all = t * (t - 1) / 2; /* pairs */
	const double pairs = (d->squares - t) / 2;
	double variance, third, skew, freedom, deviation;

	if (t < 2)
		return 1;
	variance = all * q * (1 - q);
	third = variance * (1 - 2 * q) + t * (t - 1) * (t - 2) * q * q * (1 - q);
	if (variance <= 0 || third <= 0)
		return 1;
	deviation = sqrt(variance);
	skew = third / (variance * deviation);
	freedom = 8 / (skew * skew);
	/* Half a pair less: a tail of whole numbers. */
	deviation = (pairs - 0.5 - all * q) / deviation + 2 / skew;
	return deviation > 0 ? chi2_tail(4 * deviation / skew, freedom) : 1;
}

double dispersion_excess(const struct dispersion *d)
{
	const double n = (double)d->n, mean = d->sum / n;

	return mean > 0 ? d->squares / mean - d->sum - (n - 1) : 0;
}
