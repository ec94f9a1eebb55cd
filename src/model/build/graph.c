/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/graph.h"

struct flow_arcs flow_arcs_new(size_t most, struct arena *arena) {
	return (struct flow_arcs){ .from = arena_space(arena, most, sizeof(uint32_t)),
		                   .to = arena_space(arena, most, sizeof(uint32_t)) };
}

void flow_arcs_add(struct flow_arcs *arcs, uint32_t from, uint32_t to) {
	arcs->from[arcs->n] = from;
	arcs->to[arcs->n++] = to;
}

struct flow_graph flow_graph_new(uint32_t n, const struct flow_arcs *arcs, struct arena *arena) {
	const struct lists by_node = lists_new(arcs->from, arcs->n, n, arena);
	struct flow_graph g = { .n = n, .first = by_node.first, .to = by_node.list };

	if (arcs->weights)
		g.weights = arena_space(arena, arcs->n, sizeof *g.weights);
	for (size_t i = 0; i < arcs->n; i++) {
		const uint32_t arc = by_node.list[i];

		if (arcs->weights)
			g.weights[i] = arcs->weights[arc];
		g.to[i] = arcs->to[arc];
	}
	return g;
}

struct flow_graph flow_graph_reversed(uint32_t n, const struct flow_arcs *arcs,
                                      struct arena *arena) {
	const struct flow_arcs reversed = { arcs->to, arcs->from, arcs->weights, arcs->n };

	return flow_graph_new(n, &reversed, arena);
}

/* One depth-first walk over all arcs.  A function found busy closes a cycle: everything on the
 * stack above it joins it.  A function that is still the head of its own list when it is left is
 * finished, with all members, and gets the next number of the order; so callees come before their
 * callers.  The stack is explicit (chains of a million calls exist), heads are found through
 * shortened paths, and what has joined a cycle is not visited again, so the cost is nearly linear
 * in functions and arcs.  Source: Graham, Kessler, McKusick 1982, after Tarjan 1972; the order of
 * members, on which sums depend, is gprof's. */

#define NONE UINT32_MAX

struct visit {
	uint32_t func;
	uint32_t next; /* next arc to look at */
};

struct walk {
	const struct flow_graph *graph;
	struct visit *stack;
	size_t depth;
	uint32_t *position; /* on the stack, or NONE; shape: [nfuncs] */
	uint32_t *parent;   /* towards the head; shape: [nfuncs] */
	uint32_t *next;     /* in the member list; shape: [nfuncs] */
	uint32_t *tail;     /* of a head's list; shape: [nfuncs] */
	uint32_t *number;   /* 0: not finished; shape: [nfuncs] */
	bool *seen;         /* shape: [nfuncs] */
	uint32_t *heads;    /* stack positions of heads; ascending */
	size_t nheads;
	uint32_t counter;
};

static uint32_t head_of(struct walk *w, uint32_t func) {
	uint32_t head = func;

	while (w->parent[head] != head)
		head = w->parent[head];
	while (w->parent[func] != head) {
		uint32_t up = w->parent[func];

		w->parent[func] = head;
		func = up;
	}
	return head;
}

/* Everything above the busy function joins its cycle, lowest first. */
static void close_cycle(struct walk *w, uint32_t func) {
	uint32_t position = w->position[func];

	if (position == NONE)
		position = w->position[head_of(w, func)];
	if (position + 1 == w->depth)
		return;
	uint32_t head = head_of(w, w->stack[position].func);
	uint32_t first = (uint32_t)w->nheads;
	while (first && w->heads[first - 1] > position)
		first--;
	for (uint32_t i = first; i < w->nheads; i++) {
		uint32_t joins = w->stack[w->heads[i]].func;

		w->next[w->tail[head]] = joins;
		w->tail[head] = w->tail[joins];
		w->parent[joins] = head;
	}
	w->nheads = first;
}

static void push(struct walk *w, uint32_t func) {
	w->seen[func] = true;
	w->position[func] = (uint32_t)w->depth;
	w->heads[w->nheads++] = (uint32_t)w->depth;
	w->stack[w->depth++] = (struct visit){ func, w->graph->first[func] };
}

static void pop(struct walk *w) {
	uint32_t func = w->stack[w->depth - 1].func;

	if (w->parent[func] == func) {
		w->counter++;
		for (uint32_t i = func; i != LAST_MEMBER; i = w->next[i])
			w->number[i] = w->counter;
		w->nheads--;
	}
	w->depth--;
	w->position[func] = NONE;
}

