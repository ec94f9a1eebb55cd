/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/build.h"

#include <assert.h>
#include <string.h>

#include "model/build/building.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/rules.h"

static void take_facts(struct building *b) {
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
	p->bin_units = histogram_units(&r->histograms[0]);
}

void graph_give(struct building *b) {
	struct profile *p = b->profile;

	p->funcs = b->funcs;
	p->nfuncs = b->nfuncs;
	p->arcs = b->arcs;
	p->narcs = b->narcs;
	p->cycles = b->cycles;
	p->ncycles = b->ncycles;
}

static void finish(struct building *b) {
	struct profile *p = b->profile;
	struct code_map *map = arena_alloc(b->arena, 1, sizeof *map);
	double left = p->total_ticks;

	for (size_t i = 0; i < b->nfuncs; i++)
		left -= b->funcs[i].self_ticks;
	p->lost_ticks = b->rules->gprof ? left : 0;
	graph_give(b);
	*map = b->map;
	p->map = map;
	p->notes = b->notes.list;
	p->nnotes = b->notes.n;
}

/* What gprof or a selection moves or leaves out may be anything. */
static bool has_bounds(const struct building *b) {
	const struct rules *r = b->rules;

	return b->profile->has_calls && !b->profile->paths && !r->gprof && !r->select.mark &&
	       !r->select.arc;
}

/* Totals, and what passes along arcs, where no stacks tell. */
static bool divide_by_calls(struct building *b) {
	if (b->rules->opens_cycles)
		cycles_open(b);
	arena_reset(b->step);
	cycles_find(b);
	arena_reset(b->step);
	if (!progress_wanted(b->progress))
		return false;
	if (callers_are_measured(b))
		callers_measure(b);
	arena_reset(b->step);
	shares_find(b);
	propagate(b);
	arena_reset(b->step);
	return true;
}

static bool build(struct building *b, struct error *err) {
	progress_stage(b->progress, "building the profile", 0);
	if (b->rules->gprof && !b->rules->gprof->check(b, err))
		return false;
	take_facts(b);
	if (!functions_find(b, err))
		return false;
	if (!progress_wanted(b->progress))
		return fail(err, "cancelled");
	calls_add(b);
	arena_reset(b->step);
	ticks_find(b);
	arena_reset(b->step);
	if (b->records->has_stacks && !paths_find(b))
		return fail(err, "cancelled");
	arena_reset(b->step);
	calls_link(b);
	profiler_place(b);
	idle_place(b);
	arena_reset(b->step);
	if (b->profile->paths)
		figures_finish(b);
	else if (!divide_by_calls(b))
		return fail(err, "cancelled");
	if (!b->rules->no_indexes)
		ranks_give(b);
	arena_reset(b->step);
	if (has_bounds(b))
		bounds_find(b);
	arena_reset(b->step);
	if (!b->rules->no_notes)
		build_notes(b);
	if (!b->rules->no_notes && b->rules->compared && !b->rules->select.mark &&
	    !b->profile->paths)
		disagreement_note(b);
	finish(b);
	return true;
}

const struct profile *profile_build(const struct image *image, const struct records *records,
                                    const struct rules *rules, struct arena *arena,
                                    struct progress *progress, struct error *err) {
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
