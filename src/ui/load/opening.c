/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/opening.h"

#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/progress.h"
#include "model/files/file_choice.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/records.h"
#include "ui/load/code_cache.h"
#include "ui/load/file_messages.h"
#include "ui/load/files_work.h"
#include "ui/load/loaded_files.h"
#include "ui/load/start.h"
#include "ui/command/command.h"
#include "ui/config/rule_choice.h"
#include "ui/session/navigation.h"
#include "ui/screen/caption.h"
#include "ui/session/session.h"
#include "process/worker.h"
#include "views/views.h"

/* What the first screen may wait for code of bins that functions share. */
enum { FIRST_CODE_MS = 20 };

static void take_names(void *context, struct session *session)
{
	struct loaded_files *o = context;

	names_take(o->result.data.names, o->names);
}

static void begin_names(struct loaded_files *o, struct session *session)
{
	o->make_names = (struct job){
		.run = files_make_names, .done = take_names, .context = o, .is_short = true
	};
	worker_give(session->worker, &o->make_names);
}

static void do_nothing(void *context, struct progress *progress)
{
}

/* Called when it has no jobs left. */
static void closed(void *context, struct session *session)
{
	struct loaded_files *o = context;
	struct loaded_files **link = &o->screen->closed;

	while (*link != o)
		link = &(*link)->next;
	*link = o->next;
	loaded_files_free(o);
}

/* Short jobs end in the order in which they were given, names included. */
static void give_last(void *context)
{
	struct loaded_files *o = context;

	o->last = (struct job){ .run = do_nothing, .done = closed, .context = o, .is_short = true };
	worker_give(o->screen->worker, &o->last);
}

static void close_files(struct loaded_files *o)
{
	if (!o)
		return;
	o->next = o->screen->closed;
	o->screen->closed = o;
	if (o->cache)
		code_cache_close(o->cache, give_last, o);
	else
		give_last(o);
}

/* Shows the first profile as the command line asks.  What cannot be done is
 * reported, and the profile is shown without it. */
static void show_first(struct screen *screen, struct session *session)
{
	const struct start *start = screen->start;
	struct error err = { "" };
	size_t at;
	bool ok;

	ok = start_columns(start, view_at(0), NULL, NULL, session->choices, &err);
	session->pane->here.query.reverse = start->reverse;
	navigation_show(session, loaded_files_data(screen->shown));
	if (ok && start->filter)
		ok = session_filter(session, start->filter, &at, &err);
	pane_move(session->pane, 0);
	rule_choice_say_first(session);
	say_repeated(session);
	if (screen->shown->request.offered)
		session_say(session, "%s", screen->shown->request.offered);
	if (!session->data->profile->samples)
		command_run(session, "view health");
	if (!ok)
		session_fail(session, &err);
}

/* Files that were given up for others end here. */
static bool give_way(struct loaded_files *o, struct session *session)
{
	struct screen *screen = o->screen;

	if (!o->gives_way)
		return false;
	o->gives_way = false;
	screen->under_way = NULL;
	if (o != screen->shown)
		close_files(o);
	opening_begin(screen, session);
	return true;
}

static void take_lines(struct loaded_files *o, struct session *session)
{
	o->sources = start_sources(o->screen->start, session->maps, o->shown_arena);
	if (o->result.lines)
		code_cache_take_lines(o->cache, o->result.lines);
}

static void show_lines(void *context, struct session *session)
{
	struct loaded_files *o = context;

	if (give_way(o, session))
		return;
	take_lines(o, session);
	navigation_show(session, loaded_files_data(o));
	worker_give(session->worker, &o->find_frames);
}

static struct job job_of(struct loaded_files *o,
                         void (*run)(void *context, struct progress *progress),
                         void (*done)(void *context, struct session *session))
{
	return (struct job){ .run = run, .done = done, .context = o };
}

static void show_apart(void *context, struct session *session)
{
	struct loaded_files *o = context;

	if (give_way(o, session))
		return;
	o->screen->under_way = NULL;
	o->has_apart = o->apart_ok;
	if (!o->has_apart) {
		session_fail(session, &o->apart_err);
		return;
	}
	opening_inlined(o->screen, session);
	if (o->base.is_read && !o->base.apart) {
		fail_at(&o->base.err, "the base");
		session_fail(session, &o->base.err);
	}
}

