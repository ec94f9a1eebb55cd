/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen from beginning to end: terminal, worker, session, and what passes
 * between them. */
#include "ui/load/start.h"

#include <poll.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/progress.h"
#include "model/names.h"
#include "model/profile.h"
#include "ui/screen/caption.h"
#include "ui/load/code_cache.h"
#include "ui/command/command_list.h"
#include "ui/command/config_file.h"
#include "ui/command/help_lines.h"
#include "ui/load/loop.h"
#include "ui/load/loaded_files.h"
#include "ui/config/rule_choice.h"
#include "ui/session/navigation.h"
#include "ui/session/session.h"
#include "ui/config/settings.h"
#include "ui/terminal/terminal.h"
#include "ui/terminal/theme.h"
#include "ui/process/worker.h"
#include "views/views.h"

/* What the first screen may wait for code of bins that functions share. */
enum { FIRST_CODE_MS = 20 };

struct screen {
	const struct start *start;
	struct arena *arena;
	struct worker *worker;
	struct help help;
	struct loaded_files *shown;     /* what the session shows; or NULL */
	struct loaded_files *under_way; /* being loaded; or NULL */
	struct loaded_files *closed;    /* with jobs left */
	bool has_failed;
	struct error err;
};

/* A file that is read again may be half written. */
static void load(void *context, struct progress *progress)
{
	enum { PATIENCE_MS = 10000 };
	const long long end = clock_ms() + PATIENCE_MS;
	struct loaded_files *o = context;

	for (;;) {
		o->ok = load_profile(&o->result, &o->request, o->load_arena,
		                     progress, &o->err);
		if (!o->is_again || clock_ms() > end ||
		    !load_wait(o->ok ? &o->result : NULL, &o->request,
		               progress))
			return;
		arena_free(o->load_arena);
		o->load_arena = arena_new();
	}
}

/* Lines come after the first screen, because they need DWARF. */
static void find_lines(void *context, struct progress *progress)
{
	struct loaded_files *o = context;

	load_lines(&o->result, o->lines_arena, progress);
}

/* Inlined code needs more of it, so lines are shown first. */
static void find_frames(void *context, struct progress *progress)
{
	struct loaded_files *o = context;

	load_frames(&o->result, o->frames_arena, progress);
}

/* A filter looks at all names, and its first letter must not wait for them. */
static void make_names(void *context, struct progress *progress)
{
	struct loaded_files *o = context;

	o->names = names_list(o->result.data.profile, o->names_arena, progress);
}

static void take_names(void *context, struct session *session)
{
	struct loaded_files *o = context;

	names_take(o->result.data.names, o->names);
}

