/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/changes.h"

#include "base/probability.h"

#define NOISE_ASSUMED 0.03 /* coefficient of variation, where none is known */
#define COMMON_ASSUMED 0.1 /* what all may have in common: a standard deviation, and at most */

static const double least_mean = 3; /* of points that are used */
static const double least_sampling = 0.25;

/* Weighted sums over points: of powers of the mean, and those times chi2 per degree of freedom. */
struct sums {
	double one, mean, square, value, product;
};

static double expected(const struct noise *noise, double mean) {
	return noise->sampling + noise->spread * mean;
}

/* chi2 / freedom, of a wild point only as much as chance makes of one in a hundred. */
static double tamed(const struct noise *noise, const struct noise_point *point, double most) {
	const double value = point->chi2 / noise->freedom;
	const double limit = most * expected(noise, point->mean);

	return value < limit ? value : limit;
}

static struct sums add_up(const struct noise *noise, const struct noise_point *points, size_t n,
                          double most) {
	struct sums s = { 0 };

	for (size_t i = 0; i < n; i++) {
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
static void solve(struct noise *noise, const struct sums *s) {
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

/* How much scales differ between functions, beyond what so few degrees of freedom and small counts
 * do: a variance. */
static double variance_of_scales(const struct noise *noise, const struct noise_point *points,
                                 size_t n, double most) {
	double sum = 0, used = 0;

	for (size_t i = 0; i < n; i++) {
		const double mean = points[i].mean;
		const double off = tamed(noise, &points[i], most) / expected(noise, mean) - 1;

		if (mean < least_mean)
			continue;
		sum += off * off - 2 / noise->freedom * (1 + 1 / (2 * mean));
		used++;
	}
	return used > 0 && sum > 0 ? sum / used : 0;
}

/* Finds the rule from n points, each with `freedom` degrees of freedom > 0; reorders nothing.  Few
 * points tell little, so it is drawn towards Poisson's. */
static void noise_fit(struct noise *noise, const struct noise_point *points, size_t n,
                      double freedom) {
	enum { ROUNDS = 30 };
	const double poisson_weight = 20;                     /* degrees of freedom */
	const double usual_variance = 0.1, usual_weight = 10; /* functions */
	const double least_variance = 0.02;
	const double most = chi2_limit(0.01, freedom) / freedom;
	double used = 0;

	for (size_t i = 0; i < n; i++)
		used += points[i].mean >= least_mean;
	const double all = used * freedom;
	*noise = (struct noise){ .sampling = 1, .freedom = freedom };
	for (int i = 0; i < ROUNDS && used > 0; i++) {
		const struct sums s = add_up(noise, points, n, most);

		solve(noise, &s);
		noise->sampling = (poisson_weight + all * noise->sampling) / (poisson_weight + all);
	}
	double variance = variance_of_scales(noise, points, n, 3 * most);
	variance = (used * variance + usual_weight * usual_variance) / (used + usual_weight);
	if (variance < least_variance)
		variance = least_variance;
	noise->weight = 4 + 2 / variance;
}

/* The scale of a function; 1 if there is nothing to find it from. */
static double noise_scale(const struct noise *noise, const struct noise_point *point) {
	return (noise->weight + point->chi2 / expected(noise, point->mean)) /
	       (noise->weight + noise->freedom);
}

static const double least_ticks = 10; /* to show that noise is small */

/* What can be a number of ticks. */
static double sane(double x) {
	const double most = 1e15;

	return !(x > 0) ? 0 : x < most ? x : most;
}

/* Leaves the noise to be found: Poisson's. */
static void shift_sides_begin(struct shift_sides *sides, const struct change_side *base,
                              const struct change_side *new) {
	const struct change_side *side[2] = { base, new };

	*sides = (struct shift_sides){ .noise = { .sampling = 1 } };
	for (int i = 0; i < 2; i++) {
		assert(side[i]->nruns && side[i]->exposure > 0);
		/* As many runs of equal length as tell as much. */
		const double n = (double)side[i]->nruns;
		const double runs = side[i]->exposure * side[i]->exposure / side[i]->squares;
		sides->runs[i] = runs >= 1 && runs < n ? runs : n;
		sides->counted[i] = side[i]->exposure;
		sides->exposure[i] = side[i]->exposure * (side[i]->times > 0 ? side[i]->times : 1);
		sides->freedom += n - 1;
	}
}

/* The variance of a shift, if samples were all that varied. */
static double shift_poisson_variance(const struct shift *a) {
	return 1 / (a->ticks[0] + 0.5) + 1 / (a->ticks[1] + 0.5);
}

/* All but scale and variance.  What cannot be a number of ticks is 0. */
static struct shift shift_of(const struct shift_sides *sides, const struct change_item *item) {
	const struct change_ticks *ticks[2] = { &item->base, &item->new };
	const double most = 1e300;
	struct shift a = { 0 };
	double varying = 0;

	for (int i = 0; i < 2; i++) {
		a.ticks[i] = sane(ticks[i]->ticks);
		const double t = a.ticks[i];
		const double chi2 = t > 0 ? ticks[i]->squares * (sides->counted[i] / t) - t : 0;
		a.point.chi2 += !(chi2 > 0) ? 0 : chi2 < most ? chi2 : most;
		varying += a.ticks[i] * (1 - 1 / sides->runs[i]);
		a.value += (i ? 1 : -1) * (log(a.ticks[i] + 0.5) - log(sides->exposure[i]));
	}
	if (!(a.ticks[0] + a.ticks[1] > 0))
		a.value = 0;
	a.point.mean = sides->freedom > 0 ? varying / sides->freedom
	                                  : 2 / shift_poisson_variance(&a);
	return a;
}

/* What one side adds to that by the rule of all functions. */
static double shift_side_variance(const struct shift_sides *sides, const struct shift *a,
                                  int side) {
	const struct noise *noise = &sides->noise;

	return noise->sampling / (a->ticks[side] + 0.5) + noise->spread / sides->runs[side];
}

/* By the noise of all functions, and this one's scale. */
static void shift_set_variance(const struct shift_sides *sides, struct shift *a, double scale) {
	const double least = 0.25 * shift_poisson_variance(a);
	const double rule = shift_side_variance(sides, a, 0) + shift_side_variance(sides, a, 1);

	a->scale = scale * rule > least ? scale : least / rule;
	a->variance = a->scale * rule;
}

/* Of few ticks, whose logarithm is not normal: the binomial test, with as many standard errors as
 * its probability has, each as much larger or smaller as the noise is than Poisson's; of next to
 * none, never smaller.  `odds` are those of the new side if nothing changed. */
static double p_of_few(const struct shift_sides *sides, const struct shift *a, double odds,
                       double other_variance, double freedom) {
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

/* The probability of a shift at least so far from another, whose variance adds to its own, by
 * chance; `freedom` are the degrees of freedom of the noise. */
static double shift_p(const struct shift_sides *sides, const struct shift *a, double other,
                      double other_variance, double freedom) {
	const double few = 30, most = 600;
	const double t = (a->value - other) / sqrt(a->variance + other_variance);
	double odds = other + log(sides->exposure[1]) - log(sides->exposure[0]);

	if (a->ticks[0] >= few && a->ticks[1] >= few)
		return 2 * student_tail(fabs(t), freedom);
	odds = exp(odds < -most ? -most : odds > most ? most : odds);
	return p_of_few(sides, a, odds, other_variance, freedom);
}

/* The typical one of many changes: their median, weighted by how well each is known, but none so
 * much that it alone decides.  What happens to a few functions, even to the hottest, does not move
 * it far. */

struct weighted {
	double shift, weight;
	double inverse; /* of its error: the weight before it was limited */
	size_t item;
};

static int by_shift(const void *a, const void *b, const void *context) {
	const double x = ((const struct weighted *)a)->shift;
	const double y = ((const struct weighted *)b)->shift;

	return (x > y) - (x < y);
}

/* Limits each weight to a fifth of all; returns their sum. */
static double limit_weights(struct weighted *list, size_t n) {
	enum { ROUNDS = 20 };
	const double most = 0.2;
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += list[i].weight;
	for (int round = 0; round < ROUNDS; round++) {
		const double limit = most * sum;

		sum = 0;
		for (size_t i = 0; i < n; i++) {
			if (list[i].weight > limit)
				list[i].weight = limit;
			sum += list[i].weight;
		}
	}
	return sum;
}

/* A change, and its variance by the noise of each function by itself. */
struct typical {
	double shift, variance;
};

#define NO_ITEM_LEFT_OUT SIZE_MAX

/* The median of n > 0 shifts that are in order, without that of an item: half of the weight is on
 * either side; between two if it is so exactly, so that the median of the opposite shifts is its
 * opposite.  Its variance, if they differ by chance only. */
static struct typical typical_shift(const struct weighted *list, size_t n, size_t left_out) {
	const double half_pi = 1.57079632679489661923;
	double squares = 0, known = 0, sum = 0, below = 0, low = 0;
	bool is_between = false;
	size_t i;

	for (i = 0; i < n; i++)
		if (list[i].item != left_out) {
			sum += list[i].weight;
			squares += list[i].weight * list[i].weight;
			known += list[i].weight * list[i].inverse;
		}
	for (i = 0; i < n; i++) {
		if (list[i].item == left_out)
			continue;
		below += list[i].weight;
		if (below > sum / 2 + 1e-9 * sum)
			break;
		is_between = below > sum / 2 - 1e-9 * sum;
		low = list[i].shift;
	}
	i = i < n ? i : n - 1;
	return (struct typical){ is_between ? (low + list[i].shift) / 2 : list[i].shift,
		                 half_pi * squares / (known * known) };
}

void discoveries_judge(struct discovery *list, size_t n, struct arena *scratch) {
	double q = 1;

	/* The bits of numbers that are not below 0 rise as they do. */
	memcpy(list, sort_copy(list, n, sizeof *list, offsetof(struct discovery, p), scratch),
	       n * sizeof *list);
	for (size_t i = n; i-- > 0;) {
		const double here = list[i].p * (double)n / (double)(i + 1);

		q = here < q ? here : q;
		*list[i].q = q;
	}
}

static const double confidence_tail = 0.025;

struct judge {
	struct changes *out;
	struct shift *items;
	size_t n;
	double all[2];           /* their ticks on each side */
	double level;            /* of the tests */
	double freedom;          /* of a variance */
	double limit;            /* of the interval, in standard errors */
	double weight;           /* the mean of those that are tested */
	struct weighted *steady; /* by shift; shape: [nsteady] */
	size_t nsteady;
	double weights; /* the sum of theirs */
	struct typical typical;
};

static bool is_tested(const struct shift *a) {
	return a->ticks[0] + a->ticks[1] >= CHANGE_LEAST_TICKS;
}

/* Whether functions changed in these runs at all, with a confidence of 90 %.  What runs have in
 * common is no reason to doubt that here, because functions have it in common, too. */
static bool is_shown(const struct typical *typical) {
	const double limit = 1.6448536269514729; /* of the normal, for 5 % */

	return fabs(typical->shift) > limit * sqrt(typical->variance);
}

/* The change of the typical function, if there are enough to tell. */
static void find_typical(struct judge *judge, struct arena *scratch) {
	judge->steady = arena_space(scratch, judge->n + 1, sizeof *judge->steady);
	judge->nsteady = 0;
	const double *exposure = judge->out->sides.exposure;
	const double less = exposure[0] < exposure[1] ? exposure[0] : exposure[1];
	const double least = 0.5 * CHANGE_LEAST_TICKS * (exposure[0] + exposure[1]);
	for (size_t i = 0; i < judge->n; i++) {
		const double inverse = 1 / sqrt(judge->items[i].variance);

		/* Whether its shift is near normal on both sides, whichever has fewer runs: by the
		 * ticks of both, so that chance on one side does not choose. */
		if ((judge->items[i].ticks[0] + judge->items[i].ticks[1]) * less >= least)
			judge->steady[judge->nsteady++] = (struct weighted){ judge->items[i].value,
				                                             inverse, inverse, i };
	}
	judge->out->has_typical = judge->nsteady >= CHANGE_LEAST_FUNCTIONS;
	judge->typical = (struct typical){ 0, 0 };
	if (!judge->out->has_typical)
		return;
	judge->weights = limit_weights(judge->steady, judge->nsteady);
	sort_stable(judge->steady, judge->nsteady, sizeof *judge->steady, by_shift, NULL, scratch);
	judge->typical = typical_shift(judge->steady, judge->nsteady, NO_ITEM_LEFT_OUT);
}

static void find_variances(struct judge *judge) {
	const struct noise *noise = &judge->out->sides.noise;

	for (size_t i = 0; i < judge->n; i++) {
		struct shift *a = &judge->items[i];

		shift_set_variance(&judge->out->sides, a,
		                   judge->out->sides.freedom > 0 ? noise_scale(noise, &a->point)
		                                                 : 1);
	}
}

static void set_freedom(struct judge *judge, double freedom) {
	judge->freedom = freedom;
	judge->limit = student_limit(confidence_tail, freedom);
}

/* Whether half of the functions are off the typical change by no more than noise of that spread
 * moves half of all. */
static bool explains_half(const struct judge *judge, double spread) {
	const double half_of_chi2 = 0.45493642311957283; /* one degree */
	size_t n = 0, within = 0;

	for (size_t i = 0; i < judge->n; i++) {
		const struct shift *a = &judge->items[i];
		const double off = a->value - judge->typical.shift;

		if (!is_tested(a))
			continue;
		n++;
		within += off * off <= half_of_chi2 * (shift_poisson_variance(a) + 2 * spread);
	}
	return 2 * within >= n;
}

/* With one run on each side all that is known of noise is how the changes of functions differ,
 * which can be what really changed.  So it is taken from the half that differs least, and not for
 * less than what is usual. */
static void assume_noise(struct judge *judge, struct arena *scratch) {
	enum { STEPS = 40 };
	double low = NOISE_ASSUMED * NOISE_ASSUMED, high = 1;
	struct noise *noise = &judge->out->sides.noise;

	*noise = (struct noise){ .sampling = 1, .spread = low };
	set_freedom(judge, HUGE_VAL);
	find_variances(judge);
	find_typical(judge, scratch);
	if (!judge->out->has_typical || explains_half(judge, low))
		return;
	for (int step = 0; step < STEPS; step++) {
		const double middle = (low + high) / 2;

		if (explains_half(judge, middle))
			high = middle;
		else
			low = middle;
	}
	noise->spread = high;
}

/* Of digits that depend on the C library and the processor, none is left; data files have all. */
static double ratio_of(double shift) {
	const double most = 700, same_everywhere = 0x1p40;
	const double ratio = exp(shift > most ? most : shift > -most ? shift : -most);

	return ratio < 1e6 ? round(ratio * same_everywhere) / same_everywhere : ratio;
}

/* The ratio is that of the columns beside it, unless there were next to no ticks. */
static void describe(const struct judge *judge, struct change *c, const struct shift *a) {
	const double half = judge->limit * sqrt(a->variance);

	c->low = ratio_of(a->value - half);
	c->high = ratio_of(a->value + half);
	c->ratio = ratio_of(a->value);
	if (!(a->ticks[0] > 0 && a->ticks[1] > 0))
		return;
	double plain = a->ticks[1] / a->ticks[0] * judge->out->sides.exposure[0] /
	               judge->out->sides.exposure[1];
	if (plain > c->low && plain < c->high)
		c->ratio = plain;
}

/* What a function may have in common with all others, if the typical change does not tell: that of
 * their ticks together, drawn to none the more the fewer they are. */
static struct typical common_change(const struct judge *judge, const struct shift *a) {
	const struct shift_sides *sides = &judge->out->sides;
	const double usual = COMMON_ASSUMED * COMMON_ASSUMED;
	double value = 0, variance = 0;

	for (int i = 0; i < 2; i++) {
		const double rest = sane(judge->all[i] - a->ticks[i]) + 0.5;

		value += (i ? 1 : -1) * (log(rest) - log(sides->exposure[i]));
		variance += sides->noise.sampling / rest;
	}
	const double part = usual / (usual + variance);
	value = fmax(-COMMON_ASSUMED, fmin(COMMON_ASSUMED, part * value));
	return (struct typical){ value, part * part * variance };
}

static void test(const struct judge *judge, struct change *c, const struct shift *a, double common,
                 const struct typical *typical) {
	const struct shift_sides *sides = &judge->out->sides;

	describe(judge, c, a);
	c->p = c->q = c->p_typical = c->q_typical = 1;
	c->is_tested = is_tested(a);
	if (c->is_tested)
		c->p = fmax(shift_p(sides, a, 0, 0, judge->freedom),
		            shift_p(sides, a, common, 0, judge->freedom));
	if (c->is_tested && judge->out->has_typical)
		c->p_typical = shift_p(&judge->out->sides, a, typical->shift, typical->variance,
		                       judge->freedom);
}

/* As everything else is only what changed as the typical function does without it, and that has to
 * be shown, too. */
static enum change_kind kind_of(const struct judge *judge, const struct change *c,
                                const struct shift *a, const struct typical *typical) {
	const bool is_slower = a->value > 0;
	const bool is_other = !judge->out->has_typical ||
	                      (c->q_typical <= judge->level &&
	                       (a->value > typical->shift) == is_slower);

	if (!c->is_tested || c->q > judge->level)
		return CHANGE_NOISE;
	if (!is_other && is_shown(typical))
		return CHANGE_ALL;
	return is_slower ? CHANGE_SLOWER : CHANGE_FASTER;
}

/* How much more a test counts than the average one: functions with more ticks, which could show
 * more, get more of the chance findings that are allowed.  The sum of ticks says nothing of how
 * they are divided between the sides.  Where noise is not known, that of many ticks is known least,
 * so they get less of it.  Source: Genovese, Roeder and Wasserman, "False Discovery
 * Control with p-Value Weighting", Biometrika 93, 2006. */
static double weight_of(const struct judge *judge, const struct shift *a) {
	const double ticks = a->ticks[0] + a->ticks[1];

	return (judge->out->knows_noise ? ticks : sqrt(ticks)) / judge->weight;
}

static void find_weight(struct judge *judge) {
	double sum = 0;

	judge->weight = 1;
	for (size_t i = 0; i < judge->n; i++)
		if (judge->out->list[i].is_tested) {
			sum += weight_of(judge, &judge->items[i]);
			judge->out->ntested++;
		}
	if (judge->out->ntested)
		judge->weight = sum / (double)judge->out->ntested;
}

/* No finding is less likely to be chance than its own p says. */
static void find_q(struct judge *judge, struct arena *scratch) {
	struct changes *out = judge->out;
	struct discovery *list = arena_space(scratch, judge->n + 1, sizeof *list);
	struct discovery *typical = arena_space(scratch, judge->n + 1, sizeof *typical);
	size_t n = 0;

	for (size_t i = 0; i < judge->n; i++) {
		struct change *c = &out->list[i];
		const double weight = weight_of(judge, &judge->items[i]);

		if (!c->is_tested)
			continue;
		list[n] = (struct discovery){ c->p / weight, &c->q };
		typical[n++] = (struct discovery){ c->p_typical / weight, &c->q_typical };
	}
	discoveries_judge(list, n, scratch);
	if (out->has_typical)
		discoveries_judge(typical, n, scratch);
	for (size_t i = 0; i < judge->n; i++) {
		struct change *c = &out->list[i];

		c->q = c->q > c->p ? c->q : c->p;
		c->q_typical = c->q_typical > c->p_typical ? c->q_typical : c->p_typical;
	}
}

/* Squared: how many standard errors a change must be, to be found in 80 % of all cases; z is the
 * normal limit of the level.  Source: Abramowitz and Stegun, 26.7.5. */
static double errors_needed(double z, double freedom) {
	const double power_limit = 0.84162123357291442; /* of the normal */
	const double square = z * z;
	const double t = z + z * (square + 1) / (4 * freedom) +
	                 z * ((5 * square + 16) * square + 3) / (96 * freedom * freedom);

	return (t + power_limit) * (t + power_limit);
}

/* As many runs as a variance that falls with them needs; they also bring degrees of freedom for
 * what is held against it. */
static double runs_for(const struct judge *judge, double variance, double off, double z) {
	enum { ROUNDS = 4 };
	const double usual_weight = 24;
	const double weight = judge->out->sides.noise.weight;
	double runs = variance / (off * off) * errors_needed(z, HUGE_VAL);

	for (int i = 0; i < ROUNDS; i++) {
		const double more = runs > 2 ? 2 * runs - 2 : 2;

		runs = variance / (off * off) *
		       errors_needed(z, more + (weight > 0 ? weight : usual_weight));
	}
	return runs;
}

/* The variance of the typical change, or of the common one, counts twice: because it adds to that
 * of the difference, and because both tests must find the change at once. */
static double runs_needed(const struct judge *judge, const struct shift *a, double z,
                          const struct typical *typical) {
	const double most = 1e6;
	const struct shift_sides *sides = &judge->out->sides;
	const double *runs = sides->runs;
	const double one = a->scale * (shift_side_variance(sides, a, 0) * runs[0] +
	                               shift_side_variance(sides, a, 1) * runs[1]);
	const double common = typical->variance * 2 / (1 / runs[0] + 1 / runs[1]);
	const double now = (runs[0] > runs[1] ? runs[0] : runs[1]) + 1;
	const double needed = fmax(runs_for(judge, one, a->value, z),
	                           runs_for(judge, one + 2 * common, a->value - typical->shift, z));

	if (!(needed < most && now < most))
		return 0;
	return needed > now ? needed : now;
}

/* Most functions have few ticks, so each number of them is asked for many times. */
static void find_runs_needed(struct judge *judge) {
	enum { KNOWN = 1024 };
	const struct changes *out = judge->out;
	const double tests = out->ntested ? (double)out->ntested : 1;
	double known[KNOWN] = { 0 };

	for (size_t i = 0; i < judge->n; i++) {
		const struct shift *a = &judge->items[i];
		const double ticks = a->ticks[0] + a->ticks[1];
		const size_t at = ticks < KNOWN && ticks == floor(ticks) ? (size_t)ticks : 0;
		struct change *c = &out->list[i];

		if (c->kind != CHANGE_NOISE || !(ticks > 0))
			continue;
		double limit = known[at];
		if (!at || !(limit > 0)) { /* the normal one of one more finding */
			const double part = weight_of(judge, a) * (double)(out->nfound + 1) / tests;
			limit = normal_limit(judge->level / 2 * (part < 1 ? part : 1));
		}
		known[at] = at ? limit : 0;
		struct typical common = { 0, common_change(judge, a).variance };
		c->runs_needed = runs_needed(judge, a, limit,
		                             is_shown(&judge->typical) ? &judge->typical : &common);
	}
}

static void judge_items(struct judge *judge, struct arena *scratch) {
	struct changes *out = judge->out;
	struct typical *typical = arena_space(scratch, judge->n + 1, sizeof *typical);

	for (size_t i = 0; i < judge->n; i++) {
		const struct shift *a = &judge->items[i];

		/* Held against the common change, if that would explain some of its own. */
		const bool counts = out->has_typical &&
		                    1 / sqrt(a->variance) >= 0.01 * judge->weights;
		typical[i] = counts ? typical_shift(judge->steady, judge->nsteady, i)
		                    : judge->typical; /* nearly the same without it */
		const double common = is_shown(&typical[i]) ? 0 : common_change(judge, a).shift;
		test(judge, &out->list[i], a, (common > 0) == (a->value > 0) ? common : 0,
		     &typical[i]);
	}
	find_weight(judge);
	find_q(judge, scratch);
	for (size_t i = 0; i < judge->n; i++) {
		struct change *c = &out->list[i];

		c->kind = kind_of(judge, c, &judge->items[i], &typical[i]);
		out->nfound += c->kind == CHANGE_SLOWER || c->kind == CHANGE_FASTER;
	}
	find_runs_needed(judge);
}

/* By what its own runs show, more than by a rule of functions, which vary by themselves too.  That
 * it changed as all did is no reason: it is all. */
static void judge_total(struct judge *judge, const struct change_item *total) {
	static const struct typical none = { 0, 0 };
	const double most_weight = 4;
	struct change *c = &judge->out->total;
	struct shift a = shift_of(&judge->out->sides, total);
	struct noise noise = judge->out->sides.noise;
	double scale = 1;

	if (judge->out->sides.freedom > 0) {
		if (noise.weight > most_weight)
			noise.weight = most_weight;
		set_freedom(judge, judge->out->sides.freedom + noise.weight);
		scale = noise_scale(&noise, &a.point);
	}
	shift_set_variance(&judge->out->sides, &a, scale);
	test(judge, c, &a, 0, &judge->typical);
	c->q = c->p;
	c->q_typical = c->p_typical;
	if (c->is_tested && c->q <= judge->level)
		c->kind = a.value > 0 ? CHANGE_SLOWER : CHANGE_FASTER;
	if (c->kind == CHANGE_NOISE)
		c->runs_needed = runs_needed(judge, &a, normal_limit(judge->level / 2), &none);
}

/* What all functions of a run have in common does not cancel between them: of the total, what is
 * more than samples by themselves. */
static void describe_typical(struct judge *judge, const struct change_item *total) {
	const struct shift a = shift_of(&judge->out->sides, total);
	const double d = judge->out->sides.freedom;
	const double each = judge->limit * judge->limit * judge->typical.variance;
	double common = normal_limit(confidence_tail) * NOISE_ASSUMED;

	if (d > 0 && a.point.chi2 > d)
		common = student_limit(confidence_tail, d) *
		         sqrt((a.point.chi2 / d - 1) * shift_poisson_variance(&a));
	else if (d > 0)
		common = 0;
	double half = judge->out->has_typical ? sqrt(each + common * common) : 0;
	judge->out->typical = ratio_of(judge->typical.shift);
	judge->out->typical_low = ratio_of(judge->typical.shift - half);
	judge->out->typical_high = ratio_of(judge->typical.shift + half);
}

void changes_find(struct changes *out, const struct change_item *items, size_t n,
                  const struct change_item *total, const struct change_side *base,
                  const struct change_side *new, double level, struct arena *arena) {
	SCRATCH struct arena *scratch = arena_new();
	struct noise_point *points = arena_space(scratch, n + 1, sizeof *points);
	struct judge judge = { .out = out, .level = level, .n = n };

	judge.items = arena_space(scratch, n + 1, sizeof *judge.items);
	*out = (struct changes){ .list = arena_alloc(arena, n + 1, sizeof *out->list) };
	shift_sides_begin(&out->sides, base, new);
	for (size_t i = 0; i < n; i++) {
		judge.items[i] = shift_of(&out->sides, &items[i]);
		judge.all[0] += judge.items[i].ticks[0];
		judge.all[1] += judge.items[i].ticks[1];
		points[i] = judge.items[i].point;
	}
	out->knows_noise = out->sides.freedom > 0;
	if (!out->knows_noise) {
		assume_noise(&judge, scratch);
	} else {
		noise_fit(&out->sides.noise, points, n, out->sides.freedom);
		set_freedom(&judge, out->sides.freedom + out->sides.noise.weight);
	}
	find_variances(&judge);
	find_typical(&judge, scratch);
	judge_items(&judge, scratch);
	describe_typical(&judge, total);
	judge_total(&judge, total);
}

bool change_is_slower_by(const struct change *change, double percent) {
	return change->kind == CHANGE_SLOWER && change->ratio * 100 >= 100 + percent;
}

/* Pairs of runs are made in an order that drift cannot bend two by two, so there is an even number
 * of them.  The last look comes not long after the one before. */
unsigned look_next(unsigned runs, unsigned most) {
	const unsigned next = runs < 2 ? 2 : (runs + (runs + 1) / 2 + 1) / 2 * 2;

	return next + next / 4 > most ? most : next;
}

/* The part of the level that is spent when so much of the runs is made: little at first, when
 * little is known. */
static double spent(unsigned runs, unsigned most) {
	const double part = (double)runs / (double)most;

	return CHANGE_LEVEL * part * part;
}

double look_level(const struct look *look) {
	return spent(look->runs, look->most) - spent(look->before, look->most);
}

/* That of the last look, if looks go on as they should. */
static double last_level(const struct look *look) {
	struct look at = *look;

	while (at.runs < at.most) {
		at.before = at.runs;
		at.runs = look_next(at.runs, at.most);
	}
	return look_level(&at);
}

/* With a flat prior the standardized difference after all runs is normal around z / sqrt(part). */
double look_doubt(const struct look *look, const struct changes *changes, const struct change *c) {
	const double part = (double)look->runs / (double)look->most, least_p = 1e-300;
	const double tests = changes->ntested ? (double)changes->ntested : 1;
	const double rank = ((double)changes->nfound + 1) / tests;
	const double limit = normal_limit(last_level(look) / 2 * (rank < 1 ? rank : 1));
	const double p = changes->has_typical && c->p_typical > c->p ? c->p_typical : c->p;

	if (look->runs >= look->most)
		return 0;
	double z = normal_limit((p > least_p ? p : least_p) / 2) / sqrt(part);
	double error = sqrt((1 - part) / part);
	if (c->kind == CHANGE_SLOWER || c->kind == CHANGE_FASTER)
		return 1 - normal_tail((limit - z) / error);
	return normal_tail((limit - z) / error) + normal_tail((limit + z) / error);
}
