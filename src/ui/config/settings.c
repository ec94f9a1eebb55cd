/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/config/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/number.h"
#include "model/profile.h"
#include "parse/object/debug_server.h"
#include "ui/config/rule_choice.h"
#include "ui/session/session.h"
#include "ui/session/split.h"
#include "ui/terminal/terminal.h"
#include "ui/terminal/theme_files.h"
#include "views/views.h"

enum { VALUE = 32 }; /* bytes of a word that is a value */

static int names_chosen(const struct session *s)
{
	return (int)s->pane->here.query.display.names;
}

static void names_choose(struct session *s, int value, const char *word)
{
	s->pane->here.query.display.names = (enum name_style)value;
	session_refresh(s);
	session_say(s, "names are %s", word);
}

static int lines_chosen(const struct session *s)
{
	return s->panes[0].here.query.display.lines;
}

static void lines_choose(struct session *s, int value, const char *word)
{
	session_take_lines(s, value);
	session_say(s, value ? "lines are shown instead of functions"
	                     : "functions are shown as a whole");
}

static int unit_chosen(const struct session *s)
{
	return (int)s->pane->here.query.display.amounts;
}

static void unit_choose(struct session *s, int value, const char *word)
{
	s->pane->here.query.display.amounts = (enum amount_unit)value;
	session_refresh(s);
	session_say(s, "figures are in %s", word);
}

/* What is shown stays, or is read again as is wished now.  Before the first
 * profile is asked for, there is no worker. */
static void rules_turned(struct session *s)
{
	const struct rules *shown = s->data ? s->data->profile->rules : NULL;

	session_say(s, "rules are %s, cycles are %s",
	            s->rule_choice.is_as_gprof ? "gprof's" : "exact",
	            s->rule_choice.opens_cycles ? "open" : "whole");
	if (shown && rule_choice_is_same(s->rule_choice, rule_choice_of(shown)))
		s->wants_stop = true;
	else
		s->wants_reload = s->worker;
}

static void mouse_turned(struct session *s)
{
	if (s->terminal && !s->terminal->mouse(s->has_mouse))
		session_say(s, "no mouse: screen would keep Esc back");
	else
		session_say(
			s, s->has_mouse
				   ? "mouse on; with Shift the terminal selects"
				   : "mouse off");
}

static void debuginfod_turned(struct session *s)
{
	if (!s->asks_servers)
		session_say(s, "no server is asked for debug information");
	else if (!debug_server_is_built_in())
		session_say(s, "gptui was built without debuginfod");
	else if (!debug_server_is_named())
		session_say(s, "DEBUGINFOD_URLS names no server");
	else
		session_say(s, "R reads again, and asks servers for debug "
		               "information");
}

static int split_chosen(const struct session *s)
{
	return (int)s->split.mode;
}

static void split_choose(struct session *s, int value, const char *word)
{
	s->split.mode = (enum split_mode)value;
	split_update(s);
	session_say(s, "second pane: %s", word);
}

static const char *ratio_text(const struct session *s, struct arena *arena)
{
	return arena_format(arena, "%d", s->split.ratio);
}

static bool ratio_take(struct session *s, const char *text, struct error *err)
{
	char *end;
	long ratio = strtol(text, &end, 10);

	if (*end || ratio < SPLIT_LEAST || ratio > SPLIT_MOST)
		return fail(err, "\"%.100s\" is no number from %d to %d", text,
		            SPLIT_LEAST, SPLIT_MOST);
	s->split.ratio = (int)ratio;
	split_update(s);
	return true;
}

static const char *sort_text(const struct session *s, struct arena *arena)
{
	return s->sort ? s->sort : view_at(0)->sort;
}

static bool sort_take(struct session *s, const char *text, struct error *err)
{
	const struct view *view = view_at(0); /* a session begins with */

	if (!*text || strpbrk(text, " ,") ||
	    !view_takes_columns(view, s->data, &s->pane->here.query, text, err))
		return fail(err, "no column \"%.100s\" in view %s", text,
		            view->name);
	s->sort = session_keep(s, text);
	if (s->pane->here.view->kind != VIEW_FUNCTIONS)
		return true;
	s->pane->here.query.sort = s->sort;
	s->pane->here.query.reverse = false;
	session_refresh(s);
	return true;
}

