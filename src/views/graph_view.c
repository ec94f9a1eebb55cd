/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include "base/arena.h"
#include "base/sort.h"
#include "model/profile.h"
#include "table/folds.h"
#include "views/columns.h"
#include "views/explain.h"
#include "views/filtering.h"
#include "views/graph_row.h"

/* Finds the row again when the entry is made anew. */
static uint64_t key_of(const struct graph_row *row)
{
	const struct func *f = row->cycle ? row->cycle->members[0] : row->func;

	return fold_key((uint64_t)row->part + 1, f ? f->name : "");
}

static void add(struct table *t, struct graph_row row, unsigned depth)
{
	struct graph_row *item = arena_alloc(t->arena, 1, sizeof *item);

	*item = row;
	t->nall++;
	table_add(t, (struct row){ .item = item,
	                           .depth = depth,
	                           .id = key_of(&row),
	                           .is_subject = row.part == GRAPH_SELF ||
	                                         row.part == GRAPH_CYCLE });
}

/* What passes along an arc: none within a cycle, then by calls. */
static int by_weight(const void *a, const void *b, const void *context)
{
	const struct arc *x = *(const struct arc *const *)a;
	const struct arc *y = *(const struct arc *const *)b;
	double weight_x = x->self_ticks + x->child_ticks;
	double weight_y = y->self_ticks + y->child_ticks;

	if (weight_x < weight_y || weight_x > weight_y)
		return weight_x > weight_y ? -1 : 1;
	return x->calls > y->calls ? -1 : x->calls < y->calls;
}

static const struct arc **sorted(struct table *t, const struct arc **arcs,
                                 size_t n)
{
	const struct arc **list = arena_alloc(t->arena, n, sizeof *list);
	size_t i;

	for (i = 0; i < n; i++)
		list[i] = arcs[i];
	sort_stable(list, n, sizeof *list, by_weight, NULL, t->arena);
	return list;
}

/* Whether filter and limit keep an arc, where `other` is the end that the row
 * is about. */
static bool keeps(const struct table *t, const struct arc *a,
                  const struct func *other)
{
	return !limit_hides(t, a->self_ticks + a->child_ticks) &&
	       filter_keeps_arc(t, a->caller, a->callee, other);
}

/* The callers that matter most stand next to the function. */
static void add_callers(struct table *t, const struct arc **arcs, size_t n)
{
	const struct arc **list = sorted(t, arcs, n);
	size_t i;

	for (i = n; i-- > 0;) {
		const struct arc *a = list[i];

		if (keeps(t, a, a->caller))
			add(t,
			    (struct graph_row){ .part = GRAPH_CALLER,
			                        .func = a->caller,
			                        .arc = a },
			    1);
		else
			t->nall++;
	}
	if (!n)
		add(t, (struct graph_row){ .part = GRAPH_SPONTANEOUS }, 1);
}

static void add_callees(struct table *t, const struct func *f)
{
	const struct arc **list = sorted(t, f->callees, f->ncallees);
	size_t i;

	for (i = 0; i < f->ncallees; i++) {
		const struct arc *a = list[i];

		if (keeps(t, a, a->callee))
			add(t,
			    (struct graph_row){ .part = GRAPH_CALLEE,
			                        .func = a->callee,
			                        .arc = a },
			    1);
		else
			t->nall++;
	}
}

static void build_function(struct table *t, const struct func *f)
{
	add_callers(t, f->callers, f->ncallers);
	add(t, (struct graph_row){ .part = GRAPH_SELF, .func = f }, 0);
	add_callees(t, f);
	if (f->cycle)
		add(t,
		    (struct graph_row){ .part = GRAPH_CYCLE,
		                        .cycle = f->cycle },
		    0);
}

static void build_cycle(struct table *t, const struct cycle *c)
{
	const struct arc **arcs = NULL;
	size_t n = 0, m, i;

	for (m = 0; m < c->nmembers; m++)
		for (i = 0; i < c->members[m]->ncallers; i++) {
			const struct arc *a = c->members[m]->callers[i];

			if (a->caller->cycle == c)
				continue;
			arcs = arena_room(t->arena, arcs, n, sizeof *arcs);
			arcs[n++] = a;
		}
	add_callers(t, arcs, n);
	add(t, (struct graph_row){ .part = GRAPH_CYCLE, .cycle = c }, 0);
	for (m = 0; m < c->nmembers; m++) {
		const struct func *f = c->members[m];

		if (limit_hides(t, f->self_ticks + f->child_ticks))
			t->nall++;
		else
			add(t,
			    (struct graph_row){ .part = GRAPH_MEMBER,
			                        .func = f },
			    1);
	}
}

/* Without a function in question: the one with most time in it. */
static const struct func *first_function(const struct profile *p)
{
	size_t i;

	for (i = 0; i < p->nindexes; i++)
		if (p->by_index[i])
			return p->by_index[i];
	return NULL;
}

static void build(struct table *t, const struct query *query)
{
	const struct func *f = query->subject ? query->subject
	                                      : first_function(t->profile);

	t->things = "rows";
	t->has_limit = query->limit > 0;
	if (query->cycle)
		build_cycle(t, query->cycle);
	else if (f)
		build_function(t, f);
}

static const struct func *subject(const void *item)
{
	const struct graph_row *r = item;

	return r->func;
}

static const struct view *follow(const void *item, struct query *query)
{
	const struct graph_row *r = item;

	query->subject = r->func;
	query->cycle = r->part == GRAPH_CYCLE ? r->cycle : NULL;
	return query->subject || query->cycle ? view_named("graph") : NULL;
}

const struct view graph_view = {
	.name = "graph",
	.key = "2",
	.title = "Call graph",
	.help = "Who calls this function, what does it call, at what cost?",
	.order = 20,
	.is_tab = true,
	.is_of_function = true,
	.columns = &graph_columns,
	.build = build,
	.subject = subject,
	.explain = explain_graph_row,
	.follow = follow,
};
