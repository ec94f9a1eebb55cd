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
#include "ui/command.h"

struct session *session_new(const char *name, struct arena *arena)
{
	struct session *s = arena_alloc(arena, 1, sizeof *s);

	s->arena = arena;
	s->name = name;
	s->table_arena = arena_new();
	s->filter_arena = arena_new();
	s->search_arena = arena_new();
	s->past = arena_alloc(arena, HISTORY, sizeof *s->past);
	s->future = arena_alloc(arena, HISTORY, sizeof *s->future);
	s->here.view = view_at(0);
	s->body_rows = 20;
	return s;
}

void session_end(struct session *s)
{
	arena_free(s->table_arena);
	arena_free(s->filter_arena);
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
	return s->here.query.sort ? s->here.query.sort : s->here.view->sort;
}

const struct row *session_row(const struct session *s)
{
	return s->here.cursor < s->table.nrows ? &s->table.rows[s->here.cursor]
	                                       : NULL;
}

const struct func *session_subject(const struct session *s)
{
	const struct row *row = session_row(s);
	const struct func *f = row ? s->here.view->subject(row->item) : NULL;

	return f ? f : s->here.query.subject;
}

void session_move(struct session *s, size_t row)
{
	size_t last = s->table.nrows ? s->table.nrows - 1 : 0;

	s->here.cursor = row < last ? row : last;
}

/* The row about a function that is nearest to where the cursor was. */
static size_t row_of(const struct session *s, const struct func *f, size_t near)
{
	const struct table *t = &s->table;
	size_t best = t->nrows, away = SIZE_MAX, i;

	for (i = 0; f && i < t->nrows; i++) {
		size_t here = i > near ? i - near : near - i;

		if (s->here.view->subject(t->rows[i].item) == f &&
		    here < away) {
			best = i;
			away = here;
		}
	}
	return best < t->nrows ? best : near;
}

/* Names tell their width by the first rows; numbers by all. */
static size_t name_width(const struct table *t, size_t column)
{
	enum { LOOKED_AT = 500 };
	char shown[VALUE_TEXT];
	size_t width = table_width(t, column), row;

	for (row = 0; row < t->nrows && row < LOOKED_AT; row++) {
		size_t here;

		value_show(shown, sizeof shown, table_value(t, row, column));
		here = (size_t)text_width(shown);
		if (t->columns->list[column].is_name)
			here += 2 * (size_t)t->rows[row].depth;
		width = here > width ? here : width;
	}
	return width;
}

static void measure(struct session *s)
{
	const struct table *t = &s->table;
	size_t c;

	s->widths = arena_alloc(t->arena, t->columns->n, sizeof *s->widths);
	for (c = 0; c < t->columns->n; c++)
		if (table_shows(t, c))
			s->widths[c] = unit_is_number(t->columns->list[c].unit)
			                       ? table_width(t, c)
			                       : name_width(t, c);
}

/* Makes the compiled filter agree with the place's text. */
static void take_filter(struct session *s)
{
	struct error err;
	size_t at;

	if (!s->filter || strcmp(s->filter_text, s->here.filter) != 0) {
		arena_reset(s->filter_arena);
		s->filter = filter_new(s->here.filter, s->filter_arena, &at,
		                       &err);
		snprintf(s->filter_text, sizeof s->filter_text, "%s",
		         s->here.filter);
	}
	s->here.query.filter = s->filter;
}

static void build(struct session *s)
{
	take_filter(s);
	arena_reset(s->table_arena);
	s->table = view_table(s->here.view, s->profile, &s->here.query,
	                      s->table_arena);
	measure(s);
}

void session_refresh(struct session *s)
{
	const struct func *f;

	if (!s->profile)
		return;
	f = session_subject(s);
	build(s);
	session_move(s, row_of(s, f, s->here.cursor));
}

/* Where the cursor begins: on the subject, else on the view's own row. */
static size_t first_row(const struct session *s, const struct func *f)
{
	const struct table *t = &s->table;
	size_t i;

	for (i = 0; i < t->nrows; i++)
		if (t->rows[i].is_subject)
			return i;
	return row_of(s, f, 0);
}

void session_take_profile(struct session *s, const struct profile *profile)
{
	bool first = !s->profile;

	s->profile = profile;
	if (first)
		build(s);
	else
		session_refresh(s);
	if (!first && s->here.view->is_of_function && !s->here.cursor)
		session_move(s, first_row(s, s->here.query.subject));
}

static void remember(struct visit *list, size_t *n, const struct visit *visit)
{
	if (*n == HISTORY) {
		memmove(list, list + 1, (HISTORY - 1) * sizeof *list);
		(*n)--;
	}
	list[(*n)++] = *visit;
}

void session_go(struct session *s, const struct view *view, struct query query)
{
	bool same_columns = view->columns == s->here.view->columns;

	remember(s->past, &s->npast, &s->here);
	s->nfuture = 0;
	s->here.query = query;
	if (!same_columns) {
		s->here.query.sort = NULL;
		s->here.query.reverse = false;
	}
	s->here.view = view;
	s->here.cursor = s->here.top = 0;
	s->here.sideways = 0;
	build(s);
	session_move(s, first_row(s, query.subject));
}

void session_ask(struct session *s, struct query query)
{
	s->here.query = query;
	s->here.cursor = s->here.top = 0;
	build(s);
	session_move(s, first_row(s, query.subject));
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
	const struct func *f = session_subject(s);
	struct twins twins = { .to = profile };
	size_t i;

	f = f ? func_named(profile, f->name) : NULL;
	for (i = 0; i < s->npast; i++)
		move_visit(&s->past[i], &twins);
	for (i = 0; i < s->nfuture; i++)
		move_visit(&s->future[i], &twins);
	move_visit(&s->here, &twins);
	menu_close(s);
	s->profile = profile;
	build(s);
	session_move(s, row_of(s, f, s->here.cursor));
}

static bool travel(struct session *s, struct visit *from, size_t *nfrom,
                   struct visit *to, size_t *nto)
{
	struct query now = s->here.query;

	if (!*nfrom)
		return false;
	remember(to, nto, &s->here);
	s->here = from[--*nfrom];
	/* How figures look is a matter of taste, not of place. */
	s->here.query.amounts = now.amounts;
	s->here.query.names = now.names;
	build(s);
	session_move(s, s->here.cursor);
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
	snprintf(s->here.filter, sizeof s->here.filter, "%s", text);
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
