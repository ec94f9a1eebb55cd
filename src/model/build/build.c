/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/build.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/progress.h"
#include "model/build/building.h"
#include "model/build/gprof_records.h"
#include "model/build/merged.h"
#include "model/image.h"
#include "model/records.h"
#include "model/rules.h"

static void select_functions(struct building *b)
{
	const struct selection *s = &b->rules->select;

	b->bits = arena_alloc(b->scratch, b->nfuncs, 1);
	if (s->mark)
		s->mark(s->context, b->funcs, b->nfuncs, b->bits);
	else
		memset(b->bits, SELECT_ALL, b->nfuncs);
}

/* Files that count different things cannot be added. */
static bool check_dimensions(const struct building *b, struct error *err)
{
	const struct records *r = b->records;
	const struct histogram *first = r->histograms;
	size_t f, i;

	for (f = 0; f < r->nfiles; f++)
		for (i = 0; i < r->files[f].nhistograms; i++) {
			const struct histogram *h =
				&r->histograms[r->files[f].first_histogram + i];

			if (strcmp(h->dimension, first->dimension) != 0 ||
			    h->abbreviation != first->abbreviation)
				return fail(err,
				            "%s: counts %s, the files before "
				            "it count %s",
				            r->files[f].path, h->dimension,
				            first->dimension);
		}
	return true;
}

static void take_facts(struct building *b)
{
	struct profile *p = b->profile;
	const struct records *r = b->records;

	p->image = b->image;
	p->records = r;
	p->rules = b->rules;
	p->has_histogram = r->nhistograms > 0;
	p->has_calls = r->ncalls > 0;
	p->abbreviation = 's';
	strcpy(p->dimension, "seconds");
	if (!r->nhistograms)
		return;
	p->abbreviation = r->histograms[0].abbreviation;
	memcpy(p->dimension, r->histograms[0].dimension, sizeof p->dimension);
}

/* Frees what the step allocated for itself. */
static void end_step(struct building *b)
{
	arena_reset(b->step);
}

static bool time_functions_exact(struct building *b, struct error *err)
{
	struct profile *p = b->profile;

	b->merged = merged_new(b->records->histograms, b->records->nhistograms,
	                       &b->image->machine, b->scratch, b->progress);
	if (!b->merged)
		return fail(err, "cancelled");
	p->samples = b->merged->samples;
	p->rate = b->merged->rate;
	if (!functions_exact(b, err))
		return false;
	end_step(b);
	functions_add_gaps(b);
	end_step(b);
	select_functions(b);
	ticks_exact(b);
	end_step(b);
	return true;
}

static bool time_functions_gprof(struct building *b, struct error *err)
{
	const struct records *r = b->records;
	size_t i, k;

	if (!functions_gprof(b, err))
		return false;
	end_step(b);
	select_functions(b);
	b->profile->rate = r->nhistograms ? r->histograms[0].rate : 0;
	for (i = 0; i < r->nhistograms; i++)
		for (k = 0; k < r->histograms[i].nused; k++)
			b->profile->samples += r->histograms[i].bins[k].count;
	ticks_gprof(b);
	end_step(b);
	return true;
}

static void finish(struct building *b)
{
	struct profile *p = b->profile;
	struct code_map *map = arena_alloc(b->arena, 1, sizeof *map);
	double left = p->total_ticks;
	size_t i;

	for (i = 0; i < b->nfuncs; i++)
		left -= b->funcs[i].self_ticks;
	p->lost_ticks = b->rules->bins_of_gprof ? left : 0;
	p->funcs = b->funcs;
	p->nfuncs = b->nfuncs;
	p->arcs = b->arcs;
	p->narcs = b->narcs;
	p->cycles = b->cycles;
	p->ncycles = b->ncycles;
	*map = b->map;
	p->map = map;
	p->notes = b->notes.list;
	p->nnotes = b->notes.n;
}

static bool build(struct building *b, struct error *err)
{
	progress_stage(b->progress, "building the profile", 0);
	if (b->rules->bins_of_gprof &&
	    !gprof_records_check(b->records, b->scratch, err))
		return false;
	if (!check_dimensions(b, err))
		return false;
	take_facts(b);
	if (!(b->rules->symbols_of_gprof ? time_functions_gprof(b, err)
	                                 : time_functions_exact(b, err)))
		return false;
	if (!progress_wanted(b->progress))
		return fail(err, "cancelled");
	calls_attach(b);
	end_step(b);
	if (b->rules->opens_cycles)
		cycles_open(b);
	end_step(b);
	cycles_find(b);
	end_step(b);
	if (!progress_wanted(b->progress))
		return fail(err, "cancelled");
	propagate(b);
	end_step(b);
	if (!b->rules->no_indexes)
		ranks_give(b);
	end_step(b);
	if (!b->rules->no_notes)
		build_notes(b);
	if (!b->rules->no_notes && !b->rules->bins_of_gprof &&
	    !b->rules->select.mark)
		disagreement_note(b);
	finish(b);
	return true;
}

const struct profile *
profile_build(const struct image *image, const struct records *records,
              const struct rules *rules, struct arena *arena,
              struct progress *progress, struct error *err)
{
	struct building b = {
		.image = image,
		.records = records,
		.rules = rules,
		.arena = arena,
		.scratch = arena_new(),
		.step = arena_new(),
		.progress = progress,
		.profile = arena_alloc(arena, 1, sizeof(struct profile)),
		.notes = { .arena = arena },
	};
	bool ok = build(&b, err);

	arena_free(b.step);
	arena_free(b.scratch);
#ifdef GPTUI_DEBUG
	if (ok)
		assert(!profile_check(b.profile));
#endif
	return ok ? b.profile : NULL;
}
