/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/build/building.h"
#include "model/build/graph.h"
#include "model/code_map.h"
#include "model/image.h"
#include "model/profile.h"

/* What part of a function's time each of its callers gets: by the number of calls, as in gprof, or
 * by what these were measured to cost; all of it goes to the function it was split off.  Whoever
 * passes time on or shows how it was passed uses the arcs' shares, so this is the one place that
 * knows why. */

/* Whether the share is to be what was measured. */
static bool is_measured(const struct building *b, const struct arc *a) {
	const struct caller_costs *costs = b->profile->caller_costs;
	uint32_t fit;

	if (!costs || !b->rules->measures_callers)
		return false;
	fit = costs->fit_of[caller_node(b, a->callee)];
	return fit && costs->fits[fit - 1].state == CALLERS_MEASURED;
}

void shares_find(struct building *b) {
	size_t i;

	for (i = 0; i < b->narcs; i++) {
		struct arc *a = &b->arcs[i];

		if (!arc_hands_time(a))
			continue;
		a->share = is_measured(b, a) ? b->profile->caller_costs->arcs[i].share
		                             : arc_part_of_calls(a);
	}
}

/* Passes the time of callees on to their callers.
 *
 * A function's time (its own and its descendants') is divided among its callers by the arcs' shares
 * (totals.c): the profile does not know which call was expensive, so the screen marks such figures.
 * A cycle is treated as one function, and cut arcs like recursive calls.
 * First, from callers to callees, the part of each function's time that the selection lets through;
 * then, from callees to callers, the times themselves.  Source: Graham, Kessler, McKusick 1982,
 * section 4; the order of additions is gprof's, so that the last digit agrees. */

struct spread {
	struct building *b;
	double *part;       /* part of a function's time let through:
	                       [nfuncs] */
	double *cycle_part; /* shape: [ncycles] */
	bool *cycle_listed; /* shape: [ncycles] */
};

static size_t number(const struct building *b, const struct func *f) {
	return (size_t)(f - b->funcs);
}

static size_t cycle_number(const struct building *b, const struct cycle *c) {
	return (size_t)(c - b->cycles);
}

