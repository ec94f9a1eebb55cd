/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/files/spread_finder.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "model/compare/discoveries.h"
#include "model/files/dispersion.h"
#include "model/files/medians.h"
#include "model/files/run_distances.h"
#include "model/files/spreads.h"
#include "model/profile.h"
#include "model/runs.h"

/* The part of findings that may be chance: one set of equal files in a hundred
 * has any. */
static const double level = 0.01;

/* What a file has of a function. */
struct part {
	uint32_t place; /* of the file, in the order of strips */
	uint32_t run;
	double ticks;
};

struct finding {
	const struct profile *profile;
	const struct runs *runs;
	double tick;        /* that a sample is worth, at most */
	size_t *first;      /* of each function's parts; shape: [nfuncs + 1] */
	struct part *parts; /* by function and place */
	double *sorted;     /* of a function, above 0; shape: [runs->n] */
	struct spreads *out;
	struct spread **funcs; /* out->funcs */
	double *p;             /* of each function; shape: [nfuncs] */
	struct arena *arena, *own;
	struct arena *scratch; /* of one function */
};

/* Counts parts, then lists them by function. */
static void list_parts(struct finding *f, const uint32_t *order)
{
	const size_t nfuncs = f->profile->nfuncs, n = f->runs->n;
	size_t *end = arena_alloc(f->own, nfuncs + 1, sizeof *end);
	size_t i, k;

	f->first = arena_alloc(f->own, nfuncs + 1, sizeof *f->first);
	for (i = 0; i < n; i++)
		for (k = 0; k < f->runs->list[i].nfuncs; k++)
			f->first[f->runs->list[i].funcs[k].func + 1]++;
	for (i = 0; i < nfuncs; i++)
		end[i + 1] = f->first[i + 1] += f->first[i];
	memcpy(end, f->first, nfuncs * sizeof *end);
	f->parts = arena_space(f->own, f->first[nfuncs], sizeof *f->parts);
	for (i = 0; i < n; i++) {
		const uint32_t number = order ? order[i] : (uint32_t)i;
		const struct run *run = &f->runs->list[number];

		for (k = 0; k < run->nfuncs; k++)
			f->parts[end[run->funcs[k].func]++] = (struct part){ (uint32_t)i, number,
				                                             run->funcs[k].ticks };
	}
}

/* A sample of the slowest clock: others vary less. */
static double tick_of(const struct profile *p, const struct runs *runs)
{
	double most = 0;
	size_t i;

	for (i = 0; i < runs->n; i++) {
		const double rate = runs->list[i].rate;
		const double tick = rate > 0 && p->rate > 0 ? p->rate / rate : 1;

		most = tick > most ? tick : most;
	}
	return most;
}

/* Sums of a function's ticks in nfiles files, a file left out. */
static struct dispersion sums_without(const struct finding *f, size_t nfiles,
                                      const struct part *parts, size_t n,
                                      const struct part *without)
{
	struct dispersion d = { .n = nfiles };
	size_t i;

	for (i = 0; i < n; i++) {
		const double ticks = parts[i].ticks / f->tick;

		if (&parts[i] == without)
			continue;
		d.sum += ticks;
		d.squares += ticks * ticks;
	}
	return d;
}

/* The file that is farthest from the mean; one without ticks has no part. */
static const struct part *farthest(const struct part *parts, size_t n, const struct spread *s)
{
	const struct part *found = NULL;
	size_t i;

	for (i = 0; i < n; i++)
		if (!found || fabs(parts[i].ticks - s->mean) > fabs(found->ticks - s->mean))
			found = &parts[i];
	return found && fabs(found->ticks - s->mean) >= s->mean - s->min ? found : NULL;
}

/* Whether a single file makes most of what is more than chance. */
static bool is_one(const struct finding *f, const struct part *parts, size_t n,
                   const struct spread *s)
{
	const size_t nruns = f->runs->n;
	const struct dispersion all = sums_without(f, nruns, parts, n, NULL);
	const struct part *far = farthest(parts, n, s);
	struct dispersion rest;

	if (nruns < 3)
		return false;
	rest = sums_without(f, nruns - 1, parts, n, far);
	return dispersion_excess(&rest) <= dispersion_excess(&all) / 4;
}

/* Ticks that stand out are many standard deviations from the median, of the
 * middle half of the files and of samples. */
static double outlier_distance(const struct finding *f, const struct spread *s, size_t n)
{
	const double scale = median_deviation(f->sorted, n, f->runs->n - n, s->median, f->scratch);
	double least;

	least = sqrt((s->median > f->tick ? s->median : f->tick) * f->tick);
	return OUTLIER_Z * (scale > least ? scale : least);
}

/* A cell of nfiles files, of which n have ticks, shows their median, or the one
 * of them that stands out. */
