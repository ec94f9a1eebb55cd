/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen from its opening to its end: terminal, worker, session, and what
 * passes between them. */
#include "ui/start.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/progress.h"
#include "model/profile.h"
#include "ui/caption.h"
#include "ui/loop.h"
#include "ui/session.h"
#include "ui/terminal.h"
#include "ui/theme.h"
#include "ui/worker.h"

/* Opening: what the worker gets, and what it leaves. */
struct load_job {
	const struct load_request *request;
	struct arena *arena;
	struct load_result result;
	bool ok;
	struct error err;
};

/* Where functions begin: after the first screen, for it needs DWARF. */
struct places_job {
	const struct load_result *loaded;
	struct arena *arena;
	const struct places *places;
};

struct screen {
	const struct start *start;
	struct arena *arena;
	struct load_job load;
	struct places_job places;
	bool is_busy;
	bool has_failed;
};

static void load(void *context, struct progress *progress)
{
	struct load_job *job = context;

	job->ok = load_profile(&job->result, job->request, job->arena, progress,
	                       &job->err);
}

static void find_places(void *context, struct progress *progress)
{
	struct places_job *job = context;

	job->places = load_places(job->loaded, job->arena, progress);
}

/* Shows the profile as the command line wishes.  A wish that cannot be met is
 * told, and the profile is shown without it. */
static void begin(struct screen *screen, struct session *session)
{
	const struct start *start = screen->start;
	struct error err = { "" };
	size_t at;
	bool ok;

	ok = start_query(start, &session->here.query, &err);
	session_take_profile(session, screen->load.result.profile);
	if (ok && start->filter)
		ok = session_filter(session, start->filter, &at, &err);
	session->here.cursor = 0;
	if (!session->profile->samples && !session->profile->has_calls)
		session_run(session, "view health");
	if (!ok) {
		session->message = err;
		session->message_is_error = true;
	}
}

static void take_places(struct screen *screen, struct session *session)
{
	struct profile *profile;

	if (!screen->places.places)
		return;
	profile = arena_alloc(screen->arena, 1, sizeof *profile);
	*profile = *screen->load.result.profile;
	profile->places = screen->places.places;
	session_take_profile(session, profile);
}

static void job_done(void *context, struct session *session, void *job)
{
	struct screen *screen = context;

	screen->is_busy = false;
	if (job == &screen->places) {
		take_places(screen, session);
		return;
	}
	if (!screen->load.ok) {
		screen->has_failed = true;
		session->done = true;
		return;
	}
	begin(screen, session);
	screen->is_busy = true;
	worker_give(session->worker, find_places, &screen->places);
}

static bool is_busy(void *context)
{
	const struct screen *screen = context;

	return screen->is_busy;
}

/* A name is a theme of the installation, anything with a slash a file. */
static bool load_theme(struct theme *theme, const char *name,
                       struct arena *arena, struct error *err)
{
	const char *path = name;
	struct bytes bytes;

	if (!name)
		return theme_parse(theme, "default", theme_default, err);
	if (!strchr(name, '/'))
		path = arena_format(arena, "%s/themes/%s.theme", DATADIR, name);
	return bytes_read(&bytes, path, arena, err) &&
	       theme_parse(
		       theme, path,
		       arena_text(arena, (const char *)bytes.data, bytes.len),
		       err);
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
		.ascii = start->ascii,
		.worker = worker,
	};

	if (start->keys)
		return script_terminal(start->rows ? start->rows : 24,
		                       start->cols ? start->cols : 80,
		                       start->keys, worker);
	return curses_terminal(&setup, err);
}

static bool run(struct screen *screen, int *signal, struct error *err)
{
	const struct start *start = screen->start;
	struct loop_hooks hooks = { screen, job_done, is_busy };
	struct session *session;
	const struct terminal *terminal;
	struct theme theme;

	if (!load_theme(&theme, start->theme, screen->arena, err))
		return false;
	session = session_new(caption_name(start->load.executable),
	                      screen->arena);
	session->ascii = start->ascii;
	session->worker = worker_start(screen->arena, err);
	if (!session->worker)
		return false;
	screen->is_busy = true;
	worker_give(session->worker, load, &screen->load);
	terminal = open_terminal(start, &theme,
	                         worker_descriptor(session->worker),
	                         screen->arena, err);
	if (!terminal)
		return false;
	loop_run(session, terminal, &hooks);
	terminal->close();
	*signal = terminal->signal();
	session_end(session);
	if (screen->has_failed)
		return fail(err, "%s", screen->load.err.reason);
	return session->profile || *signal || fail(err, "cancelled");
}

bool start_screen(const struct start *start, int *signal, struct error *err)
{
	struct screen screen = { .start = start, .arena = arena_new() };
	struct arena *loaded = arena_new(), *places = arena_new();
	bool ok;

	screen.load.request = &start->load;
	screen.load.arena = loaded;
	screen.places.loaded = &screen.load.result;
	screen.places.arena = places;
	*signal = 0;
	ok = run(&screen, signal, err);
	arena_free(screen.arena); /* ends the worker before what it uses */
	arena_free(places);
	arena_free(loaded);
	return ok;
}
