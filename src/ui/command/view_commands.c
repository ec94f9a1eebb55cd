/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* strcasestr */
#include "ui/command/command.h"

#include "ui/config/settings.h"
#include "views/filtering.h"
#include "views/views.h"

/* The present query, about another function. */
static struct query asked_of(const struct session *s, const struct func *f) {
	struct query query = s->pane->here.query;

	query_ask(&query, f);
	query.place = NULL;
	return query;
}

/* The view of that name, or the only one whose name begins like it. */
static const struct view *view_begun(const char *name, const struct dataset *data) {
	const struct view *found = view_named(name);
	size_t n = 0;

	if (found)
		return found;
	for (size_t i = 0; i < view_count(); i++)
		if (!strncmp(view_at(i)->name, name, strlen(name)) &&
		    view_is_there(view_at(i), data)) {
			found = view_at(i);
			n++;
		}
	return n == 1 ? found : NULL;
}

/* Opens a view of a function, in the second pane if that has the focus. */
static void show(struct session *s, const struct view *to, const struct func *f) {
	const struct func *last = s->pane->here.query.subject;

	if (!split_has_focus(s) || !to->is_of_function) {
		if (to->is_of_function && to != s->pane->here.view &&
		    (owner_menu_asks(s, to->name) ||
		     (to->kind == VIEW_INSTRUCTIONS && owner_menu_asks_code(s, to->name))))
			return;
		/* From a page of texts, back to what was looked at before. */
		const bool takes_gone = to->is_of_function && !to->leads_up;
		const struct func *gone = takes_gone ? pane_gone(s->pane) : NULL;
		struct query query = asked_of(s, gone || to->takes_function ? NULL
		                                 : f                        ? f
		                                                            : last),
			     below;
		query.gone = gone;
		if (takes_gone && !f && !gone && s->pane->here.view->shows_changes &&
		    pane_follow(s->pane, pane_row(s->pane), NULL, &below))
			query = below;
		if (view_shows_code(to) && to != s->pane->here.view)
			pane_locate(s->pane, &query);
		if (to->kind == VIEW_INSTRUCTIONS)
			pane_locate_host(s->pane, &query);
		navigation_go(s, to, query);
		return;
	}
	s->split_view = to;
	split_update(s);
}

/* Whether a form can have rows of a kind that is called so, or in other words. */
static bool is_called(const struct view *form, unsigned kind, const char *name) {
	SCRATCH struct arena *arena = arena_new();

	return form->rows & 1u << kind &&
	       text_has_word(command_synonyms(arena_format(arena, "rows:%s", row_words[kind])),
	                     name);
}

/* Opens a form with rows that are named, else those that it has, or the first that are of use. */
static bool show_rows(struct session *s, const struct view *form, const char *name,
                      struct error *err) {
	const struct setting *rows = setting_named("rows");
	struct preferences tried = s->preferences;
	const bool has_files = s->data->locations || !s->data->debug; /* or may have */
	unsigned kind = *name ? 0 : view_rows(form, tried.display.rows);

	for (; kind < ROWS_LINE; kind++) {
		tried.display.rows = (enum row_kind)kind;
		if (*name ? is_called(form, kind, name)
		          : (kind > ROWS_FOLDER || has_files) && !rows->is_of_no_use(s, &tried))
			break;
	}
	if (*name && !is_called(form, kind, name))
		return fail(err, "%s has no rows by \"%.60s\"; Tab lists them", form->name, name);
	if (kind == ROWS_THREAD && threads_missing(s->data))
		return fail(err, "%s", threads_missing(s->data));
	if (form == s->pane->here.view)
		return setting_set(rows, s, row_words[kind], err);
	s->preferences.display.rows = view_rows(form, (enum row_kind)kind);
	show(s, form, pane_subject(s->pane));
	if (kind < ROWS_LINE)
		session_say(s, "%s; B: others", rows->said[kind]);
	return true;
}

/* Opens a page of texts at the first place that has the text in its name. */
static bool go_to_place(struct session *s, const struct view *to, const char *text,
                        struct error *err) {
	struct query query = asked_of(s, NULL);
	size_t n, i;
	const struct view_place *places = to->places(&n);

	for (i = 0; i < n && !strcasestr(places[i].name, text); i++)
		;
	if (i == n)
		return fail(err, "%s: no chapter or option \"%.60s\"", to->name, text);
	query.place = places[i].name;
	navigation_go(s, to, query);
	return true;
}

