/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/pane.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "table/filter.h"
#include "views/filtering.h"

void pane_begin(struct pane *pane, const struct view *view,
                const struct folds *folds)
{
	*pane = (struct pane){ .here.view = view,
		               .folds = folds,
		               .body_rows = 20 };
	pane->table_arena = arena_new();
	pane->all_arena = arena_new();
	pane->filter_arena = arena_new();
	pane->kept_arena = arena_new();
}

void pane_end(struct pane *pane)
{
	arena_free(pane->table_arena);
	arena_free(pane->all_arena);
	arena_free(pane->filter_arena);
	arena_free(pane->kept_arena);
}

void pane_clear(struct pane *pane)
{
	pane->table = pane->all = (struct table){ .nrows = 0 };
}

const char *pane_sort(const struct pane *pane)
{
	const struct visit *here = &pane->here;

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
	const struct func *f = row ? pane->here.view->subject(row->item) : NULL;

	return f || !pane->here.view->is_of_function ? f
	                                             : pane->here.query.subject;
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

	return (struct anchor){ pane->table.is_pending ? pane->here.id
		                : row                  ? row->id
		                                       : 0,
		                pane_subject(pane), pane->here.cursor };
}

static size_t row_of_id(const struct table *t, uint64_t id)
{
	size_t i;

	for (i = 0; i < t->nrows; i++)
		if (t->rows[i].id == id)
			break;
	return i;
}

static size_t row_of(const struct pane *pane, struct anchor from)
{
	const struct table *t = &pane->table;
	size_t best = t->nrows, away = SIZE_MAX, i;

	if (from.id && (i = row_of_id(t, from.id)) < t->nrows)
		return i;
	for (i = 0; from.func && i < t->nrows; i++) {
		size_t here = i > from.row ? i - from.row : from.row - i;

		if (pane->here.view->subject(t->rows[i].item) == from.func &&
		    here < away) {
			best = i;
			away = here;
		}
	}
	return best < t->nrows ? best : from.row;
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

/* Numbers keep the width they have without the filter: columns stay where they
 * are while one types. */
static void measure(struct pane *pane)
{
	const struct table *t = &pane->table;
	size_t c;

	pane->widths = arena_alloc(t->arena, t->columns->n,
	                           sizeof *pane->widths);
	for (c = 0; c < t->columns->n; c++) {
		size_t width = pane->all_widths[c];

		if (table_shows(t, c) &&
		    !unit_is_number(t->columns->list[c].unit)) {
			size_t text = text_column_width(t, c);

			width = text > width ? text : width;
		}
		pane->widths[c] = width;
	}
}

/* Makes the compiled filter agree with the place's text; true when it had to
 * change. */
static bool take_filter(struct pane *pane)
{
	struct error err;
	size_t at;
	bool is_same = pane->filter &&
	               !strcmp(pane->filter_text, pane->here.filter);

	if (!is_same) {
		arena_reset(pane->filter_arena);
		pane->filter = filter_new(pane->here.filter, pane->filter_arena,
		                          &at, &err);
	}
	pane->here.query.filter = pane->filter;
	return !is_same;
}

/* Which functions the filter keeps; those that the last one hid need no look
 * when this one only adds letters to it. */
static void find_kept(struct pane *pane)
{
	struct arena *arena = arena_new();
	const bool *among = NULL;

	if (pane->kept && filter_narrows(pane->filter_text, pane->here.filter))
		among = pane->kept;
	pane->kept = pane->filter && pane->filter->n
	                     ? filter_kept(&pane->all, among, arena)
	                     : NULL;
	arena_free(pane->kept_arena);
	pane->kept_arena = arena;
}

static void narrow(struct pane *pane)
{
	arena_reset(pane->table_arena);
	pane->table = view_narrow(pane->here.view, &pane->all, pane->kept,
	                          pane->table_arena);
	measure(pane);
}

static void note_filter(struct pane *pane)
{
	snprintf(pane->filter_text, sizeof pane->filter_text, "%s",
	         pane->here.filter);
}

void pane_build(struct pane *pane, const struct profile *profile)
{
	take_filter(pane);
	pane->here.query.folds = pane->folds;
	arena_reset(pane->all_arena);
	pane->all = view_all(pane->here.view, profile, &pane->here.query,
	                     pane->all_arena);
	pane->all_widths = arena_alloc(pane->all_arena, pane->all.columns->n,
	                               sizeof *pane->all_widths);
	table_widths(&pane->all, pane->all_widths);
	pane->kept = NULL; /* names may be others */
	if (pane->here.view->lists_functions)
		find_kept(pane);
	note_filter(pane);
	narrow(pane);
}

void pane_narrow(struct pane *pane, const struct profile *profile)
{
	if (!pane->here.view->lists_functions || pane->all.profile != profile) {
		pane_build(pane, profile);
		return;
	}
	if (take_filter(pane))
		find_kept(pane);
	note_filter(pane);
	narrow(pane);
}
