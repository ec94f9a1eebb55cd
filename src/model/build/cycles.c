/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "base/sort.h"
#include "model/build/building.h"
#include "model/build/graph.h"

/* Opens cycles: cuts arcs that close them, with as few calls as possible, so that each function has
 * a time and callers of its own.
 *
 * Each cycle is turned into a graph of its own, its functions are put in an order (graph.h), and
 * arcs against the order are cut.  Arcs without
 * calls (of code that made none) pass on nothing anyway: inside a cycle they are cut first; but
 * those to split-off code are never cut, because it has no other caller.
 * Source: the idea is from 4.4BSD gprof's option -C. */

struct cutting {
	struct building *b;
	struct components found;
	struct opened_cycle *cycle; /* the current one */
	uint32_t *members;          /* of it; shape: [nmembers] */
	uint32_t *local;            /* a member's position there; shape: [nfuncs] */
	uint32_t *opened_of;        /* shape: [nfuncs] */
	struct arena *scratch;      /* for one cycle */
};

static uint32_t number(const struct cutting *c, const struct func *f)
{
	return (uint32_t)(f - c->b->funcs);
}

static uint32_t member(const struct cutting *c, const struct func *f)
{
	return c->local[number(c, f)];
}

/* Whether an arc of a member leads to or from another one. */
static bool is_inside(const struct cutting *c, const struct arc *arc)
{
	return arc->caller != arc->callee &&
	       c->opened_of[number(c, arc->caller)] == c->opened_of[number(c, arc->callee)];
}

/* What cutting it costs; 0: nothing. */
static double weight(const struct arc *arc)
{
	return arc->is_split ? 1 : (double)arc->calls;
}

static void take_members(struct cutting *c, uint32_t head)
{
	const uint32_t *next = c->found.next;
	uint32_t opened = (uint32_t)++c->b->profile->nopened, i;

	for (i = head; i != LAST_MEMBER; i = next[i]) {
		c->opened_of[i] = opened;
		c->local[i] = (uint32_t)c->cycle->nmembers;
		c->members[c->cycle->nmembers++] = i;
	}
}

static struct links links_new(const struct cutting *c, uint32_t n, size_t ncalls)
{
	return (struct links){
		.first = arena_alloc(c->scratch, n + 1, sizeof(uint32_t)),
		.list = arena_space(c->scratch, ncalls, sizeof(struct link)),
	};
}

/* Lists what member m calls inside the cycle, behind what those before it call. */
static void add_callees(const struct cutting *c, struct links *links, uint32_t m)
{
	const struct func *f = &c->b->funcs[c->members[m]];
	uint32_t n = links->first[m];
	size_t i;

	for (i = 0; i < f->ncallees; i++) {
		const struct arc *arc = f->callees[i];

		if (weight(arc) > 0 && is_inside(c, arc))
			links->list[n++] = (struct link){ member(c, arc->callee), weight(arc) };
	}
	links->first[m + 1] = n;
}

/* The same for its callers; also counts its calls from outside. */
static void add_callers(const struct cutting *c, struct cycle_graph *graph, uint32_t m)
{
	const struct func *f = &c->b->funcs[c->members[m]];
	uint32_t n = graph->callers.first[m];
	size_t i;

	for (i = 0; i < f->ncallers; i++) {
		const struct arc *arc = f->callers[i];

		if (arc->caller == f)
			continue;
		if (!is_inside(c, arc))
			graph->entries[m] += (double)arc->calls;
		else if (weight(arc) > 0)
			graph->callers.list[n++] = (struct link){ member(c, arc->caller),
				                                  weight(arc) };
	}
	graph->callers.first[m + 1] = n;
}

static struct cycle_graph cycle_graph_new(const struct cutting *c)
{
	const uint32_t n = (uint32_t)c->cycle->nmembers;
	struct cycle_graph graph = { .n = n };
	size_t ncallees = 0, ncallers = 0;
	uint32_t m;

	for (m = 0; m < n; m++) {
		ncallees += c->b->funcs[c->members[m]].ncallees;
		ncallers += c->b->funcs[c->members[m]].ncallers;
	}
	graph.entries = arena_alloc(c->scratch, n, sizeof *graph.entries);
	graph.callees = links_new(c, n, ncallees);
	graph.callers = links_new(c, n, ncallers);
	for (m = 0; m < n; m++) {
		add_callees(c, &graph.callees, m);
		add_callers(c, &graph, m);
	}
	return graph;
}

