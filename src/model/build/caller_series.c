/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/caller_series.h"

#include "base/arena.h"
#include "base/progress.h"
#include "model/build/building.h"
#include "model/build/run_finder.h"
#include "model/records.h"

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

/* Hands out the profiler's time in a file as profiler.c does in all. */
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

struct caller_series caller_series_find(const struct building *b, struct arena *arena)
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