static void visit_from(struct walk *w, uint32_t root) {
	push(w, root);
	while (w->depth) {
		struct visit *top = &w->stack[w->depth - 1];

		if (top->next == w->graph->first[top->func + 1]) {
			pop(w);
			continue;
		}
		uint32_t callee = w->graph->to[top->next++];
		if (!w->seen[callee])
			push(w, callee);
		else if (!w->number[callee])
			close_cycle(w, callee);
	}
}

struct components components_find(const struct flow_graph *graph, struct arena *arena) {
	const uint32_t n = graph->n;
	struct walk w = { .graph = graph,
		          .stack = arena_space(arena, n, sizeof *w.stack),
		          .position = arena_space(arena, n, sizeof *w.position),
		          .parent = arena_space(arena, n, sizeof *w.parent),
		          .next = arena_space(arena, n, sizeof *w.next),
		          .tail = arena_space(arena, n, sizeof *w.tail),
		          .number = arena_alloc(arena, n, sizeof *w.number),
		          .seen = arena_alloc(arena, n, sizeof *w.seen),
		          .heads = arena_space(arena, n, sizeof *w.heads) };

	for (uint32_t i = 0; i < n; i++) {
		w.parent[i] = w.tail[i] = i;
		w.position[i] = NONE;
		w.next[i] = LAST_MEMBER;
	}
	for (uint32_t i = 0; i < n; i++)
		if (!w.seen[i])
			visit_from(&w, i);
	return (struct components){
		.head = w.parent, .next = w.next, .number = w.number, .n = w.counter
	};
}

/* Nodes are numbered in the order of a depth-first walk.  The semidominator of a node is the
 * smallest number from which a path of larger numbers leads to it; it is found for the largest
 * number first, in a forest that grows by one node at a time, and the immediate dominator follows
 * from it.  All stacks are explicit: chains of a million calls exist. */

/* All by number in the walk. */
struct search {
	struct flow_graph callers; /* the arcs, reversed */
	uint32_t n;
	uint32_t *node;     /* of the graph; shape of all: [n] */
	uint32_t *parent;   /* in the walk */
	uint32_t *semi;     /* semidominator */
	uint32_t *dom;      /* immediate dominator, once it is known */
	uint32_t *ancestor; /* in the forest, or NO_NODE */
	uint32_t *label;    /* the least semi on the way to the ancestor */
	uint32_t *bucket;   /* the first node with that semidominator */
	uint32_t *next;     /* the next one in the bucket */
	uint32_t *stack;
};

/* The number of each node that the root leads to, or NO_NODE.  Shape: [graph->n]. */
static uint32_t *number_nodes(struct search *s, const struct flow_graph *g, uint32_t root,
                              struct arena *arena) {
	uint32_t *number = arena_space(arena, g->n, sizeof *number);
	uint32_t *next = arena_space(arena, g->n, sizeof *next);
	uint32_t depth = 0;

	memset(number, 0xff, g->n * sizeof *number);
	memcpy(next, g->first, g->n * sizeof *next);
	number[root] = 0;
	s->node[s->n++] = root;
	s->stack[depth++] = root;
	while (depth) {
		const uint32_t from = s->stack[depth - 1];

		if (next[from] == g->first[from + 1]) {
			depth--;
			continue;
		}
		uint32_t to = g->to[next[from]++];
		if (number[to] != NO_NODE)
			continue;
		number[to] = s->n;
		s->parent[s->n] = number[from];
		s->node[s->n++] = to;
		s->stack[depth++] = to;
	}
	return number;
}

static void reverse(struct search *s, const struct flow_graph *g, const uint32_t *number,
                    struct arena *arena) {
	struct flow_arcs arcs = flow_arcs_new(g->first[g->n], arena);

	for (uint32_t v = 0; v < s->n; v++)
		for (uint32_t i = g->first[s->node[v]]; i < g->first[s->node[v] + 1]; i++)
			flow_arcs_add(&arcs, number[g->to[i]], v);
	s->callers = flow_graph_new(s->n, &arcs, arena);
}

/* The node with the least semidominator between v and the root of its tree, which is left out.
 * Shortens the path. */
static uint32_t eval(struct search *s, uint32_t v) {
	uint32_t depth = 0;

	if (s->ancestor[v] == NO_NODE)
		return v;
	for (; s->ancestor[s->ancestor[v]] != NO_NODE; v = s->ancestor[v])
		s->stack[depth++] = v;
	while (depth) {
		const uint32_t w = s->stack[--depth], up = s->ancestor[w];

		if (s->semi[s->label[up]] < s->semi[s->label[w]])
			s->label[w] = s->label[up];
		s->ancestor[w] = s->ancestor[up];
		v = w;
	}
	return s->label[v];
}

