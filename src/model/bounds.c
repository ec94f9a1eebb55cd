/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/bounds.h"

#include "base/arena.h"
#include "model/profile.h"

/* A walk along calls that enters each function once. */
struct walk {
	const struct profile *profile;
	const struct func **stack; /* shape: [nfuncs] */
	size_t n;
	bool *seen;                /* shape: [nfuncs] */
	const struct func *barred; /* not entered; may be NULL */
};

static struct walk walk_new(const struct profile *p, struct arena *arena)
{
	struct walk walk = { .profile = p };

	walk.stack = arena_alloc(arena, p->nfuncs, sizeof *walk.stack);
	walk.seen = arena_alloc(arena, p->nfuncs, sizeof *walk.seen);
	return walk;
}

static void enter(struct walk *walk, const struct func *f)
{
	size_t number = profile_number(walk->profile, f);

	if (walk->seen[number] || f == walk->barred)
		return;
	walk->seen[number] = true;
	walk->stack[walk->n++] = f;
}

/* Enters everything that the function leads to. */
static void walk_from(struct walk *walk, const struct func *f)
{
	size_t i;

	enter(walk, f);
	while (walk->n) {
		f = walk->stack[--walk->n];
		for (i = 0; i < f->ncallees; i++)
			enter(walk, f->callees[i]->callee);
	}
}

/* No function but itself is known to call it. */
static bool is_root(const struct func *f)
{
	size_t i;

	for (i = 0; i < f->ncallers; i++)
		if (f->callers[i]->caller != f)
			return false;
	return true;
}

static bool is_in_circle(const struct profile *p, const struct func *f)
{
	return f->cycle || profile_opened(p, f);
}

/* What can be reached without the function.  Where calls form a circle with no
 * known entry, any member may have been the first. */
static struct walk around(const struct profile *p, const struct func *f,
                          struct arena *arena)
{
	struct walk all = walk_new(p, arena), walk = walk_new(p, arena);
	size_t i;

	walk.barred = f;
	for (i = 0; i < p->nfuncs; i++)
		if (is_root(&p->funcs[i])) {
			walk_from(&all, &p->funcs[i]);
			walk_from(&walk, &p->funcs[i]);
		}
	for (i = 0; i < p->nfuncs; i++)
		if (!all.seen[i] && is_in_circle(p, &p->funcs[i]))
			walk_from(&walk, &p->funcs[i]);
	return walk;
}

struct bounds bounds_of(const struct profile *p, const struct func *f,
                        struct arena *arena)
{
	struct walk below = walk_new(p, arena);
	struct walk beside = around(p, f, arena);
	struct bounds bounds = { 0, 0 };
	size_t i;

	walk_from(&below, f);
	for (i = 0; i < p->nfuncs; i++) {
		if (!below.seen[i])
			continue;
		bounds.most += p->funcs[i].self_ticks;
		if (!beside.seen[i])
			bounds.least += p->funcs[i].self_ticks;
	}
	return bounds;
}