/* The first sentence below the name of an option, in one line behind it. */
static const char *option_note(const struct view_place *option, struct arena *arena) {
	char *note = arena_format(arena, "%s: %s", option->name, strchr(option->text, '\n') + 1);
	char *to = note;

	for (const char *at = note; *at; at++)
		if (!strchr(" \n", *at))
			*to++ = *at;
		else if (to > note && to[-1] != ' ')
			*to++ = ' ';
	*to = '\0';
	to = strstr(note, ". ");
	while (to && to[-1] == '.') /* "[OPTION]... " */
		to = strstr(to + 1, ". ");
	return to ? arena_text(arena, note, (size_t)(to + 1 - note)) : note;
}

/* For the menu of all: the places of pages. */
static void offer_places(struct session *s) {
	for (size_t v = 0; v < view_count(); v++) {
		const struct view *to = view_at(v);
		size_t n = 0;
		const struct view_place *p = to->places ? to->places(&n) : NULL;

		for (; n; n--, p++) {
			const bool is_option = *p->name == '-';
			menu_add(&s->menu, (struct menu_line){
						   is_option ? MENU_OPTION : MENU_CHAPTER,
						   is_option ? "Option" : "Manual", .name = p->name,
						   .note = is_option ? option_note(p, s->menu.arena)
			                                             : p->name,
						   .whole = p->text,
						   .run = arena_format(s->menu.arena, "%s %s",
			                                               to->name, p->name) });
		}
	}
}

static bool view(struct session *s, const char *arg, struct error *err) {
	char word[64];
	const char *name = text_take_word(word, sizeof word, arg);
	const struct func *f = pane_subject(s->pane);
	const struct view *to = view_begun(word, s->data);
	const struct row *row = pane_row(s->pane);

	if (!to)
		return fail(err, "no view \"%s\"", word);
	if (!view_check(to, s->data, err))
		return false;
	if (to->form_of && (*name || to != s->pane->here.view))
		return show_rows(s, to, name, err);
	if (!*name && to != s->pane->here.view && to == view_of_form(s->pane->here.view))
		return setting_set(setting_named("rows"), s, "function", err);
	if (!*name && to == view_at(0) && s->preferences.display.rows != ROWS_LINE)
		s->preferences.display.rows = ROWS_FUNCTION;
	if (*name && to->places)
		return go_to_place(s, to, name, err);
	if (*name && !view_takes_function(to))
		return fail(err, "%s is not about one function", to->name);
	if (*name && !(f = names_find(s->data->names, name, err)))
		return false;
	const bool is_of_many = !f && row && row->fold &&
	                        s->pane->here.view->kind == VIEW_FUNCTIONS;
	if (*name)
		navigation_go(s, to, asked_of(s, f));
	else if (to != s->pane->here.view || to->is_tab || to->takes_function)
		show(s, to, f);
	else
		session_say(s, "this is view %s; q closes it", to->name);
	if (is_of_many && s->pane->here.view == to && to->is_of_function)
		session_say(s, "the row was of several functions; Right opens it");
	return true;
}

static bool open(struct session *s, const char *arg, struct error *err) {
	const struct row *row = pane_row(s->pane);
	struct query query = s->target.query;
	const struct view *to = s->target.view;

	if (pane_file(s->pane))
		return choosing_open(s, err);
	if (!to)
		return command_line(s, "fold", err);
	if (to->kind == VIEW_CALLS && to == s->panes[0].here.view && row->is_subject &&
	    query.subject == s->panes[0].here.query.subject && !query.cycle)
		return fail(err, "this is the function itself");
	if (to->kind == VIEW_CALLS && owner_menu_asks(s, "open"))
		return true;
	if (s->pane->owner)
		query.subject = pane_subject(s->pane);
	/* The total leads to the largest change, and other views add the runs up. */
	if (s->pane->here.view->shows_changes && query.subject)
		session_say(s, "%s%s", said_name_within(&s->pane->table, query.subject, 24),
		            s->data->comparison->new->runs->n > 1 ? "; times are sums of all runs"
		                                                  : "");
	navigation_go(s, to, query);
	return true;
}

/* The caller with most of the function's time, else of its calls. */
static const struct func *main_caller(const struct func *f) {
	const struct arc *best = NULL;

	for (size_t i = 0; i < f->ncallers; i++) {
		const struct arc *a = f->callers[i];

		if (a->caller == f)
			continue;
		double more = !best ? 1
		                    : a->self_ticks + a->descendant_ticks - best->self_ticks -
		                              best->descendant_ticks;
		if (more > 0 || (more >= 0 && a->calls > best->calls))
			best = a;
	}
	return best ? best->caller : NULL;
}

