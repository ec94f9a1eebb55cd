/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/apart.h"

#include <assert.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/build/apart_nodes.h"
#include "model/build/build.h"
#include "model/build/building.h"
#include "model/code_lines.h"
#include "model/dataset.h"
#include "model/frames.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/rules.h"

/* Cuts arcs that close cycles which the functions around inlined code do not
 * have. */
static void apart_arcs_cut(struct building *b, const double *total);

/* The arcs of a profile with inlined functions apart, and what passes along
 * them. */

/* What is known of functions by way of their inlined copies; a copy inside
 * another one of the same function is part of that. */
struct apart_sums {
	double *total;          /* ticks of the function with what it calls; shape:
	                  [nfuncs] */
	double *cycle_total;    /* of each cycle; shape: [ncycles] */
	double *least, *most;   /* of the totals; shape: [nfuncs] */
	double *own, *variance; /* of a frame without what was inlined there;
	                            shape: [frames->n] */
};

/* Two functions, by number. */
struct pair {
	uint32_t caller, callee;
};

struct joining {
	struct building *b;
	const struct dataset *data;
	const struct profile *old;
	const struct apart_nodes *nodes;
	struct apart_sums sums;
	struct index of_new; /* arcs that are made */
	struct index of_old; /* arcs of the data out of inlined code */
	uint64_t *left;      /* calls of old arcs that no frame has taken;
	                         shape: [old->narcs] */
	double *below;       /* ticks that calls from a frame, and from what was
	                  inlined there, cost; shape: [frames->n] */
};

/* The new arc between two functions. */
static uint32_t arc_between(struct joining *j, struct pair pair)
{
	struct building *b = j->b;
	const struct arc new = { .caller = &b->funcs[pair.caller],
		                 .callee = &b->funcs[pair.callee] };
	const uint64_t hash = arc_hash(&new);
	uint32_t number = index_find(&j->of_new, hash, arc_is, b->arcs, &new);

	if (number != NO_ITEM)
		return number;
	number = (uint32_t)b->narcs++;
	b->arcs = arena_room(b->arena, b->arcs, number, sizeof *b->arcs);
	b->arcs[number] = new;
	index_add(&j->of_new, hash, number);
	return number;
}

static uint32_t old_number(const struct joining *j, const struct func *f)
{
	return (uint32_t)profile_number(j->old, f);
}

static const struct cycle *old_cycle(const struct joining *j, uint32_t func)
{
	return func < j->old->nfuncs ? j->old->funcs[func].cycle : NULL;
}

/* Whether they are one node of the graph. */
static bool are_one(const struct joining *j, struct pair pair)
{
	const struct cycle *cycle = old_cycle(j, pair.caller);

	return pair.caller == pair.callee || (cycle && cycle == old_cycle(j, pair.callee));
}

/* Hands a part of an old arc to a caller.  An arc that passed no time on, as it
 * would have closed a cycle, still does not. */
static void hand(struct joining *j, const struct arc *old, uint32_t caller, double part,
                 uint64_t calls)
{
	const struct pair pair = { caller, old_number(j, old->callee) };
	const size_t before = j->b->narcs;
	const uint32_t number = arc_between(j, pair);
	const bool is_one = are_one(j, pair);
	struct arc *arc = &j->b->arcs[number];

	if (before == number)
		arc->is_cut = true;
	arc->is_cut &= !is_one && !arc_hands_time(old);
	arc->calls += calls;
	arc->is_split |= old->is_split;
	arc->is_jump |= old->is_jump;
	if (is_one)
		return;
	arc->self_ticks += old->self_ticks * part;
	arc->descendant_ticks += old->descendant_ticks * part;
}

/* Calls are those of lines; arcs without any are the owner's of the code. */
static void hand_calls(struct joining *j)
{
	const struct code_lines *lines = j->data->code_lines;
	size_t a, i;

	for (a = 0; a < j->old->narcs; a++) {
		const struct arc *old = &j->old->arcs[a];
		const uint32_t first = lines ? lines->first_of_arc[a] : 0;
		const uint32_t end = lines ? lines->first_of_arc[a + 1] : 0;

		if (first == end)
			hand(j, old, old_number(j, old->caller), 1, old->calls);
		for (i = first; i < end; i++) {
			const struct line_call *c = &lines->calls[lines->by_arc[i]];

			hand(j, old, j->nodes->of_line[c->line],
			     (double)c->calls / (double)old->calls, c->calls);
		}
	}
}

