/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Passes the time of callees on to their callers.
 *
 * A function's time (its own and its descendants') is divided among its
 * callers by the arcs' shares (shares.c): the profile does not know which call
 * was expensive, so the screen marks such figures.  A cycle is treated as one
 * function, and cut arcs like recursive calls.
 * First, from callers to callees, the part of each function's time that the
 * selection lets through; then, from callees to callers, the times themselves.
 * Source: Graham, Kessler, McKusick 1982, section 4; the order of additions is
 * gprof's, so that the last digit agrees. */
#include "model/build/building.h"

#include "base/arena.h"

struct spread {
	struct building *b;
	double *part;       /* part of a function's time let through:
	                       [nfuncs] */
	double *cycle_part; /* shape: [ncycles] */
	bool *cycle_listed; /* shape: [ncycles] */
};

static size_t number(const struct building *b, const struct func *f)
{
	return (size_t)(f - b->funcs);
}

static size_t cycle_number(const struct building *b, const struct cycle *c)
{
	return (size_t)(c - b->cycles);
}

/* Adds what a function's callers outside its cycle let through. */
static void inherit_from_callers(const struct spread *s, const struct func *f, bool *listed,
                                 double *part)
{
	const struct building *b = s->b;
	size_t i;

	for (i = 0; i < f->ncallers; i++) {
		const struct arc *arc = f->callers[i];

		if (!arc_hands_time(arc))
			continue;
		*listed |= arc->caller->is_listed;
		*part += s->part[number(b, arc->caller)] * arc->share;
	}
}

static void inherit_cycle(struct spread *s, const struct cycle *cycle)
{
	struct building *b = s->b;
	size_t c = cycle_number(b, cycle), m;

	for (m = 0; m < cycle->nmembers; m++)
		inherit_from_callers(s, cycle->members[m], &s->cycle_listed[c], &s->cycle_part[c]);
	for (m = 0; m < cycle->nmembers; m++) {
		size_t i = number(b, cycle->members[m]);

		b->funcs[i].is_listed = s->cycle_listed[c];
		s->part[i] = s->cycle_part[c];
	}
	/* It has no known entry: gprof shows no such cycle, but it was
	 * measured. */
	if (!b->rules->symbols_of_gprof && !cycle->calls) {
		s->cycle_listed[c] = true;
		s->cycle_part[c] = 1;
	}
}

static void inherit(struct spread *s, struct func *f)
{
	size_t i = number(s->b, f);

	if (f->cycle)
		inherit_cycle(s, f->cycle);
	else
		inherit_from_callers(s, f, &f->is_listed, &s->part[i]);
}

static void select_function(struct spread *s, struct func *f)
{
	size_t i = number(s->b, f);
	unsigned char bits = s->b->bits[i];

	if (!f->is_listed)
		f->is_listed = bits & SELECT_GRAPH;
	else if (bits & DROP_GRAPH)
		f->is_listed = false;
	if (s->part[i] == 0)
		s->part[i] = bits & SELECT_TIME ? 1 : 0;
	else if (bits & DROP_TIME)
		s->part[i] = 0;
	f->graph_self += f->self_ticks * s->part[i];
	s->b->profile->graph_ticks += f->self_ticks * s->part[i];
}

/* Callers before callees; the members of a cycle together. */
static void hand_down(struct spread *s)
{
	struct building *b = s->b;
	const struct cycle *last = NULL;
	size_t i;

	for (i = b->nfuncs; i-- > 0;) {
		struct func *f = &b->funcs[b->order[i]];

		if (!f->cycle || f->cycle != last)
			inherit(s, f);
		last = f->cycle;
		select_function(s, f);
	}
}

static void sum_cycles(struct spread *s)
{
	struct building *b = s->b;
	size_t c, m;

	for (c = 0; c < b->ncycles; c++) {
		struct cycle *cycle = &b->cycles[c];

		for (m = 0; m < cycle->nmembers; m++)
			if (s->part[number(b, cycle->members[m])] != 0)
				cycle->self_ticks += cycle->members[m]->self_ticks;
		cycle->graph_self = s->cycle_part[c] * cycle->self_ticks;
		cycle->is_listed = s->cycle_listed[c];
	}
}

static void hand_up_arc(struct spread *s, struct func *f, struct arc *arc)
{
	struct building *b = s->b;
	const struct func *to = arc->callee;
	double self = to->self_ticks, child = to->descendant_ticks, share;
	double part = s->part[number(b, f)];

	if (arc->share == 0 || s->part[number(b, to)] == 0)
		return;
	if (to->cycle) {
		self = to->cycle->self_ticks;
		child = to->cycle->descendant_ticks;
	}
	arc->self_ticks = self * arc->share;
	arc->descendant_ticks = child * arc->share;
	share = arc->self_ticks + arc->descendant_ticks;
	f->descendant_ticks += share;
	f->graph_child += part * share;
	arc->self_ticks *= part;
	arc->descendant_ticks *= part;
	if (f->cycle) {
		struct cycle *cycle = &b->cycles[cycle_number(b, f->cycle)];

		cycle->descendant_ticks += share;
		cycle->graph_child += part * share;
	}
}

/* Callees before callers. */
static void hand_up(struct spread *s)
{
	struct building *b = s->b;
	size_t i, k;

	for (i = 0; i < b->nfuncs; i++) {
		struct func *f = &b->funcs[b->order[i]];

		if (s->part[b->order[i]] == 0)
			continue;
		for (k = 0; k < f->ncallees; k++)
			hand_up_arc(s, f, &b->arcs[f->callees[k] - b->arcs]);
	}
}

void propagate(struct building *b)
{
	struct spread s = { .b = b };

	s.part = arena_alloc(b->step, b->nfuncs, sizeof *s.part);
	s.cycle_part = arena_alloc(b->step, b->ncycles, sizeof(double));
	s.cycle_listed = arena_alloc(b->step, b->ncycles, sizeof(bool));
	hand_down(&s);
	sum_cycles(&s);
	hand_up(&s);
}