static void find_semidominators(struct search *s) {
	for (uint32_t w = s->n - 1; w > 0; w--) {
		for (uint32_t i = s->callers.first[w]; i < s->callers.first[w + 1]; i++) {
			const uint32_t u = eval(s, s->callers.to[i]);

			if (s->semi[u] < s->semi[w])
				s->semi[w] = s->semi[u];
		}
		s->next[w] = s->bucket[s->semi[w]];
		s->bucket[s->semi[w]] = w;
		s->ancestor[w] = s->parent[w];
		for (uint32_t v = s->bucket[s->parent[w]]; v != NO_NODE; v = s->next[v]) {
			const uint32_t u = eval(s, v);

			s->dom[v] = s->semi[u] < s->semi[v] ? u : s->parent[w];
		}
		s->bucket[s->parent[w]] = NO_NODE;
	}
	for (uint32_t w = 1; w < s->n; w++)
		if (s->dom[w] != s->semi[w])
			s->dom[w] = s->dom[s->dom[w]];
}

static uint32_t *numbers(uint32_t n, struct arena *arena) {
	return arena_space(arena, n, sizeof(uint32_t));
}

struct dominators dominators_find(const struct flow_graph *g, uint32_t root, struct arena *arena) {
	SCRATCH struct arena *own = arena_new();
	struct search s = { .node = numbers(g->n, arena),
		            .parent = numbers(g->n, own),
		            .semi = numbers(g->n, own),
		            .dom = numbers(g->n, own),
		            .ancestor = numbers(g->n, own),
		            .label = numbers(g->n, own),
		            .bucket = numbers(g->n, own),
		            .next = numbers(g->n, own),
		            .stack = numbers(g->n, own) };
	uint32_t *of = numbers(g->n, arena);

	reverse(&s, g, number_nodes(&s, g, root, own), own);
	for (uint32_t v = 0; v < s.n; v++) {
		s.semi[v] = s.label[v] = v;
		s.ancestor[v] = s.bucket[v] = NO_NODE;
	}
	find_semidominators(&s);
	memset(of, 0xff, g->n * sizeof *of);
	for (uint32_t v = 1; v < s.n; v++)
		of[s.node[v]] = s.node[s.dom[v]];
	return (struct dominators){ of, s.node, s.n };
}

/* Which of 512 items each node leads to is a row of bits, made of the rows of what it calls; so 512
 * items cost a walk over all arcs.  Weights of a row are looked up eight items at a time. */

enum { WORDS = 8, BITS = 64, BYTES = WORDS * 8, ITEMS = WORDS * BITS };

struct row {
	uint64_t words[WORDS];
};

struct items {
	uint32_t items[ITEMS]; /* nodes, by rising number */
	uint32_t n;
	double sums[BYTES][256]; /* of each set of eight items */
	struct row *rows;        /* shape: [graph.n] */
};

/* Takes the next nodes with a weight, from *node on; false: there are none. */
static bool take_items(struct items *block, const double *weights, uint32_t *node, uint32_t n) {
	for (block->n = 0; *node < n && block->n < ITEMS; ++*node)
		if (weights[*node] > 0)
			block->items[block->n++] = *node;
	return block->n > 0;
}

static void sum_sets(struct items *block, const double *weights) {
	for (uint32_t byte = 0; byte < BYTES; byte++) {
		double *sums = block->sums[byte];

		sums[0] = 0;
		for (uint32_t bit = 0; bit < 8; bit++) {
			const uint32_t item = 8 * byte + bit;
			const double weight = item < block->n ? weights[block->items[item]] : 0;

			for (uint32_t set = 0; set < 1u << bit; set++)
				sums[set + (1u << bit)] = sums[set] + weight;
		}
	}
}

static double row_sum(const struct items *block, const struct row *row) {
	double sum = 0;

	for (uint32_t w = 0; w < WORDS; w++) {
		uint64_t word = row->words[w];

		for (uint32_t i = 8 * w; word; i++, word >>= 8)
			sum += block->sums[i][word & 255];
	}
	return sum;
}

