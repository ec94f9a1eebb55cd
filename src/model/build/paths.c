/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "base/work.h"
#include "model/build/building.h"
#include "model/frames.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/rules.h"

/* What was called on whose behalf, counted.
 *
 * The stacks of samples, from the outermost function inwards, are paths of a tree, in which each
 * path is there once.  So a total is a sum over the paths that end in the function, without those
 * on which it is twice; what an arc has is a sum over those that end with it, likewise.  The time
 * of a recursive function is in its total once; that of an arc of a cycle is in both, the callers'
 * and the callees', so the callers of such a function may have more together than it has itself.
 *
 * Samples in the profiler's own functions are left out with them. */

struct finder {
	struct building *b;
	struct index paths;
	struct path *list; /* shape: [n] */
	size_t n;
	uint32_t *seen;     /* the last stack that each function was on; shape: [nfuncs] */
	uint32_t *seen_arc; /* likewise; shape: [nseen] */
	size_t nseen;
	uint32_t nstacks;
};

static uint32_t func_at(const struct building *b, uint64_t address) {
	const uint32_t func = code_map_at(&b->map, address);

	return func == NO_FUNC ? b->outside : func;
}

static uint32_t arc_to(struct finder *f, uint32_t caller, uint32_t callee) {
	struct building *b = f->b;
	const size_t before = b->narcs;
	const uint32_t arc = arc_between(b, caller, callee);

	b->arcs[arc].is_sampled |= arc == before;
	while (f->nseen < b->narcs)
		arena_append(b->step, f->seen_arc, f->nseen, 0);
	return arc;
}

static bool is_path(const void *paths, uint32_t number, const void *wanted) {
	const struct path *x = (const struct path *)paths + number, *y = wanted;

	return x->func == y->func && x->above == y->above;
}

/* One function further in; by gprof's rules, none where the code is no function's. */
static uint32_t path_to(struct finder *f, uint32_t above, uint32_t func) {
	struct path new = { .func = func, .above = above, .below = NO_PATH, .next = NO_PATH };
	uint32_t number;

	if (func == NO_FUNC)
		return above;
	if (index_append(&f->paths, hash_number(hash_number(0, above), func), is_path, f->list,
	                 &new, &number)) {
		new.is_outermost = f->seen[func] != f->nstacks;
		new.arc = NO_ARC;
		if (above != NO_PATH) {
			new.arc = arc_to(f, f->list[above].func, func);
			new.is_first_of_arc = f->seen_arc[new.arc] != f->nstacks;
			new.next = f->list[above].below;
			f->list[above].below = number;
		}
		arena_append(f->b->arena, f->list, f->n, new);
	}
	f->seen[func] = f->nstacks;
	if (above != NO_PATH)
		f->seen_arc[f->list[number].arc] = f->nstacks;
	return number;
}

/* Further in, to the function of an address; apart, to all that its code was inlined into and in
 * the end to its own. */
static uint32_t path_to_address(struct finder *f, uint32_t above, uint64_t address) {
	enum { MOST = 64 };
	const struct building *b = f->b;
	const struct frames *frames = b->frames;
	uint32_t list[MOST];
	size_t n = 0;

	for (uint32_t frame = frames ? frame_at_address(frames, address) : NO_FRAME;
	     frame != NO_FRAME && n < MOST; frame = frames->list[frame].outer) {
		const uint32_t func = b->of_frame[frame];

		if (func != NO_FUNC && (!n || list[n - 1] != func))
			list[n++] = func;
	}
	if (!n)
		return path_to(f, above, func_at(b, address));
	while (n)
		above = path_to(f, above, list[--n]);
	return above;
}

static enum cpu_use use_of(const struct building *b, const struct func *innermost,
                           const struct sample *s) {
	if (s->in_kernel)
		return CPU_KERNEL;
	if (func_is_profilers(innermost))
		return CPU_COUNTING;
	if (innermost->kind == FUNC_GAP || innermost->kind == FUNC_OUTSIDE)
		return CPU_UNNAMED;
	return image_object_at(b->image, innermost->low) ? CPU_LIBRARIES : CPU_PROGRAM;
}

static void add_sample(struct finder *f, const struct sample *s, double ticks) {
	const struct building *b = f->b;
	const uint32_t innermost = func_at(b, s->stack[0]);
	uint32_t at = NO_PATH;

	if (innermost == NO_FUNC)
		return;
	b->profile->cpu_ticks[use_of(b, &b->funcs[innermost], s)] += ticks;
	if (b->rules->profiler == PROFILER_OUT && func_is_profilers(&b->funcs[innermost]))
		return;
	f->nstacks++;
	for (size_t i = s->n; i-- > 0;)
		at = path_to_address(f, at, s->stack[i]);
	f->list[at].self += ticks;
	if (s->is_cut)
		b->profile->cut_ticks += ticks;
}

static void sum_up(const struct finder *f) {
	struct building *b = f->b;

	for (size_t i = f->n; i-- > 0;) {
		struct path *path = &f->list[i];
		struct func *func = &b->funcs[path->func];

		path->total += path->self;
		func->descendant_ticks += (path->is_outermost ? path->total : 0) - path->self;
		if (path->above == NO_PATH)
			continue;
		f->list[path->above].total += path->total;
		b->arcs[path->arc].self_ticks += path->self;
		b->arcs[path->arc].descendant_ticks += (path->is_first_of_arc ? path->total : 0) -
		                                       path->self;
	}
}

/* Rounding may leave less than nothing. */
void figures_finish(struct building *b) {
	for (size_t i = 0; i < b->nfuncs; i++) {
		struct func *func = &b->funcs[i];

		if (func->descendant_ticks < 0)
			func->descendant_ticks = 0;
		func->graph_self = func->self_ticks;
		func->graph_child = func->descendant_ticks;
		func->is_listed = true;
	}
	for (size_t i = 0; i < b->narcs; i++) {
		struct arc *arc = &b->arcs[i];
		const double ticks = arc->self_ticks + arc->descendant_ticks;
		const struct func *to = arc->callee;
		const double all = to->cycle ? to->cycle->self_ticks + to->cycle->descendant_ticks
		                             : to->self_ticks + to->descendant_ticks;

		arc->descendant_ticks = arc->descendant_ticks > 0 ? arc->descendant_ticks : 0;
		arc->share = all > 0 ? ticks / all : 0;
		arc->share = arc->share < 1 ? arc->share : 1;
	}
	b->profile->graph_ticks = b->profile->total_ticks;
}

bool paths_find(struct building *b) {
	const struct records *r = b->records;
	struct finder f = { .b = b, .paths = { .arena = b->scratch } };

	f.seen = arena_alloc(b->step, b->nfuncs, sizeof *f.seen);
	for (size_t i = 0; i < r->nfiles; i++) {
		const struct profile_file *file = &r->files[i];
		const double weight = b->profile->rate * file->period_us / 1e6;

		for (size_t k = 0; k < file->nsamples; k++) {
			if (k % 1024 == 0 && !progress_wanted(b->progress))
				return false;
			add_sample(&f, &file->samples[k], weight * (double)file->samples[k].count);
		}
	}
	sum_up(&f);
	b->profile->paths = f.list;
	b->profile->npaths = f.n;
	return true;
}
