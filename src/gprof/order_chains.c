/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/order_chains.h"

#include "base/arena.h"
#include "base/sort.h"
#include "model/profile.h"

struct order_chains order_chains_new(const struct profile *p, FILE *out,
                                     struct arena *arena)
{
	struct order_chains c = { .profile = p, .out = out };

	c.is_placed = arena_alloc(arena, p->nfuncs, sizeof *c.is_placed);
	c.is_arc_placed = arena_alloc(arena, p->narcs, sizeof *c.is_arc_placed);
	c.next = arena_alloc(arena, p->nfuncs, sizeof *c.next);
	c.before = arena_alloc(arena, p->nfuncs, sizeof *c.before);
	c.left = arena_alloc(arena, 3 * p->narcs, sizeof *c.left);
	return c;
}

const struct arc **order_arcs(const struct profile *p, size_t *n,
                              struct arena *arena)
{
	const struct arc **list = arena_alloc(arena, p->narcs, sizeof *list);
	size_t i;

	for (i = *n = 0; i < p->narcs; i++)
		if (p->arcs[i].caller != p->arcs[i].callee)
			list[(*n)++] = &p->arcs[i];
	return list;
}

static int by_calls(const void *a, const void *b, const void *context)
{
	const struct arc *x = *(const struct arc *const *)a;
	const struct arc *y = *(const struct arc *const *)b;

	return x->calls > y->calls ? -1 : x->calls < y->calls;
}

void order_sort(const struct arc **arcs, size_t n, struct arena *scratch)
{
	sort_stable(arcs, n, sizeof *arcs, by_calls, NULL, scratch);
}

void order_print(struct order_chains *c, size_t i)
{
	if (!c->is_placed[i])
		fprintf(c->out, "%s\n", c->profile->funcs[i].name);
	c->is_placed[i] = true;
}

static bool is_attached(const struct order_chains *c, size_t i)
{
	return c->next[i] || c->before[i];
}

/* The end of a chain in one direction, and its distance. */
static size_t end_of(const uint32_t *links, size_t i, size_t *steps)
{
	for (*steps = 0; links[i]; ++*steps)
		i = links[i] - 1;
	return i;
}

/* The nearer end, or the first if both are equally near. */
static size_t nearer_end(const uint32_t *first, const uint32_t *second,
                         size_t i)
{
	size_t steps1, steps2;
	size_t end1 = end_of(first, i, &steps1);
	size_t end2 = end_of(second, i, &steps2);

	return steps2 < steps1 ? end2 : end1;
}

/* The other end of the chain that begins or ends at i. */
static size_t far_end(const struct order_chains *c, size_t i)
{
	size_t steps;

	return end_of(c->next[i] ? c->next : c->before, i, &steps);
}

static void link_up(struct order_chains *c, size_t before, size_t after)
{
	c->next[before] = (uint32_t)after + 1;
	c->before[after] = (uint32_t)before + 1;
}

static void join(struct order_chains *c, size_t caller, size_t callee)
{
	if (c->next[caller]) {
		if (!c->next[callee])
			link_up(c, callee, caller);
	} else if (c->before[caller]) {
		if (!c->before[callee])
			link_up(c, caller, callee);
	} else if (c->before[callee]) {
		link_up(c, callee, caller);
	} else {
		link_up(c, caller, callee);
	}
}

/* Puts caller and callee next to each other; false if that is impossible. */
static bool place_arc(struct order_chains *c, size_t caller, size_t callee)
{
	if (!is_attached(c, caller))
		callee = nearer_end(c->before, c->next, callee);
	else if (!is_attached(c, callee))
		caller = nearer_end(c->next, c->before, caller);
	else
		return false;
	if (far_end(c, caller) == callee && far_end(c, callee) == caller)
		return false;
	join(c, caller, callee);
	return true;
}

/* Prints the chain that function i is in. */
static void print_chain(struct order_chains *c, size_t i)
{
	size_t steps;

	for (i = end_of(c->before, i, &steps);; i = c->next[i] - 1) {
		fprintf(c->out, "%s\n", c->profile->funcs[i].name);
		c->is_placed[i] = true;
		if (!c->next[i])
			return;
	}
}

static void print_chains(struct order_chains *c, const struct arc **arcs,
                         size_t n, bool all)
{
	size_t i;

	for (i = 0; i < n; i++) {
		size_t caller = profile_number(c->profile, arcs[i]->caller);
		size_t callee = profile_number(c->profile, arcs[i]->callee);

		if (!c->is_placed[caller] && !c->is_placed[callee] &&
		    is_attached(c, caller))
			print_chain(c, caller);
	}
	for (i = 0; i < n && all; i++) {
		size_t caller = profile_number(c->profile, arcs[i]->caller);
		size_t callee = profile_number(c->profile, arcs[i]->callee);

		if (!c->is_placed[caller] && !c->is_placed[callee])
			order_print(c, caller);
	}
}

void order_place(struct order_chains *c, const struct arc **arcs, size_t n,
                 bool all)
{
	uint64_t total = 0, sum = 0;
	size_t i;

	for (i = 0; i < n; i++)
		total += arcs[i]->calls;
	for (i = 0; i < n; i++) {
		size_t caller = profile_number(c->profile, arcs[i]->caller);
		size_t callee = profile_number(c->profile, arcs[i]->callee);
		size_t number = (size_t)(arcs[i] - c->profile->arcs);
		bool is_rare;

		sum += arcs[i]->calls;
		is_rare = !all && (double)sum / (double)total > 0.99;
		if (c->is_arc_placed[number])
			continue;
		if (!is_rare && !c->is_placed[caller] &&
		    !c->is_placed[callee] && place_arc(c, caller, callee))
			c->is_arc_placed[number] = true;
		else
			c->left[c->nleft++] = arcs[i];
	}
	print_chains(c, arcs, n, all);
}
