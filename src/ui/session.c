/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "model/profile.h"
#include "table/filter.h"
#include "table/folds.h"
#include "ui/command.h"

struct session *session_new(const char *name, struct arena *arena)
{
	struct session *s = arena_alloc(arena, 1, sizeof *s);

	s->arena = arena;
	s->name = name;
	s->search_arena = arena_new();
	s->past = arena_alloc(arena, HISTORY, sizeof *s->past);
	s->future = arena_alloc(arena, HISTORY, sizeof *s->future);
	s->pane = &s->panes[0];
	s->folds = folds_new(arena);
	pane_begin(s->pane, view_at(0), s->folds);
	return s;
}

void session_end(struct session *s)
{
	pane_end(s->pane);
	arena_free(s->search_arena);
}

void session_say(struct session *s, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(s->message.reason, sizeof s->message.reason, format, args);
	va_end(args);
	s->message_is_error = false;
}

const char *session_sort(const struct session *s)
{
	return pane_sort(s->pane);
}

const struct row *session_row(const struct session *s)
{
	return pane_row(s->pane);
}

const struct func *session_subject(const struct session *s)
{
	return pane_subject(s->pane);
}

void session_move(struct session *s, size_t row)
{
	pane_move(s->pane, row);
}

void session_refresh(struct session *s)
{
	struct anchor from;

	if (!s->profile)
		return;
	from = pane_anchor(s->pane);
	pane_build(s->pane, s->profile);
	pane_move_to(s->pane, from);
}

void session_take_profile(struct session *s, const struct profile *profile)
{
	bool first = !s->profile;

	s->profile = profile;
	if (first)
		pane_build(s->pane, s->profile);
	else
		session_refresh(s);
	if (!first && s->pane->here.view->is_of_function &&
	    !s->pane->here.cursor)
		pane_move_to_first(s->pane);
}

static void remember(struct session *s, struct visit *list, size_t *n)
{
	struct visit *visit = &s->pane->here;

	visit->id = pane_anchor(s->pane).id;
	if (*n == HISTORY) {
		memmove(list, list + 1, (HISTORY - 1) * sizeof *list);
		(*n)--;
	}
	list[(*n)++] = *visit;
}

void session_go(struct session *s, const struct view *view, struct query query)
{
	bool same_columns = view->columns == s->pane->here.view->columns;

	remember(s, s->past, &s->npast);
	s->nfuture = 0;
	s->pane->here.query = query;
	if (!same_columns) {
		s->pane->here.query.sort = NULL;
		s->pane->here.query.reverse = false;
	}
	s->pane->here.view = view;
	s->pane->here.cursor = s->pane->here.top = 0;
	s->pane->here.sideways = 0;
	pane_build(s->pane, s->profile);
	pane_move_to_first(s->pane);
}

void session_ask(struct session *s, struct query query)
{
	s->pane->here.query = query;
	s->pane->here.cursor = s->pane->here.top = 0;
	pane_build(s->pane, s->profile);
	pane_move_to_first(s->pane);
}

static const struct func *func_named(const struct profile *p, const char *name)
{
	size_t i;

	for (i = 0; name && i < p->nfuncs; i++)
		if (!strcmp(p->funcs[i].name, name))
			return &p->funcs[i];
	return NULL;
}

/* Functions of one profile in another; the last one is remembered, for a walk
 * asks for the same ones again and again. */
struct twins {
	const struct profile *to;
	const struct func *from, *twin;
};

static void move_visit(struct visit *visit, struct twins *twins)
{
	struct query *q = &visit->query;
	size_t number = q->cycle ? q->cycle->number : 0;

	q->spot = (struct spot){ .path = NULL }; /* code may have moved */

	if (q->subject && q->subject != twins->from) {
		twins->from = q->subject;
		twins->twin = func_named(twins->to, q->subject->name);
	}
	if (q->subject)
		q->subject = twins->twin;
	if (q->cycle)
		q->cycle = number <= twins->to->ncycles
		                   ? &twins->to->cycles[number - 1]
		                   : NULL;
}

void session_swap_profile(struct session *s, const struct profile *profile)
{
	struct anchor from = pane_anchor(s->pane);
	struct twins twins = { .to = profile };
	size_t i;

	if (from.func)
		from.func = func_named(profile, from.func->name);
	for (i = 0; i < s->npast; i++)
		move_visit(&s->past[i], &twins);
	for (i = 0; i < s->nfuture; i++)
		move_visit(&s->future[i], &twins);
	move_visit(&s->pane->here, &twins);
	menu_close(s);
	s->profile = profile;
	pane_build(s->pane, s->profile);
	pane_move_to(s->pane, from);
}

static bool travel(struct session *s, struct visit *from, size_t *nfrom,
                   struct visit *to, size_t *nto)
{
	struct query now = s->pane->here.query;

	if (!*nfrom)
		return false;
	remember(s, to, nto);
	s->pane->here = from[--*nfrom];
	/* How figures look is a matter of taste, not of place. */
	s->pane->here.query.amounts = now.amounts;
	s->pane->here.query.names = now.names;
	pane_build(s->pane, s->profile);
	pane_move_to(s->pane, (struct anchor){ .id = s->pane->here.id,
	                                       .row = s->pane->here.cursor });
	return true;
}

bool session_back(struct session *s)
{
	return travel(s, s->past, &s->npast, s->future, &s->nfuture);
}

bool session_forward(struct session *s)
{
	return travel(s, s->future, &s->nfuture, s->past, &s->npast);
}

bool session_filter(struct session *s, const char *text, size_t *at,
                    struct error *err)
{
	struct arena *arena = arena_new();
	bool ok = filter_new(text, arena, at, err) != NULL;

	arena_free(arena);
	if (!ok)
		return false;
	snprintf(s->pane->here.filter, sizeof s->pane->here.filter, "%s", text);
	session_refresh(s);
	return true;
}

void session_run(struct session *s, const char *line)
{
	struct error err = { "" };

	if (command_line(s, line, &err))
		return;
	s->message = err;
	s->message_is_error = true;
}
