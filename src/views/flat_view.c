/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include "base/number.h"
#include "base/sort.h"
#include "model/compare/comparison.h"
#include "model/profile.h"
#include "views/figures.h"
#include "views/explain.h"
#include "views/filtering.h"

/* Whether it has no time, on neither side, and nothing in the column that the rows are sorted
 * by. */
static bool is_nothing(const struct field *field) {
	const struct figures *figures = field->item;
	const struct column *sort = field->column;

	if (figures_total(figures) > 0 ||
	    comparison_base(field->table->data->comparison, figures->func).total > 0)
		return false;
	if (!sort)
		return true;
	struct value value = sort->get(field);
	return unit_is_number(sort->unit) &&
	       (value_is_whole(value.unit) ? !value.whole : value.number <= 0);
}

/* Those without time are last, and folded; a few are shown as they are. */
static void build(struct table *t, const struct query *query) {
	enum { FEWEST = 10 };
	const struct profile *p = t->data->profile;
	struct kept k = kept_new(t, p->nfuncs);
	struct row rest = { .id = fold_key(fold_key(0, "flat"), "without time"),
		            .opens = query->display.zeros,
		            .is_empty = true };
	char number[40];
	size_t nfolded = 0;

	t->noun = "functions";
	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		if (!query->display.zeros && !func_has_figures(f))
			continue;
		struct figures item = figures_of_func(t, f);
		kept_add(&k, &item, &(struct filter_item){ .func = f });
	}
	struct keyed *order = query->sort ? order_of(k.items, k.n, t->arena)
	                                  : order_by_time(k.items, k.n, t->arena);
	if (!query->reverse && p->total_ticks > 0)
		nfolded = kept_fold(&k, order, FEWEST, is_nothing);
	number_grouped(number, sizeof number, nfolded);
	rest.label = say(t, "%s functions without time", number);
	kept_show(&k, order, nfolded, rest);
}

/* Of a row that stands for others there is little to say. */
static const char *explain(const struct table *t, const void *item) {
	return item ? explain_func(t, ((const struct figures *)item)->func)
	            : say(t,
	                  "No sample fell into them, or into what they call; each most likely took "
	                  "less than %s, as long as three samples.  Right shows them, Left hides "
	                  "them; a filter and reports have all of them.",
	                  said_time(t, unseen_ticks(t->data->profile)));
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
	{ .name = "inlined", .spare = 5, .is_extra = true, .is_for_programs = true },
	{ .name = "divided", .spare = 1 },
	{ .name = "total%", .spare = 1 },
	{ .name = "wide", .spare = 1 },
	{ .name = "total", .spare = 8 },
	{ .name = "least", .spare = 10 },
	{ .name = "most", .spare = 9 },
	{ .name = "calls", .spare = 3 },
	{ .name = "self-calls" },
	{ .name = "base-calls", .spare = 8 },
	{ .name = "self/call", .spare = 7 },
	{ .name = "total/call", .spare = 10 },
	{ .name = "imbalance", .spare = 1, .is_extra = true },
	{ .name = "sparkline", .spare = 1, .is_extra = true },
	{ .name = "function", .least = 30 },
	{ .name = "where", .spare = 7 },
};

const struct view flat_view = {
	.name = "flat",
	.title = "Flat profile",
	.kind = VIEW_FUNCTIONS,
	.help = "Which functions did the time go to?",
	.rank = 10,
	.is_tab = true,
	.columns = COLUMNS(list),
	.sort = "self%",
	.rows = 1 << ROWS_FUNCTION,
	.build = build,
	.explain = explain,
};
