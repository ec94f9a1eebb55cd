/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/probability.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

enum { ROUNDS = 20000 }; /* of a series, more than any needs */

#define LEAST_FREEDOM 0.01

static const double ln_2pi = 1.83787706640934548356;

double log_gamma(double z) {
	int sign;

	return lgamma_r(z, &sign);
}

/* What Stirling's formula lacks: ln(gamma(z)) - (z - 1/2) ln z + z -
 * ln(2 pi) / 2.  For large z lgamma() has no digits left for it. */
static double stirling_rest(double z) {
	static const double terms[] = { 1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
		                        1.0 / 1188, -691.0 / 360360, 1.0 / 156,  -3617.0 / 122400 };
	double sum = 0;

	if (z < 12)
		return log_gamma(z) - (z - 0.5) * log(z) + z - ln_2pi / 2;
	for (int k = sizeof terms / sizeof *terms; k-- > 0;)
		sum = sum / (z * z) + terms[k];
	return sum / z;
}

/* a ln(x / a), where off is x - a, with its own digits. */
static double log_term(double x, double a, double off) {
	const double share = off / a;

	return a * (fabs(share) < 0.25 ? log1p(share) : log(x / a));
}

/* x^a e^-x / gamma(a). */
static double gamma_weight(double x, double a) {
	return exp(log_term(x, a, x - a) - (x - a) + 0.5 * (log(a) - ln_2pi) - stirling_rest(a));
}

/* The part below x of a gamma distribution, by a series: for x < a + 1. */
static double gamma_series(double x, double a) {
	double term = 1 / a, sum = term;

	for (int k = 1; k < ROUNDS && term > sum * DBL_EPSILON / 4; k++) {
		term *= x / (a + k);
		sum += term;
	}
	return sum * gamma_weight(x, a);
}

/* A continued fraction b0 + a1 / (b1 + a2 / (b2 + ...)) by Lentz's method: begins with value = c =
 * b0, d = 0. */
struct fraction {
	double value, c, d;
};

/* Takes the next a and b; false at the end. */
static bool fraction_step(struct fraction *f, double a, double b) {
	const double least = 1e-290;

	f->d = b + a * f->d;
	f->c = b + a / f->c;
	f->d = 1 / (fabs(f->d) < least ? least : f->d);
	f->c = fabs(f->c) < least ? least : f->c;
	double change = f->c * f->d;
	f->value *= change;
	return fabs(change - 1) > DBL_EPSILON;
}

/* The part above x of a gamma distribution, by a fraction: for x >= a + 1. */
static double gamma_fraction(double x, double a) {
	const double weight = gamma_weight(x, a), first = x + 1 - a;
	struct fraction f = { first, first, 0 };

	if (!(weight > 0))
		return 0;
	for (int k = 1; k < ROUNDS; k++)
		if (!fraction_step(&f, k * (a - k), first + 2.0 * k))
			break;
	return weight / f.value;
}

double normal_tail(double z) {
	return 0.5 * erfc(z / sqrt(2));
}

static double bounded(double x, double least, double most) {
	if (!(x > least))
		return least;
	return x < most ? x : most;
}

double chi2_tail(double x, double freedom) {
	const double many = 1e5, most = 1e300;

	freedom = bounded(freedom, LEAST_FREEDOM, most);
	x = bounded(x, 0, most);
	if (freedom > many) {
		const double rest = 2 / (9 * freedom);

		return normal_tail((cbrt(x / freedom) - 1 + rest) / sqrt(rest));
	}
	if (!(x > 0))
		return 1;
	return x < freedom + 2 ? 1 - gamma_series(x / 2, freedom / 2)
	                       : gamma_fraction(x / 2, freedom / 2);
}