static const char *const *sort_suggest(const struct session *s,
                                       struct arena *arena)
{
	const struct columns *columns = view_columns(
		view_at(0), s->data, &s->pane->here.query, arena);
	const char **list = arena_alloc(arena, columns->n + 1, sizeof *list);
	size_t i;

	for (i = 0; i < columns->n; i++)
		list[i] = columns->list[i].name;
	return list;
}

static const char *limit_text(const struct session *s, struct arena *arena)
{
	return arena_format(arena, "%g", s->pane->here.query.display.limit);
}

static bool limit_take(struct session *s, const char *text, struct error *err)
{
	if (!percent_parse(&s->pane->here.query.display.limit, text, err))
		return false;
	session_refresh(s);
	return true;
}

static const char *theme_text(const struct session *s, struct arena *arena)
{
	return *s->theme_name ? s->theme_name : "default";
}

static bool theme_take(struct session *s, const char *text, struct error *err)
{
	struct theme theme;

	if (strlen(text) >= sizeof s->theme_name)
		return fail(err, "the theme's name is too long");
	if (!theme_load(&theme, text, err))
		return false;
	*s->theme = theme;
	if (text != s->theme_name)
		snprintf(s->theme_name, sizeof s->theme_name, "%s", text);
	if (s->terminal)
		s->terminal->take_theme(s->theme);
	return true;
}

static const char *const *theme_suggest(const struct session *s,
                                        struct arena *arena)
{
	return theme_names(arena);
}

const struct setting settings[] = {
	{
		.name = "names",
		.values = "full short raw",
		.help = "Names of functions: in full, without parameters, or "
			"as in the executable.",
		.chosen = names_chosen,
		.choose = names_choose,
	},
	{
		.name = "unit",
		.values = "time percent samples",
		.help = "What times are shown in.",
		.chosen = unit_chosen,
		.choose = unit_choose,
	},
	{
		.name = "sort",
		.arg = "COLUMN",
		.help = "The column that lists of functions are sorted by.",
		.text = sort_text,
		.take = sort_take,
		.menu = "sort",
		.suggest = sort_suggest,
	},
	{
		.name = "zeros",
		.values = "off on",
		.help = "Functions without time and calls.",
		.query_flag = offsetof(struct query, display.zeros),
		.said = { "functions without time and calls are hidden",
	                  "functions without time and calls are shown" },
	},
	{
		.name = "limit",
		.arg = "PERCENT",
		.help = "The share of the time that rows have at least; 0 "
			"shows all.",
		.text = limit_text,
		.take = limit_take,
		.menu = "limit",
	},
	{
		.name = "rules",
		.values = "exact gprof",
		.help = "Whose samples are whose: as measured, or as gprof "
			"has it.",
		.session_flag = offsetof(struct session,
	                                 rule_choice.is_as_gprof),
		.turned = rules_turned,
	},
	{
		.name = "cycles",
		.values = "whole open",
		.help = "How functions that call each other hand their time "
			"on: as a whole, as in gprof, or each for itself, "
			"without the calls that close cycles.",
		.session_flag = offsetof(struct session,
	                                 rule_choice.opens_cycles),
		.turned = rules_turned,
	},
	{
		.name = "lines",
		.values = "off on",
		.help = "Lines instead of functions in the flat profile, and "
			"calls in the call graph by the line that makes them.",
		.chosen = lines_chosen,
		.choose = lines_choose,
	},
	{
		.name = "paths",
		.values = "last whole",
		.help = "How much of the paths of files is shown.",
		.query_flag = offsetof(struct query, display.paths),
		.said = { "the last parts of paths are shown",
	                  "whole paths of files are shown" },
	},
	{
		.name = "theme",
		.arg = "NAME|FILE",
		.help = "What everything looks like.",
		.text = theme_text,
		.take = theme_take,
		.menu = "theme",
		.suggest = theme_suggest,
	},
	{
		.name = "ascii",
		.values = "off on",
		.help = "Whether lines and bars are drawn with ASCII "
			"characters only.",
		.session_flag = offsetof(struct session, is_ascii),
		.said = { "ASCII only: off", "ASCII only: on" },
	},
	{
		.name = "debuginfod",
		.values = "off on",
		.help = "Whether the servers of DEBUGINFOD_URLS are asked for "
			"debug information that is not found here.",
		.session_flag = offsetof(struct session, asks_servers),
		.turned = debuginfod_turned,
	},
	{
		.name = "split",
		.values = "auto on off",
		.help = "The second pane: beside the first from 120 columns on, "
			"wherever there is room, or not at all.",
		.chosen = split_chosen,
		.choose = split_choose,
	},
	{
		.name = "split-ratio",
		.arg = "N",
		.help = "Percent of the room that the first pane has, 20 to 80.",
		.text = ratio_text,
		.take = ratio_take,
		.menu = "command set split-ratio",
	},
	{
		.name = "mouse",
		.values = "off on",
		.help = "Whether the mouse is gptui's: click, double click, "
			"wheel, headings, tabs.",
		.session_flag = offsetof(struct session, has_mouse),
		.turned = mouse_turned,
	},
};

