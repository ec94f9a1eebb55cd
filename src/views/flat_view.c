/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include <assert.h>
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

/* The most time first, then the most calls: stable sorts, in reverse. */
static void sort_by_time(const struct profile *p, struct keyed *list, size_t n, struct arena *arena)
{
	size_t i;

	for (i = 0; i < n; i++)
		list[i].key = ~p->funcs[list[i].index].calls;
	sort_keys(list, n, arena);
	for (i = 0; i < n; i++)
		list[i].key = sort_key_down(p->funcs[list[i].index].self_ticks);
	sort_keys(list, n, arena);
}

/* The indexes of functions: those that filter and limit keep from the beginning, the last of them
 * in a row of their own, and those that they hide from the end. */
struct choice {
	struct keyed *list; /* shape: [nshown + nhidden] */
	size_t nshown, nhidden;
	size_t nfolded; /* of those that are kept */
};

static struct choice choose(struct table *t, const struct query *query)
{
	const struct profile *p = t->data->profile;
	const bool by_total = query->sort &&
	                      table_column(t, query->sort) == table_column(t, "total%");
	struct choice c = { .list = arena_space(t->arena, p->nfuncs, sizeof *c.list) };
	size_t i;

	for (i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		const double passed = by_total ? f->descendant_ticks : 0;
		size_t index;

		if (!query->display.zeros && !func_has_figures(f))
			continue;
		index = filter_keeps(t, &(struct filter_item){ .func = f }) &&
		                        !limit_hides(t, f->self_ticks + passed)
		                ? c.nshown++
		                : p->nfuncs - ++c.nhidden;
		c.list[index].index = (uint32_t)i;
	}
	memmove(c.list + c.nshown, c.list + p->nfuncs - c.nhidden, c.nhidden * sizeof *c.list);
	return c;
}

/* Whether it has no time, on neither side, and nothing in the column that the rows are sorted
 * by. */
static bool is_nothing(const struct table *t, const struct column *sort, const struct func *f)
{
	const struct figures figures = figures_of_func(t, f);
	struct value value;

	if (f->self_ticks > 0 || f->descendant_ticks > 0 ||
	    comparison_base(t->data->comparison, f).total > 0)
		return false;
	if (!sort)
		return true;
	value = sort->get(&(struct field){ t, sort, &figures });
	return unit_is_number(sort->unit) &&
	       (value_is_whole(value.unit) ? !value.whole : value.number <= 0);
}

/* Rows can be folded where somebody can open them again, and who filters wants to see what is
 * found.  A few are shown as they are. */
static void choose_folded(const struct table *t, const struct query *query, struct choice *c)
{
	enum { FEWEST = 10 };
	const struct profile *p = t->data->profile;
	const size_t number = query->sort ? table_column(t, query->sort) : t->columns->n;
	const struct column *sort = number < t->columns->n ? &t->columns->list[number] : NULL;
	struct keyed *kept, *folded;
	size_t n = 0, nfolded = 0, i;

	if (!query->folds || query->is_whole || query->reverse || p->total_ticks <= 0 ||
	    (query->filter && query->filter->n))
		return;
	kept = arena_space(t->arena, c->nshown, sizeof *kept);
	folded = arena_space(t->arena, c->nshown, sizeof *folded);
	for (i = 0; i < c->nshown; i++)
		if (is_nothing(t, sort, &p->funcs[c->list[i].index]))
			folded[nfolded++] = c->list[i];
		else
			kept[n++] = c->list[i];
	if (nfolded < FEWEST)
		return;
	memcpy(c->list, kept, n * sizeof *kept);
	memcpy(c->list + n, folded, nfolded * sizeof *folded);
	c->nfolded = nfolded;
}

static struct row row_of(const struct table *t, const struct func *f, struct figures *item,
                         unsigned depth)
{
	*item = figures_of_func(t, f);
	return (struct row){
		.item = item,
		.depth = depth,
		.is_faint = is_faint_figure(f->self_ticks, f->variance),
		.is_empty = f->variance <= 0,
	};
}

/* The row that those without time are below. */
static struct row row_of_rest(const struct table *t, size_t n)
{
	const struct query *q = t->query;
	char number[40];
	const uint64_t key = fold_key(fold_key(0, "flat"), "without time");
	const bool opens = q->display.zeros;

	number_grouped(number, sizeof number, n);
	return (struct row){
		.label = arena_format(t->arena, "%s functions without time", number),
		.is_faint = true,
		.is_empty = true,
		.is_rest = true,
		.id = key,
		.fold = key,
		.opens = opens,
		.is_open = query_opens(q, key, opens),
	};
}

static void add_rows(struct table *t, const struct choice *c)
{
	const struct func *funcs = t->data->profile->funcs;
	const size_t nfirst = c->nshown - c->nfolded;
	const size_t n = c->nshown + c->nhidden;
	struct figures *items = arena_space(t->arena, n, sizeof *items);
	struct row *rest = NULL;
	size_t i;

	t->nmeasured = n + (c->nfolded > 0);
	t->rows = arena_space(t->arena, t->nmeasured, sizeof *t->rows);
	for (i = 0; i < nfirst; i++)
		t->rows[i] = row_of(t, &funcs[c->list[i].index], &items[i], 0);
	if (c->nfolded) {
		rest = &t->rows[nfirst];
		*rest = row_of_rest(t, c->nfolded);
		t->is_tree = t->is_list = true;
		t->things = "rows";
		t->nrests = 1;
		t->nfolded = rest->is_open ? 0 : c->nfolded;
	}
	for (; i < n; i++)
		t->rows[i + (rest != NULL)] = row_of(t, &funcs[c->list[i].index], &items[i],
		                                     rest && i < c->nshown);
	t->nrows = c->nshown + (rest != NULL) - t->nfolded;
	t->nall = n;
}

static void build(struct table *table, const struct query *query)
{
	const struct profile *p = table->data->profile;
	struct choice c = choose(table, query);
	double shown = 0;
	size_t i;

	assert(p->nfuncs <= UINT32_MAX);
	if (!query->sort)
		sort_by_time(p, c.list, c.nshown, table->arena);
	choose_folded(table, query, &c);
	table->things = "functions";
	table->has_limit = query->display.limit > 0;
	add_rows(table, &c);
	for (i = 0; i < c.nshown; i++)
		shown += p->funcs[c.list[i].index].self_ticks;
	table_share(table, shown);
}

/* Of a row that stands for others there is little to say. */
static const char *explain(const struct table *t, const void *item)
{
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
	{ .name = "wait", .spare = 1, .is_extra = true },
	{ .name = "strip", .spare = 1, .is_extra = true },
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
	.by_line = "lines",
	.by_group = "groups",
	.build = build,
	.explain = explain,
};
