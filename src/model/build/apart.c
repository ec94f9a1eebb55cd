/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/apart.h"

#include <assert.h>

#include "base/arena.h"
#include "model/bounds.h"
#include "model/build/apart_arcs.h"
#include "model/build/apart_nodes.h"
#include "model/build/build.h"
#include "model/build/building.h"
#include "model/build/inlined_shares.h"
#include "model/code_lines.h"
#include "model/dataset.h"
#include "model/frames.h"
#include "model/names.h"
#include "model/rules.h"

struct parting {
	struct building b;
	const struct dataset *data;
	const struct profile *old;
	struct apart_nodes nodes;
	struct apart_sums sums;
};

/* Those of the data, and those that were always inlined. */
static void take_functions(struct parting *p)
{
	struct building *b = &p->b;
	size_t i;

	b->nfuncs = p->old->nfuncs + p->nodes.n;
	b->funcs = arena_alloc(b->arena, b->nfuncs, sizeof *b->funcs);
	for (i = 0; i < p->old->nfuncs; i++)
		b->funcs[i] = p->old->funcs[i];
	for (; i < b->nfuncs; i++)
		b->funcs[i] = (struct func){ .name = p->nodes.list[i - p->old->nfuncs].name,
			                     .kind = FUNC_INLINED,
			                     .is_function = true,
			                     .is_listed = true,
			                     .is_inlined = true };
	for (i = 0; i < b->nfuncs; i++) {
		b->funcs[i].ncallers = b->funcs[i].ncallees = 0;
		b->funcs[i].calls = b->funcs[i].self_calls = 0;
		b->funcs[i].cut_calls = 0;
	}
}

static void take_cycles(struct parting *p)
{
	struct building *b = &p->b;
	size_t i, k;

	b->ncycles = p->old->ncycles;
	b->cycles = arena_copy(b->arena, p->old->cycles, b->ncycles, sizeof *b->cycles);
	for (i = 0; i < b->ncycles; i++) {
		struct cycle *c = &b->cycles[i];
		const struct func **members = arena_space(b->arena, c->nmembers, sizeof *members);

		for (k = 0; k < c->nmembers; k++) {
			struct func *f = &b->funcs[profile_number(p->old, c->members[k])];

			members[k] = f;
			f->cycle = c;
		}
		c->members = members;
	}
}

/* The hottest address of functions without code of their own. */
static void find_addresses(struct parting *p)
{
	const struct code_lines *lines = p->data->code_lines;
	double *most = arena_alloc(p->b.step, p->b.nfuncs, sizeof *most);
	size_t i;

	for (i = 0; lines && i < lines->n; i++) {
		const struct code_line *line = &lines->list[i];
		const uint32_t node = p->nodes.of_line[i];
		struct func *f = &p->b.funcs[node];

		if (f->kind != FUNC_INLINED || !line->address ||
		    (f->low && line->ticks <= most[node]))
			continue;
		most[node] = line->ticks;
		f->low = f->high = line->address;
	}
}

/* Rounding may leave less than nothing. */
static void set_totals(struct parting *p)
{
	size_t i, k;

	for (i = 0; i < p->b.nfuncs; i++) {
		struct func *f = &p->b.funcs[i];
		const double all = p->sums.total[i];

		f->self_ticks = f->self_ticks > 0 ? f->self_ticks : 0;
		f->variance = f->variance > 0 ? f->variance : 0;
		f->descendant_ticks = all > f->self_ticks ? all - f->self_ticks : 0;
	}
	for (i = 0; i < p->b.ncycles; i++) {
		struct cycle *c = &p->b.cycles[i];
		const double all = p->sums.cycle_total[i];

		c->self_ticks = 0;
		for (k = 0; k < c->nmembers; k++)
			c->self_ticks += c->members[k]->self_ticks;
		c->descendant_ticks = all > c->self_ticks ? all - c->self_ticks : 0;
		c->graph_self = c->self_ticks;
		c->graph_child = c->descendant_ticks;
	}
}

/* Whether all code that the function is inlined into, and its own, calls
 * nothing that has no known caller; shape: [nfuncs]. */
static const bool *find_closed(const struct parting *p)
{
	const struct frames *frames = p->data->frames;
	bool *closed = arena_alloc(p->b.step, p->b.nfuncs, sizeof *closed);
	size_t i;

	for (i = 0; i < p->b.nfuncs; i++)
		closed[i] = i >= p->old->nfuncs || p->old->bounds[i].is_closed;
	for (i = 0; i < frames->ninstances; i++) {
		const uint32_t first = frames->instances[i].first;
		const struct func *host = frames->list[first].func;

		if (host)
			closed[p->nodes.of_frame[first]] &= bounds_of(p->old, host)->is_closed;
	}
	return closed;
}

