/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/shift.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#include "base/distributions.h"
#include "base/logarithms.h"

static const double least_ticks = 10; /* to show that noise is small */

/* What can be a number of ticks. */
static double sane(double x)
{
	const double most = 1e15;

	if (!(x > 0))
		return 0;
	return x < most ? x : most;
}

/* As many runs of equal length as tell as much. */
static double effective_runs(const struct change_side *side)
{
	const double n = (double)side->nruns;
	const double runs = side->exposure * side->exposure / side->squares;

	return runs >= 1 && runs < n ? runs : n;
}

void shift_sides_begin(struct shift_sides *sides, const struct change_side *base,
                       const struct change_side *new)
{
	const struct change_side *side[2] = { base, new };
	int i;

	*sides = (struct shift_sides){ .noise = { .sampling = 1 } };
	for (i = 0; i < 2; i++) {
		assert(side[i]->nruns && side[i]->exposure > 0);
		sides->runs[i] = effective_runs(side[i]);
		sides->exposure[i] = side[i]->exposure;
		sides->freedom += (double)side[i]->nruns - 1;
	}
}

static double chi2_of(const struct change_ticks *t, double exposure)
{
	const double most = 1e300, ticks = sane(t->ticks);
	double chi2;

	if (!(ticks > 0))
		return 0;
	chi2 = t->squares * (exposure / ticks) - ticks;
	if (!(chi2 > 0))
		return 0;
	return chi2 < most ? chi2 : most;
}

/* Of a shift, if samples were all that varied. */
double shift_poisson_variance(const struct shift *a)
{
	return 1 / (a->ticks[0] + 0.5) + 1 / (a->ticks[1] + 0.5);
}

struct shift shift_of(const struct shift_sides *sides, const struct change_item *item)
{
	const struct change_ticks *ticks[2] = { &item->base, &item->new };
	struct shift a = { 0 };
	double varying = 0;
	int i;

	for (i = 0; i < 2; i++) {
		const double exposure = sides->exposure[i];

		a.ticks[i] = sane(ticks[i]->ticks);
		a.point.chi2 += chi2_of(ticks[i], exposure);
		varying += a.ticks[i] * (1 - 1 / sides->runs[i]);
		a.value += (i ? 1 : -1) * (natural_log(a.ticks[i] + 0.5) - natural_log(exposure));
	}
	if (!(a.ticks[0] + a.ticks[1] > 0))
		a.value = 0;
	if (sides->freedom > 0)
		a.point.mean = varying / sides->freedom;
	else
		a.point.mean = 2 / shift_poisson_variance(&a);
	return a;
}

/* Of the shift, what one side adds to it by the rule of all functions. */
double shift_side_variance(const struct shift_sides *sides, const struct shift *a, int side)
{
	const struct noise *noise = &sides->noise;

	return noise->sampling / (a->ticks[side] + 0.5) + noise->spread / sides->runs[side];
}

void shift_set_variance(const struct shift_sides *sides, struct shift *a, double scale)
{
	const double least = 0.25 * shift_poisson_variance(a);
	const double rule = shift_side_variance(sides, a, 0) + shift_side_variance(sides, a, 1);

	a->scale = scale * rule > least ? scale : least / rule;
	a->variance = a->scale * rule;
}

/* Of few ticks, whose logarithm is not normal: the binomial test, with as many
 * standard errors as its probability has, each as much larger or smaller as the
 * noise is than Poisson's; of next to none, never smaller.  `odds` are those of
 * the new side if nothing changed. */
static double p_of_few(const struct shift_sides *sides, const struct shift *a, double odds,
                       double other_variance, double freedom)
{
	const double share = odds / (1 + odds), rest = 1 / (1 + odds);
	const double more = binomial_tail(a->ticks[0], a->ticks[1], share);
	const double less = binomial_tail(a->ticks[1], a->ticks[0], rest);
	const double p = more < less ? more : less;
	const double errors = p < 0.5 ? normal_limit(p) : 0;
	const double samples = 1 / (a->ticks[0] + a->ticks[1]) / share / rest;
	const double noise = a->scale * (sides->noise.sampling * samples +
	                                 sides->noise.spread *
	                                         (1 / sides->runs[0] + 1 / sides->runs[1])) +
	                     other_variance;
	const bool is_least = a->ticks[0] < least_ticks || a->ticks[1] < least_ticks;
	double times = noise / samples;

	if (is_least && times < 1)
		times = 1;
	return 2 * student_tail(errors / sqrt(times), freedom);
}

/* The probability of such a shift by chance if it is really another. */
double shift_p(const struct shift_sides *sides, const struct shift *a, double other,
               double other_variance, double freedom)
{
	const double few = 30, most = 600;
	const double t = (a->value - other) / sqrt(a->variance + other_variance);
	double odds = other + natural_log(sides->exposure[1]) - natural_log(sides->exposure[0]);

	if (a->ticks[0] >= few && a->ticks[1] >= few)
		return 2 * student_tail(fabs(t), freedom);
	odds = natural_exp(odds < -most ? -most : odds > most ? most : odds);
	return p_of_few(sides, a, odds, other_variance, freedom);
}
