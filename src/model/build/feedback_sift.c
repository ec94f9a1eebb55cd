/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves each function in turn to where the fewest of its own calls go against
 * the order, with all others unchanged.  The order is a list whose members
 * have ascending labels with gaps between them, so that a move is cheap; where
 * a gap is used up, a function stays. */
#include "model/build/feedback_arcs.h"

#include <stdbool.h>

#include "base/arena.h"
#include "base/sort.h"

#define NONE UINT32_MAX

/* A caller or callee that a function passes on its way through the order. */
struct stop {
	uint64_t label;
	uint32_t other;
	bool is_caller;
	double loss; /* calls that go against the order from here on */
};

struct sifting {
	const struct cycle_graph *graph;
	uint64_t *labels;   /* shape of all: [n] */
	uint32_t *next;     /* in the order, or NONE */
	uint32_t *before;   /* same */
	uint32_t *nkept;    /* callers before it, the outside being one */
	struct stop *stops; /* of one function */
	uint32_t nstops;
	struct arena *scratch; /* for each move */
};

static bool goes_with(const struct sifting *s, uint32_t caller, uint32_t callee)
{
	return s->labels[caller] < s->labels[callee];
}

static int by_label(const void *a, const void *b, const void *context)
{
	const struct stop *x = a, *y = b;

	return x->label < y->label ? -1 : x->label > y->label;
}

/* Adds the callers or the callees of f as stops; returns their calls. */
static double add_stops(struct sifting *s, const struct links *links, uint32_t f, bool are_callers)
{
	double calls = 0;
	uint32_t i;

	for (i = links->first[f]; i < links->first[f + 1]; i++) {
		const struct link *l = &links->list[i];

		s->stops[s->nstops++] = (struct stop){ s->labels[l->other], l->other, are_callers,
			                               are_callers ? -l->calls : l->calls };
		calls += l->calls;
	}
	return calls;
}

/* Sets the stops of f; returns what goes against the order before the first of
 * them. */
static double find_stops(struct sifting *s, uint32_t f)
{
	double calls;

	s->nstops = 0;
	calls = add_stops(s, &s->graph->callers, f, true);
	add_stops(s, &s->graph->callees, f, false);
	sort_stable(s->stops, s->nstops, sizeof *s->stops, by_label, NULL, s->scratch);
	return calls;
}

/* How many stops should be before f; NONE: it is in the right position. */
static uint32_t best_position(struct sifting *s, uint32_t f)
{
	double calls = find_stops(s, f), least = 0, now = 0;
	bool may_stay = s->graph->entries[f] > 0, may_pass = true;
	uint32_t best = NONE, i;

	for (i = 0; i <= s->nstops; i++) {
		const struct stop *stop = &s->stops[i];
		bool is_gap = !i || i == s->nstops || stop[-1].label != stop->label;

		if (is_gap && (!i || stop[-1].label < s->labels[f]))
			now = calls;
		if (is_gap && may_stay && may_pass && (best == NONE || calls < least)) {
			least = calls;
			best = i;
		}
		if (i == s->nstops)
			break;
		calls += stop->loss;
		may_stay |= stop->is_caller;
		may_pass &= stop->is_caller || s->nkept[stop->other] > 1 ||
		            !goes_with(s, f, stop->other);
	}
	return best != NONE && least < now ? best : NONE;
}

static void link_between(struct sifting *s, uint32_t a, uint32_t b)
{
	if (a != NONE)
		s->next[a] = b;
	if (b != NONE)
		s->before[b] = a;
}

/* The label halfway between two neighbours in the list; 0: no gap. */
static uint64_t label_between(const struct sifting *s, uint32_t a, uint32_t b)
{
	uint64_t low = a == NONE ? 0 : s->labels[a];
	uint64_t high = b == NONE ? UINT64_MAX : s->labels[b];

	return high - low < 2 ? 0 : low + (high - low) / 2;
}

static void count_kept(struct sifting *s, uint32_t f, uint32_t change)
{
	const struct links *callees = &s->graph->callees;
	const struct links *callers = &s->graph->callers;
	uint32_t i;

	for (i = callers->first[f]; i < callers->first[f + 1]; i++)
		if (goes_with(s, callers->list[i].other, f))
			s->nkept[f] += change;
	for (i = callees->first[f]; i < callees->first[f + 1]; i++)
		if (goes_with(s, f, callees->list[i].other))
			s->nkept[callees->list[i].other] += change;
}

/* Moves f behind a stop, or before the first one; false: no gap. */
static bool move(struct sifting *s, uint32_t f, uint32_t position)
{
	const uint32_t old_a = s->before[f], old_b = s->next[f];
	uint32_t a, b;
	uint64_t label;

	link_between(s, old_a, old_b);
	a = position ? s->stops[position - 1].other : s->before[s->stops[0].other];
	b = position ? s->next[a] : s->stops[0].other;
	label = label_between(s, a, b);
	link_between(s, label ? a : old_a, f);
	link_between(s, f, label ? b : old_b);
	if (!label)
		return false;
	count_kept(s, f, UINT32_MAX);
	s->labels[f] = label;
	count_kept(s, f, 1);
	return true;
}

static bool sift_all(struct sifting *s)
{
	bool any = false;
	uint32_t f;

	for (f = 0; f < s->graph->n; f++) {
		uint32_t position = s->nkept[f] ? best_position(s, f) : NONE;

		if (position != NONE)
			any |= move(s, f, position);
		arena_reset(s->scratch);
	}
	return any;
}

static void begin(struct sifting *s, const uint32_t *positions, struct arena *arena)
{
	const uint32_t n = s->graph->n;
	const uint64_t room = UINT64_MAX / (n + 1);
	uint32_t *order = arena_space(arena, n, sizeof *order), i, f;

	for (f = 0; f < n; f++)
		order[positions[f]] = f;
	for (i = 0; i < n; i++) {
		f = order[i];
		s->labels[f] = (i + 1) * room;
		s->before[f] = i ? order[i - 1] : NONE;
		s->next[f] = i + 1 < n ? order[i + 1] : NONE;
		s->nkept[f] = s->graph->entries[f] > 0;
	}
	for (f = 0; f < n; f++) {
		const struct links *callers = &s->graph->callers;

		for (i = callers->first[f]; i < callers->first[f + 1]; i++)
			s->nkept[f] += goes_with(s, callers->list[i].other, f);
	}
}

static void take_positions(const struct sifting *s, uint32_t *positions)
{
	uint32_t f = 0, position = 0;

	while (s->before[f] != NONE)
		f = s->before[f];
	for (; f != NONE; f = s->next[f])
		positions[f] = position++;
}

void feedback_sift(const struct cycle_graph *graph, uint32_t *positions)
{
	enum { ROUNDS = 4 }; /* further ones gain too little for their time */
	const uint32_t n = graph->n;
	const size_t narcs = graph->callees.first[n];
	struct arena *arena = arena_new();
	struct sifting s = {
		.graph = graph,
		.labels = arena_space(arena, n, sizeof *s.labels),
		.next = arena_space(arena, n, sizeof *s.next),
		.before = arena_space(arena, n, sizeof *s.before),
		.nkept = arena_space(arena, n, sizeof *s.nkept),
		.stops = arena_space(arena, 2 * narcs, sizeof *s.stops),
		.scratch = arena_new(),
	};
	int round;

	begin(&s, positions, arena);
	for (round = 0; round < ROUNDS && sift_all(&s); round++)
		;
	take_positions(&s, positions);
	arena_free(s.scratch);
	arena_free(arena);
}
