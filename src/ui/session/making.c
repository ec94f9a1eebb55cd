/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/making.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/progress.h"
#include "base/text.h"
#include "table/filter.h"
#include "views/filtering.h"
#include "views/view.h"

static struct base *make_base(const struct making *m)
{
	struct arena *arena = arena_new();
	struct base *base = arena_alloc(arena, 1, sizeof *base);

	base->arena = arena;
	base->users = 1;
	base->table = view_all(m->view, m->profile, m->query, arena);
	base->widths = arena_alloc(arena, base->table.columns->n,
	                           sizeof *base->widths);
	table_widths(&base->table, base->widths);
	return base;
}

void base_leave(struct base *base)
{
	if (base && --base->users == 0)
		arena_free(base->arena);
}

/* Texts tell their width by the first rows. */
static size_t text_column_width(const struct table *t, size_t column)
{
	enum { LOOKED_AT = 500 };
	char shown[VALUE_TEXT];
	size_t width = 0, row;

	for (row = 0; row < t->nrows && row < LOOKED_AT; row++) {
		size_t here;

		value_show(shown, sizeof shown, table_value(t, row, column));
		here = (size_t)text_width(shown);
		if (t->columns->list[column].is_name)
			here += 2 * (size_t)t->rows[row].depth +
			        (t->is_tree ? 2 : 0);
		width = here > width ? here : width;
	}
	return width;
}

/* Numbers keep the width they have without the filter: columns stay where they
 * are while one types. */
static void measure(struct making *m)
{
	const struct table *t = &m->table;
	size_t c;

	m->widths = arena_alloc(m->arena, t->columns->n, sizeof *m->widths);
	for (c = 0; c < t->columns->n; c++) {
		size_t width = m->base->widths[c];

		if (table_shows(t, c) &&
		    !unit_is_number(t->columns->list[c].unit)) {
			size_t text = text_column_width(t, c);

			width = text > width ? text : width;
		}
		m->widths[c] = width;
	}
}

bool making_run(struct making *m, struct progress *progress)
{
	const struct filter *filter;
	struct table all;
	struct error err;
	size_t at;

	m->arena = arena_new();
	filter = filter_new(m->filter_text, m->arena, &at, &err);
	m->query->filter = filter;
	if (!progress_wanted(progress))
		return false;
	if (!m->base)
		m->base = make_base(m);
	all = m->base->table;
	all.profile = m->profile;
	all.query = m->query;
	if (m->view->lists_functions && filter && filter->n)
		m->kept = filter_kept(&all, m->among, m->arena, progress);
	if (!progress_wanted(progress))
		return false;
	m->table = view_narrow(m->view, &all, m->kept, m->arena);
	measure(m);
	return progress_wanted(progress);
}
