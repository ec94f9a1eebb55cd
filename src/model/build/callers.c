/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/callers.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "base/work.h"
#include "model/build/building.h"
#include "model/build/run_finder.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/regression.h"

struct caller_series {
	size_t nfiles; /* those that have both */
	size_t size;   /* bytes of figures */
	bool is_large; /* there would be too many, so there are none */

	/* Variance of a tick: files may differ in rate; shape: [nfiles]. */
	double *tick;

	/* Own ticks of a function, or of all in the cycle that it heads, by
	 * its number; NULL: it and what it calls have none.
	 * Shape: [nfuncs][nfiles]. */
	double **ticks;

	/* Calls by file and column; arcs that hand time on have one.  Whole
	 * numbers up to 2^24 are exact.  Shape: [nfiles][ncolumns]. */
	float *calls;
	size_t ncolumns;
	double *total;          /* calls in all files; shape: [ncolumns] */
	const uint32_t *column; /* plus 1, or 0, by arc; shape: [narcs] */
};

size_t caller_node(const struct building *b, const struct func *f)
{
	return (size_t)((f->cycle ? f->cycle->members[0] : f) - b->funcs);
}

static bool has_both(const struct records *r, const struct profile_file *file)
{
	size_t i;

	for (i = 0; i < file->nhistograms; i++)
		if (r->histograms[file->first_histogram + i].nused)
			return file->ncalls > 0;
	return false;
}

/* Whether a file may have so many more figures: what many files have of many
 * functions can be far more than what they hold. */
static bool may_have(const struct building *b, struct caller_series *s, size_t bytes)
{
	enum { SHARE = 4, FLOOR_MIB = 64 };
	const struct records *r = b->records;
	const size_t most = ((size_t)FLOOR_MIB << 20) + SHARE * r->ncalls * sizeof *r->calls;

	if (bytes > (most - s->size) / s->nfiles)
		return false;
	s->size += bytes * s->nfiles;
	return true;
}

/* Makes room for the ticks of functions that have some or call some; false if
 * it would be too much. */
static bool make_rows(const struct building *b, struct caller_series *s, struct arena *arena)
{
	size_t i, k;

	s->ticks = arena_alloc(arena, b->nfuncs, sizeof *s->ticks);
	for (i = 0; i < b->nfuncs; i++) {
		const struct func *f = &b->funcs[b->order[i]];
		const size_t node = caller_node(b, f);
		bool has_time = f->self_ticks > 0;

		for (k = 0; k < f->ncallees && !has_time; k++)
			has_time = s->ticks[caller_node(b, f->callees[k]->callee)];
		if (!has_time || s->ticks[node])
			continue;
		if (!may_have(b, s, sizeof **s->ticks))
			return false;
		s->ticks[node] = arena_alloc(arena, s->nfiles, sizeof **s->ticks);
	}
	return true;
}

static bool make_columns(const struct building *b, struct caller_series *s, struct arena *arena)
{
	uint32_t *column = arena_alloc(arena, b->narcs, sizeof *column);
	size_t i;

	for (i = 0; i < b->narcs; i++) {
		const struct arc *a = &b->arcs[i];

		if ((a->calls || a->is_split) && arc_hands_time(a) &&
		    s->ticks[caller_node(b, a->callee)])
			column[i] = (uint32_t)++s->ncolumns;
	}
	if (!may_have(b, s, s->ncolumns * sizeof *s->calls))
		return false;
	s->column = column;
	s->total = arena_alloc(arena, s->ncolumns, sizeof *s->total);
	s->calls = arena_alloc(arena, s->nfiles * s->ncolumns, sizeof *s->calls);
	return true;
}

/* The callee of a call record, as far as it was taken. */
static const struct func *callee_of(const struct building *b, size_t call)
{
	const uint32_t arc = b->arc_of_call[call];

	return arc ? b->arcs[arc - 1].callee : NULL;
}

/* Hands out the profiler's time in a file as ticks.c does in all. */
static void spread(const struct building *b, struct caller_series *s, size_t number,
                   const struct profile_file *file, double profiler)
{
	const struct call *calls = b->records->calls;
	const size_t end = file->first_call + file->ncalls;
	double all = 0;
	size_t i;

	for (i = file->first_call; i < end; i++)
		if (callee_of(b, i) && !callee_of(b, i)->is_profiler)
			all += (double)calls[i].count;
	for (i = file->first_call; i < end && all > 0; i++) {
		const struct func *f = callee_of(b, i);
		double *ticks = f && !f->is_profiler ? s->ticks[caller_node(b, f)] : NULL;

		if (ticks)
			ticks[number] += profiler * (double)calls[i].count / all;
	}
}

/* The ticks of a file being added up. */
struct adding {
	const struct building *building;
	struct caller_series *series;
	size_t number; /* of the file */
	double profiler;
};

