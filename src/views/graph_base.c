/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/graph_base.h"

#include "base/arena.h"
#include "base/index.h"
#include "model/compare/comparison.h"
#include "model/profile.h"
#include "table/table.h"

/* Calls to or from one function. */
struct base_end {
	const struct func *twin; /* on the new side; or NULL */
	const struct func *base; /* the first of the base */
	double calls, ticks;     /* of the new side's rate */
	bool has_ticks;          /* some of them hand time on */
	bool is_taken;           /* by a row */
};

struct base_arcs {
	const struct comparison *comparison;
	enum graph_part part;
	struct base_end *list; /* shape: [index.n] */
	struct index index;
	struct arena *arena;
};

static bool is_end(const void *items, uint32_t number, const void *wanted)
{
	const struct base_end *e = (const struct base_end *)items + number;
	const struct base_end *w = wanted;

	return w->twin ? e->twin == w->twin : e->base == w->base;
}

static uint64_t hash_of(const struct base_end *end)
{
	return hash_number(0, (uint64_t)(uintptr_t)(end->twin ? end->twin : end->base));
}

static struct base_end *find_end(struct base_arcs *arcs, const struct base_end *wanted)
{
	const uint32_t number = index_find(&arcs->index, hash_of(wanted), is_end, arcs->list,
	                                   wanted);

	return number == NO_ITEM ? NULL : &arcs->list[number];
}

static void add_arc(struct base_arcs *arcs, const struct arc *a)
{
	const struct comparison *c = arcs->comparison;
	const struct func *f = arcs->part == GRAPH_CALLER ? a->caller : a->callee;
	const struct base_end wanted = { .twin = comparison_twin(c, f), .base = f };
	struct base_end *end = find_end(arcs, &wanted);

	if (!end) {
		const uint32_t number = (uint32_t)arcs->index.n;

		arcs->list = arena_room(arcs->arena, arcs->list, number, sizeof *arcs->list);
		arcs->list[number] = wanted;
		index_add(&arcs->index, hash_of(&wanted), number);
		end = &arcs->list[number];
	}
	end->calls += comparison_calls(c, (double)a->calls);
	end->ticks += comparison_ticks(c, a->self_ticks + a->descendant_ticks);
	end->has_ticks |= arc_hands_time(a);
}

static void add_arcs(struct base_arcs *arcs, const struct func *base)
{
	const bool up = arcs->part == GRAPH_CALLER;
	const size_t n = up ? base->ncallers : base->ncallees;
	size_t i;

	for (i = 0; i < n; i++)
		add_arc(arcs, up ? base->callers[i] : base->callees[i]);
}

struct base_arcs *base_arcs_of(struct table *t, enum graph_part part, const struct func *f,
                               const struct func *gone)
{
	const struct comparison *c = t->data->comparison;
	struct base_arcs *arcs;
	const uint32_t *shown;
	size_t n = 0, i;

	if (!c || (!f && !gone))
		return NULL;
	arcs = arena_alloc(t->arena, 1, sizeof *arcs);
	arcs->comparison = c;
	arcs->part = part;
	arcs->arena = arcs->index.arena = t->arena;
	if (gone) {
		add_arcs(arcs, gone);
		return arcs;
	}
	shown = comparison_shown(c, f, &n);
	for (i = 0; i < n; i++)
		add_arcs(arcs, &c->base->data.profile->funcs[shown[i]]);
	return arcs;
}

static void set_base(struct graph_row *row, const struct base_end *end)
{
	row->has_base = true;
	row->base_has_ticks = end->has_ticks;
	row->base_calls = end->calls;
	row->base_ticks = end->ticks;
}

void base_arcs_set(struct base_arcs *arcs, struct graph_row *row)
{
	const struct base_end wanted = { .twin = row->func };
	struct base_end *end = arcs ? find_end(arcs, &wanted) : NULL;

	if (!end)
		return;
	end->is_taken = true;
	set_base(row, end);
}

size_t base_arcs_left(struct base_arcs *arcs, struct graph_row **rows)
{
	struct graph_row *list;
	size_t n = 0, i;

	if (!arcs)
		return 0;
	list = arena_alloc(arcs->arena, arcs->index.n, sizeof *list);
	for (i = 0; i < arcs->index.n; i++) {
		const struct base_end *end = &arcs->list[i];

		if (end->is_taken)
			continue;
		list[n] = (struct graph_row){ .part = arcs->part,
			                      .twin = end->twin,
			                      .gone = end->base };
		set_base(&list[n++], end);
	}
	*rows = list;
	return n;
}

void base_set_self(const struct table *t, struct graph_row *row)
{
	const struct comparison *c = t->data->comparison;
	struct base_figures figures;

	if (!c || (!row->func && !row->gone))
		return;
	figures = row->func ? comparison_base(c, row->func) : comparison_base_func(c, row->gone);
	row->has_base = row->base_has_ticks = figures.is_there;
	row->base_calls = figures.calls;
	row->base_ticks = figures.total;
}
