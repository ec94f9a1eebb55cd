/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When files tell: the limits were chosen by simulation, so that with noise,
 * costs that vary from file to file and parts that are much alike at least 99
 * of 100 figures are within three errors (tests/unit/test_caller_costs.c). */
#include "model/build/caller_fit.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/build/caller_series.h"
#include "model/caller_costs.h"
#include "model/regression.h"

enum {
	LEAST_FREEDOM = 4, /* files more than callers */
	LEAST_TICKS = 64,  /* fewer cannot have errors that are small enough */
	MOST_ALIKE = 20
};

static const double most_error = 0.2;  /* of the function's ticks */
static const double most_stray = 0.02; /* the same */

/* Callers with few calls may be fitted as one: with at most this part of the
 * calls. */
static const double most_together = 0.05;

/* The rows of the regression are mixes: files in which the callers made the
 * same parts of the calls, up to rounding, are one.  Many runs with the same
 * input say no more about what differs than one long run. */
struct rows {
	uint32_t *of_file; /* index, or NO_ROW; shape: [nfiles] */
	double *x, *y, *tick;
	size_t n;
};

#define NO_ROW UINT32_MAX

static const double most_alike_part = 0.005; /* of the larger one */

static double larger(double a, double b)
{
	return a > b ? a : b;
}

static double calls_in(const struct caller_problem *p, size_t file, uint32_t column)
{
	return (double)p->series->calls[file * p->series->ncolumns + column];
}

/* The calls in a file by all callers of a cause.  Returns their sum. */
static double calls_by_cause(const struct caller_problem *p, size_t file, size_t causes,
                             double *calls)
{
	double all = 0;
	size_t i;

	memset(calls, 0, causes * sizeof *calls);
	for (i = 0; i < p->n; i++) {
		const double here = calls_in(p, file, p->by[i].column);

		calls[p->by[i].cause] += here;
		all += here;
	}
	return all;
}

/* Where the function was called, and how much of its time is there. */
static void look(const struct caller_problem *p, struct caller_fit *fit)
{
	double calls;
	size_t file;

	for (file = 0; file < p->series->nfiles; file++) {
		if (calls_by_cause(p, file, 1, &calls) > 0) {
			fit->nfiles++;
			fit->ticks += p->ticks[file];
		} else {
			fit->stray += p->ticks[file];
		}
	}
}

/* How many of the callers with the fewest calls may be fitted as one. */
static size_t count_few(const struct caller_problem *p)
{
	double all = 0, together = 0;
	size_t n = 0, i;

	for (i = 0; i < p->n; i++)
		all += p->by[i].calls;
	for (i = p->n; i-- > 0; n++) {
		together += p->by[i].calls;
		if (together > most_together * all)
			break;
	}
	return n;
}

/* Makes the last arcs one cause, so many that there are `causes`. */
static void set_causes(struct caller_problem *p, struct caller_fit *fit, size_t causes)
{
	size_t i;

	for (i = 0; i < p->n; i++)
		p->by[i].cause = i < causes ? i : causes - 1;
	fit->ntogether = causes < p->n ? p->n - causes + 1 : 0;
}

static bool is_same_mix(const double *a, const double *b, size_t causes)
{
	size_t c;

	for (c = 0; c < causes; c++) {
		const double more = a[c] > b[c] ? a[c] : b[c];
		const double less = a[c] > b[c] ? b[c] : a[c];

		if (more - less > most_alike_part * more)
			return false;
	}
	return true;
}

/* The files with calls, by the first cause's part of them, the largest
 * first. */
static struct keyed *sort_files(const struct caller_problem *p, size_t causes, double *parts,
                                size_t *n)
{
	struct keyed *order = arena_alloc(p->arena, p->series->nfiles, sizeof *order);
	size_t file, c;

	for (file = *n = 0; file < p->series->nfiles; file++) {
		double *part = parts + file * causes;
		const double all = calls_by_cause(p, file, causes, part);

		if (all <= 0)
			continue;
		for (c = 0; c < causes; c++)
			part[c] /= all;
		order[(*n)++] = (struct keyed){ sort_key_down(part[0]), (uint32_t)file };
	}
	sort_keys(order, *n, p->arena);
	return order;
}

/* The row of a mix, of those whose first files are given; or a new one. */
static size_t row_of(const double *parts, const uint32_t *first, size_t n, const double *part,
                     size_t causes)
{
	size_t row;

	for (row = n; row-- > 0;) {
		const double *other = parts + first[row] * causes;

		if (is_same_mix(other, part, causes))
			return row;
		if (!is_same_mix(other, part, 1))
			break;
	}
	return n;
}

static struct rows make_rows(const struct caller_problem *p, size_t causes)
{
	const size_t nfiles = p->series->nfiles;
	double *parts = arena_alloc(p->arena, nfiles * causes, sizeof *parts);
	uint32_t *first = arena_alloc(p->arena, nfiles, sizeof *first);
	double calls[REGRESSION_CAUSES];
	size_t n, i, c;
	const struct keyed *order = sort_files(p, causes, parts, &n);
	struct rows rows = { .n = 0 };