void opening_inlined(void *context, struct session *session)
{
	struct screen *screen = context;
	struct loaded_files *o = screen->shown;
	const bool is_wanted = session->preferences.inlined_apart;
	struct pane *pane = &session->panes[0];
	const bool is_at_top = pane_is_at_top(pane) && !pane->here.view->is_of_function;

	if (!o || (is_wanted == o->shows_apart))
		return;
	if (!is_wanted || o->has_apart) {
		o->shows_apart = is_wanted;
		navigation_swap(session, loaded_files_data(o));
		if (is_at_top)
			pane_move(pane, 0);
	} else if (screen->under_way) {
		session_say(session, "inlined functions will be apart once "
		                     "everything is read");
	} else {
		screen->under_way = o;
		o->find_apart = job_of(o, files_set_apart, show_apart);
		worker_give(session->worker, &o->find_apart);
	}
}

static void show_frames(void *context, struct session *session)
{
	struct loaded_files *o = context;

	if (give_way(o, session))
		return;
	o->screen->under_way = NULL;
	if (o->result.data.frames) {
		navigation_show(session, loaded_files_data(o));
		say_inlined(session);
	}
	if (o->base.is_read) {
		o->screen->under_way = o;
		worker_give(session->worker, &o->compare);
	} else {
		opening_inlined(o->screen, session);
	}
}

static void show_compared(void *context, struct session *session)
{
	struct loaded_files *o = context;

	if (give_way(o, session))
		return;
	o->screen->under_way = NULL;
	navigation_show(session, loaded_files_data(o));
	opening_inlined(o->screen, session);
}

static void show_base(void *context, struct session *session)
{
	struct loaded_files *o = context;

	session->reads_base = false;
	if (give_way(o, session))
		return;
	navigation_show(session, loaded_files_data(o));
	say_base(o, session);
	worker_give(session->worker, &o->find_lines);
}

static void show_runs(void *context, struct session *session)
{
	struct loaded_files *o = context;

	if (give_way(o, session))
		return;
	navigation_show(session, loaded_files_data(o));
	worker_give(session->worker, session->reads_base ? &o->find_base : &o->find_lines);
}

/* Shows files instead of those that were shown; a list of other files of them
 * that was just opened stays at its first row. */
static void replace_files(struct loaded_files *old, struct loaded_files *o, struct session *session)
{
	struct pane *first = &session->panes[0];
	const bool is_at_top = o->is_read && pane_is_at_top(first) &&
	                       first->here.view->kind == VIEW_FUNCTIONS;

	navigation_swap(session, loaded_files_data(o));
	if (is_at_top)
		pane_move(first, 0);
	if (o->is_look)
		say_added(o, session);
	else if (old->result.is_unfinished)
		rule_choice_say_changes(session, old->result.data.profile);
	else if (o->is_read && o->base_is_asked)
		say_base(o, session);
	else if (!o->is_read)
		rule_choice_say(session, old->rule_choice);
}

static void show_files(struct screen *screen, struct session *session, struct loaded_files *o)
{
	struct loaded_files *old = screen->shown;

	screen->shown = o;
	o->cache = code_cache_new(session->worker, o->result.object, o->result.data.profile,
	                          session->preferences.objdump, o->cache_arena);
	o->shows_recent = session->preferences.watch_s;
	if (o->is_look) {
		take_lines(o, session);
		o->has_apart = o->apart_ok;
		o->shows_apart = o->has_apart && session->preferences.inlined_apart;
	}
	if (old)
		replace_files(old, o, session);
	else
		show_first(screen, session);
	say_fetched(o, old, session);
	close_files(old);
}

/* Whether what each of several files has is still to be found. */
static bool lacks_runs(const struct loaded_files *o)
{
	const struct records *r = o->result.data.profile->records;

	return !o->result.data.runs && r->nfiles + r->noff > 1;
}

/* Once a profile is shown to stay. */
static void read_on(struct loaded_files *o, struct session *session)
{
	o->screen->under_way = o->is_look ? NULL : o;
	begin_names(o, session);
	if (o->is_look) {
		opening_inlined(o->screen, session);
		return;
	}
	session->reads_base = o->base.request.nwords && !o->base.is_read;
	worker_give(session->worker, lacks_runs(o)         ? &o->find_runs
	                             : session->reads_base ? &o->find_base
	                                                   : &o->find_lines);
}

static void name_sides(struct screen *screen, struct session *session,
                       const struct load_request *new, const struct base_request *base)
{
	screen->request = *new;
	screen->base = *base;
	session->name = caption_name(new->executable);
}

void opening_keep(struct screen *screen, struct session *session)
{
	session->preferences.rule_choice = screen->shown->rule_choice;
	session->choice = screen->shown->request.choice;
	screen->reads = false;
}

