/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/pane.h"

#include "views/filtering.h"
#include "views/views.h"

void pane_begin(struct pane *pane, const struct view *view, const struct folds *folds,
                const struct display *display) {
	*pane = (struct pane){
		.here.view = view, .folds = folds, .display = display, .body_rows = 20
	};
	pane->table_arena = arena_new();
	pane->widths_arena = arena_new();
}

void pane_end(struct pane *pane) {
	arena_free(pane->table_arena);
	arena_free(pane->widths_arena);
}

void pane_clear(struct pane *pane) {
	pane->table = pane->whole = (struct table){ .nrows = 0 };
	pane->cursor = 0;
	arena_reset(pane->table_arena);
}

const char *pane_sort(const struct pane *pane) {
	const char *sort = pane->here.query.sort;
	const struct table *t = &pane->table;

	return sort && t->columns && table_column(t, sort) < t->columns->n ? sort : t->sort;
}

struct slots pane_slots(const struct pane *pane, struct arena *arena) {
	return column_fit(&pane->table, pane->needs, pane->area.cols, arena);
}

const struct row *pane_row(const struct pane *pane) {
	return pane->cursor < pane->table.nrows ? &pane->table.rows[pane->cursor] : NULL;
}

const char *pane_term(const struct pane *pane) {
	const struct row *row = pane_row(pane);

	return row ? filter_term_of(pane->here.view, &pane->table, row->item) : NULL;
}

static const struct run *file_of(const struct pane *pane, bool of_base) {
	const struct view *view = pane->here.view;
	const struct row *row = view->file ? pane_row(pane) : NULL;
	bool is_base = false;
	const struct run *run = row && row->item ? view->file(row->item, &is_base) : NULL;

	return is_base == of_base ? run : NULL;
}

const struct run *pane_file(const struct pane *pane) {
	return file_of(pane, false);
}

const struct run *pane_base_file(const struct pane *pane) {
	return file_of(pane, true);
}

struct line_owners pane_owners(const struct pane *pane) {
	const struct view *view = pane->here.view;
	const struct row *row = view->owners ? pane_row(pane) : NULL;

	return row ? view->owners(row->item) : (struct line_owners){ NULL, 0 };
}

struct line_owners pane_hosts(const struct pane *pane) {
	const struct table *t = &pane->table;
	const struct row *row = pane_row(pane);
	const struct func *f = row ? view_subject(pane->here.view, row->item) : NULL;
	struct query ignored = pane->here.query;

	if (!f || !f->is_inlined || !t->data->frames ||
	    view_locate(pane->here.view, row->item, &ignored))
		return (struct line_owners){ NULL, 0 };
	return func_owners(t->data->frames, f, t->arena);
}

void pane_locate_host(const struct pane *pane, struct query *query) {
	const struct line_owners hosts = pane_hosts(pane);

	if (!pane->owner || pane->owner > hosts.n || !hosts.list[pane->owner - 1].address)
		return;
	query->position = (struct code_position){ .has_address = true,
		                                  .address = hosts.list[pane->owner - 1].address };
}

/* The owner that was chosen, or NULL. */
static const struct line_owner *chosen_owner(const struct pane *pane) {
	const struct line_owners owners = pane_owners(pane);

	return pane->owner && pane->owner <= owners.n ? &owners.list[pane->owner - 1] : NULL;
}

/* The function of the row that is nearest to the cursor and has one; or NULL. */
static const struct func *nearest_func(const struct pane *pane) {
	const struct row *rows = pane->table.rows;
	const size_t n = pane->table.nrows, at = pane->cursor;
	const struct func *f = NULL;

	for (size_t i = 0; !f && (i <= at || at + i < n); i++) {
		if (i <= at)
			f = view_subject(pane->here.view, rows[at - i].item);
		if (!f && at + i < n)
			f = view_subject(pane->here.view, rows[at + i].item);
	}
	return f;
}

const struct func *pane_subject(const struct pane *pane) {
	const struct line_owner *chosen = chosen_owner(pane);
	const struct view *view = pane->here.view;
	const struct row *row = pane_row(pane);
	const struct func *f = row ? view_subject(view, row->item) : NULL;

	if (chosen)
		return chosen->func;
	if (row && !f && view->kind == VIEW_LINES && view->is_of_function && !pane->here.query.gone)
		f = nearest_func(pane);
	return f || !view->is_of_function ? f : pane->here.query.subject;
}

