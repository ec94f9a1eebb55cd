/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/code_lines.h"

#include <string.h>

#include "base/arena.h"
#include "base/index.h"
#include "base/sort.h"
#include "model/frames.h"
#include "model/profile.h"

/* A line being added up. */
struct growing {
	struct code_line line;
	double in_bin;  /* ticks of the open bin */
	double hottest; /* ticks of the instruction at `address` */
};

struct made_call {
	uint32_t line;   /* as it came, then its index in the order */
	uint32_t callee; /* number of the function */
	uint64_t calls, address;
	bool is_near;
};

struct line_builder {
	const struct profile *profile;
	struct arena *arena, *scratch;
	struct growing *list; /* as they came; shape: [n] */
	size_t n;
	uint32_t *in_bin; /* lines that the open bin counts; shape: [nin_bin] */
	size_t nin_bin;
	struct made_call *calls; /* shape: [ncalls] */
	size_t ncalls;
	struct index index;
};

/* The result being put together: lines and calls in order. */
struct gathering {
	struct line_builder *b;
	const uint32_t *order; /* numbers of lines; shape: [b->n] */
	uint64_t *left;        /* calls of arcs not on any line; [narcs] */
	uint32_t *arc_of;      /* of the caller, by callee, plus 1; [nfuncs] */
	struct code_line *list;
	struct line_call *calls;
	struct code_lines *out;
};

struct line_builder *line_builder_new(const struct profile *profile, struct arena *arena,
                                      struct arena *scratch)
{
	struct line_builder *b = arena_alloc(scratch, 1, sizeof *b);

	b->profile = profile;
	b->arena = arena;
	b->scratch = b->index.arena = scratch;
	return b;
}

static bool is_line(const void *list, uint32_t number, const void *wanted)
{
	const struct code_line *x = &((const struct growing *)list)[number].line;
	const struct code_line *y = wanted;

	return x->func == y->func && x->location.path == y->location.path &&
	       x->location.line == y->location.line;
}

uint32_t line_of(struct line_builder *b, const struct func *func,
                 const struct source_location *location, const char *inlined, uint32_t frame)
{
	const struct code_line new = {
		.func = func, .location = *location, .inlined = inlined, .frame = frame
	};
	const uint64_t hash = hash_number(
		hash_number(hash_number(0, (uintptr_t)func), (uintptr_t)location->path),
		location->line);
	uint32_t number = index_find(&b->index, hash, is_line, b->list, &new);

	if (number != NO_ITEM)
		return number;
	number = (uint32_t)b->n++;
	b->list = arena_room(b->scratch, b->list, number, sizeof *b->list);
	b->list[number] = (struct growing){ .line = new };
	index_add(&b->index, hash, number);
	return number;
}

void line_add_ticks(struct line_builder *b, uint32_t line, uint64_t address, double ticks,
                    double variance)
{
	struct growing *g = &b->list[line];

	if (ticks <= 0)
		return;
	if (g->in_bin <= 0) {
		b->in_bin = arena_room(b->scratch, b->in_bin, b->nin_bin, sizeof *b->in_bin);
		b->in_bin[b->nin_bin++] = line;
	}
	g->in_bin += ticks;
	g->line.ticks += ticks;
	g->line.variance += variance;
	if (ticks > g->hottest) {
		g->hottest = ticks;
		g->line.address = address;
	}
}

void line_add_line(struct line_builder *b, uint32_t line, const struct code_line *from)
{
	struct growing *g = &b->list[line];

	g->line.ticks += from->ticks;
	g->line.variance += from->variance;
	g->line.least += from->least;
	g->line.most += from->most;
	if (g->line.least > g->line.ticks)
		g->line.least = g->line.ticks;
	if (from->address && from->ticks > g->hottest) {
		g->hottest = from->ticks;
		g->line.address = from->address;
	}
}

