/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/navigation.h"

#include <string.h>

#include "model/compare/comparison.h"
#include "model/dataset.h"
#include "model/profile.h"
#include "ui/session/missing_source.h"
#include "ui/session/session.h"
#include "ui/session/split.h"
#include "views/views.h"

/* Shows the remark of the view that was just opened, or asks for its source. */
static void say_remark(struct session *s)
{
	const char *remark = s->panes[0].table.remark;

	missing_source_offer(s);
	if (remark && !*s->message.reason)
		session_say(s, "%s", remark);
}

/* The second pane follows when it is painted. */
void navigation_show(struct session *s, const struct dataset *data)
{
	struct pane *first = &s->panes[0];
	bool is_first = !s->data;

	s->data = data;
	menu_close(&s->menu); /* its texts may belong to the table */
	if (is_first)
		pane_build(first, data);
	else
		pane_refresh(first, data);
	say_remark(s);
}

/* Asks for the files of a location. */
static void take_choice(struct session *s, const struct file_choice *choice)
{
	if (choice == s->choice)
		return;
	s->choice = choice;
	s->wants_choice = true;
}

static void replace_choice(struct history_entry *list, size_t n, const struct file_choice *old,
                           const struct file_choice *new)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (list[i].first.choice == old)
			list[i].first.choice = new;
}

void navigation_choose(struct session *s, const struct file_choice *choice)
{
	replace_choice(s->past, s->npast, s->choice, choice);
	replace_choice(s->future, s->nfuture, s->choice, choice);
	take_choice(s, choice);
}

static void remember(struct session *s, struct history_entry *list, size_t *n)
{
	struct pane *panes = s->panes;

	panes[0].here.choice = s->choice;
	panes[0].here.id = pane_anchor(&panes[0]).id;
	panes[1].here.id = pane_anchor(&panes[1]).id;
	if (*n == HISTORY) {
		memmove(list, list + 1, (HISTORY - 1) * sizeof *list);
		(*n)--;
	}
	list[(*n)++] = (struct history_entry){
		.first = panes[0].here,
		.second = panes[1].here,
		.has_second = split_is_shown(s) && panes[1].table.data,
		.on_second = split_has_focus(s),
	};
}

/* Filters are kept for each kind of view: lists of functions, the functions
 * around one, the code of one, texts. */
enum subjects { OF_LISTS, AROUND_ONE, OF_CODE, OF_TEXTS };

static enum subjects subjects_of(const struct view *view)
{
	if (!view_is_of_functions(view))
		return OF_TEXTS;
	if (!view->is_of_function)
		return OF_LISTS;
	return view_shows_code(view) ? OF_CODE : AROUND_ONE;
}

/* Texts begin without a filter, lists with the filter of the latest list.  A
 * view of one function opened from a list begins without one: the filter that
 * finds a function would hide its callers, callees and most of its file. */
static void find_filter(struct session *s, const struct view *view)
{
	const enum subjects wanted = subjects_of(view);
	char *filter = s->panes[0].here.filter;
	const struct location *from = NULL;
	size_t i = s->npast;

	while (wanted != OF_TEXTS && !from && i-- > 0) {
		const struct location *location = &s->past[i].first;
		const enum subjects were = subjects_of(location->view);

		if (were == wanted)
			from = location;
		else if (wanted != OF_LISTS && were != OF_TEXTS)
			break;
	}
	if (from)
		memcpy(filter, from->filter, PROMPT_TEXT);
	else
		*filter = '\0';
}

void navigation_go(struct session *s, const struct view *view, struct query query)
{
	struct pane *first = &s->panes[0];
	struct error err;

	view = view_displayed(view, &query.display);
	if (!view_check(view, s->data, &err)) {
		session_fail(s, &err);
		return;
	}
	/* The other view need not have the column of the order. */
	if (view->columns != first->here.view->columns || split_has_focus(s)) {
		query.sort = view->kind == VIEW_FUNCTIONS ? s->preferences.sort : NULL;
		query.reverse = false;
	}
	remember(s, s->past, &s->npast);
	s->nfuture = 0;
	s->pane = first;
	first->here.query = query;
	first->here.view = view;
	first->here.sideways = 0;
	find_filter(s, view);
	pane_open(first, s->data);
	if (!view->is_of_function && view->kind != VIEW_CALLS)
		pane_move(first, 0);
	say_remark(s);
}

void navigation_ask(struct session *s, struct query query)
{
	struct pane *first = &s->panes[0];

	s->pane = first;
	first->here.query = query;
	pane_open(first, s->data);
	say_remark(s);
}

struct location *navigation_list(struct session *s)
{
	size_t i;