static struct bounds bounds_of_copies(const struct parting *p, size_t i, bool is_closed)
{
	const struct profile *old = p->old;
	struct bounds b = { .least = p->sums.least[i],
		            .most = p->sums.most[i],
		            .is_closed = is_closed };

	if (i < old->nfuncs) {
		const struct bounds *own = &old->bounds[i];

		b.least = own->least > b.least ? own->least : b.least;
		b.most += own->most - (own->is_closed ? 0 : old->anybodys_ticks);
	}
	b.most += is_closed ? 0 : old->anybodys_ticks;
	b.most = b.most < old->total_ticks ? b.most : old->total_ticks;
	return b;
}

static const struct func *new_func(const struct parting *p, const struct func *f)
{
	return f ? &p->b.funcs[profile_number(p->old, f)] : NULL;
}

/* Moves totals to their bounds, and bounds to where rounding left the own
 * time. */
static void set_bounds(struct parting *p)
{
	struct bounds *list;
	const bool *closed;
	size_t i;

	if (!p->old->bounds)
		return;
	list = arena_space(p->b.arena, p->b.nfuncs, sizeof *list);
	closed = find_closed(p);
	for (i = 0; i < p->b.nfuncs; i++) {
		struct func *f = &p->b.funcs[i];
		double total = f->self_ticks + f->descendant_ticks;

		list[i] = f->is_inlined ? bounds_of_copies(p, i, closed[i]) : p->old->bounds[i];
		list[i].through = new_func(p, list[i].through);
		total = total < list[i].most ? total : list[i].most;
		total = total > list[i].least ? total : list[i].least;
		f->descendant_ticks = total > f->self_ticks ? total - f->self_ticks : 0;
		total = f->self_ticks + f->descendant_ticks;
		list[i].most = total > list[i].most ? total : list[i].most;
		list[i].least = total < list[i].least ? total : list[i].least;
	}
	p->b.profile->bounds = list;
}

/* What the callee's or its cycle's time is. */
static double handed(const struct func *f)
{
	return f->cycle ? f->cycle->self_ticks + f->cycle->descendant_ticks
	                : f->self_ticks + f->descendant_ticks;
}

static void set_arcs(struct parting *p)
{
	struct building *b = &p->b;
	size_t i;

	for (i = 0; i < b->narcs; i++) {
		struct arc *arc = &b->arcs[i];
		struct func *to = &b->funcs[arc->callee - b->funcs];
		const double ticks = arc->self_ticks + arc->descendant_ticks;
		const double all = handed(to);

		arc->share = ticks > 0 && all > 0 ? ticks / all : 0;
		arc->share = arc->share < 1 ? arc->share : 1;
		if (arc->caller == to)
			to->self_calls = arc->calls;
		else
			to->calls += arc->calls;
		to->cut_calls += arc->is_cut ? arc->calls : 0;
	}
	for (i = 0; i < b->nfuncs; i++) {
		b->funcs[i].graph_self = b->funcs[i].self_ticks;
		b->funcs[i].graph_child = b->funcs[i].descendant_ticks;
	}
	arcs_link(b);
}

static void finish_profile(struct parting *p)
{
	struct building *b = &p->b;
	struct profile *out = b->profile;
	uint32_t *opened_of;
	size_t i;

	out->is_apart = true;
	out->inlined = inlined_shares_new(p->data, &p->nodes, b->arena);
	graph_give(b);
	out->caller_costs = NULL;
	if (!p->old->opened_of)
		return;
	opened_of = arena_alloc(b->arena, b->nfuncs, sizeof *opened_of);
	for (i = 0; i < p->old->nfuncs; i++)
		opened_of[i] = p->old->opened_of[i];
	out->opened_of = opened_of;
}

static const struct profile *part(struct parting *p)
{
	struct building *b = &p->b;

	b->profile = arena_copy(b->arena, p->old, 1, sizeof *p->old);
	take_functions(p);
	take_cycles(p);
	find_addresses(p);
	p->sums = apart_arcs_find(b, p->data, &p->nodes);
	arena_reset(b->step);
	apart_arcs_cut(b, p->sums.total);
	arena_reset(b->step);
	set_totals(p);
	set_bounds(p);
	set_arcs(p);
	arena_reset(b->step);
	if (!b->rules->no_indexes)
		ranks_give(b);
	finish_profile(p);
	return b->profile;
}

