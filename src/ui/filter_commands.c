/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/pattern.h"
#include "model/profile.h"
#include "ui/completion.h"
#include "ui/session.h"

static bool filter_changed(struct session *s, const char *text, size_t *at,
                           struct error *err)
{
	return session_filter(s, text, at, err);
}

static bool filter_accept(struct session *s, const char *text,
                          struct error *err)
{
	size_t at;

	return session_filter(s, text, &at, err);
}

static void filter_cancel(struct session *s)
{
	struct error err;
	size_t at;

	session_filter(s, s->before_prompt, &at, &err);
}

static const struct prompt_kind filter_prompt = {
	.label = "filter: ",
	.hint = "name, file.c:name, caller/callee, !not",
	.changed = filter_changed,
	.accept = filter_accept,
	.cancel = filter_cancel,
	.complete = complete_name,
	.history = 'f',
};

static bool filter(struct session *s, const char *arg, struct error *err)
{
	size_t at;

	if (*arg)
		return session_filter(s, arg, &at, err);
	snprintf(s->before_prompt, sizeof s->before_prompt, "%s",
	         s->pane->here.filter);
	prompt_open(s, &filter_prompt, s->pane->here.filter);
	return true;
}

static bool unfilter(struct session *s, const char *arg, struct error *err)
{
	size_t at;

	return session_filter(s, "", &at, err);
}

/* Adds a term that is exactly the function under the cursor. */
static bool filter_by_row(struct session *s, const char *before,
                          struct error *err)
{
	const struct func *f = session_subject(s);
	char text[PROMPT_TEXT];
	const char *name;
	int len;
	size_t at;

	name = names_get(s->profile->names, f, s->pane->here.query.names);
	len = snprintf(text, sizeof text, "%s=\"%s\"", before, name);
	if (strchr(name, '"') || len < 0 || (size_t)len >= sizeof text)
		return fail(err, "the name cannot be put into a filter");
	return session_filter(s, text, &at, err);
}

static bool only(struct session *s, const char *arg, struct error *err)
{
	return filter_by_row(s, "", err);
}

static bool exclude(struct session *s, const char *arg, struct error *err)
{
	char before[PROMPT_TEXT];

	snprintf(before, sizeof before, "%.*s%s!", PROMPT_TEXT - 4,
	         s->pane->here.filter, *s->pane->here.filter ? " " : "");
	return filter_by_row(s, before, err);
}

static bool take_search(struct session *s, const char *text, size_t *at,
                        struct error *err)
{
	struct arena *arena = arena_new();
	const struct pattern *pattern = pattern_new(
		text, strlen(text), PATTERN_REGEX, arena, at, err);

	if (!pattern) {
		arena_free(arena);
		return false;
	}
	arena_free(s->search_arena);
	s->search_arena = arena;
	s->search = *text ? pattern : NULL;
	snprintf(s->search_text, sizeof s->search_text, "%s", text);
	return true;
}

static bool search_changed(struct session *s, const char *text, size_t *at,
                           struct error *err)
{
	size_t row;

	if (!take_search(s, text, at, err))
		return false;
	session_move(s, s->search_origin);
	if (!s->search)
		return true;
	row = table_find(&s->pane->table, s->search, s->search_origin, false);
	*at = strlen(text);
	if (row == s->pane->table.nrows)
		return fail(err, "not found");
	session_move(s, row);
	return true;
}

static bool search_accept(struct session *s, const char *text,
                          struct error *err)
{
	return true;
}

static void search_cancel(struct session *s)
{
	session_move(s, s->search_origin);
	s->search = NULL;
}

static const struct prompt_kind search_prompt = {
	.label = "/",
	.hint = "pattern; n and N go on",
	.changed = search_changed,
	.accept = search_accept,
	.cancel = search_cancel,
	.complete = complete_name,
	.history = '/',
};

static bool search(struct session *s, const char *arg, struct error *err)
{
	size_t at;

	s->search_origin = s->pane->here.cursor;
	if (*arg)
		return search_changed(s, arg, &at, err);
	prompt_open(s, &search_prompt, "");
	return true;
}

static bool search_on(struct session *s, bool backwards, struct error *err)
{
	size_t from = s->pane->here.cursor, row;

	row = table_find(&s->pane->table, s->search,
	                 backwards ? from - 1 : from + 1, backwards);
	if (row == s->pane->table.nrows)
		return fail(err, "not found: %.200s", s->search_text);
	session_move(s, row);
	if (backwards ? row >= from : row <= from)
		session_say(s, row == from ? "the only row found"
		               : backwards ? "went on from the last row"
		                           : "went on from the first row");
	return true;
}

static bool next(struct session *s, const char *arg, struct error *err)
{
	return search_on(s, false, err);
}

static bool previous(struct session *s, const char *arg, struct error *err)
{
	return search_on(s, true, err);
}

static const struct command list[] = {
	{
		.name = "search",
		.keys = "/",
		.arg = "[PATTERN]",
		.help = "Go to the next row that a pattern fits, as you type.",
		.run = search,
	},
	{
		.name = "search-next",
		.keys = "n",
		.help = "Go to the next row found.",
		.need = NEED_SEARCH,
		.run = next,
	},
	{
		.name = "search-previous",
		.keys = "N",
		.help = "Go to the row found before.",
		.need = NEED_SEARCH,
		.run = previous,
	},
	{
		.name = "filter",
		.keys = "f F4 \\ &",
		.arg = "[FILTER]",
		.help = "Show only what fits a filter, as you type.",
		.run = filter,
	},
	{
		.name = "only",
		.keys = "o",
		.help = "Show only the function under the cursor.",
		.need = NEED_FUNCTION,
		.run = only,
	},
	{
		.name = "exclude",
		.keys = "x",
		.help = "Hide the function under the cursor.",
		.need = NEED_FUNCTION,
		.run = exclude,
	},
	{
		.name = "unfilter",
		.keys = "F",
		.help = "Clear the filter.",
		.need = NEED_FILTER,
		.run = unfilter,
	},
};

const struct command_group filter_commands = {
	.title = "Search and filter",
	.order = 40,
	.list = list,
	.n = sizeof list / sizeof *list,
};
