/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what the calls of each caller cost, from files that differ.
 *
 * Callees before callers, because a function's time includes that of its
 * callees: whom each file's ticks of a callee were spent for is known from the
 * callee's own fit; without one they are divided by the calls in that file.
 * How wrong that may be goes along: the error of the fit, or without one a
 * third of how far it can be from the truth, so that three errors reach it. */
#include "model/caller_costs.h"

#include <math.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/build/building.h"
#include "model/build/caller_fit.h"
#include "model/build/caller_series.h"
#include "model/records.h"

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
	return !b->rules->symbols_of_gprof && b->records->nfiles > 1 && !b->records->passing;
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
	const double most_error = 0.2; /* of the ticks, as in caller_fit.c */
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
