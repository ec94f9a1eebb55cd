/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <poll.h>

#include "process/worker.h"
#include "ui/load/opening.h"
#include "ui/screen/screen.h"

/* The one loop: paint, show, wait, run the command. */

/* Progress is painted at most this often. */
static const long long progress_ms = 100;

static struct canvas settle(struct session *s, struct arena *picture) {
	int rows, cols;

	arena_reset(picture);
	s->terminal->size(&rows, &cols);
	screen_settle(s, rows, cols, picture);
	return canvas_new(rows, cols, picture);
}

static void paint(struct session *s, struct arena *picture) {
	struct canvas canvas = settle(s, picture);

	screen_paint(s, &canvas, picture);
	if (s->preferences.is_ascii)
		canvas_to_ascii(&canvas);
	s->terminal->show(&canvas);
}

/* Takes one event; true when the picture has to change.  Sets *behind if it shows progress. */
static bool take_event(struct session *s, const struct event *event, bool *behind) {
	const bool is_input = event->kind == EVENT_KEY || event->kind == EVENT_PASTE ||
	                      event->kind == EVENT_MOUSE;

	if (is_input)
		input_event(s, event);
	s->done |= event->kind == EVENT_END;
	if (event->kind != EVENT_WORKER)
		return is_input || event->kind == EVENT_RESIZE;
	*behind |= !s->data || s->reads_base;
	bool any = false; /* a job's result arrived, not just progress */
	for (struct job *job; (job = worker_take(s->worker)); any = true)
		job->done(job->context, s);
	return any;
}

/* Runs until the session is done or the terminal is gone; calls done() of the worker's jobs. */
static void loop_run(struct screen *screen, struct session *s, const struct terminal *terminal) {
	SCRATCH struct arena *picture = arena_new();
	long long painted = 0;
	bool dirty = true, behind = false;

	s->terminal = terminal;
	if (s->preferences.has_mouse)
		terminal->mouse(true);
	while (!s->done) {
		dirty |= behind && clock_ms() - painted >= progress_ms;
		if (dirty && terminal->ready()) {
			paint(s, picture);
			painted = clock_ms();
			dirty = behind = false;
		}
		for (bool waits = !s->finding.is_under_way; !s->done; waits = false) {
			int wait_ms = opening_look(screen, s);
			if (behind && !dirty && (wait_ms < 0 || wait_ms > progress_ms))
				wait_ms = progress_ms;
			terminal->busy(worker_is_busy(s->worker));
			if (input_ahead(s)) {
				settle(s, picture); /* as if it had been painted */
				dirty = true;
			} else {
				struct event event = terminal->next(waits ? wait_ms : 0);
				if (event.kind == EVENT_NONE)
					break;
				dirty |= take_event(s, &event, &behind);
			}
			opening_take_request(screen, s);
		}
		if (s->finding.is_under_way && !s->done)
			dirty |= finding_step(s);
	}
}

/* The screen from beginning to end: terminal, worker, session, and what passes between them. */

/* Most programs are open faster than the eye can see: then the first picture is the profile, and
 * errors are reported without a picture. */
static void wait_a_moment(struct session *session) {
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

static const struct terminal *open_terminal(const struct start *start, const struct theme *theme,
                                            int worker, struct arena *arena, struct error *err) {
	struct terminal_setup setup = {
		.theme = theme,
		.title = arena_format(arena, "gptui %s", caption_name(start->load.executable)),
		.no_color = start->no_color,
		.worker = worker,
	};

	if (start->keys)
		return script_terminal(start->rows ? start->rows : 24,
		                       start->cols ? start->cols : 80, start->keys, &setup);
	return curses_terminal(&setup, err);
}

/* Runs the loop on a terminal until the session is done. */
static bool run_session(struct screen *screen, struct session *session, int *signal,
                        struct error *err) {
	struct error why = { "" };

	session->worker = worker_start(screen->arena, err);
	if (!session->worker)
		return false;
	screen->worker = session->worker;
	opening_begin(screen, session);
	wait_a_moment(session);
	if (!*screen->err.reason) {
		const struct terminal *terminal = open_terminal(
			screen->start, &session->preferences.theme,
			worker_descriptor(session->worker), screen->arena, &why);
		if (!terminal)
			return fail(err, "%s; --report flat needs none", why.reason);
		loop_run(screen, session, terminal);
		*signal = terminal->close();
	}
	if (*screen->err.reason)
		return fail(err, "%s", screen->err.reason);
	return session->data || *signal || fail(err, "cancelled");
}

/* Says nothing: what is wrong with the configuration stays. */
static bool take_given(struct session *session, const struct start *start, struct error *err) {
	const struct error message = session->message;
	const bool is_error = session->message_is_error;
	bool ok = true;

	for (size_t i = 0; ok && i < start->ngiven; i++)
		ok = setting_set(start->given[i].setting, session, start->given[i].value, err);
	session->message = message;
	session->message_is_error = is_error;
	return ok;
}

/* The configuration, then the command line, which overrides it. */
static bool configure(struct session *session, const struct start *start, struct error *err) {
	if (!setting_take(setting_named("theme"), &session->preferences, "default", session->arena,
	                  err))
		return false;
	if (!start->no_config) {
		struct error why; /* lines are not kept */

		config_read(session, command_lasting_line);
		if (!history_read(&session->history, &why) && !session->message_is_error)
			session_fail(session, &why);
	}
	return take_given(session, start, err);
}

static bool run(struct screen *screen, int *signal, struct error *err) {
	const struct start *start = screen->start;
	struct session *session = session_new(caption_name(start->load.executable), command_groups,
	                                      screen->arena);

	screen->help = help_of(&session->bindings);
	session->has_colours = !start->no_color;
	bool ok = configure(session, start, err);
	start_maps(start, session->maps);
	return ok && run_session(screen, session, signal, err);
}

bool start_screen(const struct start *start, int *signal, bool *goes_on, struct error *err) {
	enum { PATIENCE_MS = 100 };
	struct screen screen = {
		.start = start, .arena = arena_new(), .request = start->load, .base = start->base
	};

	*signal = 0;
	bool ok = run(&screen, signal, err);
	*goes_on = screen.worker && !worker_end(screen.worker, PATIENCE_MS);
	if (*goes_on)
		return ok;        /* a job still uses all of this */
	arena_free(screen.arena); /* ends the worker first */
	opening_end(&screen);
	return ok;
}