/* x^a rest^b / beta(a, b). */
static double beta_weight(double x, double rest, double a, double b) {
	const double off = x * b - rest * a;

	return exp(log_term(x * (a + b), a, off) + log_term(rest * (a + b), b, -off) +
	           0.5 * (log(a) - log1p(a / b) - ln_2pi) + stirling_rest(a + b) -
	           stirling_rest(a) - stirling_rest(b));
}

/* The same as beta_below(), for x not above its mean, a / (a + b). */
static double beta_fraction(double x, double rest, double a, double b) {
	const double weight = beta_weight(x, rest, a, b);
	const double under = rest * a - x * b;
	const double first = a / (a + 1) * (under + 1);
	struct fraction f = { first, first, 0 };

	if (!(weight > 0))
		return 0;
	for (int k = 1; k < ROUNDS; k++) {
		const double at = a + 2.0 * k - 1, part = k * (b - k) * x;

		if (!fraction_step(&f, (a + k - 1) / at * ((a + b + k - 1) / at) * x * part,
		                   k + part / at +
		                           (a + k) / (at + 2) * (under + 1 + k * (1 + rest))))
			break;
	}
	return weight / f.value;
}

/* The probability of less than x from a beta distribution of positive shapes a and b, up to 1e15;
 * rest is 1 - x, with its own digits.  The incomplete beta function. */
static double beta_below(double x, double rest, double a, double b) {
	if (!(x > 0))
		return 0;
	if (!(rest > 0))
		return 1;
	return x * b < rest * a ? beta_fraction(x, rest, a, b) : 1 - beta_fraction(rest, x, b, a);
}

/* The z whose tail is t's, for many degrees of freedom: Hill's. */
static double normal_of_student(double t, double freedom) {
	const double w = sqrt((freedom - 0.5) * log1p(t * t / freedom));

	return w + (w * w + 3) * w / (48 * (freedom - 0.5) * (freedom - 0.5));
}

double student_tail(double t, double freedom) {
	const double many = 1e5, size = fabs(t);
	double tail;

	freedom = bounded(freedom, LEAST_FREEDOM, HUGE_VAL);
	if (freedom > 1e30)
		return normal_tail(t);
	if (freedom > many) {
		tail = normal_tail(normal_of_student(bounded(size, 0, 1e100), freedom));
	} else {
		double ratio = size / sqrt(freedom);
		ratio *= ratio;
		tail = ratio > 1 ? 0.5 * beta_below(1 / ratio / (1 + 1 / ratio),
		                                    1 / (1 + 1 / ratio), freedom / 2, 0.5)
		                 : 0.5 * beta_below(1 / (1 + ratio), ratio / (1 + ratio),
		                                    freedom / 2, 0.5);
	}
	return t < 0 ? 1 - tail : tail;
}

/* Where `tail` of x and freedom is p, for x from the least number to the largest: halves the
 * logarithm of what is left, until nothing is. */
static double limit_of(double (*tail)(double x, double freedom), double p, double freedom) {
	double low = -744, high = 709;

	for (;;) {
		const double middle = low + (high - low) / 2;

		if (!(middle > low && middle < high))
			return exp(middle);
		if (tail(exp(middle), freedom) > p)
			low = middle;
		else
			high = middle;
	}
}

double student_limit(double tail, double freedom) {
	if (tail > 0.5)
		return -student_limit(1 - tail, freedom);
	return tail < 0.5 ? limit_of(student_tail, tail, freedom) : 0;
}

double normal_limit(double tail) {
	return student_limit(tail, HUGE_VAL);
}

double chi2_limit(double tail, double freedom) {
	return limit_of(chi2_tail, tail, freedom);
}

double binomial_tail(double first, double second, double share) {
	const double most = 1e15, rest = 1 - share;
	double sum = 0;

	first = bounded(first, 0, most);
	second = bounded(second, 0, most);
	sum += second > 0 ? beta_below(share, rest, second, first + 1) : 1;
	sum += first > 0 ? beta_below(share, rest, second + 1, first) : 0;
	return sum / 2;
}