const struct func *pane_gone(const struct pane *pane) {
	const struct view *view = pane->here.view;
	const struct row *row = view_is_of_functions(view) ? pane_row(pane) : NULL;
	const struct figures *r = row ? row->item : NULL;

	if (r && (r->func || r->gone))
		return r->func ? NULL : r->gone;
	return view->is_of_function ? pane->here.query.gone : NULL;
}

const struct view *pane_follow(const struct pane *pane, const struct row *row,
                               const struct func *subject, struct query *query) {
	*query = pane->here.query;
	query_ask(query, subject);
	return row ? view_follow(pane->here.view, row->item, query) : NULL;
}

bool pane_locate(const struct pane *pane, struct query *query) {
	const struct line_owner *chosen = chosen_owner(pane);
	const struct row *row = pane_row(pane);

	if (!row || !view_locate(pane->here.view, row->item, query))
		return false;
	if (chosen) {
		query->subject = chosen->func;
		query->position.has_address = chosen->address != 0;
		query->position.address = chosen->address;
	}
	return true;
}

static void put_cursor(struct pane *pane) {
	const size_t n = pane->table.nrows, row = pane->here.row;

	pane->cursor = row < n ? row : n ? n - 1 : 0;
	assert(pane->cursor < n || !pane->cursor);
	if (!table_waits(&pane->table))
		pane->here.row = pane->cursor;
}

void pane_move(struct pane *pane, size_t row) {
	pane->here.row = row;
	pane->here.nmoves = 0;
	pane->here.begins = false;
	put_cursor(pane);
}

size_t row_beside(size_t from, long rows, size_t last) {
	const size_t by = (size_t)(rows < 0 ? -rows : rows);

	if (rows < 0)
		return from > by ? from - by : 0;
	return from + by < last ? from + by : last;
}

void pane_scroll(struct pane *pane, long rows) {
	const size_t n = pane->table.nrows, body = (size_t)pane->body_rows;

	pane->here.top = row_beside(pane->here.top, rows, n > body ? n - body : 0);
}

bool pane_move_by(struct pane *pane, struct move move, struct error *err) {
	struct location *here = &pane->here;

	if (!table_waits(&pane->table))
		return move.run(pane, move.by, err);
	if (here->nmoves == MOVES)
		return fail(err, "the rows are still being made");
	here->moves[here->nmoves++] = move;
	return true;
}

/* Moves as was asked for while the rows that are there now were made. */
static void meet_wishes(struct pane *pane) {
	struct location *here = &pane->here;
	struct error err;
	size_t n = here->nmoves;

	if (table_waits(&pane->table))
		return;
	here->nmoves = 0;
	for (size_t i = 0; i < n; i++)
		here->moves[i].run(pane, here->moves[i].by, &err);
}

bool pane_is_at_top(const struct pane *pane) {
	return !pane->here.row && !pane->here.nmoves;
}

struct anchor pane_anchor(const struct pane *pane) {
	const struct row *row = pane_row(pane);
	struct anchor anchor = { .row = pane->here.row };

	if (table_waits(&pane->table))
		anchor.id = pane->here.id;
	else if (row)
		anchor.id = row->id;
	anchor.func = row ? view_subject(pane->here.view, row->item) : pane->here.query.subject;
	return anchor;
}

/* The nearest row that is that of the anchor, by its id, else by its function; or nrows. */
static size_t nearest(const struct pane *pane, struct anchor from, bool by_id) {
	const size_t n = pane->table.nrows;
	size_t best = n, away = SIZE_MAX;

	for (size_t i = 0; i < n; i++) {
		const struct row *r = &pane->table.rows[i];
		size_t here = i > from.row ? i - from.row : from.row - i;

		if (here < away &&
		    (by_id ? from.id && r->id == from.id
		           : from.func && view_subject(pane->here.view, r->item) == from.func)) {
			best = i;
			away = here;
		}
	}
	return best;
}

static size_t row_of(const struct pane *pane, struct anchor from) {
	size_t row = nearest(pane, from, true);

	if (row == pane->table.nrows)
		row = nearest(pane, from, false);
	return row < pane->table.nrows ? row : from.row;
}

void pane_move_to(struct pane *pane, struct anchor anchor) {
	if (pane->here.begins) {
		pane_move_to_first(pane);
		return;
	}
	pane->here.id = anchor.id;
	pane->here.row = row_of(pane, anchor);
	put_cursor(pane);
	meet_wishes(pane);
}

