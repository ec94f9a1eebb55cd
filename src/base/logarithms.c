/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/logarithms.h"

#include <math.h>

/* ln(2) is their sum; the first has 32 bits, so its product with an exponent
 * is exact. */
static const double ln2_high = 0x1.62e42feep-1;
static const double ln2_low = 0x1.a39ef35793c76p-33;

/* ln((1 + s) / (1 - s)) for |s| <= 0.1716, by 2 (s + s^3 / 3 + s^5 / 5...). */
static double log_of_quotient(double s)
{
	enum { LAST = 23 };
	const double square = s * s;
	double sum = 0;
	int k;

	for (k = LAST; k > 1; k -= 2)
		sum = (sum + 1.0 / k) * square;
	return 2 * s + 2 * s * sum;
}

double natural_log(double x)
{
	const double root_half = 0.70710678118654752440;
	int power;
	double m;

	if (!(x > 0))
		return -HUGE_VAL;
	if (x > 0x1.fffffffffffffp1023)
		return HUGE_VAL;
	m = frexp(x, &power);
	if (m < root_half) {
		m *= 2;
		power--;
	}
	return power * ln2_high + (log_of_quotient((m - 1) / (m + 1)) + power * ln2_low);
}

double natural_log_1p(double x)
{
	if (x > -0.25 && x < 0.25)
		return log_of_quotient(x / (2 + x));
	return natural_log(1 + x);
}

double natural_exp(double x)
{
	const double most = 709.782712893384, least = -745.2;
	enum { TERMS = 14 };
	double r, sum = 1;
	int power, k;

	if (!(x > least))
		return 0;
	if (x > most)
		return HUGE_VAL;
	power = (int)(x / (ln2_high + ln2_low) + (x < 0 ? -0.5 : 0.5));
	r = (x - power * ln2_high) - power * ln2_low;
	for (k = TERMS; k > 0; k--)
		sum = 1 + r * sum / k;
	return ldexp(sum, power);
}
