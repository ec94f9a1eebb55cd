/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include "base/arena.h"
#include "model/profile.h"
#include "table/folds.h"
#include "views/columns.h"
#include "views/tree_growth.h"

/* Without a function in question: the one with the most time of its own. */
static const struct func *hottest(const struct profile *p)
{
	const struct func *best = NULL;
	size_t i;

	for (i = 0; i < p->nfuncs; i++)
		if (!best || p->funcs[i].self_ticks > best->self_ticks)
			best = &p->funcs[i];
	return best;
}

static void build(struct table *t, const struct query *query)
{
	const struct func *f = query->subject ? query->subject
	                                      : hottest(t->profile);
	struct tree_row *root = arena_alloc(t->arena, 1, sizeof *root);

	if (!f)
		return;
	*root = tree_root_above(f, fold_key(0, "callers"));
	tree_grow(t, (struct tree_list){ root, 1 }, true);
}

const struct view callers_view = {
	.name = "callers",
	.title = "Callers' tree",
	.help = "For whom does a function spend its time?",
	.order = 35,
	.is_of_function = true,
	.columns = &tree_columns,
	.sort = "total%",
	.inverse = "tree",
	.build = build,
	.subject = tree_subject,
	.follow = tree_follow,
};
