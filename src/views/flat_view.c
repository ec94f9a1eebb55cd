/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "views/filtering.h"

static bool is_idle(const struct field *field) {
	return ((const struct figures *)field->item)->func->is_idle;
}

/* Whether it has no time on either side, and nothing in the column that sorts the rows. */
static bool is_nothing(const struct field *field) {
	const struct figures *figures = field->item;
	const struct column *sort = field->column;

	if (figures_total(figures) > 0 || is_idle(field) ||
	    comparison_base(field->table->data->comparison, figures->func).total > 0)
		return false;
	if (!sort)
		return true;
	struct value value = sort->get(field);
	return unit_is_number(sort->unit) &&
	       (value_is_whole(value.unit) ? !value.whole : value.number <= 0 || value.is_limit);
}

/* The sum of those in which the system waits. */
static const struct figures *sum_of_idle(struct table *t, const struct kept *k,
                                         const struct keyed *order, size_t n) {
	static const struct func_group group = { .name = "<idle>", .whole = "<idle>" };
	struct figures *sum = arena_alloc(t->arena, 1, sizeof *sum);

	*sum = figures_of_text(group.name);
	sum->group = &group;
	for (size_t i = 0; i < n; i++)
		figures_sum(sum, &k->items[order[i].index], t->data->profile);
	return sum;
}

/* Those without time are last, and folded; a few are shown as they are.  Those in which the system
 * waits are one row. */
static void build(struct table *t, const struct query *query) {
	enum { IDLE, NOTHING, BELOW, FEWEST = 10 };
	const struct profile *p = t->data->profile;
	const uint64_t key = fold_key(0, "flat");
	struct kept k = kept_new(t, p->nfuncs);
	struct kept_below below[BELOW] = {
		[IDLE].row = { .id = fold_key(key, "idle") },
		[NOTHING].row = { .id = fold_key(key, "without time"),
		                  .opens = query->display.zeros,
		                  .is_empty = true },
	};

	t->noun = "functions";
	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		if (!query->display.zeros && !func_has_figures(f) &&
		    !(p->is_idle_out && f->is_idle))
			continue;
		struct figures item = figures_of_func(t, f);
		kept_add(&k, &item, &(struct filter_item){ .func = f });
	}
	struct keyed *order = query->sort ? order_of(k.items, k.n, t->arena)
	                                  : order_by_time(k.items, k.n, t->arena);
	if (query->folds && !query->reverse && p->total_ticks > 0)
		below[NOTHING].n = kept_fold(&k, order, k.n, FEWEST, is_nothing);
	below[NOTHING].row.label = say(t, "%s functions without time",
	                               number_text(t->arena, below[NOTHING].n));
	const size_t n = k.n - below[NOTHING].n;
	below[IDLE].n = kept_fold(&k, order, n, 2, is_idle);
	if (below[IDLE].n)
		below[IDLE].row.item = sum_of_idle(t, &k, order + n - below[IDLE].n, below[IDLE].n);
	kept_show(&k, order, below, BELOW);
}

/* Of a row that stands for others there is little to say. */
static const char *explain(const struct table *t, const void *item, const struct column *c) {
	const struct figures *r = item;

	if (item)
		return r->func ? say(t, "%s%s", explained_func_faintness(t, r->func),
		                     explain_func(t, r->func, c))
		       : t->data->profile->is_idle_out
		               ? "The system waits in them; their time is left out, W counts it."
		               : "The system waits in them: W leaves their time out.";
	return say(t,
	           "No sample fell into them, or into what they call; each most likely took "
	           "less than %s, as long as three samples.  Right shows them, Left hides "
	           "them; a filter and reports have all of them.",
	           said_time(t, unseen_ticks(t->data->profile)));
}

static const struct column list[] = {
	{ .name = "self%" },
	{ .name = "self", .spare = 2 },
	{ .name = "error", .spare = 4 },
	{ .name = "cumulative%", .spare = 1 },
	{ .name = "cumulative", .spare = 1 },
	{ .name = "now%", .spare = 1 },
	{ .name = "now", .spare = 2 },
	{ .name = "now-error", .spare = 3 },
	{ .name = "base", .spare = 6 },
	{ .name = "delta", .spare = 1 },
	{ .name = "inlined", .spare = 5, .is_extra = true, .is_for_programs = true },
	{ .name = "divided", .spare = 1 },
	{ .name = "total%", .spare = 1 },
	{ .name = "wide", .spare = 2 },
	{ .name = "total", .spare = 8 },
	{ .name = "least", .spare = 10 },
	{ .name = "most", .spare = 9 },
	{ .name = "calls", .spare = 3 },
	{ .name = "self-calls" },
	{ .name = "base-calls", .spare = 8 },
	{ .name = "self/call", .spare = 7 },
	{ .name = "total/call", .spare = 10 },
	{ .name = "imbalance", .spare = 1, .is_extra = true },
	{ .name = "pattern", .spare = 1, .is_extra = true },
	{ .name = "function", .least = 30 },
	{ .name = "where", .spare = 7 },
};

const struct view flat_view = {
	.name = "flat",
	.title = "Flat profile",
	.inverse = "files",
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
