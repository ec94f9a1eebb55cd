/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/apart_arcs.h"

#include <stdbool.h>

#include "base/arena.h"
#include "base/index.h"
#include "model/bounds.h"
#include "model/build/apart_nodes.h"
#include "model/build/building.h"
#include "model/code_lines.h"
#include "model/dataset.h"
#include "model/frames.h"

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

struct apart_sums apart_arcs_find(struct building *b, const struct dataset *data,
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
