/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include <assert.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/profile.h"
#include "views/columns.h"
#include "views/explain.h"

static bool has_figures(const struct func *f)
{
	return f->self_ticks > 0 || f->child_ticks > 0 || f->calls ||
	       f->self_calls || f->ncallees;
}

/* The most time first, then the most calls: stable sorting, the other way
 * round. */
static void sort_by_time(const struct profile *p, struct keyed *list, size_t n,
                         struct arena *arena)
{
	size_t i;

	for (i = 0; i < n; i++)
		list[i].key = ~p->funcs[list[i].index].calls;
	sort_keys(list, n, arena);
	for (i = 0; i < n; i++)
		list[i].key = sort_key_down(p->funcs[list[i].index].self_ticks);
	sort_keys(list, n, arena);
}

static void build(struct table *table, const struct query *query)
{
	const struct profile *p = table->profile;
	struct keyed *list = arena_alloc(table->arena, p->nfuncs, sizeof *list);
	size_t n = 0, i;

	assert(p->nfuncs <= UINT32_MAX);
	for (i = 0; i < p->nfuncs; i++)
		if (query->zeros || has_figures(&p->funcs[i]))
			list[n++].index = (uint32_t)i;
	if (!query->sort)
		sort_by_time(p, list, n, table->arena);
	table->things = "functions";
	table->rows = arena_alloc(table->arena, n, sizeof *table->rows);
	for (i = 0; i < n; i++) {
		const struct func *f = &p->funcs[list[i].index];

		table->rows[i] = (struct row){
			.item = f,
			.is_faint = f->variance < FEW_SAMPLES,
			.is_empty = f->variance <= 0,
		};
	}
	table->nrows = n;
}

static const struct func *subject(const void *item)
{
	return item;
}

const struct view flat_view = {
	.name = "flat",
	.key = "1",
	.title = "Flat profile",
	.help = "Which functions did the time go to?",
	.order = 10,
	.is_tab = true,
	.lists_functions = true,
	.columns = &func_columns,
	.sort = "self%",
	.by_line = "lines",
	.build = build,
	.subject = subject,
	.explain = explain_func,
};