/* Adds what a function's callers outside its cycle let through. */
static void inherit_from_callers(const struct spread *s, const struct func *f, bool *listed,
                                 double *part) {
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

static void inherit_cycle(struct spread *s, const struct cycle *cycle) {
	struct building *b = s->b;
	size_t c = cycle_number(b, cycle), m;

	for (m = 0; m < cycle->nmembers; m++)
		inherit_from_callers(s, cycle->members[m], &s->cycle_listed[c], &s->cycle_part[c]);
	for (m = 0; m < cycle->nmembers; m++) {
		size_t i = number(b, cycle->members[m]);

		b->funcs[i].is_listed = s->cycle_listed[c];
		s->part[i] = s->cycle_part[c];
	}
	/* It has no known entry: gprof shows no such cycle, but it was measured. */
	if (!b->rules->gprof && !cycle->calls) {
		s->cycle_listed[c] = true;
		s->cycle_part[c] = 1;
	}
}

static void inherit(struct spread *s, struct func *f) {
	size_t i = number(s->b, f);

	if (f->cycle)
		inherit_cycle(s, f->cycle);
	else
		inherit_from_callers(s, f, &f->is_listed, &s->part[i]);
}

static void select_function(struct spread *s, struct func *f) {
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
static void hand_down(struct spread *s) {
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

static void sum_cycles(struct spread *s) {
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

static void hand_up_arc(struct spread *s, struct func *f, struct arc *arc) {
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
static void hand_up(struct spread *s) {
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

void propagate(struct building *b) {
	struct spread s = { .b = b };

	s.part = arena_alloc(b->step, b->nfuncs, sizeof *s.part);
	s.cycle_part = arena_alloc(b->step, b->ncycles, sizeof(double));
	s.cycle_listed = arena_alloc(b->step, b->ncycles, sizeof(bool));
	hand_down(&s);
	sum_cycles(&s);
	hand_up(&s);
}

/* The order of the call graph's entries, and so their numbers.
 *
 * By descending time; then cycles by number, then functions: names without a leading underscore,
 * calls, names.
 * Source: behaviour of GNU gprof 2.40. */

/* A cycle, or adjacent functions that rank the same: by line, most do.  The ranking keys are copied
 * because they are compared so often. */
struct rank_entry {
	const char *name; /* of the functions; NULL: a cycle */
	double ticks;
	uint64_t calls;
	uint32_t first, n; /* numbers of the functions, or the cycle's */
};

static int by_rank(const void *a, const void *b, const void *context) {
	const struct rank_entry *x = a, *y = b;
	double difference = x->ticks - y->ticks;
	bool hidden_x, hidden_y;

	if (difference < 0 || difference > 0)
		return difference > 0 ? -1 : 1;
	if (!x->name || !y->name)
		return !!x->name - !!y->name;
	hidden_x = x->name[0] == '_';
	hidden_y = y->name[0] == '_';
	if (hidden_x != hidden_y)
		return hidden_x ? 1 : -1;
	if (x->calls != y->calls)
		return x->calls > y->calls ? -1 : 1;
	return x->name == y->name ? 0 : strcmp(x->name, y->name);
}

static bool ranks_alike(const struct rank_entry *x, const struct rank_entry *y) {
	return x->name == y->name && x->calls == y->calls &&
	       !(x->ticks < y->ticks || x->ticks > y->ticks);
}

static struct rank_entry *entries(struct building *b, size_t *n) {
	struct rank_entry *list = arena_space(b->step, b->nfuncs + b->ncycles, sizeof *list);
	size_t i;

	for (i = *n = 0; i < b->nfuncs; i++) {
		const struct func *f = &b->funcs[i];
		struct rank_entry rank_entry = { .name = f->name,
			                         .ticks = f->graph_self + f->graph_child,
			                         .calls = f->calls,
			                         .first = (uint32_t)i,
			                         .n = 1 };

		if (i && ranks_alike(&list[*n - 1], &rank_entry))
			list[*n - 1].n++;
		else
			list[(*n)++] = rank_entry;
	}
	for (i = 0; i < b->ncycles; i++)
		list[(*n)++] = (struct rank_entry){
			.ticks = b->cycles[i].graph_self + b->cycles[i].graph_child,
			.first = (uint32_t)i,
		};
	return list;
}

void ranks_give(struct building *b) {
	struct profile *p = b->profile;
	size_t n, all = b->nfuncs + b->ncycles, i, at = 0;
	struct rank_entry *list = entries(b, &n);

	sort_stable(list, n, sizeof *list, by_rank, NULL, b->step);
	p->nindexes = all;
	p->by_index = arena_space(b->arena, all, sizeof *p->by_index);
	if (b->ncycles)
		p->cycle_by_index = arena_alloc(b->arena, all, sizeof *p->cycle_by_index);
	for (i = 0; i < n; i++) {
		struct func *f = b->funcs + list[i].first;
		uint32_t left = list[i].n;

		if (!list[i].name) {
			struct cycle *cycle = &b->cycles[list[i].first];

			p->by_index[at] = NULL;
			p->cycle_by_index[at++] = cycle;
			cycle->index = (unsigned)at;
		}
		for (; left; left--, f++) {
			p->by_index[at++] = f;
			f->index = (unsigned)at;
		}
	}
}

/* The least and the most time that each function can have taken together with
 * what it calls, whatever each call cost.
 *
 * Calls from code without -pg are not counted, so what is called from there
 * has no known caller: any of that code may have called it.  Only what the program starts with
 * has none at all.  So the program is a graph with a root that leads to where it
 * starts, to each function without a known caller, and to each member of a
 * component that is not known to be entered:
 *
 *	least = what the root reaches only through the function: the part of
 *	        the dominator tree below it
 *	most  = what the function reaches, and all that functions without a
 *	        known caller reach, unless its code cannot have called them
 *	        (ticks.h)
 *
 * The ticks of a bin that several functions share are a node that all of these
 * lead to: then they are in least where all of them are, in most where any is.
 * Arcs that are cut are calls like others.  Totals that lie outside these
 * bounds, because no time is passed on inside a cycle, are moved to the bound.
 */

enum { MOST_ITEMS = 16384 };

static const double ROUNDING = 1e-12; /* of all ticks */

/* How a function may be entered other than by calls that were counted. */
enum entry {
	ENTRY_NONE,
	ENTRY_START,   /* the program starts with it */
	ENTRY_STARTUP, /* it calls what the program starts with */
	ENTRY_UNKNOWN  /* code without -pg may have called it */
};

/* Nodes are the functions by func_number, then the groups, then the root. */
struct bounding {
	struct building *b;
	double *own;                      /* ticks that are certainly the function's; shape:
	                [nfuncs] */
	const struct shared_bin **groups; /* shape: [ngroups] */
	double *group_ticks;              /* shape: same */
	uint32_t ngroups;
	uint32_t *component; /* functions that reach each other have one func_number,
	                     greater than those of what they call; shape:
	                     [nfuncs] */
	uint32_t ncomponents;
	unsigned char *entry; /* enum entry; shape: [nfuncs] */
	bool *is_unclaimed;   /* an unknown entry leads to it; shape: same */
	double unclaimed;     /* ticks of these */
	bool *closed;         /* components whose code called nothing else; shape:
	                         [ncomponents] */
	struct flow_graph graph;
	const uint32_t *dominators; /* shape: [graph.n] */
	double *least, *most;       /* shape of both: [nfuncs] */
};

static uint32_t group_node(const struct bounding *x, uint32_t group) {
	return (uint32_t)x->b->nfuncs + group;
}

static uint32_t func_number(const struct building *b, const struct func *f) {
	return (uint32_t)(f - b->funcs);
}

/* Cycles that are whole are known, and so is their order. */
static void find_components(struct bounding *x) {
	const struct building *b = x->b;
	const struct cycle *last = NULL;
	size_t i;

	x->component = arena_space(b->step, b->nfuncs + x->ngroups, sizeof *x->component);
	for (i = 0; i < x->ngroups; i++)
		x->component[group_node(x, (uint32_t)i)] = x->ncomponents++;
	if (b->rules->opens_cycles) {
		const struct flow_graph calls = call_graph(b, true);
		const struct components found = components_find(&calls, b->step);

		for (i = 0; i < b->nfuncs; i++)
			x->component[i] = x->ngroups + found.number[i] - 1;
		x->ncomponents += found.n;
		return;
	}
	for (i = 0; i < b->nfuncs; i++) {
		const struct func *f = &b->funcs[b->order[i]];

		x->ncomponents += !f->cycle || f->cycle != last;
		x->component[b->order[i]] = x->ncomponents - 1;
		last = f->cycle;
	}
}

/* What functions have of a bin, and how many do. */
static double sharers(const struct building *b, const struct shared_bin *split, size_t *n) {
	const uint32_t none = NO_FUNC;
	uint32_t first = none;
	double share = 0;
	size_t i;

	for (i = *n = 0; i < split->n; i++) {
		const uint32_t f = split->parts[i].func;

		if (func_gave_time(b->profile, &b->funcs[f]))
			continue;
		share += split->parts[i].share;
		*n += first == none || f != first;
		first = first == none ? f : first;
	}
	return split->ticks * share;
}

static void find_groups(struct bounding *x) {
	const struct building *b = x->b;
	const struct shared_bins *splits = b->profile->splits;
	const size_t most = splits ? splits->n : 0;
	size_t i, k, n;

	x->own = arena_space(b->step, b->nfuncs, sizeof *x->own);
	x->groups = arena_space(b->step, most, sizeof *x->groups);
	x->group_ticks = arena_space(b->step, most, sizeof(double));
	for (i = 0; i < b->nfuncs; i++)
		x->own[i] = b->funcs[i].self_ticks;
	for (i = 0; i < most; i++) {
		const struct shared_bin *split = &splits->list[i];
		const double ticks = sharers(b, split, &n);

		if (n < 2)
			continue;
		x->groups[x->ngroups] = split;
		x->group_ticks[x->ngroups++] = ticks;
		for (k = 0; k < split->n; k++)
			x->own[split->parts[k].func] -= split->ticks * split->parts[k].share;
	}
	for (i = 0; i < b->nfuncs; i++)
		if (x->own[i] < ROUNDING * b->profile->total_ticks)
			x->own[i] = 0;
}

static double node_ticks(const struct bounding *x, uint32_t node) {
	const uint32_t nfuncs = (uint32_t)x->b->nfuncs;

	return node < nfuncs ? x->own[node] : x->group_ticks[node - nfuncs];
}

static bool is_start(const struct building *b, const struct func *f) {
	const char *name = f->name;

	if (f->kind != FUNC_SYMBOL)
		return false;
	if (b->image->entry && f->low <= b->image->entry && f->high > b->image->entry)
		return true;
	if (b->image->leading_char && *name == b->image->leading_char && !strcmp(name + 1, "main"))
		return true;
	return !strcmp(name, "main") || !strcmp(name, "MAIN__");
}

/* Whether something else is known to lead to it. */
static bool has_caller(const struct func *f) {
	size_t i;

	for (i = 0; i < f->ncallers; i++)
		if (f->callers[i]->caller != f &&
		    (!f->callers[i]->is_split || f->callers[i]->is_jump))
			return true;
	return false;
}

/* What calls main() is the system's startup code. */
static bool starts_up(const struct building *b, const struct func *f) {
	size_t i;

	for (i = 0; i < f->ncallees && f->kind != FUNC_OUTSIDE; i++)
		if (is_start(b, f->callees[i]->callee))
			return true;
	return false;
}

/* Whether anything outside the function's component leads into it. */
static void mark_entered(const struct bounding *x, bool *entered) {
	const uint32_t *component = x->component;
	const struct building *b = x->b;
	size_t i;

	for (i = 0; i < b->narcs; i++) {
		const uint32_t to = component[func_number(b, b->arcs[i].callee)];

		if (component[func_number(b, b->arcs[i].caller)] != to)
			entered[to] = true;
	}
	for (i = 0; i < b->nfuncs; i++)
		if (x->entry[i] == ENTRY_START)
			entered[component[i]] = true;
}

static void find_entries(struct bounding *x) {
	const struct building *b = x->b;
	bool *entered = arena_alloc(b->step, x->ncomponents, sizeof *entered);
	size_t i;

	x->entry = arena_alloc(b->step, b->nfuncs + x->ngroups, 1);
	for (i = 0; i < b->nfuncs; i++)
		if (is_start(b, &b->funcs[i]))
			x->entry[i] = ENTRY_START;
	mark_entered(x, entered);
	for (i = 0; i < b->nfuncs; i++) {
		const struct func *f = &b->funcs[i];

		if (x->entry[i] || (entered[x->component[i]] && has_caller(f)))
			continue;
		x->entry[i] = starts_up(b, f) ? ENTRY_STARTUP : ENTRY_UNKNOWN;
	}
}

/* Marks what is reached from where the program starts, or else from what has no known caller.
 * The program starts only once, so nothing else leads to what it starts with. */
static void mark_reached(const struct bounding *x, bool from_start, bool *reached) {
	const struct flow_graph *g = &x->graph;
	const uint32_t n = x->graph.n - 1;
	uint32_t *stack = arena_space(x->b->step, n, sizeof *stack);
	uint32_t depth = 0, i;

	for (i = 0; i < n; i++) {
		reached[i] = x->entry[i] && from_start == (x->entry[i] != ENTRY_UNKNOWN);
		if (reached[i])
			stack[depth++] = i;
	}
	while (depth) {
		const uint32_t from = stack[--depth];

		for (i = g->first[from]; i < g->first[from + 1]; i++) {
			const uint32_t to = g->to[i];

			if (reached[to] || x->entry[to] == ENTRY_START)
				continue;
			reached[to] = true;
			stack[depth++] = to;
		}
	}
}

static size_t count_parts(const struct bounding *x) {
	size_t n = 0, i;

	for (i = 0; i < x->ngroups; i++)
		n += x->groups[i]->n;
	return n;
}

static void make_graph(struct bounding *x) {
	const struct building *b = x->b;
	const uint32_t root = (uint32_t)b->nfuncs + x->ngroups;
	struct flow_arcs arcs = flow_arcs_new(b->narcs + b->nfuncs + count_parts(x), b->step);
	size_t i, k;

	for (i = 0; i < b->narcs; i++)
		flow_arcs_add(&arcs, func_number(b, b->arcs[i].caller),
		              func_number(b, b->arcs[i].callee));
	for (i = 0; i < x->ngroups; i++)
		for (k = 0; k < x->groups[i]->n; k++)
			flow_arcs_add(&arcs, x->groups[i]->parts[k].func,
			              group_node(x, (uint32_t)i));
	for (i = 0; i < b->nfuncs; i++)
		if (x->entry[i])
			flow_arcs_add(&arcs, root, (uint32_t)i);
	x->graph = flow_graph_new(root + 1, &arcs, b->step);
}

/* Sums of self time over the dominator tree. */
static void find_least(struct bounding *x) {
	struct arena *step = x->b->step;
	const struct dominators dominators = dominators_find(&x->graph, x->graph.n - 1, step);
	size_t i;

	x->dominators = dominators.of;
	x->least = arena_alloc(step, x->graph.n, sizeof *x->least);
	for (i = dominators.n; i-- > 1;) {
		const uint32_t node = dominators.order[i];

		x->least[node] += node_ticks(x, node);
		x->least[dominators.of[node]] += x->least[node];
	}
}

/* The graph of components, each one node. */
static struct flow_graph components_new(const struct bounding *x) {
	const struct building *b = x->b;
	struct flow_arcs arcs = flow_arcs_new(b->narcs + count_parts(x), b->step);
	uint32_t from, i;

	for (from = 0; from < b->nfuncs; from++)
		for (i = x->graph.first[from]; i < x->graph.first[from + 1]; i++) {
			const uint32_t to = x->component[x->graph.to[i]];

			if (x->component[from] != to)
				flow_arcs_add(&arcs, x->component[from], to);
		}
	return flow_graph_new(x->ncomponents, &arcs, b->step);
}

/* Sets are costly, so they are of the nodes with the most ticks; the others count as
* without a known caller. */
static void limit_items(struct bounding *x, double *ticks) {
	struct keyed *order = arena_space(x->b->step, x->ncomponents, sizeof *order);
	size_t n = 0, i;

	for (i = 0; i < x->ncomponents; i++)
		if (ticks[i] > 0)
			order[n++] = (struct keyed){ sort_key_down(ticks[i]), (uint32_t)i };
	if (n <= MOST_ITEMS)
		return;
	sort_keys(order, n, x->b->step);
	for (i = MOST_ITEMS; i < n; i++) {
		x->unclaimed += ticks[order[i].index];
		ticks[order[i].index] = 0;
	}
}

static void find_most(struct bounding *x) {
	const struct building *b = x->b;
	const struct flow_graph components = components_new(x);
	double *ticks = arena_alloc(b->step, x->ncomponents, sizeof *ticks);
	double *closed_ticks = arena_alloc(b->step, x->ncomponents, sizeof *ticks);
	const double *sums, *closed_sums;
	double profiler = 0; /* every function that was counted calls it */
	uint32_t i;

	x->closed = closed_code_find(b, x->component, &components);
	for (i = 0; i + 1 < x->graph.n; i++) {
		if (!x->is_unclaimed[i])
			ticks[x->component[i]] += node_ticks(x, i);
		else
			x->unclaimed += node_ticks(x, i);
		if (x->closed[x->component[i]])
			closed_ticks[x->component[i]] += node_ticks(x, i);
	}
	limit_items(x, ticks);
	b->profile->unclaimed_ticks = x->unclaimed;
	for (i = 0; i < b->nfuncs; i++)
		profiler += b->funcs[i].is_profiler ? x->own[i] : 0;
	sums = reach_sums(&components, ticks, b->step);
	closed_sums = reach_sums(&components, closed_ticks, b->step);
	x->most = arena_space(b->step, b->nfuncs, sizeof *x->most);
	for (i = 0; i < b->nfuncs; i++)
		x->most[i] = x->closed[x->component[i]] ? closed_sums[x->component[i]] + profiler
		                                        : sums[x->component[i]] + x->unclaimed;
}

/* Moves totals to their bounds.  Where rounding is all that is between them, bounds move. */
static struct bounds *clamp(const struct bounding *x) {
	struct building *b = x->b;
	struct bounds *list = arena_space(b->arena, b->nfuncs, sizeof *list);
	size_t i;

	for (i = 0; i < b->nfuncs; i++) {
		struct func *f = &b->funcs[i];
		double total = f->self_ticks + f->descendant_ticks;

		if (total > x->most[i])
			total = x->most[i];
		if (total < x->least[i])
			total = x->least[i];
		f->descendant_ticks = total > f->self_ticks ? total - f->self_ticks : 0;
		f->graph_child = f->descendant_ticks;
		total = f->self_ticks + f->descendant_ticks;
		list[i].least = x->least[i] < total ? x->least[i] : total;
		list[i].most = x->most[i] > total ? x->most[i] : total;
		list[i].is_closed = x->closed[x->component[i]];
		list[i].through = x->dominators[i] < b->nfuncs ? &b->funcs[x->dominators[i]] : NULL;
	}
	return list;
}

/* What no call is known to lead to, and where most of it is entered.  The profiler's own time has a
 * note by itself. */
static void find_spontaneous(const struct bounding *x) {
	struct spontaneous *s = &x->b->spontaneous;
	bool *reached = arena_alloc(x->b->step, x->graph.n, sizeof *reached);
	size_t i, k;

	if (!memchr(x->entry, ENTRY_START, x->b->nfuncs))
		return; /* a shared object: all its callers are elsewhere */
	mark_reached(x, true, reached);
	for (i = 0; i < x->b->nfuncs; i++) {
		if (x->b->funcs[i].is_profiler)
			continue;
		if (!reached[i])
			s->ticks += x->b->funcs[i].self_ticks;
		if (x->entry[i] != ENTRY_UNKNOWN || !(x->least[i] > 0))
			continue;
		for (k = s->n; k && x->least[s->funcs[k - 1]] < x->least[i]; k--)
			if (k < SPONTANEOUS_FUNCS)
				s->funcs[k] = s->funcs[k - 1];
		if (k == SPONTANEOUS_FUNCS)
			continue;
		s->funcs[k] = (uint32_t)i;
		s->n += s->n < SPONTANEOUS_FUNCS;
	}
	for (k = 0; k < s->n; k++)
		s->shares[k] = x->least[s->funcs[k]];
}

void bounds_find(struct building *b) {
	struct bounding x = { .b = b };

	find_groups(&x);
	find_components(&x);
	find_entries(&x);
	make_graph(&x);
	x.is_unclaimed = arena_alloc(b->step, x.graph.n, sizeof(bool));
	mark_reached(&x, false, x.is_unclaimed);
	find_least(&x);
	find_spontaneous(&x);
	find_most(&x);
	b->profile->bounds = clamp(&x);
}
