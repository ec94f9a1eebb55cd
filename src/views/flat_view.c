/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include <string.h>

#include "base/arena.h"
#include "base/number.h"
#include "base/sort.h"
#include "model/compare/comparison.h"
#include "model/profile.h"
#include "table/filter.h"
#include "views/figures.h"
#include "views/explain.h"
#include "views/filtering.h"

/* Whether it has no time, on neither side, and nothing in the column that the rows are sorted
 * by. */
static bool is_nothing(const struct table *t, const struct column *sort,
                       const struct figures *figures) {
	struct value value;

	if (figures_total(figures) > 0 ||
	    comparison_base(t->data->comparison, figures->func).total > 0)
		return false;
	if (!sort)
		return true;
	value = sort->get(&(struct field){ t, sort, figures });
	return unit_is_number(sort->unit) &&
	       (value_is_whole(value.unit) ? !value.whole : value.number <= 0);
}

/* Puts those without time last, and returns how many there are.  They can be folded where somebody
 * can open them again, and who filters wants to see what is found.  A few are shown as they are. */
static size_t choose_folded(const struct kept *k, struct keyed *order) {
	enum { FEWEST = 10 };
	const struct table *t = k->table;
	const struct query *query = t->query;
	const size_t number = query->sort ? table_column(t, query->sort) : t->columns->n;
	const struct column *sort = number < t->columns->n ? &t->columns->list[number] : NULL;
	struct keyed *kept, *folded;
	size_t n = 0, nfolded = 0, i;

	if (!query->folds || query->is_whole || query->reverse ||
	    t->data->profile->total_ticks <= 0 || (query->filter && query->filter->n))
		return 0;
	kept = arena_space(t->arena, k->n, sizeof *kept);
	folded = arena_space(t->arena, k->n, sizeof *folded);
	for (i = 0; i < k->n; i++)
		if (is_nothing(t, sort, &k->items[order[i].index]))
			folded[nfolded++] = order[i];
		else
			kept[n++] = order[i];
	if (nfolded < FEWEST)
		return 0;
	memcpy(order, kept, n * sizeof *kept);
	memcpy(order + n, folded, nfolded * sizeof *folded);
	return nfolded;
}

/* The row that those without time are below. */
static struct row row_of_rest(const struct table *t, size_t n) {
	const struct query *q = t->query;
	char number[40];
	const uint64_t key = fold_key(fold_key(0, "flat"), "without time");
	const bool opens = q->display.zeros;

	number_grouped(number, sizeof number, n);
	return (struct row){
		.label = say(t, "%s functions without time", number),
		.is_faint = true,
		.is_empty = true,
		.is_rest = true,
		.id = key,
		.fold = key,
		.opens = opens,
		.is_open = query_opens(q, key, opens),
	};
}

static void build(struct table *t, const struct query *query) {
	const struct profile *p = t->data->profile;
	struct kept k = kept_new(t, p->nfuncs);
	struct keyed *order;
	struct row rest;
	size_t nfolded, i;

	t->noun = "functions";
	for (i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		struct figures item;

		if (!query->display.zeros && !func_has_figures(f))
			continue;
		item = figures_of_func(t, f);
		kept_add(&k, &item, &(struct filter_item){ .func = f });
	}
	order = query->sort ? order_of(k.items, k.n, t->arena)
	                    : order_by_time(k.items, k.n, t->arena);
	nfolded = choose_folded(&k, order);
	if (nfolded) {
		rest = row_of_rest(t, nfolded);
		t->is_tree = t->is_list = true;
		t->noun = "rows";
		t->nrests = 1;
	}
	kept_show(&k, order, nfolded, nfolded ? &rest : NULL);
}

/* Of a row that stands for others there is little to say. */
static const char *explain(const struct table *t, const void *item) {
	return item ? explain_func(t, ((const struct figures *)item)->func)
	            : "No sample fell into them, or into what they call: each took less than the "
	              "clock can measure.  Right shows them, Left hides them; a filter and reports "
	              "have all of them.";
}

static const struct column list[] = {
	{ .name = "self%" },
	{ .name = "self", .spare = 2 },
	{ .name = "cumulative%", .spare = 1 },
	{ .name = "cumulative", .spare = 1 },
	{ .name = "now%", .spare = 1 },
	{ .name = "now", .spare = 2 },
	{ .name = "now-error", .spare = 3 },
	{ .name = "base", .spare = 6 },
	{ .name = "delta", .spare = 3 },
	{ .name = "error", .spare = 4 },
	{ .name = "inlined", .spare = 5 },
	{ .name = "total%", .spare = 1 },
	{ .name = "wide", .spare = 1 },
	{ .name = "total", .spare = 8 },
	{ .name = "least", .spare = 10 },
	{ .name = "most", .spare = 9 },
	{ .name = "calls", .spare = 3 },
	{ .name = "base-calls", .spare = 8 },
	{ .name = "self/call", .spare = 6 },
	{ .name = "total/call", .spare = 10 },
	{ .name = "imbalance", .spare = 1, .is_extra = true },
	{ .name = "sparkline", .spare = 1, .is_extra = true },
	{ .name = "function", .least = 30 },
	{ .name = "where", .spare = 7 },
};

static const struct columns columns = { list, sizeof list / sizeof *list };

const struct view flat_view = {
	.name = "flat",
	.title = "Flat profile",
	.kind = VIEW_FUNCTIONS,
	.help = "Which functions did the time go to?",
	.rank = 10,
	.is_tab = true,
	.columns = &columns,
	.sort = "self%",
	.rows = 1 << ROWS_FUNCTION,
	.build = build,
	.explain = explain,
};