static void begin_names(struct loaded_files *o, struct session *session)
{
	o->make_names = (struct job){ .run = make_names,
		                      .done = take_names,
		                      .context = o,
		                      .is_short = true };
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

	o->last = (struct job){ .run = do_nothing,
		                .done = closed,
		                .context = o,
		                .is_short = true };
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

/* What is known so far. */
static const struct dataset *data_to_show(const struct loaded_files *o)
{
	struct dataset *data = arena_alloc(o->shown_arena, 1, sizeof *data);

	*data = o->result.data;
	data->codes = code_cache_codes(o->cache);
	data->sources = o->sources;
	data->help = &o->screen->help;
	return data;
}

/* Shows the first profile as the command line asks.  What cannot be done is
 * reported, and the profile is shown without it. */
static void show_first(struct screen *screen, struct session *session)
{
	const struct start *start = screen->start;
	struct error err = { "" };
	size_t at;
	bool ok;

	ok = start_columns(start, view_at(0), NULL, NULL, session->choices,
	                   &err);
	session->pane->here.query.reverse = start->reverse;
	navigation_show(session, data_to_show(screen->shown));
	if (ok && start->filter)
		ok = session_filter(session, start->filter, &at, &err);
	session->pane->here.cursor = 0;
	rule_choice_say_first(session);
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
	session->wants_reload = true;
	return true;
}

static void show_lines(void *context, struct session *session)
{
	struct loaded_files *o = context;

	if (give_way(o, session))
		return;
	o->sources = start_sources(o->screen->start, session->maps,
	                           o->shown_arena);
	if (o->result.lines)
		code_cache_take_lines(o->cache, o->result.lines);
	navigation_show(session, data_to_show(o));
	worker_give(session->worker, &o->find_frames);
}

static void show_frames(void *context, struct session *session)
{
	struct loaded_files *o = context;

	if (give_way(o, session))
		return;
	o->screen->under_way = NULL;
	if (o->result.data.frames)
		navigation_show(session, data_to_show(o));
}

static void show_files(struct screen *screen, struct session *session,
                       struct loaded_files *o)
{
	struct loaded_files *old = screen->shown;

	screen->shown = o;
	o->cache = code_cache_new(session->worker, o->result.object,
	                          o->result.data.profile, o->cache_arena);
	if (old) {
		navigation_swap(session, data_to_show(o));
		if (old->result.is_unfinished)
			rule_choice_say_changes(session,
			                        old->result.data.profile);
		else
			rule_choice_say(session, old->rule_choice);
	} else {
		show_first(screen, session);
	}
	close_files(old);
}

static void begin_files(struct screen *screen, struct session *session);

/* Once a profile is shown to stay. */
static void read_on(struct loaded_files *o, struct session *session)
{
	o->screen->under_way = o;
	begin_names(o, session);
	worker_give(session->worker, &o->find_lines);
}

/* The first load must succeed; if a later one fails, the old files stay. */
static void load_failed(struct screen *screen, struct session *session,
                        struct loaded_files *o)
{
	if (!progress_wanted(&o->load.progress))
		fail(&o->err, "cancelled");
	if (screen->shown) {
		session->preferences.rule_choice = screen->shown->rule_choice;
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

static void loaded(void *context, struct session *session)
{
	struct loaded_files *o = context;

	if (give_way(o, session))
		return;
	if (!o->ok) {
		load_failed(o->screen, session, o);
	} else {
		show_files(o->screen, session, o);
		if (o->result.is_unfinished)
			begin_files(o->screen, session);
		else
			read_on(o, session);
	}
}

static void begin_files(struct screen *screen, struct session *session)
{
	struct loaded_files *o = loaded_files_new();

	o->screen = screen;
	o->request = screen->start->load;
	o->rule_choice = session->preferences.rule_choice;
	o->rules = rules_of(o->rule_choice);
	o->request.rules = &o->rules;
	o->request.debug.asks_servers = session->preferences.asks_servers;
	o->request.code_ms = screen->shown ? 0 : FIRST_CODE_MS;
	o->is_again = screen->shown;
	o->load = (struct job){ .run = load, .done = loaded, .context = o };
	o->find_lines = (struct job){ .run = find_lines,
		                      .done = show_lines,
		                      .context = o };
	o->find_frames = (struct job){ .run = find_frames,
		                       .done = show_frames,
		                       .context = o };
	screen->under_way = o;
	worker_give(session->worker, &o->load);
}

/* Most programs are open faster than the eye can see: then the first picture is
 * the profile, and errors are reported without a picture. */
static void wait_a_moment(struct session *session)
{
	enum { MOMENT_MS = 60 };
	struct pollfd done = { worker_descriptor(session->worker), POLLIN, 0 };
	long long end = clock_ms() + MOMENT_MS, now;
	struct job *job = NULL;

	while (!job && (now = clock_ms()) < end) {
		poll(&done, 1, (int)(end - now));
		job = worker_take(session->worker);
	}
	if (job)
		job->done(job->context, session);
}

static void stop(struct loaded_files *o)
{
	job_cancel(&o->load);
	job_cancel(&o->find_lines);
	job_cancel(&o->find_frames);
}

static void reload(void *context, struct session *session)
{
	struct screen *screen = context;
	struct loaded_files *o = screen->under_way;

	if (o && rule_choice_is_same(o->rule_choice,
	                             session->preferences.rule_choice)) {
		session_say(session, "still reading");
		return;
	}
	session_say(session, "reading again; Esc cancels");
	if (!o) {
		begin_files(screen, session);
		return;
	}
	o->gives_way = true;
	stop(o);
}

/* Keeps what is shown; lines that were given up for other rules are found
 * again. */
static void stay(void *context, struct session *session)
{
	struct screen *screen = context;
	struct loaded_files *o = screen->under_way;

	if (!o || !screen->shown)
		return;
	session->preferences.rule_choice = screen->shown->rule_choice;
	if (o == screen->shown)
		return;
	o->gives_way = false;
	stop(o);
}

static const struct terminal *open_terminal(const struct start *start,
                                            const struct theme *theme,
                                            int worker, struct arena *arena,
                                            struct error *err)
{
	struct terminal_setup setup = {
		.theme = theme,
		.title = arena_format(arena, "gptui %s",
		                      caption_name(start->load.executable)),
		.no_color = start->no_color,
		.worker = worker,
	};

	if (start->keys)
		return script_terminal(start->rows ? start->rows : 24,
		                       start->cols ? start->cols : 80,
		                       start->keys, &setup);
	return curses_terminal(&setup, err);
}

/* Runs the loop on a terminal until the session is done. */
static bool run_session(struct screen *screen, struct session *session,
                        int *signal, struct error *err)
{
	struct loop_hooks hooks = { screen, reload, stay };
	const struct terminal *terminal;
	struct error why = { "" };

	session->worker = worker_start(screen->arena, err);
	if (!session->worker)
		return false;
	screen->worker = session->worker;
	begin_files(screen, session);
	wait_a_moment(session);
	if (!screen->has_failed) {
		terminal = open_terminal(screen->start,
		                         &session->preferences.theme,
		                         worker_descriptor(session->worker),
		                         screen->arena, &why);
		if (!terminal)
			return fail(err, "%s; --report flat needs none",
			            why.reason);
		loop_run(session, terminal, &hooks);
		*signal = terminal->close();
	}
	if (screen->has_failed)
		return fail(err, "%s", screen->err.reason);
	return session->data || *signal || fail(err, "cancelled");
}

/* Says nothing: what is wrong with the configuration stays. */
static bool take_given(struct session *session, const struct start *start,
                       struct error *err)
{
	const struct error message = session->message;
	const bool is_error = session->message_is_error;
	bool ok = true;
	size_t i;

	for (i = 0; ok && i < start->ngiven; i++)
		ok = setting_set(start->given[i].setting, session,
		                 start->given[i].value, err);
	session->message = message;
	session->message_is_error = is_error;
	return ok;
}

/* Says why lines are not kept, unless something else is wrong. */
static void read_history(struct session *session)
{
	struct error err;

	if (history_read(&session->history, &err) || session->message_is_error)
		return;
	session->message = err;
	session->message_is_error = true;
}

/* The configuration, then the command line, which overrides it. */
static bool configure(struct session *session, const struct start *start,
                      struct error *err)
{
	if (!setting_take(setting_named("theme"), &session->preferences,
	                  "default", session->arena, err))
		return false;
	if (!start->no_config) {
		config_read(session);
		read_history(session);
	}
	return take_given(session, start, err);
}

static bool run(struct screen *screen, int *signal, struct error *err)
{
	const struct start *start = screen->start;
	struct session *session;
	bool ok;

	session = session_new(caption_name(start->load.executable),
	                      command_groups, screen->arena);
	screen->help = help_of(&session->bindings);
	session->has_colours = !start->no_color;
	ok = configure(session, start, err);
	start_maps(start, session->maps);
	ok = ok && run_session(screen, session, signal, err);
	return ok;
}

bool start_screen(const struct start *start, int *signal, struct error *err)
{
	enum { PATIENCE_MS = 100 };
	struct screen screen = { .start = start, .arena = arena_new() };
	struct loaded_files *o;
	bool ok;

	*signal = 0;
	ok = run(&screen, signal, err);
	if (screen.worker && !worker_end(screen.worker, PATIENCE_MS))
		return ok;        /* a job still uses all of this */
	arena_free(screen.arena); /* ends the worker first */
	if (screen.under_way != screen.shown)
		loaded_files_free(screen.under_way);
	loaded_files_free(screen.shown);
	while ((o = screen.closed)) {
		screen.closed = o->next;
		loaded_files_free(o);
	}
	return ok;
}