void pane_move_to_first(struct pane *pane) {
	const struct table *t = &pane->table;
	size_t i = 0;

	while (i < t->nrows && !t->rows[i].is_subject)
		i++;
	if (i == t->nrows)
		i = row_of(pane, (struct anchor){ .func = pane->here.query.subject });
	pane->here.begins = table_waits(t);
	pane->here.row = pane->here.begins ? 0 : i;
	put_cursor(pane);
	meet_wishes(pane);
}

/* The cells of a name that are not cut, of the longest word: none of a line of code, which only
 * wants room. */
static int word_room(const struct pane *pane, int word) {
	const struct view *view = pane->here.view;

	if (view_is_code_of_one(view))
		return 1;
	if (view->kind >= VIEW_INSTRUCTIONS)
		return 0;
	return word + (view->kind != VIEW_CALLS ? 0
	               : pane->table.is_tree    ? WORD_INDENT
	                                        : TABLE_INDENT);
}

/* Measures the table, unless it has the rows and columns that were measured last: then it keeps
 * their widths, however rows are ordered.  Code and groups are measured without the filter, too. */
static void measure(struct pane *pane) {
	const struct width_basis now = { .view = pane->here.view,
		                         .data = pane->table.data,
		                         .chosen = pane->here.query.chosen,
		                         .display = pane->here.query.display,
		                         .nrows = pane->table.nmeasured };
	struct width_basis *old = &pane->basis;
	struct query query = pane->here.query;
	struct table *all = &pane->whole;

	*all = pane->table;
	if (now.nrows && now.nrows == old->nrows && now.view == old->view &&
	    now.data == old->data && now.chosen == old->chosen &&
	    display_is_same(&now.display, &old->display))
		return;
	*old = now;
	arena_reset(pane->widths_arena);
	const size_t n = pane->table.columns->n;
	size_t *widths = arena_alloc(pane->widths_arena, n, sizeof *widths);
	table_widths(&pane->table, TABLE_INDENT, TABLE_TEXTS, widths);
	if (!now.nrows && query.filter && now.view->kind != VIEW_CALLS &&
	    now.view->kind < VIEW_TEXTS) {
		query.filter = NULL;
		*all = view_table(now.view, now.data, &query, pane->table_arena);
		all->query = &pane->here.query;
		assert(all->columns->n == n);
		size_t *without = arena_alloc(pane->table_arena, n, sizeof *without);
		table_widths(all, TABLE_INDENT, TABLE_TEXTS, without);
		for (size_t i = 0; i < n; i++)
			widths[i] = without[i] > widths[i] ? without[i] : widths[i];
	}
	if (pane->rooms_of != now.data || pane->rooms.has_zeros != pane->display->zeros)
		pane->rooms = rooms_of(now.data, pane->display->zeros);
	pane->rooms_of = now.data;
	pane->needs.widths = widths;
	pane->needs.word = word_room(pane, pane->rooms.word);
	pane->needs.word_beside = word_room(pane, pane->rooms.word_beside);
	pane->needs.longest = word_room(pane, pane->rooms.longest);
	pane->needs.others = columns_other_names(&pane->table, now.view);
	pane->needs.rooms = columns_rooms(&pane->table, now.view, &pane->rooms, widths,
	                                  pane->widths_arena);
}

void pane_build(struct pane *pane, const struct dataset *data) {
	struct query *query = &pane->here.query;
	struct error err;
	size_t at;

	pane_clear(pane);
	query->folds = pane->folds;
	query->display = *pane->display;
	query->chosen = pane->choices[view_index(pane->here.view)];
	query->filter = filter_for(data, pane->here.filter, pane->table_arena, &at, &err);
	pane->table = view_table(pane->here.view, data, query, pane->table_arena);
	measure(pane);
	pane->needs.sort = pane_sort(pane) ? table_column(&pane->table, pane_sort(pane)) : SIZE_MAX;
	put_cursor(pane);
}

void pane_open(struct pane *pane, const struct dataset *data) {
	pane->here.row = pane->here.top = pane->here.nmoves = 0;
	pane->here.sideways = 0;
	pane->here.id = 0;
	pane_build(pane, data);
	pane_move_to_first(pane);
}

void pane_take_view(struct pane *pane, const struct dataset *data, const struct view *view) {
	struct query *query = &pane->here.query;
	struct error none;

	if (query->sort && !view_takes_columns(view, data, query, query->sort, &none)) {
		query->sort = NULL;
		query->reverse = false;
	}
	pane->here.view = view;
}

void pane_refresh(struct pane *pane, const struct dataset *data) {
	const struct anchor from = pane_anchor(pane);

	pane_build(pane, data);
	pane_move_to(pane, from);
}