	for (i = s->npast; i-- > 0;)
		if (!s->past[i].first.view->is_of_function)
			return &s->past[i].first;
	return NULL;
}

/* Finds functions of one profile in another, either of them NULL if there is
 * none; remembers the last one, because the history asks for the same ones
 * again and again. */
struct twins {
	const struct profile *from, *to;
	const struct func *last, *twin;
};

/* The same of a profile and of its base. */
struct both_twins {
	struct twins new, base;
};

/* The function of the same name, usually with the same number. */
static const struct func *twin_of(struct twins *twins, const struct func *f)
{
	const struct profile *to = twins->to;
	size_t index, i;

	if (!f || !to || to == twins->from)
		return to ? f : NULL;
	if (f == twins->last)
		return twins->twin;
	index = profile_number(twins->from, f);
	twins->last = f;
	if (index < to->nfuncs && !strcmp(to->funcs[index].name, f->name)) {
		twins->twin = &to->funcs[index];
		return twins->twin;
	}
	twins->twin = NULL;
	for (i = 0; i < to->nfuncs && !twins->twin; i++)
		if (!strcmp(to->funcs[i].name, f->name))
			twins->twin = &to->funcs[i];
	return twins->twin;
}

static const struct profile *base_of(const struct dataset *data)
{
	return data->comparison ? data->comparison->base->data.profile : NULL;
}

static void move_location(struct location *location, struct both_twins *twins)
{
	struct query *q = &location->query;
	const struct func *head;

	q->position = (struct code_position){ .path = NULL }; /* code may have moved */

	q->subject = twin_of(&twins->new, q->subject);
	q->gone = twin_of(&twins->base, q->gone);
	if (!q->cycle)
		return;
	head = twin_of(&twins->new, q->cycle->members[0]);
	q->cycle = head ? head->cycle : NULL;
}

static void move_entry(struct history_entry *entry, struct both_twins *twins)
{
	move_location(&entry->first, twins);
	move_location(&entry->second, twins);
}

/* Moves a pane to the other profile's functions of the same names. */
static void move_pane(struct pane *pane, const struct dataset *data, struct both_twins *twins)
{
	struct anchor from = pane_anchor(pane);

	from.func = twin_of(&twins->new, from.func);
	move_location(&pane->here, twins);
	if (!view_is_there(pane->here.view, data))
		pane_take_view(pane, data, view_at(0));
	if (!pane->table.data)
		return;
	pane_build(pane, data);
	pane_move_to(pane, from);
}

void navigation_swap(struct session *s, const struct dataset *data)
{
	struct both_twins twins = {
		.new = { .from = s->data->profile, .to = data->profile },
		.base = { .from = base_of(s->data), .to = base_of(data) },
	};
	size_t i;

	for (i = 0; i < s->npast; i++)
		move_entry(&s->past[i], &twins);
	for (i = 0; i < s->nfuture; i++)
		move_entry(&s->future[i], &twins);
	menu_close(&s->menu);
	s->data = data;
	if (s->split_view && !view_is_there(s->split_view, data))
		s->split_view = NULL;
	for (i = 0; i < 2; i++)
		move_pane(&s->panes[i], data, &twins);
}

/* Makes a pane show a location again. */
static void return_to(struct session *s, struct pane *pane, const struct location *location)
{
	const struct display *now = &s->preferences.display;
	const struct display *then = &location->query.display;

	pane->here = *location;
	if (now->lines != then->lines || now->group != then->group)
		pane_take_view(pane, s->data, view_displayed(view_replaced(location->view), now));
	pane_build(pane, s->data);
	pane_move_to(pane, (struct anchor){ .id = pane->here.id, .row = pane->here.row });
}

static bool travel(struct session *s, struct history_entry *from, size_t *nfrom,
                   struct history_entry *to, size_t *nto)
{
	const struct history_entry *there;

	while (*nfrom && !view_is_there(from[*nfrom - 1].first.view, s->data))
		(*nfrom)--;
	if (!*nfrom)
		return false;
	remember(s, to, nto);
	there = &from[--*nfrom];
	s->pane = &s->panes[0];
	take_choice(s, there->first.choice);
	return_to(s, &s->panes[0], &there->first);
	split_update(s);
	if (!split_is_shown(s) || !there->has_second || !view_is_there(there->second.view, s->data))
		return true;
	return_to(s, &s->panes[1], &there->second);
	if (there->on_second)
		s->pane = &s->panes[1];
	return true;
}

bool navigation_back(struct session *s)
{
	return travel(s, s->past, &s->npast, s->future, &s->nfuture);
}

bool navigation_forward(struct session *s)
{
	return travel(s, s->future, &s->nfuture, s->past, &s->npast);
}