/* Adds what each node reaches of the block. */
static void add_block(const struct flow_graph *g, struct items *block, double *sums) {
	uint32_t item = 0;

	memset(block->rows, 0, block->items[0] * sizeof *block->rows);
	for (uint32_t v = block->items[0]; v < g->n; v++) {
		struct row row = { { 0 } };

		if (item < block->n && block->items[item] == v) {
			row.words[item / BITS] = UINT64_C(1) << item % BITS;
			item++;
		}
		for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++)
			for (uint32_t w = 0; w < WORDS; w++)
				row.words[w] |= block->rows[g->to[i]].words[w];
		block->rows[v] = row;
		sums[v] += row_sum(block, &row);
	}
}

double *reach_sums(const struct flow_graph *g, const double *weights, struct arena *arena) {
	double *sums = arena_alloc(arena, g->n, sizeof *sums);
	struct items *block = arena_space(arena, 1, sizeof *block);
	uint32_t node = 0;

	block->rows = arena_space(arena, g->n, sizeof *block->rows);
	while (take_items(block, weights, &node, g->n)) {
		sum_sets(block, weights);
		add_block(g, block, sums);
	}
	return sums;
}

/* The order grows from both ends.  A function that calls none of those left goes to the end,
 * because no call goes against that.  Otherwise the next one at the start is chosen from those that
 * are called from outside or by one already placed: the one whose calls to those left most exceed
 * the calls it gets from them, which go against the order. */

struct placing {
	const struct cycle_graph *graph;
	uint32_t *positions; /* or NONE; shape of all: [n] */
	uint32_t *ncallees;  /* of those left */
	uint32_t *ncallers;  /* same */
	double *gain;        /* calls to those left minus calls from them */
	uint32_t *heap;      /* candidates for the next one, best first */
	uint32_t *in_heap;   /* their positions in it, or NONE: never in it */
	uint32_t *ends;      /* those that call none of those left */
	uint32_t *order;     /* the next one if none has a caller */
	uint32_t nheap, nends, norder;
	uint32_t low, high; /* free positions: [low, high) */
};

static bool is_better(const struct placing *p, uint32_t a, uint32_t b) {
	const double *entries = p->graph->entries;

	if (!p->ncallers[a] != !p->ncallers[b])
		return !p->ncallers[a];
	if (p->gain[a] < p->gain[b] || p->gain[a] > p->gain[b])
		return p->gain[a] > p->gain[b];
	if (entries[a] < entries[b] || entries[a] > entries[b])
		return entries[a] > entries[b];
	return a < b;
}

static void put(struct placing *p, uint32_t at, uint32_t f) {
	p->heap[at] = f;
	p->in_heap[f] = at;
}

static void sink(struct placing *p, uint32_t f) {
	uint32_t at = p->in_heap[f], child;

	while ((child = 2 * at + 1) < p->nheap) {
		if (child + 1 < p->nheap && is_better(p, p->heap[child + 1], p->heap[child]))
			child++;
		if (!is_better(p, p->heap[child], f))
			break;
		put(p, at, p->heap[child]);
		at = child;
	}
	put(p, at, f);
}

/* Adds a candidate, or moves one that has become better. */
static void push_placing(struct placing *p, uint32_t f) {
	if (p->in_heap[f] == NONE)
		p->in_heap[f] = p->nheap++;
	uint32_t at = p->in_heap[f];
	for (; at && is_better(p, f, p->heap[(at - 1) / 2]); at = (at - 1) / 2)
		put(p, at, p->heap[(at - 1) / 2]);
	put(p, at, f);
}

static uint32_t pop_placing(struct placing *p) {
	uint32_t best = p->heap[0], last = p->heap[--p->nheap];

	if (p->nheap) {
		p->in_heap[last] = 0;
		sink(p, last);
	}
	return best;
}

/* A function called by one that is placed has one caller less among those left. */
static void lose_caller(struct placing *p, uint32_t f, double calls) {
	if (p->positions[f] != NONE)
		return;
	p->ncallers[f]--;
	p->gain[f] += calls;
	push_placing(p, f);
}

static void lose_callee(struct placing *p, uint32_t f, double calls) {
	if (p->positions[f] != NONE)
		return;
	if (!--p->ncallees[f])
		p->ends[p->nends++] = f;
	p->gain[f] -= calls;
	if (p->in_heap[f] != NONE)
		sink(p, f);
}