/* Those of functions that have inlined code which makes calls. */
static void list_old_arcs(struct joining *j)
{
	const struct frames *frames = j->data->frames;
	bool *makes = arena_alloc(j->b->step, j->old->nfuncs, sizeof *makes);
	size_t i;

	for (i = 0; i < frames->n; i++)
		if (frames->list[i].ncalls && frames->list[i].func &&
		    frames->list[i].outer != NO_FRAME)
			makes[old_number(j, frames->list[i].func)] = true;
	for (i = 0; i < j->old->narcs; i++)
		if (makes[old_number(j, j->old->arcs[i].caller)])
			index_add(&j->of_old, arc_hash(&j->old->arcs[i]), (uint32_t)i);
}

/* Whether the frame or one around it that was inlined is of the function. */
static bool is_inside(const struct joining *j, uint32_t frame, uint32_t func)
{
	const struct frame *list = j->data->frames->list;

	for (; frame != NO_FRAME && list[frame].outer != NO_FRAME; frame = list[frame].outer)
		if (j->nodes->of_frame[frame] == func)
			return true;
	return false;
}

/* What the calls of an inlined frame cost.  Those of a function around it are
 * already in that function's own total. */
static void cost_calls(struct joining *j, uint32_t number)
{
	const struct frame *f = &j->data->frames->list[number];
	const struct frame_call *c = &j->data->frames->calls[f->first_call];
	size_t i;

	for (i = 0; i < f->ncalls; i++) {
		const struct arc wanted = { .caller = f->func, .callee = c[i].callee };
		const uint32_t a = index_find(&j->of_old, arc_hash(&wanted), arc_is, j->old->arcs,
		                              &wanted);
		const uint32_t callee = old_number(j, c[i].callee);
		uint64_t calls = c[i].sole;
		double ticks;

		if (a == NO_ITEM)
			continue;
		calls = calls < j->left[a] ? calls : j->left[a];
		if (!calls)
			continue;
		j->left[a] -= calls;
		ticks = arc_ticks(&j->old->arcs[a], calls);
		j->below[number] += ticks;
		if (!is_inside(j, number, callee))
			continue;
		if (old_cycle(j, callee))
			j->sums.cycle_total[old_cycle(j, callee) - j->old->cycles] -= ticks;
		else
			j->sums.total[callee] -= ticks;
	}
}

static void cost_all_calls(struct joining *j)
{
	const struct frames *frames = j->data->frames;
	size_t i;

	list_old_arcs(j);
	j->left = arena_space(j->b->step, j->old->narcs, sizeof *j->left);
	for (i = 0; i < j->old->narcs; i++)
		j->left[i] = j->old->arcs[i].calls;
	for (i = frames->n; i-- > 0;) {
		const struct frame *f = &frames->list[i];

		if (!f->func || f->outer == NO_FRAME)
			continue;
		cost_calls(j, (uint32_t)i);
		j->below[f->outer] += j->below[i];
	}
}

/* Moves the own time of a frame from the code's owner to the function. */
static void move_time(struct joining *j, const struct frame *f, uint32_t node, double own,
                      double variance)
{
	struct func *from = &j->b->funcs[old_number(j, f->func)];
	struct func *to = &j->b->funcs[node];

	if (to == from)
		return;
	from->self_ticks -= own;
	from->variance -= variance;
	to->self_ticks += own;
	to->variance += variance;
	to->inlined_ticks += own;
}

/* Adds an arc to where a copy begins, and its total to the function's. */
static void enter(struct joining *j, uint32_t number, struct pair pair)
{
	const struct frame *f = &j->data->frames->list[number];
	const double ticks = f->ticks + j->below[number];
	const struct cycle *cycle = old_cycle(j, pair.callee);
	const uint32_t at = arc_between(j, pair);
	struct arc *arc = &j->b->arcs[at];

	arc->is_inlined = true;
	arc->is_cut = false;
	arc->inlined_ticks += f->ticks;
	if (!are_one(j, pair)) {
		arc->self_ticks += j->sums.own[number];
		arc->descendant_ticks += ticks - j->sums.own[number];
	}
	j->b->funcs[pair.callee].is_inlined = true;
	if (is_inside(j, f->outer, pair.callee) || old_number(j, f->func) == pair.callee)
		return;
	j->sums.total[pair.callee] += ticks;
	if (cycle && cycle != f->func->cycle)
		j->sums.cycle_total[cycle - j->old->cycles] += ticks;
}

