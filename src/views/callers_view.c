/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include "model/profile.h"
#include "views/tree_rows.h"

static void build(struct table *t, const struct query *query) {
	const struct func *f = query->subject ? query->subject : profile_hottest(t->data->profile);
	struct tree_row *root = arena_alloc(t->arena, 1, sizeof *root);
	const uint64_t key = fold_key(0, "callers");

	if (!f)
		return;
	*root = tree_root_above(t, f, key);
	tree_grow(t, (struct tree_list){ root, 1 }, true, key);
}

const struct view callers_view = {
	.name = "callers",
	.title = "Callers' tree",
	.kind = VIEW_CALLS,
	.help = "On whose behalf does a function spend its time?",
	.rank = 35,
	.is_of_function = true,
	.leads_up = true,
	.columns = &tree_columns,
	.sort = "total%",
	.inverse = "tree",
	.build = build,
	.explain = explain_tree_row,
};