void line_end_bin(struct line_builder *b, double ticks)
{
	const double all = ticks * (1 - 1e-9); /* up to rounding */
	size_t i;

	for (i = 0; i < b->nin_bin; i++) {
		struct growing *g = &b->list[b->in_bin[i]];

		g->line.least += g->in_bin >= all ? g->in_bin : 0;
		g->line.most += ticks;
		g->in_bin = 0;
	}
	b->nin_bin = 0;
}

void line_add_calls(struct line_builder *b, uint32_t line, uint64_t address,
                    const struct func *callee, uint64_t calls, bool is_near)
{
	struct code_line *l = &b->list[line].line;

	if (!l->address)
		l->address = address;
	b->calls = arena_room(b->scratch, b->calls, b->ncalls, sizeof *b->calls);
	b->calls[b->ncalls++] = (struct made_call){ line,
		                                    (uint32_t)profile_number(b->profile, callee),
		                                    calls, address, is_near };
}

/* By text, so that lines with equal figures are always in the same order. */
static int by_location(const void *a, const void *b, const void *context)
{
	const struct line_builder *builder = context;
	const struct code_line *x = &builder->list[*(const uint32_t *)a].line;
	const struct code_line *y = &builder->list[*(const uint32_t *)b].line;

	if (x->func != y->func)
		return x->func < y->func ? -1 : 1;
	if (x->location.path != y->location.path)
		return strcmp(x->location.path, y->location.path);
	return x->location.line < y->location.line ? -1 : x->location.line > y->location.line;
}

static int by_line(const void *a, const void *b, const void *context)
{
	const struct made_call *x = a, *y = b;

	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->callee < y->callee ? -1 : x->callee > y->callee;
}

/* Sorts lines and calls; calls then refer to lines by their position. */
static const uint32_t *put_in_order(struct line_builder *b)
{
	uint32_t *order = arena_alloc(b->scratch, b->n, sizeof *order);
	uint32_t *location = arena_alloc(b->scratch, b->n, sizeof *location);
	size_t i;

	for (i = 0; i < b->n; i++)
		order[i] = (uint32_t)i;
	sort_stable(order, b->n, sizeof *order, by_location, b, b->scratch);
	for (i = 0; i < b->n; i++)
		location[order[i]] = (uint32_t)i;
	for (i = 0; i < b->ncalls; i++)
		b->calls[i].line = location[b->calls[i].line];
	sort_stable(b->calls, b->ncalls, sizeof *b->calls, by_line, NULL, b->scratch);
	return order;
}

/* Adds calls to the last line of the list, up to what the arc has left. */
static void add_call(struct gathering *g, uint32_t arc, const struct made_call *made)
{
	const struct arc *a = &g->b->profile->arcs[arc];
	struct code_line *line = &g->list[g->out->n - 1];
	struct line_call *last = line->ncalls ? &g->calls[g->out->ncalls - 1] : NULL;
	const uint64_t left = g->left[arc];
	const uint64_t calls = made->calls < left ? made->calls : left;

	if (!calls)
		return;
	g->left[arc] -= calls;
	if (!last || last->arc != a) {
		if (!line->ncalls++)
			line->first_call = (uint32_t)g->out->ncalls;
		last = &g->calls[g->out->ncalls++];
		*last = (struct line_call){ .arc = a,
			                    .address = made->address,
			                    .line = (uint32_t)g->out->n - 1 };
	}
	last->calls += calls;
	last->is_near |= made->is_near;
	line->calls += calls;
	line->is_near |= made->is_near;
	line->passed += arc_ticks(a, calls);
}

