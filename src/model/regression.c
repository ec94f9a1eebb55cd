/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/regression.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* x'wx and x'wy. */
struct normal {
	size_t n;
	struct regression_matrix a;
	double b[REGRESSION_CAUSES];
};

static double predicted(const struct regression *r, size_t k) {
	const double *x = r->x + k * r->causes;
	double sum = 0;

	for (size_t c = 0; c < r->causes; c++)
		sum += x[c] * r->rate[c];
	return sum;
}

/* The variance of an observation that the rates predict. */
static double variance(const struct regression *r, size_t k) {
	const double y = predicted(r, k);

	return (y > 1 ? y : 1) * r->tick[k];
}

/* Adds x[k] * scale to the right side. */
static void add_side(const struct regression *r, size_t k, double scale, double *b) {
	const double *x = r->x + k * r->causes;

	for (size_t c = 0; c < r->causes; c++)
		b[c] += x[c] * scale;
}

static void add_up(struct normal *out, const struct regression *r) {
	memset(out, 0, sizeof *out);
	out->n = r->causes;
	for (size_t k = 0; k < r->observations; k++) {
		const double *x = r->x + k * r->causes;
		const double weight = 1 / variance(r, k);

		for (size_t c = 0; c < r->causes; c++)
			if (x[c] > 0)
				add_side(r, k, x[c] * weight, out->a.at[c]);
		add_side(r, k, r->y[k] * weight, out->b);
	}
}

/* Factors the rows and columns that are used, as if those of the others were those of the unit
 * matrix (Cholesky).  False if there is no such factor, up to rounding. */
static bool factor(struct regression_matrix *l, const struct normal *m, const bool *used) {
	const double least = 1e-9; /* of a pivot, of its diagonal */

	memset(l, 0, sizeof *l);
	for (size_t i = 0; i < m->n; i++) {
		for (size_t k = 0; k <= i; k++) {
			const double all = used[i] && used[k] ? m->a.at[i][k] : i == k;
			double sum = all;

			for (size_t j = 0; j < k; j++)
				sum -= l->at[i][j] * l->at[k][j];
			if (k < i)
				l->at[i][k] = sum / l->at[k][k];
			else if (sum > least * all)
				l->at[i][i] = sqrt(sum);
			else
				return false;
		}
	}
	return true;
}

/* Solves l l' v = v in place. */
static void solve(const struct regression_matrix *l, size_t n, double *v) {
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < i; k++)
			v[i] -= l->at[i][k] * v[k];
		v[i] /= l->at[i][i];
	}
	for (size_t i = n; i-- > 0;) {
		for (size_t k = i + 1; k < n; k++)
			v[i] -= l->at[k][i] * v[k];
		v[i] /= l->at[i][i];
	}
}

/* The unused cause whose rate the squares want to rise the most; n: none. */
static size_t steepest(const struct normal *m, const double *rate, const bool *used) {
	const double least = 1e-9; /* of b */
	double most = 0;
	size_t best = m->n;

	for (size_t i = 0; i < m->n; i++) {
		double slope = m->b[i];

		if (used[i])
			continue;
		for (size_t k = 0; k < m->n; k++)
			slope -= m->a.at[i][k] * rate[k];
		if (slope <= least * m->b[i])
			continue;
		slope /= sqrt(m->a.at[i][i]);
		if (slope > most) {
			most = slope;
			best = i;
		}
	}
	return best;
}

/* Goes from the rates towards better ones until the first is 0; true if none is on the way. */
static bool go(double *rate, const double *better, bool *used, size_t n) {
	double step = 1;
	size_t first = n;

	for (size_t i = 0; i < n; i++)
		if (used[i] && better[i] <= 0 && rate[i] <= step * (rate[i] - better[i])) {
			step = rate[i] / (rate[i] - better[i]);
			first = i;
		}
	for (size_t i = 0; i < n; i++)
		if (used[i])
			rate[i] += step * (better[i] - rate[i]);
	if (first == n)
		return true;
	rate[first] = 0;
	used[first] = false;
	return false;
}