static void add_share(void *context, uint32_t func, double ticks)
{
	struct adding *a = context;
	const struct func *f = &a->building->funcs[func];
	double *list = a->series->ticks[caller_node(a->building, f)];

	if (f->is_profiler)
		a->profiler += ticks;
	if (list)
		list[a->number] += ticks;
}

static bool add_ticks(const struct building *b, struct caller_series *s, size_t number,
                      const struct profile_file *file, struct arena *scratch)
{
	const struct tick_rules rules = { .records = b->records,
		                          .image = b->image,
		                          .map = &b->map,
		                          .splits = b->profile->splits,
		                          .outside = NO_FUNC,
		                          .rate = b->profile->rate };
	struct adding adding = { b, s, number, 0 };

	if (!file_ticks(&rules, file, &s->tick[number], add_share, &adding, scratch, b->progress))
		return false;
	if (b->profile->profiler == PROFILER_SPREAD)
		spread(b, s, number, file, adding.profiler);
	return true;
}

static void add_calls(const struct building *b, struct caller_series *s, size_t number,
                      const struct profile_file *file)
{
	float *calls = s->calls + number * s->ncolumns;
	size_t i;

	for (i = file->first_call; i < file->first_call + file->ncalls; i++) {
		const uint32_t arc = b->arc_of_call[i];
		const uint32_t column = arc ? s->column[arc - 1] : 0;

		if (column) {
			const uint64_t count = b->records->calls[i].count;

			calls[column - 1] += (float)count;
			s->total[column - 1] += (double)count;
		}
	}
}

/* Sets all of it once arcs and cycles are known; owner: the arena.  No files if
 * fewer than two have both, the job is cancelled, or there would be too many
 * figures: 64 MiB and four times the call records.
 * Cost: linear in the records. */
static struct caller_series caller_series_find(const struct building *b, struct arena *arena)
{
	const struct records *r = b->records;
	struct caller_series s = { .nfiles = 0 };
	struct arena *scratch;
	size_t i, n = 0;
	bool ok = true;

	for (i = 0; i < r->nfiles; i++)
		n += has_both(r, &r->files[i]);
	if (n < 2)
		return s;
	s.nfiles = n;
	s.tick = arena_alloc(arena, n, sizeof *s.tick);
	if (!make_rows(b, &s, arena) || !make_columns(b, &s, arena))
		return (struct caller_series){ .nfiles = 0, .is_large = true };
	scratch = arena_within(arena);
	for (i = n = 0; i < r->nfiles && ok; i++) {
		if (!has_both(r, &r->files[i]))
			continue;
		ok = add_ticks(b, &s, n, &r->files[i], scratch);
		add_calls(b, &s, n++, &r->files[i]);
		arena_reset(scratch);
	}
	s.nfiles = ok ? n : 0;
	return s;
}

/* When files tell: the limits were chosen by simulation, so that with noise,
 * costs that vary from file to file and parts that are much alike at least 99
 * of 100 figures are within three errors (tests/unit/test_caller_costs.c). */

/* An arc that hands on time of the function, or of its cycle. */
struct handing {
	size_t arc;      /* its number */
	uint32_t column; /* of the series */
	double calls;    /* in all files */
	double weight;   /* what one call gets, beside those of the others; all
	                    alike where it is not measured */
	double error;    /* of the ticks for its calls; 0: not measured by
	                    itself */
	size_t cause;    /* of the regression */
};

struct caller_problem {
	const struct caller_series *series;
	const double *ticks; /* with callees, in each file */
	struct handing *by;  /* most calls first; shape: [n], n > 1 */
	size_t n;
	const struct doubt *doubts; /* shape: [ndoubts] */
	size_t ndoubts;
	double own_doubt;    /* squared, of all its ticks: because of bins that it
	                     shares with other functions */
	struct arena *arena; /* scratch */
};

enum {
	LEAST_FREEDOM = 4, /* files more than callers */
	LEAST_TICKS = 64,  /* fewer cannot have errors that are small enough */
	MOST_ALIKE = 20
};

static const double most_fit_error = 0.2; /* of the function's ticks */
static const double most_stray = 0.02;    /* the same */

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

static struct rows make_fit_rows(const struct caller_problem *p, size_t causes)
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
	const struct rows rows = make_fit_rows(p, r->causes);
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
	if (fit->worst <= most_fit_error)
		return CALLERS_MEASURED;
	return own <= most_fit_error ? CALLERS_BELOW : CALLERS_UNSURE;
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

/* Sets weights, errors and *fit.  Cost: that of the regression
 * (model/regression.h) with a cause for each caller. */
static void caller_fit_find(struct caller_problem *p, struct caller_fit *fit)
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