/* Adds what a function has on no known line. */
static void add_rest(struct gathering *g, const struct func *f, double ticks, double variance)
{
	enum { PARTS = 1000000 }; /* of a tick: less is rounding */
	const struct arc *arcs = g->b->profile->arcs;
	const struct made_call all = { .calls = UINT64_MAX };
	struct code_line rest = { .func = f, .frame = NO_FRAME };
	bool has_calls = false;
	uint32_t i;

	for (i = 0; i < f->ncallees; i++)
		has_calls |= g->left[f->callees[i] - arcs] > 0;
	if (PARTS * ticks >= 1) {
		rest.ticks = rest.least = rest.most = ticks;
		rest.variance = variance > 0 ? variance : 0;
	} else if (!has_calls) {
		return;
	}
	g->list[g->out->n++] = rest;
	for (i = 0; i < f->ncallees; i++)
		add_call(g, (uint32_t)(f->callees[i] - arcs), &all);
}

/* Adds the lines of a function, from *line on, with their calls from *call
 * on. */
static void add_function(struct gathering *g, const struct func *f, size_t *line, size_t *call)
{
	const struct line_builder *b = g->b;
	const struct arc *arcs = b->profile->arcs;
	double ticks = f->self_ticks, variance = f->variance;
	uint32_t i;

	for (i = 0; i < f->ncallees; i++)
		g->arc_of[profile_number(b->profile, f->callees[i]->callee)] =
			(uint32_t)(f->callees[i] - arcs) + 1;
	for (; *line < b->n && b->list[g->order[*line]].line.func == f; ++*line) {
		const struct code_line *l = &b->list[g->order[*line]].line;

		g->list[g->out->n++] = *l;
		g->out->has_inlined |= l->inlined != NULL;
		ticks -= l->ticks;
		variance -= l->variance;
		for (; *call < b->ncalls && b->calls[*call].line == *line; ++*call) {
			const struct made_call *c = &b->calls[*call];

			if (g->arc_of[c->callee])
				add_call(g, g->arc_of[c->callee] - 1, c);
		}
	}
	for (i = 0; i < f->ncallees; i++)
		g->arc_of[profile_number(b->profile, f->callees[i]->callee)] = 0;
	add_rest(g, f, ticks, variance);
}

/* Lists the calls by arc. */
static void list_by_arc(struct gathering *g)
{
	const struct profile *p = g->b->profile;
	uint32_t *first = arena_alloc(g->b->arena, p->narcs + 1, sizeof *first);
	uint32_t *next = arena_alloc(g->b->scratch, p->narcs + 1, sizeof *next);
	uint32_t *list = arena_alloc(g->b->arena, g->out->ncalls, sizeof *list);
	size_t i;

	for (i = 0; i < g->out->ncalls; i++)
		first[g->calls[i].arc - p->arcs + 1]++;
	for (i = 0; i < p->narcs; i++)
		next[i + 1] = first[i + 1] += first[i];
	for (i = 0; i < g->out->ncalls; i++)
		list[next[g->calls[i].arc - p->arcs]++] = (uint32_t)i;
	g->out->by_arc = list;
	g->out->first_of_arc = first;
}

const struct code_lines *line_builder_done(struct line_builder *b)
{
	const struct profile *p = b->profile;
	struct gathering g = { .b = b,
		               .order = put_in_order(b),
		               .left = arena_alloc(b->scratch, p->narcs, sizeof *g.left),
		               .arc_of = arena_alloc(b->scratch, p->nfuncs, sizeof *g.arc_of),
		               .out = arena_alloc(b->arena, 1, sizeof *g.out) };
	size_t line = 0, call = 0, i;

	/* At most one more line for each function, and one more call for each
	 * arc. */
	g.list = arena_space(b->scratch, b->n + p->nfuncs, sizeof *g.list);
	g.calls = arena_space(b->arena, b->ncalls + p->narcs, sizeof *g.calls);
	for (i = 0; i < p->narcs; i++)
		g.left[i] = p->arcs[i].calls;
	for (i = 0; i < p->nfuncs; i++)
		add_function(&g, &p->funcs[i], &line, &call);
	g.out->list = arena_copy(b->arena, g.list, g.out->n, sizeof *g.list);
	g.out->calls = g.calls;
	list_by_arc(&g);
	return g.out;
}
