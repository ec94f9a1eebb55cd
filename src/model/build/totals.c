/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "model/build/building.h"

/* What part of a function's time each of its callers gets: by the number of calls, as in gprof, or
 * by what these were measured to cost; all of it goes to the function it was split off.  Whoever
 * passes time on or shows how it was passed uses the arcs' shares, so this is the one place that
 * knows why. */

void shares_find(struct building *b) {
	const struct caller_costs *costs = b->rules->choice.measures_callers
	                                           ? b->profile->caller_costs
	                                           : NULL;

	for (size_t i = 0; i < b->narcs; i++) {
		struct arc *a = &b->arcs[i];

		if (!arc_hands_time(a))
			continue;
		const uint32_t fit = costs ? costs->fit_of[caller_node(b, a->callee)] : 0;
		a->share = fit && costs->fits[fit - 1].state == CALLERS_MEASURED
		                   ? costs->arcs[i].share
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

static uint32_t number(const struct building *b, const struct func *f) {
	return (uint32_t)(f - b->funcs);
}

static size_t cycle_number(const struct building *b, const struct cycle *c) {
	return (size_t)(c - b->cycles);
}

/* Adds what a function's callers outside its cycle let through. */
static void inherit_from_callers(const struct spread *s, const struct func *f, bool *listed,
                                 double *part) {
	const struct building *b = s->b;

	for (size_t i = 0; i < f->ncallers; i++) {
		const struct arc *arc = f->callers[i];

		if (arc->share == 0 && (*listed || !arc_hands_time(arc)))
			continue;
		*listed = *listed || arc->caller->is_listed;
		*part += s->part[number(b, arc->caller)] * arc->share;
	}
}

static void inherit_cycle(struct spread *s, const struct cycle *cycle) {
	struct building *b = s->b;
	size_t c = cycle_number(b, cycle);

	for (size_t m = 0; m < cycle->nmembers; m++)
		inherit_from_callers(s, cycle->members[m], &s->cycle_listed[c], &s->cycle_part[c]);
	for (size_t m = 0; m < cycle->nmembers; m++) {
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

	for (size_t i = b->nfuncs; i-- > 0;) {
		struct func *f = &b->funcs[b->order[i]];

		if (!f->cycle)
			inherit_from_callers(s, f, &f->is_listed, &s->part[b->order[i]]);
		else if (f->cycle != last)
			inherit_cycle(s, f->cycle);
		last = f->cycle;
		select_function(s, f);
	}
}

static void sum_cycles(struct spread *s) {
	struct building *b = s->b;

	for (size_t c = 0; c < b->ncycles; c++) {
		struct cycle *cycle = &b->cycles[c];

		for (size_t m = 0; m < cycle->nmembers; m++)
			if (s->part[number(b, cycle->members[m])] != 0)
				cycle->self_ticks += cycle->members[m]->self_ticks;
		cycle->graph_self = s->cycle_part[c] * cycle->self_ticks;
		cycle->is_listed = s->cycle_listed[c];
	}
}

static void hand_up_arc(struct spread *s, struct func *f, struct arc *arc) {
	struct building *b = s->b;
	const struct func *to = arc->callee;
	double self = to->self_ticks, child = to->descendant_ticks;
	double part = s->part[number(b, f)];

	if (arc->share == 0 || s->part[number(b, to)] == 0)
		return;
	if (to->cycle) {
		self = to->cycle->self_ticks;
		child = to->cycle->descendant_ticks;
	}
	arc->self_ticks = self * arc->share;
	arc->descendant_ticks = child * arc->share;
	double share = arc->self_ticks + arc->descendant_ticks;
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

	for (size_t i = 0; i < b->nfuncs; i++) {
		struct func *f = &b->funcs[b->order[i]];

		if (s->part[b->order[i]] == 0)
			continue;
		for (size_t k = 0; k < f->ncallees; k++)
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
 * calls, names.  Source: behaviour of GNU gprof 2.40. */

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

	if (difference < 0 || difference > 0)
		return difference > 0 ? -1 : 1;
	if (!x->name || !y->name)
		return !!x->name - !!y->name;
	bool hidden_x = x->name[0] == '_', hidden_y = y->name[0] == '_';
	if (hidden_x != hidden_y)
		return hidden_x ? 1 : -1;
	if (x->calls != y->calls)
		return x->calls > y->calls ? -1 : 1;
	return x->name == y->name ? 0 : strcmp(x->name, y->name);
}

static struct rank_entry *entries(struct building *b, size_t *n) {
	struct rank_entry *list = arena_space(b->step, b->nfuncs + b->ncycles, sizeof *list);

	for (size_t i = *n = 0; i < b->nfuncs; i++) {
		const struct func *f = &b->funcs[i];
		struct rank_entry rank_entry = { .name = f->name,
			                         .ticks = f->graph_self + f->graph_child,
			                         .calls = f->calls,
			                         .first = (uint32_t)i,
			                         .n = 1 };

		struct rank_entry *last = i ? &list[*n - 1] : NULL;
		if (last && last->name == f->name && last->calls == f->calls &&
		    !(last->ticks < rank_entry.ticks || last->ticks > rank_entry.ticks))
			last->n++;
		else
			list[(*n)++] = rank_entry;
	}
	for (size_t i = 0; i < b->ncycles; i++)
		list[(*n)++] = (struct rank_entry){
			.ticks = b->cycles[i].graph_self + b->cycles[i].graph_child,
			.first = (uint32_t)i,
		};
	return list;
}

void ranks_give(struct building *b) {
	struct profile *p = b->profile;
	size_t n, all = b->nfuncs + b->ncycles, at = 0;
	struct rank_entry *list = entries(b, &n);

	sort_stable(list, n, sizeof *list, by_rank, NULL, b->step);
	p->nindexes = all;
	p->by_index = arena_space(b->arena, all, sizeof *p->by_index);
	if (b->ncycles)
		p->cycle_by_index = arena_alloc(b->arena, all, sizeof *p->cycle_by_index);
	for (size_t i = 0; i < n; i++) {
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
 * Calls from code without -pg are not counted, so what is called from there has no known caller:
 * any of that code may have called it.  Only what the program starts with has none at all.  So the
 * program is a graph with a root that leads to where it starts, to each function without a known
 * caller, and to each member of a component that is not known to be entered:
 *
 *	least = what the root reaches only through the function: the part of
 *	        the dominator tree below it
 *	most  = what the function reaches, and all that functions without a
 *	        known caller reach, unless its code cannot have called them
 *
 * The ticks of a bin that several functions share are a node that all of these
 * lead to: then they are in least where all of them are, in most where any is.
 * Arcs that are cut are calls like others.  Totals that lie outside these
 * bounds, because no time is passed on inside a cycle, are moved to the bound.
 *
 * With inlined functions apart each inlined copy is a node, which leads to what its code calls and
 * is entered from the code around it.  What is below a function is then below its own code or below
 * one of its copies. */

enum { MOST_ITEMS = 16384 };

static const double ROUNDING = 1e-12; /* of all ticks */

/* How a function may be entered other than by calls that were counted. */
enum entry {
	ENTRY_NONE,
	ENTRY_START,   /* the program starts with it */
	ENTRY_STARTUP, /* it calls what the program starts with */
	ENTRY_UNKNOWN  /* code without -pg may have called it */
};

/* Nodes are the functions, by their own code, and the copies of inlined ones (building.h), then the
 * groups, then the root. */
struct bounding {
	struct building *b;
	uint32_t nnodes;                  /* functions and copies */
	double *own;                      /* ticks that are certainly the node's; shape:
	                [nnodes] */
	const struct shared_bin **groups; /* shape: [ngroups] */
	double *group_ticks;              /* shape: same */
	uint32_t ngroups;
	const uint32_t *component; /* nodes that reach each other have one number, greater than
	                     those of what they lead to; shape: [nnodes + ngroups] */
	uint32_t ncomponents;
	const uint32_t *whole; /* the component of a function, or a further one that leads to its
	                          code and all of its copies; shape: [nfuncs] */
	unsigned char *entry;  /* enum entry; shape: [graph.n] */
	bool *is_unclaimed;    /* an unknown entry leads to it; shape: same */
	double unclaimed;      /* ticks of these */
	const bool *is_closed; /* components whose code called nothing else; shape: [ncomponents] */
	bool *closed;          /* functions of whose code all is; shape: [nfuncs] */
	struct flow_graph graph;
	struct dominators dominators;
	double *least, *most; /* of functions, at first of nodes, too; shape of both: [graph.n] */
};

/* The function that a node is code of. */
static uint32_t func_of(const struct bounding *x, uint32_t node) {
	const size_t nfuncs = x->b->nfuncs;

	return node < nfuncs ? node : x->b->copies.list[node - nfuncs].func;
}

/* What nodes have of a bin, and how many do. */
static double sharers(const struct building *b, const struct shared_bin *split, size_t *n) {
	const uint32_t none = NO_FUNC;
	uint32_t first = none;
	double share = 0;

	for (size_t i = *n = 0; i < split->n; i++) {
		const uint32_t f = split->parts[i].func;

		if (f < b->nfuncs && func_gave_time(b->profile, &b->funcs[f]))
			continue;
		share += split->parts[i].share;
		*n += first == none || f != first;
		first = first == none ? f : first;
	}
	return split->ticks * share;
}

static void find_groups(struct bounding *x) {
	const struct building *b = x->b;
	const struct shared_bins *splits = b->copies.n ? &b->copies.shared : b->profile->splits;
	const size_t most = splits ? splits->n : 0;
	size_t n;

	x->own = arena_space(b->step, x->nnodes, sizeof *x->own);
	x->groups = arena_space(b->step, most, sizeof *x->groups);
	x->group_ticks = arena_space(b->step, most, sizeof(double));
	for (size_t i = 0; i < b->nfuncs; i++)
		x->own[i] = b->funcs[i].self_ticks - b->funcs[i].inlined_ticks;
	for (size_t i = 0; i < b->copies.n; i++)
		x->own[b->nfuncs + i] = b->copies.list[i].own;
	for (size_t i = 0; i < most; i++) {
		const struct shared_bin *split = &splits->list[i];
		const double ticks = sharers(b, split, &n);

		if (n < 2)
			continue;
		x->groups[x->ngroups] = split;
		x->group_ticks[x->ngroups++] = ticks;
		for (size_t k = 0; k < split->n; k++)
			x->own[split->parts[k].func] -= split->ticks * split->parts[k].share;
	}
	for (size_t i = 0; i < x->nnodes; i++)
		if (x->own[i] < ROUNDING * b->profile->total_ticks)
			x->own[i] = 0;
}

static double node_ticks(const struct bounding *x, uint32_t node) {
	return node < x->nnodes ? x->own[node] : x->group_ticks[node - x->nnodes];
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

/* Whether something else is known to lead to its own code. */
static bool has_caller(const struct func *f) {
	for (size_t i = 0; i < f->ncallers; i++) {
		const struct arc *a = f->callers[i];

		if (a->caller != f && (!a->is_split || a->is_jump) && (!a->is_inlined || a->calls))
			return true;
	}
	return false;
}

/* What calls main() is the system's startup code. */
static bool starts_up(const struct building *b, const struct func *f) {
	for (size_t i = 0; i < f->ncallees && f->kind != FUNC_OUTSIDE; i++)
		if (is_start(b, f->callees[i]->callee))
			return true;
	return false;
}

static void find_entries(struct bounding *x) {
	const struct building *b = x->b;
	const uint32_t *component = x->component;
	/* Whether anything outside a component leads into it. */
	bool *entered = arena_alloc(b->step, x->ncomponents, sizeof *entered);

	x->entry = arena_alloc(b->step, x->graph.n, 1);
	for (size_t i = 0; i < b->nfuncs; i++)
		if (is_start(b, &b->funcs[i]))
			x->entry[i] = ENTRY_START;
	for (uint32_t from = 0; from < x->nnodes; from++)
		for (uint32_t i = x->graph.first[from]; i < x->graph.first[from + 1]; i++)
			if (component[from] != component[x->graph.to[i]])
				entered[component[x->graph.to[i]]] = true;
	for (size_t i = 0; i < b->nfuncs; i++)
		if (x->entry[i] == ENTRY_START)
			entered[component[i]] = true;
	for (size_t i = 0; i < b->nfuncs; i++) {
		const struct func *f = &b->funcs[i];

		if (x->entry[i] || (entered[component[i]] && has_caller(f)))
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
	uint32_t depth = 0;

	for (uint32_t i = 0; i < n; i++) {
		reached[i] = x->entry[i] && from_start == (x->entry[i] != ENTRY_UNKNOWN);
		if (reached[i])
			stack[depth++] = i;
	}
	while (depth) {
		const uint32_t from = stack[--depth];

		for (uint32_t i = g->first[from]; i < g->first[from + 1]; i++) {
			const uint32_t to = g->to[i];

			if (reached[to] || x->entry[to] == ENTRY_START)
				continue;
			reached[to] = true;
			stack[depth++] = to;
		}
	}
}

/* Makes the graph, and finds its components, while the root leads nowhere; then where it leads. */
static void make_graph(struct bounding *x) {
	const struct building *b = x->b;
	const struct flow_arcs *ways = &b->copies.ways;
	const uint32_t root = x->nnodes + x->ngroups;
	size_t most = (b->copies.n ? ways->n : b->narcs) + b->nfuncs;
	SCRATCH struct arena *own = arena_new();

	for (size_t i = 0; i < x->ngroups; i++)
		most += x->groups[i]->n;
	struct flow_arcs arcs = flow_arcs_new(most, own);
	for (size_t i = 0; !b->copies.n && i < b->narcs; i++)
		flow_arcs_add(&arcs, number(b, b->arcs[i].caller), number(b, b->arcs[i].callee));
	for (size_t i = 0; b->copies.n && i < ways->n; i++)
		flow_arcs_add(&arcs, ways->from[i], ways->to[i]);
	for (size_t i = 0; i < x->ngroups; i++)
		for (size_t k = 0; k < x->groups[i]->n; k++)
			flow_arcs_add(&arcs, x->groups[i]->parts[k].func, x->nnodes + (uint32_t)i);
	x->graph = flow_graph_new(root + 1, &arcs, own);
	struct components found = components_find(&x->graph, b->step);
	for (size_t i = 0; i < root; i++)
		found.number[i]--;
	x->component = found.number;
	x->ncomponents = found.n;
	find_entries(x);
	for (size_t i = 0; i < b->nfuncs; i++)
		if (x->entry[i])
			flow_arcs_add(&arcs, root, (uint32_t)i);
	x->graph = flow_graph_new(root + 1, &arcs, b->step);
}

/* Adds what is below copies to what is below their functions, but for what is below another copy or
 * the function itself. */
static void add_copies(struct bounding *x) {
	struct arena *step = x->b->step;
	const struct dominators *d = &x->dominators;
	uint32_t *size = arena_alloc(step, x->graph.n, sizeof *size);
	uint32_t *next = arena_space(step, x->graph.n, sizeof *next);
	uint32_t *node = arena_space(step, d->n, sizeof *node); /* before what it dominates */
	uint32_t *end = arena_alloc(step, x->b->nfuncs, sizeof *end);
	double *least = arena_alloc(step, x->b->nfuncs, sizeof *least);

	for (uint32_t i = d->n; i-- > 0;) {
		size[d->order[i]]++;
		if (i)
			size[d->of[d->order[i]]] += size[d->order[i]];
	}
	for (uint32_t i = 0; i < d->n; i++) {
		uint32_t at = i ? next[d->of[d->order[i]]] : 0;
		if (i)
			next[d->of[d->order[i]]] += size[d->order[i]];
		node[at] = d->order[i];
		next[d->order[i]] = at + 1;
	}
	for (uint32_t i = 0; i < d->n; i++) {
		const uint32_t func = node[i] < x->nnodes ? func_of(x, node[i]) : NO_FUNC;

		if (func == NO_FUNC || i < end[func])
			continue;
		least[func] += x->least[node[i]];
		end[func] = i + size[node[i]];
	}
	x->least = least;
}

/* The graph of components, each one node, and of functions with copies. */
static struct flow_graph components_new(struct bounding *x) {
	const struct building *b = x->b;
	SCRATCH struct arena *own = arena_new();
	struct flow_arcs arcs = flow_arcs_new(x->graph.first[x->nnodes] + b->nfuncs + b->copies.n,
	                                      own);
	uint32_t *whole = arena_copy(b->step, x->component, b->nfuncs, sizeof *whole);
	uint32_t n = x->ncomponents;

	for (uint32_t from = 0; from < x->nnodes; from++)
		for (uint32_t i = x->graph.first[from]; i < x->graph.first[from + 1]; i++) {
			const uint32_t to = x->component[x->graph.to[i]];

			if (x->component[from] != to)
				flow_arcs_add(&arcs, x->component[from], to);
		}
	for (uint32_t i = 0; i < b->copies.n; i++) {
		const uint32_t func = b->copies.list[i].func;

		if (whole[func] < x->ncomponents) {
			flow_arcs_add(&arcs, n, whole[func]);
			whole[func] = n++;
		}
		flow_arcs_add(&arcs, whole[func], x->component[b->nfuncs + i]);
	}
	x->whole = whole;
	return flow_graph_new(n, &arcs, b->step);
}

/* Sets are costly, so they are of the nodes with the most ticks; the others count as
 * without a known caller. */
static void limit_items(struct bounding *x, double *ticks) {
	struct keyed *order = arena_space(x->b->step, x->ncomponents, sizeof *order);
	size_t n = 0;

	for (size_t i = 0; i < x->ncomponents; i++)
		if (ticks[i] > 0)
			order[n++] = (struct keyed){ sort_key_down(ticks[i]), (uint32_t)i };
	if (n <= MOST_ITEMS)
		return;
	sort_keys(order, n, x->b->step);
	for (size_t i = MOST_ITEMS; i < n; i++) {
		x->unclaimed += ticks[order[i].index];
		ticks[order[i].index] = 0;
	}
}

/* If they are too many, the ticks of copies count with the code that they are in, so that only what
 * they are inlined into needs them by themselves: adds these. */
static void gather_copies(struct bounding *x) {
	const struct building *b = x->b;
	const struct code_copy *list = b->copies.list;
	size_t n = 0;

	for (size_t i = 0; i < x->nnodes; i++)
		n += x->own[i] > 0;
	for (size_t i = 0; n > MOST_ITEMS && i < b->copies.n; i++) {
		double *own = &x->own[b->nfuncs + i];

		for (uint32_t at = (uint32_t)(b->nfuncs + i); at >= b->nfuncs;
		     at = list[at - b->nfuncs].outer)
			x->most[func_of(x, at)] += *own;
		x->own[list[i].host] += *own;
		*own = 0;
	}
}

/* Whether all of a function's code is closed. */
static void find_closed(struct bounding *x, const struct flow_graph *components) {
	const struct building *b = x->b;
	const bool *known = b->copies.closed;
	bool *closed = known ? arena_alloc(b->step, components->n, sizeof *closed)
	                     : closed_code_find(b, x->component, components);

	x->is_closed = closed;
	x->closed = arena_space(b->step, b->nfuncs, sizeof *x->closed);
	for (size_t i = 0; known && i < x->ngroups; i++) /* they lead nowhere */
		closed[x->component[x->nnodes + i]] = true;
	for (size_t i = 0; known && i < b->copies.n; i++)
		closed[x->component[b->nfuncs + i]] = known[b->copies.list[i].host];
	for (size_t i = 0; i < b->nfuncs; i++) {
		if (known)
			closed[x->component[i]] = known[i];
		x->closed[i] = closed[x->component[i]];
	}
	for (size_t i = 0; i < b->copies.n; i++)
		x->closed[b->copies.list[i].func] &= closed[x->component[b->nfuncs + i]];
}

static void find_most(struct bounding *x) {
	const struct building *b = x->b;
	const struct flow_graph components = components_new(x);
	double *ticks = arena_alloc(b->step, components.n, sizeof *ticks);
	double *closed_ticks = arena_alloc(b->step, components.n, sizeof *ticks);
	double profiler = 0; /* every function that was counted calls it */

	x->most = arena_alloc(b->step, b->nfuncs, sizeof *x->most);
	gather_copies(x);
	find_closed(x, &components);
	for (uint32_t i = 0; i + 1 < x->graph.n; i++) {
		if (!x->is_unclaimed[i])
			ticks[x->component[i]] += node_ticks(x, i);
		else
			x->unclaimed += node_ticks(x, i);
		if (x->is_closed[x->component[i]])
			closed_ticks[x->component[i]] += node_ticks(x, i);
	}
	limit_items(x, ticks);
	for (uint32_t i = 0; i < b->nfuncs; i++)
		profiler += b->funcs[i].is_profiler ? x->own[i] : 0;
	const double *sums = reach_sums(&components, ticks, b->step);
	const double *closed_sums = reach_sums(&components, closed_ticks, b->step);
	for (uint32_t i = 0; i < b->nfuncs; i++) {
		x->most[i] += x->closed[i] ? closed_sums[x->whole[i]] + profiler
		                           : sums[x->whole[i]] + x->unclaimed;
		if (x->most[i] > b->profile->total_ticks)
			x->most[i] = b->profile->total_ticks;
	}
}

/* The nearest function that all known ways to its code lead through; NULL: none, or copies. */
static const struct func *way_through(const struct bounding *x, uint32_t func) {
	const struct building *b = x->b;
	uint32_t node = x->dominators.of[func];

	if (b->funcs[func].is_inlined)
		return NULL;
	while (node >= b->nfuncs && node < x->nnodes)
		node = x->dominators.of[node];
	return node < b->nfuncs ? &b->funcs[node] : NULL;
}

/* Moves totals to their bounds.  Where rounding is all that is between them, bounds move. */
static struct bounds *clamp(const struct bounding *x) {
	struct building *b = x->b;
	struct bounds *list = arena_space(b->arena, b->nfuncs, sizeof *list);

	for (size_t i = 0; i < b->nfuncs; i++) {
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
		list[i].is_closed = x->closed[i];
		list[i].through = way_through(x, (uint32_t)i);
	}
	return list;
}

/* What no call is known to lead to, and where most of it is entered.  The time of the profiler and
 * of the PLT, calls through which are never counted, has notes by itself. */
static void find_spontaneous(const struct bounding *x) {
	struct spontaneous *s = &x->b->spontaneous;
	bool *reached = arena_alloc(x->b->step, x->graph.n, sizeof *reached);
	size_t k;

	if (!memchr(x->entry, ENTRY_START, x->b->nfuncs))
		return; /* a shared object: all its callers are elsewhere */
	mark_reached(x, true, reached);
	for (size_t i = 0; i < x->b->nfuncs; i++) {
		if (x->b->funcs[i].is_profiler || x->b->funcs[i].kind == FUNC_PLT)
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
	struct bounding x = { .b = b, .nnodes = (uint32_t)(b->nfuncs + b->copies.n) };

	find_groups(&x);
	make_graph(&x);
	x.is_unclaimed = arena_alloc(b->step, x.graph.n, sizeof(bool));
	mark_reached(&x, false, x.is_unclaimed);
	/* Sums of own ticks over the dominator tree. */
	const struct dominators d = dominators_find(&x.graph, x.graph.n - 1, b->step);
	x.dominators = d;
	x.least = arena_alloc(b->step, x.graph.n, sizeof *x.least);
	for (size_t i = d.n; i-- > 1;) {
		const uint32_t node = d.order[i];

		x.least[node] += node_ticks(&x, node);
		x.least[d.of[node]] += x.least[node];
	}
	if (b->copies.n)
		add_copies(&x);
	find_spontaneous(&x);
	find_most(&x);
	b->profile->bounds = clamp(&x);
}

/* What was called on whose behalf, counted.
 *
 * The stacks of samples, from the outermost function inwards, are paths of a tree, in which each
 * path is there once.  So a total is a sum over the paths that end in the function, without those
 * on which it is twice; what an arc has is a sum over those that end with it, likewise.  The time
 * of a recursive function is in its total once; that of an arc of a cycle is in both, the callers'
 * and the callees', so the callers of such a function may have more together than it has itself.
 *
 * Samples in the profiler's own functions are left out with them. */

struct finder {
	struct building *b;
	struct index paths;
	struct path *list; /* shape: [n] */
	size_t n;
	uint32_t *seen;     /* the last stack that each function was on; shape: [nfuncs] */
	uint32_t *seen_arc; /* likewise; shape: [nseen] */
	size_t nseen;
	uint32_t nstacks;
};

static uint32_t func_at(const struct building *b, uint64_t address) {
	const uint32_t func = code_map_at(&b->map, address);

	return func == NO_FUNC ? b->outside : func;
}

static uint32_t arc_to(struct finder *f, uint32_t caller, uint32_t callee) {
	struct building *b = f->b;
	const size_t before = b->narcs;
	const uint32_t arc = arc_between(b, caller, callee);

	b->arcs[arc].is_sampled |= arc == before;
	while (f->nseen < b->narcs)
		arena_append(b->step, f->seen_arc, f->nseen, 0);
	return arc;
}

static bool is_path(const void *paths, uint32_t number, const void *wanted) {
	const struct path *x = (const struct path *)paths + number, *y = wanted;

	return x->func == y->func && x->above == y->above;
}

/* One function further in; by gprof's rules, none where the code is no function's. */
static uint32_t path_to(struct finder *f, uint32_t above, uint32_t func) {
	struct path new = { .func = func, .above = above, .below = NO_PATH, .next = NO_PATH };
	uint32_t number;

	if (func == NO_FUNC)
		return above;
	if (index_append(&f->paths, hash_number(hash_number(0, above), func), is_path, f->list,
	                 &new, &number)) {
		new.is_outermost = f->seen[func] != f->nstacks;
		new.arc = NO_ARC;
		if (above != NO_PATH) {
			new.arc = arc_to(f, f->list[above].func, func);
			new.is_first_of_arc = f->seen_arc[new.arc] != f->nstacks;
			new.next = f->list[above].below;
			f->list[above].below = number;
		}
		arena_append(f->b->arena, f->list, f->n, new);
	}
	f->seen[func] = f->nstacks;
	if (above != NO_PATH)
		f->seen_arc[f->list[number].arc] = f->nstacks;
	return number;
}

/* Further in, to the function of an address; apart, to all that its code was inlined into and in
 * the end to its own. */
static uint32_t path_to_address(struct finder *f, uint32_t above, uint64_t address) {
	enum { MOST = 64 };
	const struct building *b = f->b;
	const struct frames *frames = b->frames;
	uint32_t list[MOST];
	size_t n = 0;

	for (uint32_t frame = frames ? frame_at_address(frames, address) : NO_FRAME;
	     frame != NO_FRAME && n < MOST; frame = frames->list[frame].outer) {
		const uint32_t func = b->of_frame[frame];

		if (func != NO_FUNC && (!n || list[n - 1] != func))
			list[n++] = func;
	}
	if (!n)
		return path_to(f, above, func_at(b, address));
	while (n)
		above = path_to(f, above, list[--n]);
	return above;
}

static enum cpu_use use_of(const struct building *b, const struct func *innermost,
                           const struct sample *s) {
	if (s->in_kernel)
		return CPU_KERNEL;
	if (func_is_profilers(innermost))
		return CPU_COUNTING;
	const bool is_vdso = !strncmp(innermost->name, "[vdso", 5);
	if ((innermost->kind == FUNC_GAP && !is_vdso) || innermost->kind == FUNC_OUTSIDE)
		return CPU_UNNAMED;
	return is_vdso || image_object_at(b->image, innermost->low) ? CPU_LIBRARIES : CPU_PROGRAM;
}

static void add_sample(struct finder *f, const struct sample *s, double ticks) {
	const struct building *b = f->b;
	const uint32_t innermost = func_at(b, s->stack[0]);
	uint32_t at = NO_PATH;

	if (innermost == NO_FUNC)
		return;
	b->profile->cpu_ticks[use_of(b, &b->funcs[innermost], s)] += ticks;
	if (b->rules->choice.profiler == PROFILER_OUT && func_is_profilers(&b->funcs[innermost]))
		return;
	f->nstacks++;
	for (size_t i = s->n; i-- > 0;)
		at = path_to_address(f, at, s->stack[i]);
	f->list[at].self += ticks;
	if (s->is_cut)
		b->profile->cut_ticks += ticks;
}

static void sum_up(const struct finder *f) {
	struct building *b = f->b;

	for (size_t i = f->n; i-- > 0;) {
		struct path *path = &f->list[i];
		struct func *func = &b->funcs[path->func];

		path->total += path->self;
		func->is_again |= !path->is_outermost;
		func->descendant_ticks += (path->is_outermost ? path->total : 0) - path->self;
		if (path->above == NO_PATH)
			continue;
		f->list[path->above].total += path->total;
		b->arcs[path->arc].self_ticks += path->self;
		b->arcs[path->arc].descendant_ticks += (path->is_first_of_arc ? path->total : 0) -
		                                       path->self;
	}
}

/* Rounding may leave less than nothing. */
void figures_finish(struct building *b) {
	for (size_t i = 0; i < b->nfuncs; i++) {
		struct func *func = &b->funcs[i];

		if (func->descendant_ticks < 0)
			func->descendant_ticks = 0;
		func->graph_self = func->self_ticks;
		func->graph_child = func->descendant_ticks;
		func->is_listed = true;
	}
	for (size_t i = 0; i < b->narcs; i++) {
		struct arc *arc = &b->arcs[i];
		const double ticks = arc->self_ticks + arc->descendant_ticks;
		const struct func *to = arc->callee;
		const double all = to->cycle ? to->cycle->self_ticks + to->cycle->descendant_ticks
		                             : to->self_ticks + to->descendant_ticks;

		arc->descendant_ticks = arc->descendant_ticks > 0 ? arc->descendant_ticks : 0;
		arc->share = all > 0 ? ticks / all : 0;
		arc->share = arc->share < 1 ? arc->share : 1;
	}
	b->profile->graph_ticks = b->profile->total_ticks;
}

bool paths_find(struct building *b) {
	const struct records *r = b->records;
	struct finder f = { .b = b, .paths = { .arena = b->scratch } };

	b->profile->cut_ticks = 0; /* it may be a copy of another one */
	memset(b->profile->cpu_ticks, 0, sizeof b->profile->cpu_ticks);
	f.seen = arena_alloc(b->step, b->nfuncs, sizeof *f.seen);
	for (size_t i = 0; i < r->nfiles; i++) {
		const struct profile_file *file = &r->files[i];
		const double weight = b->profile->rate * file->period_us / 1e6;

		for (size_t k = 0; k < file->nsamples; k++) {
			if (k % 1024 == 0 && !progress_wanted(b->progress))
				return false;
			add_sample(&f, &file->samples[k], weight * (double)file->samples[k].count);
		}
	}
	sum_up(&f);
	b->profile->paths = f.list;
	b->profile->npaths = f.n;
	return true;
}
