/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who called whom: call records become arcs between functions.
 *
 * Records with the same caller and callee are one arc, found by hashing, so
 * the cost is linear.  The lists of a function start with its newest arc:
 * gprof adds up in that order, and the last digit of a figure depends on it. */
#include "model/build/building.h"

#include "base/arena.h"
#include "base/index.h"
#include "base/progress.h"
#include "model/image.h"
#include "model/records.h"

/* Returns the number of the arc. */
static uint32_t add(struct building *b, struct index *index, struct func *caller,
                    struct func *callee, uint64_t calls)
{
	const struct arc new = { .caller = caller, .callee = callee };
	const uint64_t hash = arc_hash(&new);
	uint32_t number = index_find(index, hash, arc_is, b->arcs, &new);

	if (number == NO_ITEM) {
		number = (uint32_t)b->narcs++;
		b->arcs = arena_room(b->arena, b->arcs, number, sizeof *b->arcs);
		b->arcs[number] = new;
		index_add(index, hash, number);
	}
	b->arcs[number].calls += calls;
	callee->calls += calls;
	return number;
}

/* glibc rounds a call's address down to 2 longs from low; if that lands in the
 * padding before a function, the call is that function's. */
static uint32_t exact_caller(const struct building *b, uint64_t from)
{
	uint64_t grain = 2 * b->image->machine.address_size;
	size_t i = code_map_after(&b->map, from);
	const struct piece *p = &b->map.pieces[i];
	const struct piece *end = b->map.pieces + b->map.n;
	uint32_t owner = b->outside;

	if (p < end && p->low <= from) {
		owner = p->func;
		if (p->is_claimed)
			return owner;
		p++;
	}
	return p < end && p->is_claimed && p->low - from < grain ? p->func : owner;
}

uint32_t calls_caller(const struct building *b, uint64_t from)
{
	return b->rules->symbols_of_gprof ? code_map_at(&b->map, from) : exact_caller(b, from);
}

uint32_t calls_callee(const struct building *b, uint64_t to)
{
	uint32_t func = code_map_at(&b->map, to);

	if (!b->rules->symbols_of_gprof)
		return func == NO_FUNC ? b->outside : func;
	return func == NO_FUNC ? NO_FUNC : b->callee[func];
}

static bool is_selected(const struct building *b, const struct func *caller,
                        const struct func *callee)
{
	const struct selection *s = &b->rules->select;

	return !s->arc || s->arc(s->context, caller, callee);
}

void calls_add(struct building *b)
{
	const struct records *r = b->records;
	struct index index = { .arena = b->step };
	const struct call_finder *more = &b->rules->calls;
	const struct static_call *list;
	size_t n = 0, i;
	bool *dropped = b->rules->marks_dropped ? arena_alloc(b->arena, r->ncalls, 1) : NULL;
	uint32_t *arcs = callers_are_measured(b) ? arena_alloc(b->scratch, r->ncalls, sizeof *arcs)
	                                         : NULL;

	for (i = 0; i < r->ncalls; i++) {
		const struct call *c = &r->calls[i];
		uint32_t from = calls_caller(b, c->from);
		uint32_t to = calls_callee(b, c->to), arc = 0;

		if (from == NO_FUNC || to == NO_FUNC)
			continue;
		if (is_selected(b, &b->funcs[from], &b->funcs[to]))
			arc = 1 + add(b, &index, &b->funcs[from], &b->funcs[to], c->count);
		else if (dropped)
			dropped[i] = true;
		if (arcs)
			arcs[i] = arc;
	}
	b->arc_of_call = arcs;
	b->profile->is_dropped = dropped;
	list = more->find ? more->find(more->context, b->funcs, b->nfuncs, &n) : NULL;
	for (i = 0; i < n; i++) {
		struct func *caller = &b->funcs[list[i].caller];

		if (list[i].callee != STATIC_CALL_REGISTER)
			add(b, &index, caller, &b->funcs[list[i].callee], 0);
		else if (!caller->register_call)
			caller->register_call = (uint32_t)b->narcs + 1;
	}
}

void arcs_link(struct building *b)
{
	const struct arc **lists = arena_space(b->arena, 2 * b->narcs, sizeof *lists);
	size_t i;

	for (i = 0; i < b->narcs; i++) {
		b->funcs[b->arcs[i].caller - b->funcs].ncallees++;
		b->funcs[b->arcs[i].callee - b->funcs].ncallers++;
	}
	for (i = 0; i < b->nfuncs; i++) {
		struct func *f = &b->funcs[i];

		f->callers = lists;
		f->callees = lists + f->ncallers;
		lists += f->ncallers + f->ncallees;
		f->ncallers = f->ncallees = 0;
	}
	for (i = b->narcs; i-- > 0;) {
		const struct arc *arc = &b->arcs[i];
		struct func *from = &b->funcs[arc->caller - b->funcs];
		struct func *to = &b->funcs[arc->callee - b->funcs];

		from->callees[from->ncallees++] = arc;
		to->callers[to->ncallers++] = arc;
	}
}

/* A function's calls to itself are kept apart from those by others. */
static void split_self_calls(struct building *b)
{
	size_t i;

	for (i = 0; i < b->narcs; i++)
		if (b->arcs[i].caller == b->arcs[i].callee) {
			struct func *f = &b->funcs[b->arcs[i].caller - b->funcs];

			f->self_calls = b->arcs[i].calls;
			f->calls -= f->self_calls;
		}
}

void calls_link(struct building *b)
{
	if (!b->rules->symbols_of_gprof)
		splits_attach(b);
	arcs_link(b);
	split_self_calls(b);
}
