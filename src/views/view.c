/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include <string.h>

#include "base/arena.h"
#include "model/profile.h"
#include "table/column_choice.h"
#include "table/filter.h"
#include "views/filtering.h"
#include "views/text_filter.h"

#define ITEM(name) extern const struct view name;
#include "view.list"
#undef ITEM

static const struct view *const views[] = {
#define ITEM(name) &name,
#include "view.list"
#undef ITEM
};

bool spot_is_same(const struct spot *a, const struct spot *b)
{
	return a->has_address == b->has_address && a->address == b->address &&
	       a->path == b->path && a->line == b->line;
}

bool query_looks_alike(const struct query *a, const struct query *b)
{
	return a->amounts == b->amounts && a->names == b->names &&
	       a->paths == b->paths && a->zeros == b->zeros &&
	       a->sources == b->sources && a->lines == b->lines &&
	       a->limit >= b->limit && a->limit <= b->limit;
}

void query_take_looks(struct query *to, const struct query *from)
{
	to->amounts = from->amounts;
	to->names = from->names;
	to->paths = from->paths;
	to->zeros = from->zeros;
	to->sources = from->sources;
	to->lines = from->lines;
	to->limit = from->limit;
}

size_t view_count(void)
{
	return sizeof views / sizeof *views;
}

/* Counting the views to the left is enough for a tab bar. */
const struct view *view_at(size_t place)
{
	size_t i, j;

	for (i = 0; i < view_count(); i++) {
		size_t left = 0;

		for (j = 0; j < view_count(); j++)
			left += views[j]->order < views[i]->order;
		if (left == place)
			return views[i];
	}
	return NULL;
}

const struct view *view_named(const char *name)
{
	size_t i;

	for (i = 0; i < view_count(); i++)
		if (!strcmp(views[i]->name, name))
			return views[i];
	return NULL;
}

const struct view *view_by_line(const struct view *view, bool lines)
{
	size_t i;

	if (lines)
		return view->by_line ? view_named(view->by_line) : view;
	for (i = 0; i < view_count(); i++)
		if (views[i]->by_line && !strcmp(views[i]->by_line, view->name))
			return views[i];
	return view;
}

bool view_needs_frames(const struct view *view, const struct query *query)
{
	return view->shows_frames || (view->splits_calls && query->lines);
}

size_t view_place(const struct view *view)
{
	size_t i;

	for (i = 0; i + 1 < view_count(); i++)
		if (views[i] == view)
			break;
	return i;
}

/* The heading of amounts: the unit that a tick's time is counted in. */
static const char *unit_shown(const struct profile *p,
                              const struct query *query)
{
	if (query->amounts == AMOUNT_PERCENT)
		return "%";
	if (query->amounts == AMOUNT_SAMPLES || p->rate <= 0)
		return "n";
	return !strcmp(p->dimension, "seconds") ? "s" : p->dimension;
}

struct table view_all(const struct view *view, const struct profile *profile,
                      const struct query *query, struct arena *arena)
{
	struct table table = { .arena = arena,
		               .profile = profile,
		               .query = query,
		               .columns = view->columns,
		               .shown_share = 100,
		               .things = "rows" };
	const char *sort = query->sort;
	size_t column;

	table.unit = unit_shown(profile, query);
	view->build(&table, query);
	if (view->begins && query->filter && query->filter->n)
		text_filter(view, &table);
	if (table.nall < table.nrows)
		table.nall = table.nrows;
	if (!sort && query->reverse)
		sort = view->sort;
	column = sort && !view->begins ? table_column(&table, sort)
	                               : table.columns->n;
	if (column < table.columns->n)
		table_sort(&table, column, query->reverse);
	if (query->choices && query->choices[view_place(view)].n)
		table.columns = column_choice_apply(
			&query->choices[view_place(view)], view->columns,
			arena);
	return table;
}

/* The share that the limit is for: what is sorted by, if it is one, else the
 * view's first; NULL: there is no limit. */
static const struct column *limited_column(const struct view *view,
                                           const struct query *query)
{
	const struct column *first = NULL;
	size_t c;

	for (c = 0; query->limit > 0 && c < view->columns->n; c++) {
		const struct column *column = &view->columns->list[c];

		if (column->unit != UNIT_PERCENT)
			continue;
		if (query->sort && !strcmp(column->name, query->sort))
			return column;
		first = first ? first : column;
	}
	return first;
}

/* Keeps the rows of functions that are kept and have as much as the limit. */
static void keep_rows(struct table *table, const struct table *all,
                      const bool *kept, const struct column *share)
{
	const struct profile *p = all->profile;
	size_t i;

	table->rows = arena_alloc(table->arena, all->nrows, sizeof *all->rows);
	table->nrows = 0;
	for (i = 0; i < all->nrows; i++) {
		const void *item = all->rows[i].item;
		const struct field field = { all, share, item };

		if (kept && !kept[profile_number(p, item)])
			continue;
		if (share && value_size(share->get(&field)) < all->query->limit)
			continue;
		table->rows[table->nrows++] = all->rows[i];
	}
}

/* The share of the time that the functions shown stand for. */
static double share_of(const struct table *table)
{
	const double all = table->profile->total_ticks;
	double shown = 0;
	size_t i;

	for (i = 0; i < table->nrows; i++) {
		const struct func *f = table->rows[i].item;

		shown += f->self_ticks;
	}
	return all > 0 ? 100 * shown / all : 0;
}

struct table view_narrow(const struct view *view, const struct table *all,
                         const bool *kept, struct arena *arena)
{
	struct table table = *all;
	const struct column *share;

	table.arena = arena;
	if (!view->lists_functions)
		return table;
	share = limited_column(view, all->query);
	table.has_limit = share != NULL;
	if (kept || share)
		keep_rows(&table, all, kept, share);
	table.shown_share = share_of(&table);
	return table;
}

struct table view_table(const struct view *view, const struct profile *profile,
                        const struct query *query, struct arena *arena)
{
	const struct table all = view_all(view, profile, query, arena);
	const bool *kept = NULL;

	if (view->lists_functions && query->filter)
		kept = filter_kept(&all, NULL, arena, NULL);
	return view_narrow(view, &all, kept, arena);
}
