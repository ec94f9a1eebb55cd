/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/noise.h"

#include <math.h>

#include "base/distributions.h"

static const double least_mean = 3; /* of points that are used */
static const double least_sampling = 0.25;

/* Weighted sums over points: of powers of the mean, and those times chi2 per
 * degree of freedom. */
struct sums {
	double one, mean, square, value, product;
};

static double expected(const struct noise *noise, double mean)
{
	return noise->sampling + noise->spread * mean;
}

/* chi2 / freedom, of a wild point only as much as chance makes of one in a
 * hundred. */
static double tamed(const struct noise *noise, const struct noise_point *point, double most)
{
	const double value = point->chi2 / noise->freedom;
	const double limit = most * expected(noise, point->mean);

	return value < limit ? value : limit;
}

static struct sums add_up(const struct noise *noise, const struct noise_point *points, size_t n,
                          double most)
{
	struct sums s = { 0 };
	size_t i;

	for (i = 0; i < n; i++) {
		const double mean = points[i].mean;
		const double v = expected(noise, mean), w = 1 / (v * v);
		const double value = tamed(noise, &points[i], most);

		if (mean < least_mean)
			continue;
		s.one += w;
		s.mean += w * mean;
		s.square += w * mean * mean;
		s.value += w * value;
		s.product += w * mean * value;
	}
	return s;
}

/* The line through the points, by least squares, within its bounds. */
static void solve(struct noise *noise, const struct sums *s)
{
	const double alike = 1e-12;
	const double det = s->one * s->square - s->mean * s->mean;
	double sampling = s->value / s->one, spread = 0;

	if (det > alike * s->one * s->square) {
		spread = (s->one * s->product - s->mean * s->value) / det;
		if (spread > 0)
			sampling = (s->value * s->square - s->product * s->mean) / det;
		else
			spread = 0;
	}
	if (sampling < least_sampling) {
		sampling = least_sampling;
		spread = (s->product - sampling * s->mean) / s->square;
		spread = spread > 0 ? spread : 0;
	}
	noise->sampling = sampling;
	noise->spread = spread;
}

/* How much scales differ between functions, beyond what so few degrees of
 * freedom and small counts do: a variance. */
static double variance_of_scales(const struct noise *noise, const struct noise_point *points,
                                 size_t n, double most)
{
	double sum = 0, used = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		const double mean = points[i].mean;
		const double off = tamed(noise, &points[i], most) / expected(noise, mean) - 1;

		if (mean < least_mean)
			continue;
		sum += off * off - 2 / noise->freedom * (1 + 1 / (2 * mean));
		used++;
	}
	return used > 0 && sum > 0 ? sum / used : 0;
}

static double count_used(const struct noise_point *points, size_t n)
{
	double used = 0;
	size_t i;

	for (i = 0; i < n; i++)
		used += points[i].mean >= least_mean;
	return used;
}

void noise_fit(struct noise *noise, const struct noise_point *points, size_t n, double freedom)
{
	enum { ROUNDS = 30 };
	const double poisson_weight = 20;                     /* degrees of freedom */
	const double usual_variance = 0.1, usual_weight = 10; /* functions */
	const double least_variance = 0.02;
	const double most = chi2_limit(0.01, freedom) / freedom;
	const double used = count_used(points, n), all = used * freedom;
	double variance;
	int i;

	*noise = (struct noise){ .sampling = 1, .freedom = freedom };
	for (i = 0; i < ROUNDS && used > 0; i++) {
		const struct sums s = add_up(noise, points, n, most);

		solve(noise, &s);
		noise->sampling = (poisson_weight + all * noise->sampling) / (poisson_weight + all);
	}
	variance = variance_of_scales(noise, points, n, 3 * most);
	variance = (used * variance + usual_weight * usual_variance) / (used + usual_weight);
	if (variance < least_variance)
		variance = least_variance;
	noise->weight = 4 + 2 / variance;
}

double noise_scale(const struct noise *noise, const struct noise_point *point)
{
	return (noise->weight + point->chi2 / expected(noise, point->mean)) /
	       (noise->weight + noise->freedom);
}
