/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/finding.h"

#include "base/error.h"
#include "table/folds.h"
#include "ui/session/session.h"

enum { AT_ONCE = 20000 }; /* rows in some milliseconds */

/* Whether the user still looks at the rows that are searched. */
static bool is_same(const struct session *s)
{
	const struct finding *f = &s->finding;

	return s->search && s->search == f->pattern && s->pane->table.rows == f->rows &&
	       s->pane->cursor == f->from && f->left <= s->pane->table.nrows;
}

static void found(struct session *s)
{
	const struct finding *f = &s->finding;
	const bool is_round = f->is_backwards ? f->row >= f->from : f->row <= f->from;

	pane_move(s->pane, f->row);
	if (is_round && !f->is_typed)
		session_say(s, f->row == f->from ? "the only row found"
		               : f->is_backwards ? "went on from the last row"
		                                 : "went on from the first row");
}

/* Searches the next rows; true if the pattern was found. */
static bool look(struct session *s)
{
	struct finding *f = &s->finding;
	const size_t n = f->left < AT_ONCE ? f->left : AT_ONCE;
	const bool is_found = table_find_some(&s->pane->table, s->search, &f->row, n,
	                                      f->is_backwards);

	f->left -= n;
	if (is_found)
		found(s);
	f->is_under_way = !is_found && f->left;
	return is_found;
}

/* Opens the row that hides rows of a list if one of them is what is looked
 * for, and goes there. */
static bool look_at_folded(struct session *s)
{
	struct table folded = s->pane->table;
	const struct row *closed;
	size_t first = 0, row = folded.nrows;

	if (!folded.nfolded)
		return false;
	closed = folded.rows + folded.nrows - 1;
	folded.rows += folded.nrows;
	folded.nrows = folded.nfolded;
	folded.nmeasured = 0;
	folded.sums = NULL;
	if (!table_find_some(&folded, s->search, &first, folded.nrows, false))
		return false;
	folds_set(s->folds, closed->fold, !closed->opens);
	session_refresh(s);
	table_find_some(&s->pane->table, s->search, &row, s->pane->table.nrows, false);
	pane_move(s->pane, row);
	return true;
}

static bool fail_to_find(const struct session *s, struct error *err)
{
	if (s->finding.is_typed)
		return fail(err, "not found");
	return fail(err, "not found: %.200s", s->search_text);
}

bool finding_begin(struct session *s, size_t row, bool is_backwards, bool is_typed,
                   struct error *err)
{
	s->finding = (struct finding){
		.is_backwards = is_backwards,
		.is_typed = is_typed,
		.pattern = s->search,
		.rows = s->pane->table.rows,
		.from = s->pane->cursor,
		.row = row,
		.left = s->pane->table.nrows,
	};
	return look(s) || s->finding.is_under_way || look_at_folded(s) || fail_to_find(s, err);
}

bool finding_step(struct session *s)
{
	struct finding *f = &s->finding;
	struct error err;

	if (!is_same(s)) {
		f->is_under_way = false;
		return true;
	}
	if (look(s))
		return true;
	if (f->is_under_way)
		return false;
	if (look_at_folded(s))
		return true;
	fail_to_find(s, &err);
	if (f->is_typed && s->prompt.kind)
		prompt_break(&s->prompt, s->prompt.len, &err);
	else
		session_fail(s, &err);
	return true;
}