/* Finds what the calls of each caller cost, from files that differ.
 *
 * Callees before callers, because a function's time includes that of its
 * callees: whom each file's ticks of a callee were spent for is known from the
 * callee's own fit; without one they are divided by the calls in that file.
 * How wrong that may be goes along: the error of the fit, or without one a
 * third of how far it can be from the truth, so that three errors reach it. */

struct measuring {
	struct building *b;
	struct caller_series series;
	double *own_doubt; /* squared, of the ticks of a function or of the
	                      cycle that it heads; shape: [nfuncs] */
	double *doubt;     /* of the ticks that an arc hands on; [narcs] */
	bool *is_told;     /* the same: callees were measured, so its total is not
	                      that by calls */
	struct caller_fit *fits;
	size_t nfits;
	uint32_t *fit_of;
	struct caller_cost *arcs;
	struct arena *scratch; /* of one function */
};

bool callers_are_measured(const struct building *b)
{
	return !b->rules->symbols_of_gprof && b->records->nfiles > 1 && !b->records->is_merged;
}

/* The members of a function's cycle, or the function. */
struct members {
	const struct func *const *list;
	size_t n;
};

static struct members members_of(const struct func *const *f)
{
	const struct cycle *c = (*f)->cycle;

	if (!c)
		return (struct members){ f, 1 };
	return (struct members){ c->members, c->nmembers };
}

static size_t arc_number(const struct measuring *m, const struct arc *arc)
{
	return (size_t)(arc - m->b->arcs);
}

static int by_calls(const void *a, const void *b, const void *context)
{
	const struct handing *x = a, *y = b;

	return x->calls > y->calls ? -1 : x->calls < y->calls;
}

static void take_callers(const struct measuring *m, struct members members,
                         struct caller_problem *p)
{
	size_t i, k;

	for (i = 0; i < members.n; i++)
		for (k = 0; k < members.list[i]->ncallers; k++) {
			const size_t arc = arc_number(m, members.list[i]->callers[k]);
			const uint32_t column = m->series.column[arc];

			if (!column)
				continue;
			p->by = arena_room(m->scratch, p->by, p->n, sizeof *p->by);
			p->by[p->n++] = (struct handing){
				.arc = arc,
				.column = column - 1,
				.calls = m->series.total[column - 1],
				.weight = 1,
			};
		}
	sort_stable(p->by, p->n, sizeof *p->by, by_calls, NULL, m->scratch);
}

static void take_doubts(const struct measuring *m, struct members members, struct caller_problem *p)
{
	struct doubt *list = NULL;
	size_t i, k;

	for (i = 0; i < members.n; i++)
		for (k = 0; k < members.list[i]->ncallees; k++) {
			const size_t arc = arc_number(m, members.list[i]->callees[k]);

			/* What was split off is not called. */
			if (m->doubt[arc] <= 0 || m->series.total[m->series.column[arc] - 1] <= 0)
				continue;
			list = arena_room(m->scratch, list, p->ndoubts, sizeof *list);
			list[p->ndoubts++] = (struct doubt){ m->series.column[arc] - 1,
				                             m->doubt[arc] };
		}
	p->doubts = list;
}

/* What is not noise in the variance of own ticks, squared. */
static double doubt_of_bins(struct members members)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < members.n; i++) {
		const struct func *f = members.list[i];

		if (f->variance > f->self_ticks)
			sum += f->variance - f->self_ticks;
	}
	return sum;
}

static void keep(struct measuring *m, const struct caller_problem *p, const struct caller_fit *fit,
                 size_t node)
{
	double all = 0;
	size_t i;

	m->fits = arena_room(m->b->arena, m->fits, m->nfits, sizeof *m->fits);
	m->fits[m->nfits++] = *fit;
	m->fit_of[node] = (uint32_t)m->nfits;
	if (fit->state != CALLERS_MEASURED)
		return;
	for (i = 0; i < p->n; i++)
		all += p->by[i].weight * p->by[i].calls;
	for (i = 0; i < p->n; i++) {
		const struct handing *h = &p->by[i];
		const double share = h->weight * h->calls / all;

		m->arcs[h->arc] = (struct caller_cost){ share * fit->ticks, h->error, share };
	}
}

/* The only caller gets all of the time: told if that contains some that was
 * measured, and is not too uncertain. */
static void keep_only(struct measuring *m, const struct caller_problem *p, size_t node)
{
	const double most_error = 0.2; /* of the ticks, as in callers.c */
	double ticks = 0, variance = m->own_doubt[node];
	size_t i;

	for (i = 0; i < m->series.nfiles; i++) {
		ticks += p->ticks[i];
		variance += p->ticks[i] * m->series.tick[i];
	}
	m->is_told[node] = m->is_told[node] && sqrt(variance) <= most_error * ticks;
	if (m->is_told[node])
		m->arcs[p->by[0].arc] = (struct caller_cost){ ticks, sqrt(variance), 1 };
}

