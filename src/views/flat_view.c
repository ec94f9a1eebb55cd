/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include "base/sort.h"
#include "model/profile.h"
#include "views/columns.h"
#include "views/explain.h"
#include "views/filtering.h"

static bool has_figures(const struct func *f)
{
	return f->self_ticks > 0 || f->child_ticks > 0 || f->calls ||
	       f->self_calls || f->ncallees;
}

/* Share of the time that the rows shown stand for. */
static void sum_up(struct table *table, double shown)
{
	double all = table->profile->total_ticks;

	table->shown_share = all > 0 ? 100 * shown / all : 0;
	table->things = "functions";
}

/* The most time first, then the most calls. */
static int by_time(const void *a, const void *b, const void *context)
{
	const struct func *x = ((const struct row *)a)->item;
	const struct func *y = ((const struct row *)b)->item;

	if (x->self_ticks < y->self_ticks || x->self_ticks > y->self_ticks)
		return x->self_ticks > y->self_ticks ? -1 : 1;
	return x->calls > y->calls ? -1 : x->calls < y->calls;
}

static void build(struct table *table, const struct query *query)
{
	const struct profile *p = table->profile;
	double shown = 0;
	size_t i;

	for (i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		if (!query->zeros && !has_figures(f))
			continue;
		table->nall++;
		if (!filter_keeps_func(table, f))
			continue;
		shown += f->self_ticks;
		table_add(table,
		          (struct row){ .item = f,
		                        .is_faint = f->variance < FEW_SAMPLES,
		                        .is_empty = f->variance <= 0 });
	}
	sum_up(table, shown);
	if (!query->sort)
		sort_stable(table->rows, table->nrows, sizeof *table->rows,
		            by_time, NULL, table->arena);
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
	.columns = &func_columns,
	.sort = "self%",
	.build = build,
	.subject = subject,
	.explain = explain_func,
};
