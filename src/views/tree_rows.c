/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/tree_row.h"

#include "base/arena.h"
#include "base/sort.h"
#include "model/bounds.h"
#include "model/profile.h"
#include "table/folds.h"

/* Rows below the same one, being made. */
struct making {
	const struct tree_row *above; /* or NULL: roots */
	struct tree_row *rows;
	size_t n;
	struct arena *arena;
};

static uint64_t key_of(const struct tree_row *row, uint64_t above)
{
	if (row->kind != TREE_CYCLE)
		return fold_key(above, row->func->name);
	/* Its number may change from run to run. */
	return fold_key(fold_key(above, "<cycle>"), row->cycle->members[0]->name);
}

static void make(struct making *m, struct tree_row row)
{
	row.above = m->above;
	row.leads_up = m->above && m->above->leads_up;
	row.depth = m->above ? m->above->depth + 1 : 0;
	m->rows = arena_room(m->arena, m->rows, m->n, sizeof row);
	m->rows[m->n++] = row;
}

static int by_key(const void *a, const void *b, const void *context)
{
	const struct tree_row *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->func != y->func) /* both point into the same array, or NULL */
		return x->func < y->func ? -1 : 1;
	return (int)x->kind - (int)y->kind;
}

/* The most time first, then the most calls, then by address. */
static int by_time(const void *a, const void *b, const void *context)
{
	const struct tree_row *x = a, *y = b;
	double time_x = x->self + x->child, time_y = y->self + y->child;

	if (time_x < time_y || time_x > time_y)
		return time_x > time_y ? -1 : 1;
	if (x->calls < y->calls || x->calls > y->calls)
		return x->calls > y->calls ? -1 : 1;
	return x->func < y->func ? -1 : x->func > y->func;
}

static void merge(struct tree_row *into, const struct tree_row *row)
{
	into->is_measured &= row->is_measured;
	into->part += row->part;
	into->reach += row->reach;
	into->self += row->self;
	into->child += row->child;
	into->calls += row->calls;
}

/* Arcs to the same function become one row, and functions with the same name
 * get different keys: the first one that of the name, as if it were alone, the
 * others by their order in memory. */
static void tell_apart(struct making *m)
{
	uint64_t name = 0;
	size_t n = 0, i;

	sort_stable(m->rows, m->n, sizeof *m->rows, by_key, NULL, m->arena);
	for (i = 0; i < m->n; i++) {
		struct tree_row *last = n ? &m->rows[n - 1] : NULL;
		struct tree_row row = m->rows[i];

		if (last && name == row.key && last->func == row.func && last->kind == row.kind &&
		    last->cycle == row.cycle) {
			merge(last, &row);
			continue;
		}
		if (last && name == row.key)
			row.key = fold_key(last->key, "again");
		else
			name = row.key;
		m->rows[n++] = row;
	}
	m->n = n;
}

/* A row is open at first if the one above is and it has a tenth of all, or the
 * most of its siblings and a hundredth; down to a limit. */
static void open_some(struct making *m, double all)
{
	enum { DEEPEST = 24 };
	size_t i;

	for (i = 0; i < m->n; i++) {
		double time = m->rows[i].self + m->rows[i].child;

		m->rows[i].all = all;
		if (m->above && !m->above->opens)
			continue;
		m->rows[i].opens = m->rows[i].has_figures && m->rows[i].depth < DEEPEST &&
		                   (10 * time >= all || (!i && 100 * time >= all)) && time > 0;
	}
}

static struct tree_list finish(struct making *m, uint64_t above, double all)
{
	size_t i;

	for (i = 0; i < m->n; i++)
		m->rows[i].key = key_of(&m->rows[i], above);
	tell_apart(m);
	sort_stable(m->rows, m->n, sizeof *m->rows, by_time, NULL, m->arena);
	open_some(m, all);
	return (struct tree_list){ m->rows, m->n };
}

/* Of a cycle, or without one of a function. */
static struct tree_row part_of(const struct func *f, const struct cycle *c, double part,
                               double reach, double calls)
{
	return (struct tree_row){ .kind = c ? TREE_CYCLE : TREE_FUNC,
		                  .func = c ? NULL : f,
		                  .cycle = c,
		                  .part = part,
		                  .reach = reach,
		                  .self = part * (c ? c->self_ticks : f->self_ticks),
		                  .child = part * (c ? c->descendant_ticks : f->descendant_ticks),
		                  .calls = calls,
		                  .has_figures = true };
}

/* One end of an arc that passes no time on. */
static struct tree_row again(const struct arc *a, const struct func *f, double calls)
{
	return (struct tree_row){ .kind = TREE_AGAIN,
		                  .func = f,
		                  .is_other = a->caller != a->callee,
		                  .cut = a->is_cut ? a : NULL,
		                  .arc = a->is_cut ? a : NULL,
		                  .calls = calls };
}

/* The arc, if a row says what it is. */
static const struct arc *marked(const struct arc *a)
{
	return a->is_split || a->is_inlined ? a : NULL;
}

