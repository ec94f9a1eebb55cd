/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/profile.h"
#include "views/columns.h"
#include "views/explain.h"
#include "views/filtering.h"
#include "views/measured.h"

static bool has_figures(const struct func *f)
{
	return f->self_ticks > 0 || f->descendant_ticks > 0 || f->calls ||
	       f->self_calls || f->ncallees;
}

/* The most time first, then the most calls: stable sorts, in reverse. */
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

/* The indexes of functions: those that filter and limit keep from the
 * beginning, and those that they hide from the end. */
struct choice {
	struct keyed *list; /* shape: [nshown + nhidden] */
	size_t nshown, nhidden;
};

static struct choice choose(struct table *t, const struct query *query)
{
	const struct profile *p = t->data->profile;
	const bool by_total = query->sort && !strcmp(query->sort, "total%");
	struct choice c = { arena_space(t->arena, p->nfuncs, sizeof *c.list), 0,
		            0 };
	size_t i;

	for (i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		const double passed = by_total ? f->descendant_ticks : 0;
		size_t index;

		if (!query->display.zeros && !has_figures(f))
			continue;
		index = filter_keeps(t, &(struct filter_item){ .func = f }) &&
		                        !limit_hides(t, f->self_ticks + passed)
		                ? c.nshown++
		                : p->nfuncs - ++c.nhidden;
		c.list[index].index = (uint32_t)i;
	}
	memmove(c.list + c.nshown, c.list + p->nfuncs - c.nhidden,
	        c.nhidden * sizeof *c.list);
	return c;
}

static void build(struct table *table, const struct query *query)
{
	const struct profile *p = table->data->profile;
	const struct choice c = choose(table, query);
	double shown = 0;
	size_t i;

	assert(p->nfuncs <= UINT32_MAX);
	if (!query->sort)
		sort_by_time(p, c.list, c.nshown, table->arena);
	table->things = "functions";
	table->has_limit = query->display.limit > 0;
	table->nrows = c.nshown;
	table->nall = table->nmeasured = c.nshown + c.nhidden;
	table->rows = arena_space(table->arena, table->nall,
	                          sizeof *table->rows);
	for (i = 0; i < table->nall; i++) {
		const struct func *f = &p->funcs[c.list[i].index];

		table->rows[i] = (struct row){
			.item = f,
			.is_faint = is_faint_figure(f->self_ticks, f->variance),
			.is_empty = f->variance <= 0,
		};
		shown += i < c.nshown ? f->self_ticks : 0;
	}
	measured_share(table, shown);
}

static const struct func *subject(const void *item)
{
	return item;
}

static const char *follow(const void *item, struct query *query)
{
	query->subject = item;
	return "graph";
}

const struct view flat_view = {
	.name = "flat",
	.key = "1",
	.title = "Flat profile",
	.kind = VIEW_FUNCTIONS,
	.help = "Which functions did the time go to?",
	.rank = 10,
	.is_tab = true,
	.columns = &func_columns,
	.sort = "self%",
	.by_line = "lines",
	.build = build,
	.subject = subject,
	.follow = follow,
	.explain = explain_func,
};
