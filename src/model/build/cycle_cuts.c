/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens cycles: cuts arcs that close them, with as few calls as possible, so
 * that each function has a time and callers of its own.
 *
 * Each cycle is turned into a graph of its own, its functions are put in an
 * order (tangle.h), and arcs against the order are cut.  Arcs without calls
 * (of code that made none) pass on nothing anyway: inside a cycle they are cut
 * first.
 * Source: the idea is from 4.4BSD gprof's option -C. */
#include "model/build/building.h"

#include "base/arena.h"
#include "model/build/components.h"
#include "model/build/tangle.h"

struct opening {
	struct building *b;
	struct components found;
	struct opened_cycle *cycle; /* the current one */
	uint32_t *members;          /* of it; shape: [nmembers] */
	uint32_t *local;       /* a member's position there; shape: [nfuncs] */
	uint32_t *opened_of;   /* shape: [nfuncs] */
	struct arena *scratch; /* for one cycle */
};

static uint32_t number(const struct opening *o, const struct func *f)
{
	return (uint32_t)(f - o->b->funcs);
}

static uint32_t place(const struct opening *o, const struct func *f)
{
	return o->local[number(o, f)];
}

/* Whether an arc of a member leads to or from another one. */
static bool is_inside(const struct opening *o, const struct arc *arc)
{
	return arc->caller != arc->callee &&
	       o->opened_of[number(o, arc->caller)] ==
	               o->opened_of[number(o, arc->callee)];
}

static void take_members(struct opening *o, uint32_t head)
{
	const uint32_t *next = o->found.next;
	uint32_t opened = (uint32_t)++o->b->profile->nopened, i;

	for (i = head; i != LAST_MEMBER; i = next[i]) {
		o->opened_of[i] = opened;
		o->local[i] = (uint32_t)o->cycle->nmembers;
		o->members[o->cycle->nmembers++] = i;
	}
}

static void add_link(struct links *links, uint32_t other, uint64_t calls,
                     uint32_t *n)
{
	links->list[(*n)++] = (struct link){ other, (double)calls };
}

static struct tangle tangle_new(struct opening *o)
{
	const uint32_t n = (uint32_t)o->cycle->nmembers;
	struct tangle t = { .n = n };
	uint32_t ncallees = 0, ncallers = 0, m;
	size_t i;

	for (m = 0; m < n; m++) {
		const struct func *f = &o->b->funcs[o->members[m]];

		ncallees += f->ncallees;
		ncallers += f->ncallers;
	}
	t.entries = arena_alloc(o->scratch, n, sizeof *t.entries);
	t.callees.first = arena_space(o->scratch, n + 1, sizeof(uint32_t));
	t.callers.first = arena_space(o->scratch, n + 1, sizeof(uint32_t));
	t.callees.list = arena_space(o->scratch, ncallees, sizeof(struct link));
	t.callers.list = arena_space(o->scratch, ncallers, sizeof(struct link));
	ncallees = ncallers = 0;
	for (m = 0; m < n; m++) {
		const struct func *f = &o->b->funcs[o->members[m]];

		t.callees.first[m] = ncallees;
		t.callers.first[m] = ncallers;
		for (i = 0; i < f->ncallees; i++)
			if (f->callees[i]->calls && is_inside(o, f->callees[i]))
				add_link(&t.callees,
				         place(o, f->callees[i]->callee),
				         f->callees[i]->calls, &ncallees);
		for (i = 0; i < f->ncallers; i++)
			if (f->callers[i]->caller == f)
				continue;
			else if (!is_inside(o, f->callers[i]))
				t.entries[m] += (double)f->callers[i]->calls;
			else if (f->callers[i]->calls)
				add_link(&t.callers,
				         place(o, f->callers[i]->caller),
				         f->callers[i]->calls, &ncallers);
	}
	t.callees.first[n] = ncallees;
	t.callers.first[n] = ncallers;
	return t;
}

static void cut_against(struct opening *o, const uint32_t *places)
{
	struct building *b = o->b;
	size_t m, i;

	for (m = 0; m < o->cycle->nmembers; m++) {
		const struct func *f = &b->funcs[o->members[m]];

		for (i = 0; i < f->ncallees; i++) {
			struct arc *arc = &b->arcs[f->callees[i] - b->arcs];
			uint32_t to;

			if (!is_inside(o, arc))
				continue;
			to = place(o, arc->callee);
			o->cycle->narcs++;
			o->cycle->calls += arc->calls;
			arc->is_cut = !arc->calls || places[m] > places[to];
			if (!arc->is_cut)
				continue;
			o->cycle->ncut++;
			o->cycle->cut_calls += arc->calls;
			b->funcs[o->members[to]].cut_calls += arc->calls;
		}
	}
}

static void open_cycle(struct opening *o, uint32_t head)
{
	struct tangle tangle;
	uint32_t *places;

	take_members(o, head);
	tangle = tangle_new(o);
	places = tangle_order(&tangle, o->scratch);
	tangle_sift(&tangle, places);
	cut_against(o, places);
}

void cycles_open(struct building *b)
{
	const size_t n = b->nfuncs;
	struct opening o = {
		.b = b,
		.found = components_find(b),
		.members = arena_space(b->step, n, sizeof *o.members),
		.local = arena_space(b->step, n, sizeof *o.local),
		.opened_of = arena_alloc(b->arena, n, sizeof *o.opened_of),
		.scratch = arena_new(),
	};
	struct opened_cycle *list = NULL;
	uint32_t i;

	for (i = 0; i < n; i++) {
		if (o.found.head[i] != i || o.found.next[i] == LAST_MEMBER)
			continue;
		list = arena_room(b->arena, list, b->profile->nopened,
		                  sizeof *list);
		o.cycle = &list[b->profile->nopened];
		*o.cycle = (struct opened_cycle){ .nmembers = 0 };
		open_cycle(&o, i);
		arena_reset(o.scratch);
	}
	b->profile->opened = list;
	b->profile->opened_of = o.opened_of;
	arena_free(o.scratch);
}