/* The first load must succeed; if a later one fails, the old files stay. */
static void load_failed(struct screen *screen, struct session *session, struct loaded_files *o)
{
	if (!progress_wanted(&o->load.progress))
		fail(&o->err, "cancelled");
	if (screen->shown) {
		opening_keep(screen, session);
		name_sides(screen, session, &screen->shown->request, &screen->shown->base.request);
		session_fail(session, &o->err);
	} else {
		screen->err = o->err;
		screen->has_failed = true;
		session->done = true;
	}
	screen->under_way = NULL;
	close_files(o);
	if (screen->shown && screen->shown->result.is_unfinished) {
		screen->shown->result.is_unfinished = false;
		read_on(screen->shown, session);
	}
}

/* Files that were chosen by name are a choice like others from now on. */
static void keep_choice(struct loaded_files *o, struct session *session)
{
	if (o->request.wanted && !o->request.choice && o->result.choice)
		session->choice = file_choice_copy(o->result.choice, session->arena);
	o->screen->request.wanted = NULL;
	o->request.choice = session->choice;
}

static void show_loaded(struct loaded_files *o, struct session *session)
{
	keep_choice(o, session);
	show_files(o->screen, session, o);
	if (o->result.is_unfinished)
		opening_begin(o->screen, session);
	else
		read_on(o, session);
}

static void loaded(void *context, struct session *session)
{
	struct loaded_files *o = context;

	if (give_way(o, session))
		return;
	if (o->ok && o->is_look && session_is_asking(session)) {
		o->screen->held = o;
	} else if (o->ok) {
		show_loaded(o, session);
	} else if (o->is_look) {
		o->screen->under_way = NULL;
		o->screen->refused = o->refused_now;
		say_look(o, session);
		close_files(o);
	} else {
		load_failed(o->screen, session, o);
	}
}

void opening_show_held(struct screen *screen, struct session *session)
{
	struct loaded_files *o = screen->held;

	screen->held = NULL;
	show_loaded(o, session);
}

bool opening_yield(struct screen *screen, struct session *session)
{
	struct loaded_files *o = screen->held;

	screen->held = NULL;
	if (o)
		o->gives_way = true;
	return o && give_way(o, session);
}

void opening_begin(struct screen *screen, struct session *session)
{
	struct loaded_files *o = loaded_files_new(
		screen->shown && !screen->reads && !screen->looks ? screen->shown->read : NULL);

	o->is_look = screen->looks;
	o->sets_apart = screen->shown && screen->shown->shows_apart;
	screen->reads = screen->looks = false;
	o->screen = screen;
	o->help = &screen->help;
	o->request = screen->request;
	o->shown = screen->shown ? &screen->shown->request : NULL;
	if (o->is_read) { /* words may stand for others now */
		o->request.files = o->shown->files;
		o->request.nfiles = o->shown->nfiles;
		o->request.reasons = o->shown->reasons;
	}
	o->waits = session->preferences.watch_s && !screen->shown;
	o->refused = screen->refused;
	o->request.choice = session->choice;
	o->base.request = screen->base;
	o->rule_choice = session->preferences.rule_choice;
	o->rules = rules_of(o->rule_choice);
	o->request.rules = &o->rules;
	o->request.debug.asks_servers = session->preferences.asks_servers;
	o->request.fetch_s = session->preferences.fetch_s;
	o->request.code_ms = screen->shown ? 0 : FIRST_CODE_MS;
	o->is_again = screen->shown;
	o->base_is_asked = screen->shown && screen->base.words != screen->shown->base.request.words;
	o->before = session->preferences.watch_s ? screen->shown : NULL;
	o->load = job_of(o, o->is_look ? files_look : files_open, loaded);
	o->find_runs = job_of(o, files_find_runs, show_runs);
	o->find_base = job_of(o, files_find_base, show_base);
	o->compare = job_of(o, files_compare, show_compared);
	o->find_lines = job_of(o, files_find_lines, show_lines);
	o->find_frames = job_of(o, files_find_frames, show_frames);
	screen->under_way = o;
	worker_give(session->worker, &o->load);
}

void opening_end(struct screen *screen)
{
	struct loaded_files *o;

	if (screen->under_way != screen->shown)
		loaded_files_free(screen->under_way);
	loaded_files_free(screen->shown);
	while ((o = screen->closed)) {
		screen->closed = o->next;
		loaded_files_free(o);
	}
}