static bool up(struct session *s, const char *arg, struct error *err) {
	const struct func *caller = main_caller(pane_subject(s->pane));

	if (!caller)
		return fail(err, "it has no known caller");
	navigation_go(s, view_first(VIEW_CALLS, true), asked_of(s, caller));
	return true;
}

static bool travel(struct session *s, int by, struct error *err) {
	return by < 0 ? navigation_back(s) : navigation_forward(s);
}

/* Goes back, or else ends the program.  The second pane has no history, so it is hidden. */
static bool close_view(struct session *s, const char *arg, struct error *err) {
	if (split_has_focus(s)) {
		s->preferences.split = SPLIT_OFF;
		split_update(s);
		return true;
	}
	if (!s->data || !navigation_back(s))
		s->done = true;
	else if (s->nfuture > 1 && s->npast) /* nothing was opened since the last time */
		session_say(s, "views left to close: %zu; :q quits at once", s->npast);
	return true;
}

static bool view_shorthand(size_t index, struct command_word *out) {
	const struct view *v = index < view_count() ? view_at(index) : NULL;

	if (!v)
		return false;
	out->name = v->name;
	out->arg = NULL;
	out->help = v->help;
	out->missing = out->data && v->missing ? v->missing(out->data) : NULL;
	return true;
}

static const struct command list[] = {
	{ "open", .help = "Open what the row is about, such as its call graph.",
	  .need = NEED_TARGET, .run = open },
	{ "caller", .help = "Open the call graph of the function's main caller.",
	  .need = NEED_FUNCTION, .run = up },
	{ "back", .help = "Go back to where you came from.", .need = NEED_PAST,
	  .needs_no_rows = true, .run_by = travel, .by = -1 },
	{ "forward", .help = "Go forward again.", .need = NEED_FUTURE, .needs_no_rows = true,
	  .run_by = travel, .by = 1 },
	{ "close", .help = "Close the view; closing the last ends gptui.", .is_always = true,
	  .needs_no_rows = true, .run = close_view },
	{ "view", .arg = "VIEW [FUNCTION]",
	  .help = "Open a view of the row's function, or of a named one.", .run = view,
	  .complete = complete_view, .shorthand = view_shorthand, .offer = offer_places },
};

const struct command_group view_commands = {
	.title = "Views",
	.rank = 5,
	COMMANDS(list),
};

static bool show_second(struct session *s, struct error *err) {
	s->preferences.split = SPLIT_ON;
	split_update(s);
	if (split_is_shown(s) && !s->panes[1].table.data)
		session_say(s, "empty: the row is not about one function");
	if (split_is_shown(s))
		return true;
	return fail(err, view_is_of_functions(s->panes[0].here.view)
	                         ? "a second pane needs 120 columns or 16 rows"
	                         : "this view has no second pane");
}

static bool split(struct session *s, const char *arg, struct error *err) {
	if (*arg) {
		const struct view *view = view_named(arg);
		if (!view || !view->is_of_function)
			return fail(err,
			            "\"%s\" is not a view of one function, as graph and source are",
			            arg);
		if (!view_check(view, s->data, err))
			return false;
		s->split_view = view;
		return show_second(s, err);
	}
	split_update(s);
	if (!split_is_shown(s))
		return show_second(s, err);
	s->preferences.split = SPLIT_OFF;
	split_update(s);
	return true;
}

/* Moves the border by some percent of the room. */
static bool widen(struct session *s, int by, struct error *err) {
	const int ratio = split_ratio(s) + by;

	if (ratio < SPLIT_LEAST || ratio > SPLIT_MOST)
		return fail(err, "the first pane has %d to %d %% of the room", SPLIT_LEAST,
		            SPLIT_MOST);
	split_set_ratio(s, ratio);
	session_say(s, "the first pane has %d %% of the room", ratio);
	return true;
}

static bool other_pane(struct session *s, const char *arg, struct error *err) {
	if (!s->panes[1].table.data)
		return fail(err, "the row is not about a function");
	s->pane = &s->panes[split_has_focus(s) ? 0 : 1];
	return true;
}

static const struct command split_list[] = {
	{ "split", .arg = "[VIEW]", .help = "Show or hide the second pane, or choose its view.",
	  .run = split, .complete = complete_view },
	{ "other-pane", .help = "Go to the other pane; there, view keys change its view.",
	  .need = NEED_PANE, .run = other_pane },
	{ "narrower", .help = "Make the first pane smaller.", .need = NEED_PANE, .run_by = widen,
	  .by = -5 },
	{ "wider", .help = "Make the first pane bigger.", .need = NEED_PANE, .run_by = widen,
	  .by = 5 },
};

const struct command_group split_commands = {
	.title = "The second pane",
	.rank = 35,
	COMMANDS(split_list),
};