	rows.of_file = arena_space(p->arena, nfiles, sizeof *rows.of_file);
	memset(rows.of_file, 0xff, nfiles * sizeof *rows.of_file);
	rows.x = arena_alloc(p->arena, n * causes, sizeof *rows.x);
	rows.y = arena_alloc(p->arena, n, sizeof *rows.y);
	rows.tick = arena_alloc(p->arena, n, sizeof *rows.tick);
	for (i = 0; i < n; i++) {
		const uint32_t file = order[i].index;
		const size_t row = row_of(parts, first, rows.n, parts + file * causes, causes);

		if (row == rows.n)
			first[rows.n++] = file;
		rows.of_file[file] = (uint32_t)row;
		calls_by_cause(p, file, causes, calls);
		for (c = 0; c < causes; c++)
			rows.x[row * causes + c] += calls[c];
		rows.y[row] += p->ticks[file];
		rows.tick[row] = larger(rows.tick[row], p->series->tick[file]);
	}
	return rows;
}

/* Sets squares of how far the rates may be off because ticks are another's. */
static void find_doubts(const struct caller_problem *p, const struct regression *r,
                        const struct rows *rows, double *squares)
{
	double *change = arena_alloc(p->arena, rows->n, sizeof *change);
	double shift[REGRESSION_CAUSES];
	size_t i, file, c;

	for (i = 0; i < p->ndoubts; i++) {
		const struct doubt *d = &p->doubts[i];
		const double a_call = d->ticks / p->series->total[d->column];

		memset(change, 0, rows->n * sizeof *change);
		for (file = 0; file < p->series->nfiles; file++)
			if (rows->of_file[file] != NO_ROW)
				change[rows->of_file[file]] += a_call *
				                               calls_in(p, file, d->column);
		regression_shift(r, change, shift);
		for (c = 0; c < r->causes; c++)
			squares[c] += shift[c] * shift[c];
	}
}

/* Sets the arcs' errors.  Returns the largest without doubts. */
static double find_errors(struct caller_problem *p, struct caller_fit *fit,
                          const struct regression *r, const struct rows *rows)
{
	double squares[REGRESSION_CAUSES] = { 0 }, calls[REGRESSION_CAUSES];
	double worst = 0;
	size_t c, i;

	find_doubts(p, r, rows, squares);
	for (c = 0; c < r->causes; c++) {
		const double error = r->error[c];
		const double bins = r->rate[c] * r->rate[c] * p->own_doubt /
		                    (fit->ticks * fit->ticks);

		for (i = 0, calls[c] = 0; i < p->n; i++)
			calls[c] += p->by[i].cause == c ? p->by[i].calls : 0;
		worst = larger(worst, error * calls[c]);
		squares[c] = sqrt(squares[c] + bins + error * error) * calls[c];
		fit->worst = larger(fit->worst, squares[c] / fit->ticks);
	}
	for (i = 0; i < p->n; i++)
		p->by[i].error = squares[p->by[i].cause];
	return worst / fit->ticks;
}

static enum caller_state judge(struct caller_problem *p, struct caller_fit *fit,
                               struct regression *r)
{
	const struct rows rows = make_rows(p, r->causes);
	double own;

	r->observations = rows.n;
	r->x = rows.x;
	r->y = rows.y;
	r->tick = rows.tick;
	fit->nmixes = rows.n;
	if (rows.n < r->causes + LEAST_FREEDOM || !regression_fit(r))
		return CALLERS_ALIKE;
	fit->chi2 = r->chi2;
	fit->freedom = r->freedom;
	fit->inflation = r->inflation;
	fit->worst = 0;
	own = find_errors(p, fit, r, &rows);
	if (r->alike > MOST_ALIKE)
		return CALLERS_ALIKE;
	if (fit->worst <= most_error)
		return CALLERS_MEASURED;
	return own <= most_error ? CALLERS_BELOW : CALLERS_UNSURE;
}

/* Callers with few calls are fitted as one if there are not files enough to
 * tell them apart, or as many as may be if that does not do. */
static enum caller_state find(struct caller_problem *p, struct caller_fit *fit,
                              struct regression *r)
{
	const size_t few = count_few(p);
	const size_t least = few > 1 ? p->n - few + 1 : p->n;
	size_t most = REGRESSION_CAUSES;
	enum caller_state state;

	look(p, fit);
	fit->nneeded = least + LEAST_FREEDOM;
	if (least > most)
		return CALLERS_MANY;
	if (fit->nfiles < fit->nneeded)
		return CALLERS_FEW_FILES;
	if (fit->stray > most_stray * fit->ticks)
		return CALLERS_UNCOUNTED;
	if (fit->ticks < LEAST_TICKS)
		return CALLERS_FEW_SAMPLES;
	if (most > fit->nfiles - LEAST_FREEDOM)
		most = fit->nfiles - LEAST_FREEDOM;
	r->causes = p->n < most ? p->n : most;
	set_causes(p, fit, r->causes);
	state = judge(p, fit, r);
	if (state == CALLERS_MEASURED || r->causes == least)
		return state;
	r->causes = least;
	set_causes(p, fit, least);
	return judge(p, fit, r);
}

void caller_fit_find(struct caller_problem *p, struct caller_fit *fit)
{
	struct regression r;
	size_t i;

	*fit = (struct caller_fit){ .ncallers = p->n };
	fit->state = find(p, fit, &r);
	for (i = 0; i < p->n; i++) {
		struct handing *h = &p->by[i];
		const bool is_alone = h->cause + fit->ntogether < p->n;

		if (fit->state == CALLERS_MEASURED)
			h->weight = r.rate[h->cause];
		if (fit->state != CALLERS_MEASURED || !is_alone)
			h->error = 0;
	}
}