/* Least squares without negative rates. */
static void find_rates(const struct normal *m, double *rate) {
	bool used[REGRESSION_CAUSES] = { false };
	double better[REGRESSION_CAUSES];
	struct regression_matrix l;

	memset(rate, 0, m->n * sizeof *rate);
	for (size_t rounds = 0; rounds < 3 * m->n; rounds++) {
		size_t next = steepest(m, rate, used);
		if (next == m->n)
			return;
		used[next] = true;
		do {
			if (!factor(&l, m, used))
				return;
			for (size_t i = 0; i < m->n; i++)
				better[i] = used[i] ? m->b[i] : 0;
			solve(&l, m->n, better);
		} while (!go(rate, better, used, m->n));
	}
}

/* What 3 errors must be multiplied by to hold in 99.9 % of all cases, if the noise is known from
 * residuals alone: Student's t. */
static double of_few(size_t freedom) {
	static const double t[] = { 636.62, 31.60, 12.92, 8.610, 6.869, 5.959, 5.408,
		                    5.041,  4.781, 4.587, 4.437, 4.318, 4.221, 4.140,
		                    4.073,  4.015, 3.965, 3.922, 3.883, 3.850 };
	const size_t n = sizeof t / sizeof *t;

	return (freedom <= n ? t[freedom - 1] : t[n - 1]) / 3;
}

static void judge(struct regression *r, const struct normal *m) {
	double unit[REGRESSION_CAUSES];

	for (size_t k = 0; k < r->observations; k++) {
		const double off = r->y[k] - predicted(r, k);

		r->chi2 += off * off / variance(r, k);
	}
	double scale = sqrt(r->chi2 / (double)r->freedom) * of_few(r->freedom);
	r->inflation = scale > 1 ? scale : 1;
	for (size_t c = 0; c < r->causes; c++) {
		memset(unit, 0, sizeof unit);
		unit[c] = 1;
		solve(&r->factor, r->causes, unit);
		r->error[c] = sqrt(unit[c]) * r->inflation;
		double times = sqrt(unit[c] * m->a.at[c][c]);
		r->alike = times > r->alike ? times : r->alike;
	}
}

/* Begins with the same rate for all causes. */
static bool begin(struct regression *r) {
	double x = 0, y = 0;
	size_t rows = 0;

	for (size_t k = 0; k < r->observations; k++) {
		double here = 0;

		for (size_t c = 0; c < r->causes; c++)
			here += r->x[k * r->causes + c];
		rows += here > 0;
		x += here;
		y += r->y[k];
	}
	if (rows <= r->causes || y <= 0)
		return false;
	for (size_t c = 0; c < r->causes; c++)
		r->rate[c] = y / x;
	r->freedom = rows - r->causes;
	r->alike = 1;
	r->chi2 = 0;
	return true;
}

bool regression_fit(struct regression *r) {
	enum { ROUNDS = 10 };
	const bool all[REGRESSION_CAUSES] = { true, true, true, true, true, true,
		                              true, true, true, true, true, true };
	struct normal m;

	assert(r->causes && r->causes <= REGRESSION_CAUSES);
	if (!begin(r))
		return false;
	for (size_t i = 0; i < ROUNDS; i++) {
		add_up(&m, r);
		find_rates(&m, r->rate);
	}
	add_up(&m, r);
	if (!factor(&r->factor, &m, all))
		return false;
	judge(r, &m);
	return true;
}

void regression_shift(const struct regression *r, const double *change, double *shift) {
	memset(shift, 0, r->causes * sizeof *shift);
	for (size_t k = 0; k < r->observations; k++)
		add_side(r, k, change[k] / variance(r, k), shift);
	solve(&r->factor, r->causes, shift);
}