const size_t setting_count = sizeof settings / sizeof *settings;

const struct setting *setting_named(const char *name)
{
	size_t i;

	for (i = 0; i < setting_count; i++)
		if (!strcmp(settings[i].name, name))
			return &settings[i];
	return NULL;
}

/* The word at a place of a list of words; len is 0 after the last. */
static const char *word_at(const char *words, int index, size_t *len)
{
	while (index-- > 0) {
		words += strcspn(words, " ");
		words += strspn(words, " ");
	}
	*len = strcspn(words, " ");
	return words;
}

static int chosen(const struct setting *setting, const struct session *s)
{
	const char *query = (const char *)&s->pane->here.query;
	const char *session = (const char *)s;

	if (setting->query_flag)
		return *(const bool *)(query + setting->query_flag);
	if (setting->session_flag)
		return *(const bool *)(session + setting->session_flag);
	return setting->chosen(s);
}

/* Sets the flag of a row, and tells. */
static void turn(const struct setting *setting, struct session *s, bool on)
{
	char *query = (char *)&s->pane->here.query, *session = (char *)s;

	if (setting->query_flag) {
		*(bool *)(query + setting->query_flag) = on;
		session_refresh(s);
	} else {
		*(bool *)(session + setting->session_flag) = on;
	}
	if (setting->turned)
		setting->turned(s);
	else
		session_say(s, "%s", setting->said[on]);
}

/* Takes the value at a place of the list; false where there is none. */
static bool choose(const struct setting *setting, struct session *s, int index)
{
	char text[VALUE];
	const char *word;
	size_t len;

	word = word_at(setting->values, index, &len);
	if (!len)
		return false;
	snprintf(text, sizeof text, "%.*s", (int)len, word);
	if (setting->choose)
		setting->choose(s, index, text);
	else
		turn(setting, s, index);
	return true;
}

const char *setting_value(const struct setting *setting,
                          const struct session *s, struct arena *arena)
{
	const char *word;
	size_t len;

	if (!setting->values)
		return setting->text(s, arena);
	word = word_at(setting->values, chosen(setting, s), &len);
	return arena_text(arena, word, len);
}

int setting_index(const struct setting *setting, const char *value)
{
	size_t wanted = strlen(value), len;
	int index;

	for (index = 0;; index++) {
		const char *word = word_at(setting->values, index, &len);

		if (!len)
			return -1;
		if (len == wanted && !strncmp(word, value, len))
			return index;
	}
}

bool setting_set(const struct setting *setting, struct session *s,
                 const char *value, struct error *err)
{
	int index;

	if (!setting->values)
		return setting->take(s, value, err);
	index = setting_index(setting, value);
	if (index < 0)
		return fail(err, "%s is one of %s, not \"%.100s\"",
		            setting->name, setting->values, value);
	return choose(setting, s, index);
}

void setting_next(const struct setting *setting, struct session *s)
{
	if (!choose(setting, s, chosen(setting, s) + 1))
		choose(setting, s, 0);
}