static struct strip_cell cell_of(struct finding *f, const struct spread *s,
                                 const struct part *parts, size_t n, size_t nfiles, double apart)
{
	double *ticks = arena_space(f->scratch, n, sizeof *ticks);
	struct strip_cell cell = { 0 };
	double shown, least, most;
	size_t i;

	for (i = 0; i < n; i++)
		ticks[i] = parts[i].ticks;
	median_sort(ticks, n, f->scratch);
	shown = median_of_sorted(ticks, nfiles - n, nfiles);
	least = n < nfiles ? 0 : ticks[0];
	most = n ? ticks[n - 1] : 0;
	if (most - s->median > apart) {
		cell.outlier = 1;
		shown = most;
	} else if (s->median - least > apart) {
		cell.outlier = -1;
		shown = least;
	}
	cell.level = (unsigned char)(shown / s->max * STRIP_LEVELS * 0.9999);
	return cell;
}

/* Returns how many of the cells have a file that stands out. */
static size_t fill_strip(struct finding *f, struct spread *s, const struct part *parts, size_t n,
                         double apart)
{
	const size_t nruns = f->runs->n, ncells = f->out->ncells;
	size_t cell, at = 0, noutliers = 0;

	for (cell = 0; cell < ncells; cell++) {
		const size_t low = cell * nruns / ncells;
		const size_t high = (cell + 1) * nruns / ncells;
		const size_t begin = at;

		while (at < n && parts[at].place < high)
			at++;
		s->strip[cell] = cell_of(f, s, parts + begin, at - begin, high - low, apart);
		noutliers += s->strip[cell].outlier != 0;
	}
	return noutliers;
}

/* Where files stand out all over, none does. */
static void make_strip(struct finding *f, struct spread *s, const struct part *parts, size_t n)
{
	const double apart = outlier_distance(f, s, n);

	if (fill_strip(f, s, parts, n, apart) > 1 + f->out->ncells / 4)
		fill_strip(f, s, parts, n, HUGE_VAL);
}

static void find_func(struct finding *f, uint32_t func)
{
	const struct part *parts = f->parts + f->first[func];
	const size_t n = f->first[func + 1] - f->first[func];
	const double nruns = (double)f->runs->n;
	const struct dispersion d = sums_without(f, f->runs->n, parts, n, NULL);
	struct spread *s = arena_alloc(f->arena, 1, sizeof *s);
	double variance;
	size_t i;

	for (i = 0; i < n; i++) {
		f->sorted[i] = parts[i].ticks;
		if (parts[i].ticks > s->max) {
			s->max = parts[i].ticks;
			s->most = parts[i].run;
		}
	}
	median_sort(f->sorted, n, f->scratch);
	s->mean = d.sum * f->tick / nruns;
	s->min = n < f->runs->n ? 0 : f->sorted[0];
	s->median = median_of_sorted(f->sorted, f->runs->n - n, f->runs->n);
	variance = (d.squares - d.sum * d.sum / nruns) / (nruns - 1) - d.sum / nruns;
	s->variation = variance > 0 ? sqrt(variance) * f->tick / s->mean : 0;
	f->p[func] = dispersion_tail(&d);
	make_strip(f, s, parts, n);
	f->funcs[func] = s;
	arena_reset(f->scratch);
}

/* Says what is more than chance, of all functions together. */
static void find_patterns(struct finding *f)
{
	const size_t nfuncs = f->profile->nfuncs;
	struct discovery *list = arena_space(f->own, nfuncs, sizeof *list);
	double *q = arena_space(f->own, nfuncs, sizeof *q);
	size_t n = 0, i;

	for (i = 0; i < nfuncs; i++)
		if (f->funcs[i])
			list[n++] = (struct discovery){ f->p[i], &q[i] };
	discoveries_judge(list, n, f->scratch);
	for (i = 0; i < nfuncs; i++) {
		struct spread *s = f->funcs[i];

		if (s && q[i] < level)
			s->pattern = is_one(f, f->parts + f->first[i],
			                    f->first[i + 1] - f->first[i], s)
			                     ? SPREAD_ONE
			                     : SPREAD_VARIES;
	}
}

const struct spreads *spreads_find(const struct profile *profile, const struct runs *runs,
                                   const uint32_t *order, struct arena *arena)
{
	struct arena *own = arena_new();
	const size_t nfuncs = profile->nfuncs;
	struct spreads *out = arena_alloc(arena, 1, sizeof *out);
	struct finding f = {
		.profile = profile,
		.runs = runs,
		.out = out,
		.funcs = arena_alloc(arena, nfuncs, sizeof *f.funcs),
		.sorted = arena_space(own, runs->n, sizeof *f.sorted),
		.p = arena_space(own, nfuncs, sizeof *f.p),
		.arena = arena,
		.own = own,
		.scratch = arena_within(own),
	};
	uint32_t i;

	out->runs = runs;
	out->funcs = f.funcs;
	out->ncells = runs->n < STRIP_CELLS ? runs->n : STRIP_CELLS;
	if (runs->n > 1) {
		f.tick = out->tick = tick_of(profile, runs);
		list_parts(&f, order);
		for (i = 0; i < nfuncs; i++)
			if (f.first[i + 1] > f.first[i])
				find_func(&f, i);
		find_patterns(&f);
		run_distances_find(out, profile, arena);
	}
	arena_free(own);
	return runs->n > 1 ? out : NULL;
}
