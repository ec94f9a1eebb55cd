/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include <math.h>

#include "model/profile.h"
#include "views/columns.h"
#include "views/filtering.h"

enum { FEW_SAMPLES = 10 };

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
		table_add(table, (struct row){ .item = f,
		                               .is_faint = f->variance <
		                                           FEW_SAMPLES });
	}
	sum_up(table, shown);
	if (!query->sort)
		table_sort(table, table_column(table, "calls"), false);
	if (!query->sort)
		table_sort(table, table_column(table, "self%"), false);
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
};