static const struct frames *new_frames(const struct parting *p)
{
	const struct frames *old = p->data->frames;
	struct frames *out = arena_copy(p->b.arena, old, 1, sizeof *out);
	struct frame *list = arena_copy(p->b.arena, old->list, old->n, sizeof *list);
	struct frame_call *calls = arena_copy(p->b.arena, old->calls, old->ncalls, sizeof *calls);
	size_t i;

	for (i = 0; i < old->n; i++) {
		const uint32_t node = p->nodes.of_frame[i];

		list[i].func = new_func(p, list[i].func);
		list[i].source = node == NO_FUNC ? NULL : &p->b.funcs[node];
	}
	for (i = 0; i < old->ncalls; i++)
		calls[i].callee = new_func(p, calls[i].callee);
	out->list = list;
	out->calls = calls;
	return out;
}

/* Frames have the time of a line of each function that has code of it. */
static void add_line_times(const struct parting *p, struct line_builder *b)
{
	const struct frames *frames = p->data->frames;
	size_t i;

	for (i = 0; i < frames->n; i++) {
		const struct frame *f = &frames->list[i];
		const struct code_line line = { .ticks = p->sums.own[i],
			                        .variance = p->sums.variance[i],
			                        .address = f->has_own ? f->address : 0 };
		const uint32_t node = p->nodes.of_frame[i];

		if (node != NO_FUNC && line.ticks > 0)
			line_add_line(b,
			              line_of(b, &p->b.funcs[node], &f->location, NULL, NO_FRAME),
			              &line);
	}
}

/* A function's lines are those that it is written in, wherever they are. */
static const struct code_lines *new_lines(const struct parting *p)
{
	const struct code_lines *old = p->data->code_lines;
	struct line_builder *b;
	size_t i;
	uint32_t k;

	if (!old)
		return NULL;
	b = line_builder_new(p->b.profile, p->b.arena, p->b.step);
	add_line_times(p, b);
	for (i = 0; i < old->n; i++) {
		const struct code_line *l = &old->list[i];
		const struct line_call *c = &old->calls[l->first_call];
		const struct code_line bounds = { .least = l->least, .most = l->most };
		uint32_t line;

		if (!l->location.path)
			continue;
		line = line_of(b, &p->b.funcs[p->nodes.of_line[i]], &l->location, NULL, NO_FRAME);
		line_add_line(b, line, &bounds);
		for (k = 0; k < l->ncalls; k++)
			line_add_calls(b, line, c[k].address, new_func(p, c[k].arc->callee),
			               c[k].calls, c[k].is_near);
	}
	return line_builder_done(b);
}

static const struct func_locations *new_locations(const struct parting *p)
{
	const struct func_locations *old = p->data->locations;
	struct arena *arena = p->b.arena;
	struct func_locations *out;
	struct source_location *list;
	unsigned *last;
	size_t i;

	if (!old || old->n != p->old->nfuncs)
		return NULL;
	out = arena_alloc(arena, 1, sizeof *out);
	list = arena_space(arena, p->b.nfuncs, sizeof *list);
	last = arena_space(arena, p->b.nfuncs, sizeof *last);
	for (i = 0; i < p->b.nfuncs; i++)
		if (i < old->n) {
			list[i] = old->list[i];
			last[i] = old->last[i];
		} else {
			list[i] = p->nodes.list[i - old->n].location;
			last[i] = p->nodes.list[i - old->n].last;
		}
	*out = *old; /* functions keep their numbers */
	out->list = list;
	out->last = last;
	out->n = p->b.nfuncs;
	return out;
}

void apart_find(struct dataset *out, const struct dataset *data, struct arena *arena)
{
	const struct profile *old = data->profile;
	struct parting p = {
		.data = data,
		.old = old,
		.b = { .image = old->image,
		       .records = old->records,
		       .rules = old->rules,
		       .arena = arena,
		       .scratch = arena_new(),
		       .step = arena_new() },
	};

	p.nodes = apart_nodes_find(data, p.b.scratch);
	*out = *data;
	out->profile = part(&p);
	out->names = names_new(out->profile, arena);
	out->frames = new_frames(&p);
	out->code_lines = new_lines(&p);
	out->locations = new_locations(&p);
	out->runs = NULL;
	out->comparison = NULL;
	out->compare_notes = NULL;
	out->ncompare_notes = 0;
	arena_free(p.b.step);
	arena_free(p.b.scratch);
#ifdef GPTUI_DEBUG
	assert(!profile_check(out->profile));
#endif
}