/* Functions placed at the end call none of those left. */
static void place(struct placing *p, uint32_t f, uint32_t at) {
	const struct flow_graph *callees = &p->graph->callees, *callers = &p->graph->callers;

	p->positions[f] = at;
	for (uint32_t i = callees->first[f]; i < callees->first[f + 1]; i++)
		lose_caller(p, callees->to[i], callees->weights[i]);
	for (uint32_t i = callers->first[f]; i < callers->first[f + 1]; i++)
		lose_callee(p, callers->to[i], callers->weights[i]);
}

static void place_next(struct placing *p) {
	uint32_t f;

	if (p->nends) {
		f = p->ends[--p->nends];
		if (p->positions[f] == NONE)
			place(p, f, --p->high);
		return;
	}
	f = p->nheap ? pop_placing(p) : p->order[p->norder++];
	if (p->positions[f] == NONE)
		place(p, f, p->low++);
}

static double sum(const struct flow_graph *g, uint32_t f) {
	double calls = 0;

	for (uint32_t i = g->first[f]; i < g->first[f + 1]; i++)
		calls += g->weights[i];
	return calls;
}

static int by_goodness(const void *a, const void *b, const void *context) {
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return is_better(context, x, y) ? -1 : is_better(context, y, x);
}

static void begin(struct placing *p, struct arena *arena) {
	const struct cycle_graph *t = p->graph;

	for (uint32_t f = 0; f < t->callees.n; f++) {
		p->positions[f] = p->in_heap[f] = NONE;
		p->order[f] = f;
		p->ncallees[f] = t->callees.first[f + 1] - t->callees.first[f];
		p->ncallers[f] = t->callers.first[f + 1] - t->callers.first[f];
		p->gain[f] = sum(&t->callees, f) - sum(&t->callers, f);
		if (!p->ncallees[f])
			p->ends[p->nends++] = f;
	}
	sort_stable(p->order, t->callees.n, sizeof *p->order, by_goodness, p, arena);
	for (uint32_t f = 0; f < t->callees.n; f++)
		if (t->entries[f] > 0)
			push_placing(p, f);
}

uint32_t *feedback_order(const struct cycle_graph *graph, struct arena *arena) {
	const uint32_t n = graph->callees.n;
	SCRATCH struct arena *scratch = arena_new();
	struct placing p = {
		.graph = graph,
		.positions = arena_space(arena, n, sizeof *p.positions),
		.ncallees = arena_space(scratch, n, sizeof *p.ncallees),
		.ncallers = arena_space(scratch, n, sizeof *p.ncallers),
		.gain = arena_space(scratch, n, sizeof *p.gain),
		.heap = arena_space(scratch, n, sizeof *p.heap),
		.in_heap = arena_space(scratch, n, sizeof *p.in_heap),
		.ends = arena_space(scratch, n, sizeof *p.ends),
		.order = arena_space(scratch, n, sizeof *p.order),
		.high = n,
	};

	begin(&p, scratch);
	while (p.low < p.high)
		place_next(&p);
	return p.positions;
}

/* Moves each function in turn to where the fewest of its own calls go against the order, with all
 * others unchanged.  The order is a list whose members have ascending labels with gaps between
 * them, so that a move is cheap; where a gap is used up, a function stays. */

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

static bool goes_with(const struct sifting *s, uint32_t caller, uint32_t callee) {
	return s->labels[caller] < s->labels[callee];
}

static int by_label(const void *a, const void *b, const void *context) {
	const struct stop *x = a, *y = b;

	return x->label < y->label ? -1 : x->label > y->label;
}

/* Adds the callers or the callees of f as stops; returns their calls. */
static double add_stops(struct sifting *s, const struct flow_graph *g, uint32_t f,
                        bool are_callers) {
	double calls = 0;

	for (uint32_t i = g->first[f]; i < g->first[f + 1]; i++) {
		const uint32_t other = g->to[i];
		const double loss = are_callers ? -g->weights[i] : g->weights[i];

		s->stops[s->nstops++] = (struct stop){ s->labels[other], other, are_callers, loss };
		calls += g->weights[i];
	}
	return calls;
}

/* Sets the stops of f; returns what goes against the order before the first of them. */
static double find_stops(struct sifting *s, uint32_t f) {
	s->nstops = 0;
	double calls = add_stops(s, &s->graph->callers, f, true);
	add_stops(s, &s->graph->callees, f, false);
	sort_stable(s->stops, s->nstops, sizeof *s->stops, by_label, NULL, s->scratch);
	return calls;
}