/* Sets own times and their variances. */
static void find_own(struct joining *j)
{
	double *variance = j->sums.variance;
	const struct frames *frames = j->data->frames;
	size_t i;

	for (i = 0; i < frames->n; i++) {
		const struct frame *f = &frames->list[i];

		j->sums.own[i] += f->ticks;
		variance[i] += f->variance;
		if (f->outer == NO_FRAME)
			continue;
		j->sums.own[f->outer] -= f->ticks;
		variance[f->outer] -= f->variance;
	}
	for (i = 0; i < frames->n; i++) {
		j->sums.own[i] = j->sums.own[i] > 0 ? j->sums.own[i] : 0;
		variance[i] = variance[i] > 0 ? variance[i] : 0;
	}
}

static void place_frames(struct joining *j)
{
	const struct frames *frames = j->data->frames;
	size_t i;

	find_own(j);
	for (i = 0; i < frames->n; i++) {
		const struct frame *f = &frames->list[i];
		const uint32_t node = j->nodes->of_frame[i];
		struct pair pair;

		if (node == NO_FUNC || f->outer == NO_FRAME)
			continue;
		move_time(j, f, node, j->sums.own[i], j->sums.variance[i]);
		pair = (struct pair){ j->nodes->of_frame[f->outer], node };
		if (pair.caller != node)
			enter(j, (uint32_t)i, pair);
	}
}

/* What a function that is called adds to `most`, apart from what has no known
 * caller. */
static double reached(const struct profile *p, const struct func *f)
{
	const struct bounds *b = bounds_of(p, f);
	const double most = b->is_closed ? b->most : b->most - p->anybodys_ticks;

	return most > 0 ? most : 0;
}

/* Calls and callees of what is inlined can each be counted once only. */
struct reach {
	struct pair *seen; /* shape: [n] */
	size_t n;
	struct index index;
};

static bool is_seen(const void *seen, uint32_t number, const void *wanted)
{
	const struct pair *x = (const struct pair *)seen + number, *y = wanted;

	return x->caller == y->caller && x->callee == y->callee;
}

static bool see(struct joining *j, struct reach *reach, struct pair pair)
{
	const uint64_t hash = hash_number(hash_number(0, pair.caller), pair.callee);

	if (index_find(&reach->index, hash, is_seen, reach->seen, &pair) != NO_ITEM)
		return false;
	reach->seen = arena_room(j->b->step, reach->seen, reach->n, sizeof *reach->seen);
	reach->seen[reach->n] = pair;
	index_add(&reach->index, hash, (uint32_t)reach->n++);
	return true;
}

/* Adds what calls from a frame can reach to the functions that it is in. */
static void reach_calls(struct joining *j, struct reach *reach, uint32_t number)
{
	const struct frame *list = j->data->frames->list;
	const struct frame *f = &list[number];
	uint32_t at;
	size_t i;

	for (at = number; list[at].outer != NO_FRAME; at = list[at].outer)
		for (i = 0; i < f->ncalls; i++) {
			const struct func *callee =
				j->data->frames->calls[f->first_call + i].callee;
			const struct pair pair = { j->nodes->of_frame[at], old_number(j, callee) };

			if (see(j, reach, pair))
				j->sums.most[pair.caller] += reached(j->old, callee);
		}
}

/* The bounds of copies, each within no other copy of its function. */
static void bound_copies(struct joining *j)
{
	const struct frames *frames = j->data->frames;
	struct reach reach = { .n = 0 };
	size_t i;

	reach.index.arena = j->b->step;
	for (i = 0; i < frames->ninstances; i++) {
		const struct frame_instance *x = &frames->instances[i];
		const uint32_t node = j->nodes->of_frame[x->first];

		if (node == NO_FUNC)
			continue;
		if (x->outer == NO_FRAME) {
			j->sums.least[node] += x->least;
			continue; /* its own code has its own `most` */
		}
		if (is_inside(j, x->outer, node) ||
		    old_number(j, frames->list[x->first].func) == node)
			continue;
		j->sums.least[node] += x->least;
		j->sums.most[node] += x->most;
	}
	for (i = 0; i < frames->n; i++)
		if (j->nodes->of_frame[i] != NO_FUNC && frames->list[i].ncalls)
			reach_calls(j, &reach, (uint32_t)i);
}

/* Sets arcs, and what functions get of each other.  The functions have their
 * own time, as in the data, and the cycles are as there.
 * Owner: the building's arenas. */
