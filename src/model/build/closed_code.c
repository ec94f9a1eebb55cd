/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/closed_code.h"

#include "base/arena.h"
#include "base/sort.h"
#include "model/build/building.h"
#include "model/build/flow_graph.h"

enum {
	MOST_CIRCLES = 64,        /* that a circle leads to, counted by paths */
	MOST_BYTES = 4096,        /* of a function */
	ALL_BYTES = 128 * 1024,   /* of all functions that are read */
	MOST_CALLS = 64,          /* of a function */
	PROFILER_CALL_WITHIN = 32 /* bytes from a function's beginning */
};

static const double least_share = 0.005; /* of all ticks */

struct closing {
	const struct building *b;
	const uint32_t *circle;
	const struct flow_graph *circles;
	bool *wanted;  /* circles to look at; shape: [circles->n] */
	bool *closed;  /* shape: same */
	uint64_t left; /* bytes that may be read yet */
};

/* A function that was counted called the profiler before anything else. */
static bool is_known_call(const struct building *b, const struct func *f,
                          const struct code_call *call, bool is_first)
{
	uint32_t to;

	if (!call->has_target)
		return is_first && func_is_counted(f) && call->at - f->low <= PROFILER_CALL_WITHIN;
	to = code_map_at(&b->map, call->target);
	return to != NO_FUNC && (b->funcs[to].is_profiler || func_is_counted(&b->funcs[to]));
}

/* Whether all calls in the function's code are known ones. */
static bool is_closed(struct closing *c, const struct func *f)
{
	const struct code_reader *reader = &c->b->rules->code;
	const uint64_t size = f->high - f->low;
	struct code_call calls[MOST_CALLS];
	size_t n, i;

	if (f->kind != FUNC_SYMBOL || f->is_profiler || size > MOST_BYTES || size > c->left ||
	    !reader->calls)
		return false;
	c->left -= size;
	if (!reader->calls(reader->context, f->low, f->high, calls, MOST_CALLS, &n))
		return false;
	for (i = 0; i < n; i++)
		if (!is_known_call(c->b, f, &calls[i], i == 0))
			return false;
	return true;
}

/* Marks circles that lead to few others, if they have some time, and what they
 * lead to. */
static void find_wanted(struct closing *c)
{
	const struct flow_graph *g = c->circles;
	const struct building *b = c->b;
	const double enough = least_share * b->profile->total_ticks;
	unsigned char *size = arena_alloc(b->step, g->n, 1);
	uint32_t i, k;
	unsigned sum;

	for (i = 0; i < g->n; i++) {
		sum = 1;
		for (k = g->first[i]; k < g->first[i + 1]; k++)
			if (sum <= MOST_CIRCLES)
				sum += size[g->to[k]];
		size[i] = (unsigned char)(sum > MOST_CIRCLES ? MOST_CIRCLES + 1 : sum);
	}
	for (i = 0; i < b->nfuncs; i++)
		if (b->funcs[i].self_ticks + b->funcs[i].descendant_ticks >= enough &&
		    size[c->circle[i]] <= MOST_CIRCLES)
			c->wanted[c->circle[i]] = true;
	for (i = g->n; i-- > 0;)
		for (k = g->first[i]; c->wanted[i] && k < g->first[i + 1]; k++)
			c->wanted[g->to[k]] = true;
}

/* Functions by the number of their circle: what they call comes before. */
static struct keyed *by_circle(const struct closing *c)
{
	const size_t n = c->b->nfuncs;
	struct keyed *list = arena_space(c->b->step, n, sizeof *list);
	size_t i;

	for (i = 0; i < n; i++)
		list[i] = (struct keyed){ c->circle[i], (uint32_t)i };
	sort_keys(list, n, c->b->step);
	return list;
}

static bool leads_to_closed(const struct closing *c, uint32_t circle)
{
	const struct flow_graph *g = c->circles;
	uint32_t k;

	for (k = g->first[circle]; k < g->first[circle + 1]; k++)
		if (!c->closed[g->to[k]])
			return false;
	return true;
}

bool *closed_code_find(const struct building *b, const uint32_t *circle,
                       const struct flow_graph *circles)
{
	struct closing c = { .b = b, .circle = circle, .circles = circles, .left = ALL_BYTES };
	const struct keyed *order;
	uint32_t i;

	c.wanted = arena_alloc(b->step, circles->n, sizeof *c.wanted);
	c.closed = arena_alloc(b->step, circles->n, sizeof *c.closed);
	order = by_circle(&c);
	find_wanted(&c);
	for (i = 0; i < circles->n; i++)
		c.closed[i] = c.wanted[i];
	for (i = 0; i < b->nfuncs; i++) {
		const uint32_t at = (uint32_t)order[i].key;

		if (c.closed[at])
			c.closed[at] = leads_to_closed(&c, at) &&
			               is_closed(&c, &b->funcs[order[i].index]);
	}
	return c.closed;
}
