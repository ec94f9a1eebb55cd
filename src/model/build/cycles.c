/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/building.h"

/* The functions' arcs that hand time on, newest first; a cycle is its first function. */
static struct flow_graph call_graph(const struct building *b) {
	struct flow_arcs arcs = flow_arcs_new(b->narcs, b->step);

	for (size_t i = b->narcs; i-- > 0;) {
		const struct arc *a = &b->arcs[i];
		const uint32_t from = caller_node(b, a->caller), to = caller_node(b, a->callee);

		if (!a->is_cut && from != to)
			flow_arcs_add(&arcs, from, to);
	}
	return flow_graph_new((uint32_t)b->nfuncs, &arcs, b->step);
}

/* Opens cycles: cuts arcs that close them, with as few calls as possible, so that each function has
 * a time and callers of its own.
 *
 * The functions of all cycles are put in an order (graph.h), and arcs inside a cycle that are
 * against the order are cut.  Arcs without calls (of code that made none) pass on nothing anyway:
 * they are cut first; but those to split-off code are never cut, because it has no other caller,
 * and those to inlined code after all others, because what they pass on was measured.
 * Source: the idea is from 4.4BSD gprof's option -C. */

struct cutting {
	struct building *b;
	uint32_t *place; /* of members of cycles, among these; shape: [nfuncs] */
	uint32_t nmembers;
	uint32_t *opened_of; /* the cycle, plus 1, or 0; shape: [nfuncs] */
	struct opened_cycle *list;
	uint32_t nopened;
};

/* The number of the cycle inside which an arc hands on time, plus 1; 0: of none. */
static uint32_t cycle_of(const struct cutting *c, const struct arc *arc) {
	const uint32_t of = c->opened_of[caller_node(c->b, arc->callee)];

	return arc_hands_time(arc) && of == c->opened_of[caller_node(c->b, arc->caller)] ? of : 0;
}

/* What cutting it costs; 0: nothing. */
static double weight(const struct arc *arc) {
	const double inlined = 1e15;

	return arc->is_inlined ? inlined : arc->is_split ? 1 : (double)arc->calls;
}

static void take_members(struct cutting *c, const struct components *found) {
	for (uint32_t i = 0; i < c->b->nfuncs; i++) {
		if (found->head[i] != i || found->next[i] == LAST_MEMBER)
			continue;
		arena_append(c->b->arena, c->list, c->nopened,
		             (struct opened_cycle){ .nmembers = 0 });
		for (uint32_t k = i; k != LAST_MEMBER; k = found->next[k]) {
			c->list[c->nopened - 1].nmembers++;
			c->opened_of[k] = c->nopened;
			c->place[k] = c->nmembers++;
		}
	}
}

static struct cycle_graph cycle_graph_new(const struct cutting *c) {
	const struct building *b = c->b;
	struct cycle_graph graph = { .entries = arena_alloc(b->step, c->nmembers, sizeof(double)) };
	struct flow_arcs arcs = flow_arcs_new(b->narcs, b->step);

	arcs.weights = arena_space(b->step, b->narcs, sizeof *arcs.weights);
	for (size_t i = b->narcs; i-- > 0;) {
		const struct arc *a = &b->arcs[i];
		const uint32_t from = caller_node(b, a->caller), to = caller_node(b, a->callee);

		if (cycle_of(c, a) && weight(a) > 0) {
			arcs.weights[arcs.n] = weight(a);
			flow_arcs_add(&arcs, c->place[from], c->place[to]);
		} else if (c->opened_of[to] && c->opened_of[from] != c->opened_of[to]) {
			graph.entries[c->place[to]] += (double)a->calls;
		}
	}
	graph.callees = flow_graph_new(c->nmembers, &arcs, b->step);
	graph.callers = flow_graph_reversed(c->nmembers, &arcs, b->step);
	return graph;
}

static void cut_against(struct cutting *c, const uint32_t *positions) {
	struct building *b = c->b;

	for (size_t i = 0; i < b->narcs; i++) {
		struct arc *a = &b->arcs[i];
		const uint32_t of = cycle_of(c, a);
		const uint32_t from = caller_node(b, a->caller), to = caller_node(b, a->callee);

		if (of) {
			struct opened_cycle *cycle = &c->list[of - 1];

			a->is_cut = !(weight(a) > 0) ||
			            positions[c->place[from]] > positions[c->place[to]];
			cycle->narcs++;
			cycle->calls += a->calls;
			cycle->ncut += a->is_cut;
			cycle->cut_calls += a->is_cut ? a->calls : 0;
		}
		b->funcs[a->callee - b->funcs].cut_calls += a->is_cut ? a->calls : 0;
	}
}

void cycles_open(struct building *b) {
	const struct flow_graph calls = call_graph(b);
	const struct components found = components_find(&calls, b->step);
	struct cutting c = {
		.b = b,
		.place = arena_space(b->step, b->nfuncs, sizeof *c.place),
		.opened_of = arena_alloc(b->arena, b->nfuncs, sizeof *c.opened_of),
	};
	uint32_t *positions = NULL;

	take_members(&c, &found);
	if (c.nopened) {
		const struct cycle_graph graph = cycle_graph_new(&c);

		positions = feedback_order(&graph, b->step);
		feedback_sift(&graph, positions);
	}
	cut_against(&c, positions);
	b->profile->opened = c.list;
	b->profile->nopened = c.nopened;
	b->profile->opened_of = c.opened_of;
}

/* Cycles: functions that call each other; and an order without them. */

static void count_calls(struct cycle *cycle) {
	for (size_t m = 0; m < cycle->nmembers; m++) {
		const struct func *f = cycle->members[m];

		for (size_t i = 0; i < f->ncallers; i++) {
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

static void make_cycle(struct building *b, const struct components *c, uint32_t head) {
	struct cycle *cycle = &b->cycles[b->ncycles++];

	cycle->number = (unsigned)b->ncycles;
	for (uint32_t i = head; i != LAST_MEMBER; i = c->next[i])
		cycle->nmembers++;
	cycle->members = arena_alloc(b->arena, cycle->nmembers, sizeof *cycle->members);
	cycle->nmembers = 0;
	for (uint32_t i = head; i != LAST_MEMBER; i = c->next[i]) {
		cycle->members[cycle->nmembers++] = &b->funcs[i];
		b->funcs[i].cycle = cycle;
	}
}

void cycles_find(struct building *b) {
	const struct flow_graph calls = call_graph(b);
	const struct components c = components_find(&calls, b->step);
	size_t n = 0;

	/* By number of the component, equal numbers by address. */
	b->order = lists_new(c.number, b->nfuncs, (size_t)c.n + 1, b->scratch).list;
	for (size_t i = 0; i < b->nfuncs; i++)
		n += c.head[i] == i && c.next[i] != LAST_MEMBER;
	b->cycles = arena_alloc(b->arena, n, sizeof *b->cycles);
	for (size_t i = 0; i < b->nfuncs; i++)
		if (c.head[i] == i && c.next[i] != LAST_MEMBER)
			make_cycle(b, &c, (uint32_t)i);
	for (size_t i = 0; i < b->ncycles; i++)
		count_calls(&b->cycles[i]);
}
