/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/session.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "model/profile.h"
#include "parse/source/source_maps.h"
#include "table/filter.h"
#include "table/folds.h"
#include "views/views.h"

static void end(void *what)
{
	struct session *s = what;

	pane_end(&s->panes[0]);
	pane_end(&s->panes[1]);
	arena_free(s->search_arena);
	arena_free(s->menu.arena);
}

struct session *session_new(const char *name, const struct command_group *const *commands,
                            struct arena *arena)
{
	struct session *s = arena_alloc(arena, 1, sizeof *s);

	s->arena = arena;
	s->name = name;
	s->commands = commands;
	s->search_arena = arena_new();
	s->menu.arena = arena_new();
	s->past = arena_alloc(arena, HISTORY, sizeof *s->past);
	s->future = arena_alloc(arena, HISTORY, sizeof *s->future);
	s->pane = &s->panes[0];
	s->folds = folds_new(arena);
	s->preferences = preferences_at_first;
	pane_begin(&s->panes[0], view_at(0), s->folds, &s->preferences.display);
	pane_begin(&s->panes[1], view_at(0), s->folds, &s->preferences.display);
	s->prompt.session = s->menu.session = s;
	s->prompt.history = &s->history;
	s->bindings.arena = arena;
	s->choices = arena_alloc(arena, view_count(), sizeof *s->choices);
	s->panes[0].choices = s->choices;
	s->panes[1].choices = s->choices;
	s->maps = arena_alloc(arena, 1, sizeof *s->maps);
	s->maps->arena = arena;
	arena_defer(arena, end, s);
	return s;
}

const char *session_keep(struct session *s, const char *text)
{
	size_t i;

	for (i = 0; i < s->ntexts; i++)
		if (!strcmp(s->texts[i], text))
			return s->texts[i];
	s->texts = arena_room(s->arena, s->texts, s->ntexts, sizeof *s->texts);
	s->texts[s->ntexts] = arena_text(s->arena, text, strlen(text));
	return s->texts[s->ntexts++];
}

void session_say(struct session *s, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(s->message.reason, sizeof s->message.reason, format, args);
	va_end(args);
	passwords_hide(s->message.reason, sizeof s->message.reason);
	s->message_is_error = false;
}

bool session_is_asking(const struct session *s)
{
	return s->prompt.kind || s->menu.title || s->is_dragging;
}

void session_fail(struct session *s, const struct error *err)
{
	s->message = *err;
	s->message_is_error = true;
}

void session_refresh(struct session *s)
{
	if (!s->data)
		return;
	pane_refresh(s->pane, s->data);
	if (!display_is_same(&s->panes[0].here.query.display, &s->preferences.display))
		pane_refresh(&s->panes[0], s->data);
}

void session_renew(struct session *s)
{
	size_t i;

	for (i = 0; i < 2; i++)
		if (s->panes[i].table.is_pending || s->panes[i].here.view->is_of_function)
			pane_refresh(&s->panes[i], s->data);
}

void session_take_rows(struct session *s)
{
	struct pane *first = &s->panes[0];
	const struct func *f = pane_subject(first);
	const struct view *view = view_displayed(view_replaced(first->here.view),
	                                         &s->preferences.display);

	if (view == first->here.view) {
		session_refresh(s);
		return;
	}
	pane_take_view(first, s->data, view);
	first->here.query.subject = f;
	if (s->data)
		pane_open(first, s->data);
}

bool session_filter(struct session *s, const char *text, size_t *at, struct error *err)
{
	struct arena *arena = arena_new();
	bool ok = filter_new(text, arena, at, err) != NULL;

	arena_free(arena);
	if (!ok)
		return false;
	snprintf(s->pane->here.filter, sizeof s->pane->here.filter, "%s", text);
	if (s->data)
		pane_refresh(s->pane, s->data);
	return true;
}
