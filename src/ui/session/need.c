/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/need.h"

#include "base/error.h"
#include "model/profile.h"
#include "model/records.h"
#include "ui/session/navigation.h"
#include "ui/session/session.h"
#include "ui/session/split.h"
#include "views/views.h"

static bool has_row(struct session *s)
{
	return pane_row(s->pane) != NULL;
}

static bool has_function(struct session *s)
{
	return pane_subject(s->pane) != NULL;
}

static bool has_file(struct session *s)
{
	return pane_file(s->pane) != NULL;
}

static bool has_choice(struct session *s)
{
	return has_function(s) || has_file(s);
}

static bool has_location(struct session *s)
{
	const struct view *view = s->pane->here.view;

	return has_function(s) ||
	       (has_row(s) && view_line(view, &s->pane->table, pane_row(s->pane)->item).path);
}

static bool has_target(struct session *s)
{
	const struct row *row = pane_row(s->pane);
	struct query query = s->pane->here.query;

	query_ask(&query, query.subject);
	return row &&
	       (row->fold || has_file(s) || view_follow(s->pane->here.view, row->item, &query));
}

static bool has_fold(struct session *s)
{
	return has_row(s) && pane_row(s->pane)->fold;
}

static bool has_folds(struct session *s)
{
	size_t i;

	for (i = 0; i < s->pane->table.nrows; i++)
		if (s->pane->table.rows[i].fold)
			return true;
	return false;
}

/* The view is beside a list, or was opened from one. */
static bool has_list(struct session *s)
{
	return s->panes[0].here.view->is_of_function ? navigation_list(s) != NULL
	                                             : split_has_focus(s);
}

static bool has_shares(struct session *s)
{
	const struct table *t = &s->pane->table;
	size_t c;

	for (c = 0; c < t->columns->n; c++)
		if (t->columns->list[c].unit == UNIT_PERCENT)
			return t->nrows > 0;
	return false;
}

/* Texts are read from beginning to end. */
static bool has_order(struct session *s)
{
	return s->pane->here.view->kind != VIEW_TEXTS;
}

static bool has_pane(struct session *s)
{
	split_update(s);
	return split_is_shown(s);
}

static bool has_past(struct session *s)
{
	return s->npast > 0;
}

static bool has_future(struct session *s)
{
	return s->nfuture > 0;
}

static bool has_search(struct session *s)
{
	return s->search != NULL;
}

static bool has_filter(struct session *s)
{
	return s->pane->here.filter[0] != '\0' ||
	       (s->pane->here.view->file && records_count_off(s->data->profile->records));
}

static bool has_code(struct session *s)
{
	return s->panes[0].here.view->kind == VIEW_INSTRUCTIONS ||
	       (has_pane(s) && s->panes[1].here.view->kind == VIEW_INSTRUCTIONS);
}

static bool has_no_menu(struct session *s)
{
	return !s->menu.title;
}

static const struct {
	bool (*is_met)(struct session *session);
	const char *reason;
} needs[NEEDS] = {
	[NEED_ROW] = { has_row, "there is no row" },
	[NEED_TARGET] = { has_target, "this row leads nowhere" },
	[NEED_FILE] = { has_file, "the row is about no file; 6 and I list them" },
	[NEED_CHOICE] = { has_choice, "the row is about no function" },
	[NEED_FUNCTION] = { has_function, "the row is about no function" },
	[NEED_LOCATION] = { has_location, "the row is about no function" },
	[NEED_FOLD] = { has_fold, "this view has no folds" },
	[NEED_FOLDS] = { has_folds, "there is nothing to fold here" },
	[NEED_LIST] = { has_list, "this view is not about one function of a list" },
	[NEED_SHARES] = { has_shares, "this view has no shares of time" },
	[NEED_ORDER] = { has_order, "this view is a text, in its own order" },
	[NEED_PANE] = { has_pane, "there is no second pane; w opens it" },
	[NEED_PAST] = { has_past, "nowhere to go back to" },
	[NEED_FUTURE] = { has_future, "nowhere to go forward to" },
	[NEED_SEARCH] = { has_search, "nothing was searched for; / searches" },
	[NEED_FILTER] = { has_filter, "there is no filter" },
	[NEED_CODE] = { has_code, "this view has no instructions" },
	[NEED_NO_MENU] = { has_no_menu, "this is the menu" },
};

bool need_is_met(struct session *s, enum need need, struct error *err)
{
	bool is_in_tree = need == NEED_FOLD && s->pane->table.is_tree;

	if (need == NEED_NOTHING || needs[need].is_met(s))
		return true;
	return fail(err, "%s", is_in_tree ? "there is nothing below this row" : needs[need].reason);
}
