/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/files/run_distances.h"

#include <math.h>

#include "base/arena.h"
#include "base/logarithms.h"
#include "model/code_map.h"
#include "model/files/medians.h"
#include "model/files/spreads.h"
#include "model/notes.h"
#include "model/profile.h"
#include "model/runs.h"

enum { ENOUGH = 5 }; /* samples of a function in a file, on average */

struct measuring {
	const struct spreads *out;
	const struct profile *profile;
	double tick;
	uint32_t *funcs; /* that have enough; shape: [nfuncs] */
	size_t nfuncs;
	double mean, rest; /* ticks of a file, and of functions with less */
	double *ticks;     /* of the file that is measured; by function */
	struct arena *arena, *own;
};

/* The middle of some figures, and how far they are from it by chance: not less
 * than samples make them. */
struct middle {
	double at, scale;
};

static struct middle middle_of(const double *list, size_t n, double least, struct arena *scratch)
{
	struct middle m = { .at = median_of(list, n, scratch) };

	m.scale = median_deviation(list, n, 0, m.at, scratch);
	if (m.scale < least)
		m.scale = least;
	return m;
}

static double z_of(const struct middle *m, double figure)
{
	return (figure - m->at) / m->scale;
}

static void list_functions(struct measuring *m)
{
	const struct spreads *s = m->out;
	uint32_t i;

	m->funcs = arena_space(m->own, m->profile->nfuncs, sizeof *m->funcs);
	for (i = 0; i < m->profile->nfuncs; i++) {
		if (!s->funcs[i])
			continue;
		m->mean += s->funcs[i]->mean;
		if (s->funcs[i]->mean >= ENOUGH * m->tick)
			m->funcs[m->nfuncs++] = i;
		else
			m->rest += s->funcs[i]->mean;
	}
	for (i = 0; i < s->runs->n; i++) {
		const double rest = s->runs->list[i].rest / (double)s->runs->n;

		m->mean += rest;
		m->rest += rest;
	}
}

/* A file without ticks has half a sample, because it needs a logarithm. */
static double log_total(const struct measuring *m, const struct run *run)
{
	const double half = m->tick / 2;

	return natural_log(run->ticks > half ? run->ticks : half);
}

/* Names the function that has most in a file of those that have little in
 * others. */
static void name_rest(const struct measuring *m, const struct run *run, struct run_distance *out)
{
	double most = 0;
	size_t i;

	for (i = 0; i < run->nfuncs; i++) {
		const struct run_ticks *r = &run->funcs[i];
		const struct spread *s = m->out->funcs[r->func];

		if ((s && s->mean >= ENOUGH * m->tick) || r->ticks <= most)
			continue;
		most = r->ticks;
		out->func = r->func;
		out->usual = s ? s->median : 0;
	}
}

/* The square root of chi-square per degree of freedom between what a file has
 * and what the mean of all would be at its total; sets the function that has
 * most of that. */
static double measure(struct measuring *m, const struct run *run, struct run_distance *out)
{
	const double part = m->mean > 0 ? run->ticks / m->mean : 0;
	double rest = run->ticks, all, most = 0, usual;
	size_t i;

	for (i = 0; i < run->nfuncs; i++)
		m->ticks[run->funcs[i].func] = run->funcs[i].ticks;
	out->func = NO_FUNC;
	for (i = 0, all = 0; i < m->nfuncs && part > 0; i++) {
		const struct spread *s = m->out->funcs[m->funcs[i]];
		const double ticks = m->ticks[m->funcs[i]];
		double apart;

		usual = s->mean * part;
		apart = (ticks - usual) * (ticks - usual) / usual / m->tick;
		all += apart;
		rest -= ticks;
		if (apart > most) {
			most = apart;
			out->func = m->funcs[i];
			out->usual = s->median;
		}
	}
	usual = m->rest * part > m->tick / 2 ? m->rest * part : m->tick / 2;
	rest = (rest - usual) * (rest - usual) / usual / m->tick;
	all += rest;
	if (rest > most)
		name_rest(m, run, out);
	for (i = 0; i < run->nfuncs; i++)
		m->ticks[run->funcs[i].func] = 0;
	return m->nfuncs ? sqrt(all / (double)m->nfuncs) : 0;
}

/* Figures of some runs. */
struct figures {
	struct run_distance *out; /* shape: [n] */
	double *totals, *shapes;  /* likewise */
};

static struct figures measure_all(struct measuring *m, const struct run *runs, size_t n)
{
	struct figures f = {
		arena_alloc(m->arena, n, sizeof *f.out),
		arena_space(m->own, n, sizeof *f.totals),
		arena_space(m->own, n, sizeof *f.shapes),
	};
	size_t i;

	for (i = 0; i < n; i++) {
		f.totals[i] = log_total(m, &runs[i]);
		f.shapes[i] = measure(m, &runs[i], &f.out[i]);
	}
	return f;
}

static void judge(const struct figures *f, size_t n, const struct middle *total,
                  const struct middle *shape)
{
	size_t i;

	for (i = 0; i < n; i++) {
		struct run_distance *d = &f->out[i];

		d->shift = z_of(total, f->totals[i]);
		d->differs = z_of(shape, f->shapes[i]);
		d->is_outlier = fabs(d->shift) > OUTLIER_Z || d->differs > OUTLIER_Z;
	}
}

/* Names up to three of them. */
static void note_outliers(struct spreads *out, struct arena *arena)
{
	enum { NAMED = 3 };
	struct notes notes = { .arena = arena };
	const char *names = "";
	size_t n = 0, i;

	for (i = 0; i < out->runs->n; i++) {
		if (!out->on[i].is_outlier)
			continue;
		if (n++ < NAMED)
			names = arena_format(arena, "%s%s%s", names, n > 1 ? ", " : "",
			                     out->runs->list[i].path);
	}
	if (!n)
		return;
	notes_add(&notes, NOTE_FACT,
	          arena_format(arena, "%zu of %zu files differ%s from the rest", n, out->runs->n,
	                       n == 1 ? "s" : ""),
	          arena_format(arena,
	                       "%s%s: the total or its division among "
	                       "functions is more than %d standard deviations "
	                       "from the median",
	                       names, n > NAMED ? ", ..." : "", OUTLIER_Z),
	          "the view files (6, then I) tells which functions make it, "
	          "and can switch files off");
	out->notes = notes.list;
	out->nnotes = notes.n;
}

void run_distances_find(struct spreads *out, const struct profile *profile, struct arena *arena)
{
	const struct runs *runs = out->runs;
	struct arena *own = arena_new();
	struct measuring m = {
		.out = out,
		.profile = profile,
		.tick = out->tick,
		.ticks = arena_alloc(own, profile->nfuncs, sizeof *m.ticks),
		.arena = arena,
		.own = own,
	};

	list_functions(&m);
	if (runs->n >= SPREADS_TELL && m.mean > 0) {
		const struct figures on = measure_all(&m, runs->list, runs->n);
		const struct figures off = measure_all(&m, runs->off, runs->noff);
		const struct middle total = middle_of(on.totals, runs->n, sqrt(m.tick / m.mean),
		                                      own);
		const struct middle shape = middle_of(
			on.shapes, runs->n, m.nfuncs ? sqrt(0.5 / (double)m.nfuncs) : 1, own);

		judge(&on, runs->n, &total, &shape);
		judge(&off, runs->noff, &total, &shape);
		out->on = on.out;
		out->off = off.out;
		note_outliers(out, arena);
	}
	arena_free(own);
}