/* How many stops should be before f; NONE: it is in the right position. */
static uint32_t best_position(struct sifting *s, uint32_t f) {
	double calls = find_stops(s, f), least = 0, now = 0;
	bool may_stay = s->graph->entries[f] > 0, may_pass = true;
	uint32_t best = NONE;

	for (uint32_t i = 0; i <= s->nstops; i++) {
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

static void link_between(struct sifting *s, uint32_t a, uint32_t b) {
	if (a != NONE)
		s->next[a] = b;
	if (b != NONE)
		s->before[b] = a;
}

/* The label halfway between two neighbours in the list; 0: no gap. */
static uint64_t label_between(const struct sifting *s, uint32_t a, uint32_t b) {
	uint64_t low = a == NONE ? 0 : s->labels[a];
	uint64_t high = b == NONE ? UINT64_MAX : s->labels[b];

	return high - low < 2 ? 0 : low + (high - low) / 2;
}

static void count_kept(struct sifting *s, uint32_t f, uint32_t change) {
	const struct flow_graph *callees = &s->graph->callees, *callers = &s->graph->callers;

	for (uint32_t i = callers->first[f]; i < callers->first[f + 1]; i++)
		if (goes_with(s, callers->to[i], f))
			s->nkept[f] += change;
	for (uint32_t i = callees->first[f]; i < callees->first[f + 1]; i++)
		if (goes_with(s, f, callees->to[i]))
			s->nkept[callees->to[i]] += change;
}

/* Moves f behind a stop, or before the first one; false: no gap. */
static bool move(struct sifting *s, uint32_t f, uint32_t position) {
	const uint32_t old_a = s->before[f], old_b = s->next[f];

	link_between(s, old_a, old_b);
	uint32_t a = position ? s->stops[position - 1].other : s->before[s->stops[0].other];
	uint32_t b = position ? s->next[a] : s->stops[0].other;
	uint64_t label = label_between(s, a, b);
	link_between(s, label ? a : old_a, f);
	link_between(s, f, label ? b : old_b);
	if (!label)
		return false;
	count_kept(s, f, UINT32_MAX);
	s->labels[f] = label;
	count_kept(s, f, 1);
	return true;
}

static bool sift_all(struct sifting *s) {
	bool any = false;

	for (uint32_t f = 0; f < s->graph->callees.n; f++) {
		uint32_t position = s->nkept[f] ? best_position(s, f) : NONE;

		if (position != NONE)
			any |= move(s, f, position);
		arena_reset(s->scratch);
	}
	return any;
}

static void begin_sift(struct sifting *s, const uint32_t *positions, struct arena *arena) {
	const uint32_t n = s->graph->callees.n;
	const uint64_t room = UINT64_MAX / (n + 1);
	uint32_t *order = arena_space(arena, n, sizeof *order), f;

	for (f = 0; f < n; f++)
		order[positions[f]] = f;
	for (uint32_t i = 0; i < n; i++) {
		f = order[i];
		s->labels[f] = (i + 1) * room;
		s->before[f] = i ? order[i - 1] : NONE;
		s->next[f] = i + 1 < n ? order[i + 1] : NONE;
		s->nkept[f] = s->graph->entries[f] > 0;
	}
	for (f = 0; f < n; f++) {
		const struct flow_graph *callers = &s->graph->callers;

		for (uint32_t i = callers->first[f]; i < callers->first[f + 1]; i++)
			s->nkept[f] += goes_with(s, callers->to[i], f);
	}
}

static void take_positions(const struct sifting *s, uint32_t *positions) {
	uint32_t f = 0, position = 0;

	while (s->before[f] != NONE)
		f = s->before[f];
	for (; f != NONE; f = s->next[f])
		positions[f] = position++;
}

void feedback_sift(const struct cycle_graph *graph, uint32_t *positions) {
	enum { ROUNDS = 4 }; /* further ones gain too little for their time */
	const uint32_t n = graph->callees.n;
	const size_t narcs = graph->callees.first[n];
	SCRATCH struct arena *arena = arena_new(), *scratch = arena_new();
	struct sifting s = {
		.graph = graph,
		.labels = arena_space(arena, n, sizeof *s.labels),
		.next = arena_space(arena, n, sizeof *s.next),
		.before = arena_space(arena, n, sizeof *s.before),
		.nkept = arena_space(arena, n, sizeof *s.nkept),
		.stops = arena_space(arena, 2 * narcs, sizeof *s.stops),
		.scratch = scratch,
	};

	begin_sift(&s, positions, arena);
	for (int round = 0; round < ROUNDS && sift_all(&s); round++)
		;
	take_positions(&s, positions);
}