static struct apart_sums apart_arcs_find(struct building *b, const struct dataset *data,
                                         const struct apart_nodes *nodes)
{
	const struct profile *old = data->profile;
	struct joining j = { .b = b, .data = data, .old = old, .nodes = nodes };
	size_t i;

	j.of_new.arena = j.of_old.arena = b->step;
	j.sums.total = arena_alloc(b->scratch, b->nfuncs, sizeof(double));
	j.sums.cycle_total = arena_alloc(b->scratch, b->ncycles, sizeof(double));
	j.sums.least = arena_alloc(b->scratch, b->nfuncs, sizeof(double));
	j.sums.most = arena_alloc(b->scratch, b->nfuncs, sizeof(double));
	j.below = arena_alloc(b->step, data->frames->n, sizeof *j.below);
	j.sums.own = arena_alloc(b->scratch, data->frames->n, sizeof(double));
	j.sums.variance = arena_alloc(b->scratch, data->frames->n, sizeof(double));
	for (i = 0; i < old->nfuncs; i++)
		j.sums.total[i] = old->funcs[i].self_ticks + old->funcs[i].descendant_ticks;
	for (i = 0; i < old->ncycles; i++)
		j.sums.cycle_total[i] = old->cycles[i].self_ticks + old->cycles[i].descendant_ticks;
	hand_calls(&j);
	cost_all_calls(&j);
	place_frames(&j);
	if (old->bounds)
		bound_copies(&j);
	return j.sums;
}

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

/* Functions that do not call each other may, once inlined code is theirs: what
 * one of them calls from one place and what calls it from another become one.
 *
 * A depth-first walk from what has the most time cuts the arcs that lead back
 * to where it comes from; calls rather than inlined code. */

enum state { UNSEEN, OPEN, DONE };

/* A cycle is one node, numbered after the functions. */
struct walk {
	struct building *b;
	uint32_t n;
	uint32_t *first; /* arcs out of each node; shape: [n + 1] */
	uint32_t *arcs;  /* by node, inlined code first */
	unsigned char *state;
	uint32_t *next; /* of each node, what to look at next; shape: [n] */
	uint32_t *stack;
	uint32_t depth;
};

static uint32_t node_of(const struct walk *w, const struct func *f)
{
	return f->cycle ? (uint32_t)(w->b->nfuncs + (size_t)(f->cycle - w->b->cycles))
	                : (uint32_t)(f - w->b->funcs);
}

static void list_arcs(struct walk *w)
{
	const struct building *b = w->b;
	uint32_t *end;
	size_t i;
	int calls;

	w->first = arena_alloc(b->step, w->n + 1, sizeof *w->first);
	w->arcs = arena_space(b->step, b->narcs, sizeof *w->arcs);
	for (i = 0; i < b->narcs; i++)
		if (arc_hands_time(&b->arcs[i]))
			w->first[node_of(w, b->arcs[i].caller) + 1]++;
	for (i = 0; i < w->n; i++)
		w->first[i + 1] += w->first[i];
	end = arena_copy(b->step, w->first, w->n, sizeof *end);
	for (calls = 0; calls <= 1; calls++)
		for (i = 0; i < b->narcs; i++)
			if (arc_hands_time(&b->arcs[i]) && b->arcs[i].is_inlined == !calls)
				w->arcs[end[node_of(w, b->arcs[i].caller)]++] = (uint32_t)i;
	w->next = arena_copy(b->step, w->first, w->n, sizeof *w->next);
}

static void push(struct walk *w, uint32_t node)
{
	w->state[node] = OPEN;
	w->stack[w->depth++] = node;
}

static void cut(struct arc *arc)
{
	arc->is_cut = true;
	arc->self_ticks = arc->descendant_ticks = 0;
}

static void visit(struct walk *w, uint32_t from)
{
	push(w, from);
	while (w->depth) {
		const uint32_t node = w->stack[w->depth - 1];
		struct arc *arc;
		uint32_t to;

		if (w->next[node] == w->first[node + 1]) {
			w->state[node] = DONE;
			w->depth--;
			continue;
		}
		arc = &w->b->arcs[w->arcs[w->next[node]++]];
		to = node_of(w, arc->callee);
		if (w->state[to] == UNSEEN)
			push(w, to);
		else if (w->state[to] == OPEN)
			cut(arc);
	}
}

static void apart_arcs_cut(struct building *b, const double *total)
{
	struct walk w = { .b = b, .n = (uint32_t)(b->nfuncs + b->ncycles) };
	struct keyed *order = arena_space(b->step, b->nfuncs, sizeof *order);
	size_t i;

	list_arcs(&w);
	w.state = arena_alloc(b->step, w.n, 1);
	w.stack = arena_space(b->step, w.n, sizeof *w.stack);
	for (i = 0; i < b->nfuncs; i++)
		order[i] = (struct keyed){ sort_key_down(total[i]), (uint32_t)i };
	sort_keys(order, b->nfuncs, b->step);
	for (i = 0; i < b->nfuncs; i++) {
		const uint32_t node = node_of(&w, &b->funcs[order[i].index]);

		if (w.state[node] == UNSEEN)
			visit(&w, node);
	}
}
