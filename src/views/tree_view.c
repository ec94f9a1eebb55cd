/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include "views/tree_rows.h"

static void build(struct table *t, const struct query *query) {
	const uint64_t key = fold_key(0, "tree");

	tree_grow(t, tree_roots(t, key), false, key);
}

const struct view tree_view = {
	.name = "tree",
	.title = "Call tree",
	.kind = VIEW_CALLS,
	.help = "How does the time spread down from the program's start?",
	.rank = 30,
	.is_tab = true,
	.columns = &tree_columns,
	.sort = "total%",
	.inverse = "callers",
	.build = build,
	.explain = explain_tree_row,
};