/* Whether its time is passed on to any function but itself. */
static bool is_called(const struct func *f)
{
	size_t i;

	for (i = 0; i < f->ncallers; i++)
		if (arc_hands_time(f->callers[i]))
			return true;
	return false;
}

static bool cycle_is_called(const struct cycle *c)
{
	size_t i;

	for (i = 0; i < c->nmembers; i++)
		if (is_called(c->members[i]))
			return true;
	return false;
}

struct tree_list tree_roots(const struct profile *p, bool zeros, uint64_t key, struct arena *arena)
{
	struct making m = { .arena = arena };
	size_t i;

	for (i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		if (f->cycle || is_called(f))
			continue;
		if (zeros || f->ncallees || f->self_ticks + f->descendant_ticks > 0)
			make(&m, part_of(f, NULL, 1, 1, 0));
	}
	for (i = 0; i < p->ncycles; i++)
		if (!cycle_is_called(&p->cycles[i]))
			make(&m, part_of(NULL, &p->cycles[i], 1, 1, 0));
	return finish(&m, key, p->total_ticks);
}

struct tree_row tree_root_above(const struct func *f, uint64_t key)
{
	struct tree_row row = part_of(f, NULL, 1, 1, (double)(f->calls - f->cut_calls));

	row.all = row.self + row.child;
	row.key = key_of(&row, key);
	row.opens = true;
	row.leads_up = true;
	return row;
}

static void make_callee(struct making *m, const struct arc *a)
{
	const struct func *to = a->callee;
	double calls = m->above->reach * (double)a->calls, part, reach;
	struct tree_row row;

	if (!arc_hands_time(a)) {
		make(m, again(a, to, calls));
		return;
	}
	part = m->above->part * a->share;
	reach = m->above->reach * arc_part_of_calls(a);
	if (a->self_ticks + a->descendant_ticks <= 0)
		part = reach = 0;
	row = part_of(to, to->cycle, part, reach, calls);
	row.arc = marked(a);
	if (a->is_inlined) { /* the same in sum, but measured there */
		row.self = m->above->part * a->self_ticks;
		row.child = m->above->part * a->descendant_ticks;
		row.is_measured = m->above->part >= 1 &&
		                  a->self_ticks + a->descendant_ticks <= a->inlined_ticks;
	}
	make(m, row);
}

static void make_callees(struct making *m, const struct func *f)
{
	size_t i;

	for (i = 0; i < f->ncallees; i++)
		make_callee(m, f->callees[i]);
}

/* They share the time of the cycle, so each has what its own calls make. */
static void make_members(struct making *m, const struct cycle *c)
{
	const double part = m->above->part, reach = m->above->reach;
	size_t i;

	for (i = 0; i < c->nmembers; i++) {
		const struct func *f = c->members[i];
		struct tree_row row = part_of(f, NULL, part, reach, reach * (double)f->calls);

		row.child = part * (bounds_estimate(f) - f->self_ticks);
		make(m, row);
	}
}

/* The caller of an arc, or without one a cycle, on whose behalf part of the
 * time above is spent. */
static void make_caller(struct making *m, const struct arc *a, const struct cycle *c)
{
	const struct tree_row *above = m->above;
	const double part = a ? a->share : 1;
	const double calls = a ? arc_part_of_calls(a) : 1;

	make(m, (struct tree_row){ .kind = a ? TREE_FUNC : TREE_CYCLE,
	                           .func = a ? a->caller : NULL,
	                           .cycle = c,
	                           .arc = a ? marked(a) : NULL,
	                           .part = above->part * part,
	                           .reach = above->reach * calls,
	                           .self = above->self * part,
	                           .child = above->child * part,
	                           .calls = above->calls * calls,
	                           .has_figures = true });
}

static void make_callers(struct making *m, const struct func *f)
{
	size_t i;

	if (f->cycle && cycle_is_called(f->cycle)) /* entered through it */
		make_caller(m, NULL, f->cycle);
	for (i = 0; i < f->ncallers; i++) {
		const struct arc *a = f->callers[i];

		if (!arc_hands_time(a))
			make(m, again(a, a->caller, (double)a->calls));
		else if (!f->cycle)
			make_caller(m, a, NULL);
	}
}

static void make_callers_of_cycle(struct making *m, const struct cycle *c)
{
	size_t k, i;

	for (k = 0; k < c->nmembers; k++)
		for (i = 0; i < c->members[k]->ncallers; i++) {
			const struct arc *a = c->members[k]->callers[i];

			if (a->caller->cycle != c)
				make_caller(m, a, NULL);
		}
}

struct tree_list tree_next(const struct tree_row *row, struct arena *arena)
{
	struct making m = { .above = row, .arena = arena };

	if (row->kind == TREE_FUNC && row->leads_up)
		make_callers(&m, row->func);
	else if (row->kind == TREE_FUNC)
		make_callees(&m, row->func);
	else if (row->kind == TREE_CYCLE && row->leads_up)
		make_callers_of_cycle(&m, row->cycle);
	else if (row->kind == TREE_CYCLE)
		make_members(&m, row->cycle);
	return finish(&m, row->key, row->all);
}
