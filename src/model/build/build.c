/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/build.h"

#include <assert.h>
#include <math.h>
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

/* What must hold for every profile: the tests' oracle. */

static bool is_near(double a, double b) {
	double scale = fabs(a) + fabs(b) + 1;

	return fabs(a - b) <= 1e-9 * scale;
}

static const char *check_ticks(const struct profile *p) {
	double sum = p->lost_ticks;

	for (size_t i = 0; i < p->nfuncs; i++) {
		sum += p->funcs[i].self_ticks;
		if (p->funcs[i].self_ticks < 0 || p->funcs[i].descendant_ticks < 0)
			return "a function's ticks are negative";
	}
	return is_near(sum, p->total_ticks) ? NULL
	                                    : "ticks of functions do not add up to the total";
}

static const char *check_calls(const struct profile *p) {
	size_t ncallers = 0, ncallees = 0;

	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		uint64_t calls = 0;

		for (size_t k = 0; k < f->ncallers; k++) {
			if (f->callers[k]->callee != f)
				return "an arc is in another function's list";
			if (f->callers[k]->caller != f)
				calls += f->callers[k]->calls;
		}
		for (size_t k = 0; k < f->ncallees; k++)
			if (f->callees[k]->caller != f)
				return "an arc is in another function's list";
		if (calls != f->calls)
			return "a function's calls do not match its callers'";
		ncallers += f->ncallers;
		ncallees += f->ncallees;
	}
	return ncallers == p->narcs && ncallees == p->narcs ? NULL : "an arc is not in two lists";
}

static const char *check_cuts(const struct profile *p) {
	if (p->rules->opens_cycles ? p->ncycles > 0 : p->nopened > 0)
		return "cycles are open or whole against the rules";
	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		uint64_t cut_calls = 0;

		for (size_t k = 0; k < f->ncallers; k++) {
			const struct arc *a = f->callers[k];

			if (!a->is_cut)
				continue;
			if (a->caller == f || (!p->is_apart && (!profile_opened(p, f) ||
			                                        profile_opened(p, a->caller) !=
			                                                profile_opened(p, f))))
				return "an arc is cut that closes no cycle";
			if (a->self_ticks + a->descendant_ticks > 0)
				return "an arc that is cut passes time on";
			cut_calls += a->calls;
		}
		if (cut_calls != f->cut_calls)
			return "a function's cut calls do not match its callers'";
	}
	return NULL;
}

static const char *check_order(const struct profile *p) {
	for (size_t i = 1; i < p->nfuncs; i++)
		if (p->funcs[i - 1].low > p->funcs[i].low && p->funcs[i].kind != FUNC_INLINED)
			return "functions are not ordered by address";
	for (size_t i = 0; i < p->nindexes; i++)
		if ((p->by_index[i] ? p->by_index[i]->index : p->cycle_by_index[i]->index) != i + 1)
			return "an index does not match its position";
	return NULL;
}

static const char *check_bounds(const struct profile *p) {
	for (size_t i = 0; p->bounds && i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		const double total = f->self_ticks + f->descendant_ticks;

		if (total < p->bounds[i].least || total > p->bounds[i].most)
			return "a total is outside its bounds";
		if (p->bounds[i].least < 0 || (p->bounds[i].most > p->total_ticks &&
		                               !is_near(p->bounds[i].most, p->total_ticks)))
			return "a bound is outside all time";
	}
	return NULL;
}

const char *profile_check(const struct profile *p) {
	const char *broken = check_ticks(p);

	if (!broken)
		broken = check_calls(p);
	if (!broken)
		broken = check_cuts(p);
	if (!broken)
		broken = check_bounds(p);
	return broken ? broken : check_order(p);
}