/* What an arc hands on, and the least and the most that it can be. */
struct handed {
	double ticks, least, most;
};

/* Divides the ticks of a file among callers. */
static void hand_on_file(struct measuring *m, const struct caller_problem *p, size_t file,
                         struct handed *handed)
{
	const float *calls = m->series.calls + file * m->series.ncolumns;
	const double ticks = p->ticks[file];
	size_t ncallers = 0, i;
	double all = 0;

	for (i = 0; i < p->n; i++) {
		all += p->by[i].weight * (double)calls[p->by[i].column];
		ncallers += calls[p->by[i].column] > 0;
	}
	for (i = 0; i < p->n; i++) {
		const struct handing *h = &p->by[i];
		const double here = (double)calls[h->column];
		double share = all > 0 ? h->weight * here / all : 0;
		double *to = m->series.ticks[caller_node(m->b, m->b->arcs[h->arc].caller)];

		if (p->n == 1)
			share = 1;
		to[file] += share * ticks;
		handed[i].ticks += share * ticks;
		handed[i].most += here > 0 ? ticks : 0;
		handed[i].least += here > 0 && ncallers == 1 ? ticks : 0;
	}
}

/* Adds the time to that of the callers, and the doubts about it. */
static void hand_on(struct measuring *m, const struct caller_problem *p, size_t node,
                    bool is_measured)
{
	struct handed *handed = arena_alloc(m->scratch, p->n, sizeof *handed);
	double ticks = 0;
	size_t i;

	for (i = 0; i < m->series.nfiles; i++) {
		hand_on_file(m, p, i, handed);
		ticks += p->ticks[i];
	}
	for (i = 0; i < p->n && ticks > 0; i++) {
		const struct handing *h = &p->by[i];
		const size_t to_node = caller_node(m->b, m->b->arcs[h->arc].caller);
		const struct handed *to = &handed[i];
		const double part = to->ticks / ticks;
		const double up = to->most - to->ticks;
		const double down = to->ticks - to->least;
		double off = h->error;

		if (!is_measured && p->n > 1)
			off = (up > down ? up : down) / 3;
		off = off * off + m->own_doubt[node] * part * part;
		m->doubt[h->arc] = sqrt(off);
		m->own_doubt[to_node] += off;
		m->is_told[to_node] |= is_measured || (p->n == 1 && m->is_told[node]);
	}
}

static void measure(struct measuring *m, const struct func *f, size_t node)
{
	const struct members members = members_of(&f);
	struct caller_problem p = { .series = &m->series,
		                    .ticks = m->series.ticks[node],
		                    .arena = m->scratch };
	struct caller_fit fit = { .state = CALLERS_FEW_FILES };

	if (!p.ticks)
		return;
	take_callers(m, members, &p);
	take_doubts(m, members, &p);
	p.own_doubt = doubt_of_bins(members);
	m->own_doubt[node] += p.own_doubt;
	if (p.n > 1) {
		caller_fit_find(&p, &fit);
		keep(m, &p, &fit, node);
	} else if (p.n == 1) {
		keep_only(m, &p, node);
	}
	hand_on(m, &p, node, fit.state == CALLERS_MEASURED);
}

/* Callees before callers; the members of a cycle are next to each other. */
static void measure_all(struct measuring *m)
{
	const struct building *b = m->b;
	size_t last = b->nfuncs, i;

	for (i = 0; i < b->nfuncs; i++) {
		const struct func *f = &b->funcs[b->order[i]];
		const size_t node = caller_node(b, f);

		if (node != last)
			measure(m, f, node);
		last = node;
		arena_reset(m->scratch);
	}
}

void callers_measure(struct building *b)
{
	struct measuring m = { .b = b, .series = caller_series_find(b, b->step) };
	struct caller_costs *costs = arena_alloc(b->arena, 1, sizeof *costs);

	if (m.series.is_large)
		notes_add(&b->notes, NOTE_FACT, "what calls cost was not measured",
		          "too many functions in too many files",
		          "time is divided by calls; open fewer files");
	if (!m.series.nfiles)
		return;
	m.own_doubt = arena_alloc(b->step, b->nfuncs, sizeof *m.own_doubt);
	m.is_told = arena_alloc(b->step, b->nfuncs, sizeof *m.is_told);
	m.doubt = arena_alloc(b->step, b->narcs, sizeof *m.doubt);
	m.fit_of = arena_alloc(b->arena, b->nfuncs, sizeof *m.fit_of);
	m.arcs = arena_alloc(b->arena, b->narcs, sizeof *m.arcs);
	m.scratch = arena_within(b->step);
	measure_all(&m);
	*costs = (struct caller_costs){ m.series.nfiles, m.fits, m.nfits, m.fit_of, m.arcs };
	b->profile->caller_costs = costs;
}
