/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/pane.h"

#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "table/filter.h"
#include "views/views.h"

void pane_begin(struct pane *pane, const struct view *view,
                const struct folds *folds, const struct display *display)
{
	*pane = (struct pane){ .here.view = view,
		               .folds = folds,
		               .display = display,
		               .body_rows = 20 };
	pane->table_arena = arena_new();
}

void pane_end(struct pane *pane)
{
	arena_free(pane->table_arena);
}

void pane_clear(struct pane *pane)
{
	pane->table = (struct table){ .nrows = 0 };
	arena_reset(pane->table_arena);
}

const char *pane_sort(const struct pane *pane)
{
	const struct location *here = &pane->here;

	return here->query.sort ? here->query.sort : here->view->sort;
}

const struct row *pane_row(const struct pane *pane)
{
	return pane->here.cursor < pane->table.nrows
	               ? &pane->table.rows[pane->here.cursor]
	               : NULL;
}

const struct func *pane_subject(const struct pane *pane)
{
	const struct row *row = pane_row(pane);
	const struct func *f = row ? view_subject(pane->here.view, row->item)
	                           : NULL;

	return f || !pane->here.view->is_of_function ? f
	                                             : pane->here.query.subject;
}

bool pane_locate(const struct pane *pane, struct query *query)
{
	const struct row *row = pane_row(pane);

	return row && pane->here.view->locate &&
	       pane->here.view->locate(row->item, query);
}

void pane_move(struct pane *pane, size_t row)
{
	size_t last = pane->table.nrows ? pane->table.nrows - 1 : 0;

	if (pane->table.is_pending)
		last = row; /* rows are to come */
	pane->here.cursor = row < last ? row : last;
}

struct anchor pane_anchor(const struct pane *pane)
{
	const struct row *row = pane_row(pane);
	struct anchor anchor = { .row = pane->here.cursor };

	if (pane->table.is_pending)
		anchor.id = pane->here.id;
	else if (row)
		anchor.id = row->id;
	anchor.func = row ? view_subject(pane->here.view, row->item)
	                  : pane->here.query.subject;
	return anchor;
}

/* Whether a row is what the anchor is on: by its id, else by its function. */
static bool is_anchored(const struct pane *pane, size_t row, struct anchor from,
                        bool by_id)
{
	const struct row *r = &pane->table.rows[row];

	if (by_id)
		return from.id && r->id == from.id;
	return from.func && view_subject(pane->here.view, r->item) == from.func;
}

/* The row that is nearest to the anchor's of those that are what it is on, or
 * nrows. */
static size_t nearest(const struct pane *pane, struct anchor from, bool by_id)
{
	const size_t n = pane->table.nrows;
	size_t best = n, away = SIZE_MAX, i;

	for (i = 0; i < n; i++) {
		size_t here = i > from.row ? i - from.row : from.row - i;

		if (here < away && is_anchored(pane, i, from, by_id)) {
			best = i;
			away = here;
		}
	}
	return best;
}

static size_t row_of(const struct pane *pane, struct anchor from)
{
	size_t row = nearest(pane, from, true);

	if (row == pane->table.nrows)
		row = nearest(pane, from, false);
	return row < pane->table.nrows ? row : from.row;
}

void pane_move_to(struct pane *pane, struct anchor anchor)
{
	pane->here.id = anchor.id;
	pane_move(pane, row_of(pane, anchor));
}

void pane_move_to_first(struct pane *pane)
{
	const struct table *t = &pane->table;
	size_t i;

	for (i = 0; i < t->nrows; i++)
		if (t->rows[i].is_subject)
			break;
	if (i == t->nrows)
		i = row_of(pane,
		           (struct anchor){ .func = pane->here.query.subject });
	pane_move(pane, i);
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

static void measure(struct pane *pane)
{
	const struct table *t = &pane->table;
	size_t c;

	pane->widths = arena_alloc(pane->table_arena, t->columns->n,
	                           sizeof *pane->widths);
	table_widths(t, pane->widths);
	for (c = 0; c < t->columns->n; c++)
		if (table_shows(t, c) &&
		    !unit_is_number(t->columns->list[c].unit)) {
			size_t text = text_column_width(t, c);

			if (text > pane->widths[c])
				pane->widths[c] = text;
		}
}

void pane_build(struct pane *pane, const struct dataset *data)
{
	struct query *query = &pane->here.query;
	struct error err;
	size_t at;

	pane_clear(pane);
	query->folds = pane->folds;
	query->display = *pane->display;
	query->chosen = pane->choices[view_index(pane->here.view)];
	query->filter = filter_new(pane->here.filter, pane->table_arena, &at,
	                           &err);
	pane->table = view_table(pane->here.view, data, query,
	                         pane->table_arena);
	measure(pane);
}

void pane_open(struct pane *pane, const struct dataset *data)
{
	pane->here.cursor = pane->here.top = 0;
	pane->here.id = 0;
	pane_build(pane, data);
	pane_move_to_first(pane);
}

void pane_take_view(struct pane *pane, const struct dataset *data,
                    const struct view *view)
{
	struct query *query = &pane->here.query;
	struct error none;

	if (query->sort &&
	    !view_takes_columns(view, data, query, query->sort, &none)) {
		query->sort = NULL;
		query->reverse = false;
	}
	pane->here.view = view;
}

/* Rows that were still being made had none for the cursor to begin on. */
void pane_refresh(struct pane *pane, const struct dataset *data)
{
	struct anchor from = pane_anchor(pane);
	const bool begins = pane->table.is_pending && !pane->here.cursor &&
	                    !pane->here.id;

	pane_build(pane, data);
	if (begins)
		pane_move_to_first(pane);
	else
		pane_move_to(pane, from);
}