static void cut_against(struct cutting *c, const uint32_t *positions)
{
	struct building *b = c->b;
	size_t m, i;

	for (m = 0; m < c->cycle->nmembers; m++) {
		const struct func *f = &b->funcs[c->members[m]];

		for (i = 0; i < f->ncallees; i++) {
			struct arc *arc = &b->arcs[f->callees[i] - b->arcs];
			uint32_t to;

			if (!is_inside(c, arc))
				continue;
			to = member(c, arc->callee);
			c->cycle->narcs++;
			c->cycle->calls += arc->calls;
			arc->is_cut = !(weight(arc) > 0) || positions[m] > positions[to];
			if (!arc->is_cut)
				continue;
			c->cycle->ncut++;
			c->cycle->cut_calls += arc->calls;
			b->funcs[c->members[to]].cut_calls += arc->calls;
		}
	}
}

static void open_cycle(struct cutting *c, uint32_t head)
{
	struct cycle_graph graph;
	uint32_t *positions;

	take_members(c, head);
	graph = cycle_graph_new(c);
	positions = feedback_order(&graph, c->scratch);
	feedback_sift(&graph, positions);
	cut_against(c, positions);
}

void cycles_open(struct building *b)
{
	const size_t n = b->nfuncs;
	struct cutting c = {
		.b = b,
		.found = components_find(b, false),
		.members = arena_space(b->step, n, sizeof *c.members),
		.local = arena_space(b->step, n, sizeof *c.local),
		.opened_of = arena_alloc(b->arena, n, sizeof *c.opened_of),
		.scratch = arena_new(),
	};
	struct opened_cycle *list = NULL;
	uint32_t i;

	for (i = 0; i < n; i++) {
		if (c.found.head[i] != i || c.found.next[i] == LAST_MEMBER)
			continue;
		list = arena_room(b->arena, list, b->profile->nopened, sizeof *list);
		c.cycle = &list[b->profile->nopened];
		*c.cycle = (struct opened_cycle){ .nmembers = 0 };
		open_cycle(&c, i);
		arena_reset(c.scratch);
	}
	b->profile->opened = list;
	b->profile->opened_of = c.opened_of;
	arena_free(c.scratch);
}

/* Cycles: functions that call each other; and an order without them. */

/* Functions by number of their component, equal numbers by address. */
static void order_functions(struct building *b, const struct components *c)
{
	b->order = lists_new(c->number, b->nfuncs, (size_t)c->n + 1, b->scratch).list;
}

static void count_calls(struct cycle *cycle)
{
	size_t m, i;

	for (m = 0; m < cycle->nmembers; m++) {
		const struct func *f = cycle->members[m];

		for (i = 0; i < f->ncallers; i++) {
			const struct arc *arc = f->callers[i];

			if (arc->caller == f)
				continue;
			if (arc->caller->cycle == cycle)
				cycle->self_calls += arc->calls;
			else
				cycle->calls += arc->calls;
		}
	}
}

static void make_cycle(struct building *b, const struct components *c, uint32_t head)
{
	struct cycle *cycle = &b->cycles[b->ncycles++];
	uint32_t i;

	cycle->number = (unsigned)b->ncycles;
	for (i = head; i != LAST_MEMBER; i = c->next[i])
		cycle->nmembers++;
	cycle->members = arena_alloc(b->arena, cycle->nmembers, sizeof *cycle->members);
	cycle->nmembers = 0;
	for (i = head; i != LAST_MEMBER; i = c->next[i]) {
		cycle->members[cycle->nmembers++] = &b->funcs[i];
		b->funcs[i].cycle = cycle;
	}
}

void cycles_find(struct building *b)
{
	const struct components c = components_find(b, false);
	size_t n = 0, i;

	order_functions(b, &c);
	for (i = 0; i < b->nfuncs; i++)
		n += c.head[i] == i && c.next[i] != LAST_MEMBER;
	b->cycles = arena_alloc(b->arena, n, sizeof *b->cycles);
	for (i = 0; i < b->nfuncs; i++)
		if (c.head[i] == i && c.next[i] != LAST_MEMBER)
			make_cycle(b, &c, (uint32_t)i);
	for (i = 0; i < b->ncycles; i++)
		count_calls(&b->cycles[i]);
}
