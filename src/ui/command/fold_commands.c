/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folding, in all views whose rows can be folded. */
#include "ui/command/command.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/number.h"
#include "table/filter.h"
#include "ui/session/session.h"
#include "views/views.h"

enum { SIDEWAYS = 8 };

static void set_open(struct session *s, const struct row *row, bool is_open) {
	folds_set(s->folds, row->fold, is_open != row->opens);
}

static bool fold(struct session *s, int is_open, struct error *err) {
	const struct row *row = pane_row(s->pane);

	if (row->is_open == is_open)
		return fail(err, is_open ? "the row is open already" : "the row is closed already");
	set_open(s, row, is_open);
	session_refresh(s);
	return true;
}

static bool toggle(struct session *s, const char *arg, struct error *err) {
	return fold(s, !pane_row(s->pane)->is_open, err);
}

/* Closes the rows [from, to). */
static void close_rows(struct session *s, size_t from, size_t to) {
	size_t i;

	for (i = from; i < to; i++)
		if (s->pane->table.rows[i].fold)
			set_open(s, &s->pane->table.rows[i], false);
	session_refresh(s);
}

/* Opens everything below a key, as far as the view does; a message says so if some rows stay
 * closed. */
static void open_below(struct session *s, uint64_t key) {
	struct query query = s->pane->here.query;
	struct arena *arena = arena_new();
	bool is_inside = key == FOLD_ALL;
	struct table table;
	size_t nclosed = 0, i;
	unsigned depth = 0;
	char most[40];

	query.open_below = key;
	query.sort = NULL; /* any order will do */
	table = view_table(s->pane->here.view, s->data, &query, arena);
	for (i = 0; i < table.nrows; i++) {
		const struct row *row = &table.rows[i];

		if (key != FOLD_ALL && row->fold == key) {
			is_inside = true;
			depth = row->depth;
		} else if (key != FOLD_ALL && row->depth <= depth) {
			is_inside = false;
		}
		if (!is_inside || !row->fold)
			continue;
		set_open(s, row, row->is_open);
		nclosed += !row->is_open;
	}
	arena_free(arena);
	session_refresh(s);
	number_grouped(most, sizeof most, TABLE_OPEN_ROWS);
	if (nclosed)
		session_say(s, "opened as far as %s rows; the rest is closed", most);
}

static bool is_all_open(const struct table *t, size_t from, size_t to) {
	size_t i;

	for (i = from; i < to; i++)
		if (t->rows[i].fold && !t->rows[i].is_open)
			return false;
	return true;
}

static bool toggle_below(struct session *s, const char *arg, struct error *err) {
	const struct row *row = pane_row(s->pane);
	size_t end = table_branch_end(&s->pane->table, s->pane->cursor);

	if (is_all_open(&s->pane->table, s->pane->cursor, end))
		close_rows(s, s->pane->cursor, end);
	else
		open_below(s, row->fold);
	return true;
}

static bool expand_all(struct session *s, const char *arg, struct error *err) {
	open_below(s, FOLD_ALL);
	return true;
}

/* The cursor moves to the outermost row above it, which stays. */
static bool collapse_all(struct session *s, const char *arg, struct error *err) {
	size_t up;

	while ((up = table_parent(&s->pane->table, s->pane->cursor)) < s->pane->table.nrows)
		pane_move(s->pane, up);
	close_rows(s, 0, s->pane->table.nrows);
	return true;
}

static bool scroll_left(struct session *s, struct error *err) {
	if (!s->pane->here.sideways)
		return fail(err, "names begin here");
	s->pane->here.sideways -= SIDEWAYS;
	return true;
}

static bool scroll_right(struct session *s) {
	enum { MOST = 4096 };

	if (s->pane->here.sideways < MOST)
		s->pane->here.sideways += SIDEWAYS;
	return true;
}

/* Scrolls back; then closes the row; then goes up. */
static bool left(struct session *s, const char *arg, struct error *err) {
	const struct row *row = pane_row(s->pane);
	size_t up;

	if (!s->pane->table.is_tree || !row || s->pane->here.sideways)
		return scroll_left(s, err);
	if (row->fold && row->is_open)
		return fold(s, false, err);
	up = table_parent(&s->pane->table, s->pane->cursor);
	if (up == s->pane->table.nrows)
		return fail(err, "nothing is above this row");
	pane_move(s->pane, up);
	return true;
}

/* Opens the row; then goes into it; scrolls where nothing can be opened. */
static bool right(struct session *s, const char *arg, struct error *err) {
	const struct row *row = pane_row(s->pane);

	if (!s->pane->table.is_tree || !row || !row->fold)
		return scroll_right(s);
	if (!row->is_open)
		return fold(s, true, err);
	pane_move(s->pane, s->pane->cursor + 1);
	return true;
}

static const struct command list[] = {
	{ .name = "left", .help = "Close a tree's row or go up; else scroll names.", .run = left },
	{ .name = "right",
	  .help = "Open a tree's row or go into it; else scroll names.",
	  .run = right },
	{ .name = "expand",
	  .help = "Show what is below the row.",
	  .need = NEED_FOLD,
	  .run_by = fold,
	  .by = true },
	{ .name = "collapse",
	  .help = "Hide what is below the row.",
	  .need = NEED_FOLD,
	  .run_by = fold,
	  .by = false },
	{ .name = "fold",
	  .help = "Show or hide what is below the row.",
	  .need = NEED_FOLD,
	  .run = toggle },
	{ .name = "fold-below",
	  .help = "Show all levels below the row, or hide them.",
	  .need = NEED_FOLD,
	  .run = toggle_below },
	{ .name = "expand-all",
	  .help = "Open all rows, as far as 100,000.",
	  .need = NEED_FOLDS,
	  .run = expand_all },
	{ .name = "collapse-all",
	  .help = "Close all rows.",
	  .need = NEED_FOLDS,
	  .run = collapse_all },
};

const struct command_group fold_commands = {
	.title = "Trees, long names",
	.rank = 15,
	.is_last = true,
	.is_first_with = NEED_FOLDS,
	.list = list,
	.n = sizeof list / sizeof *list,
};
