/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/loop.h"

#include "base/arena.h"
#include "base/clock.h"
#include "ui/terminal/canvas.h"
#include "ui/command/input.h"
#include "ui/screen/screen.h"
#include "ui/session/finding.h"
#include "ui/session/session.h"
#include "ui/terminal/terminal.h"
#include "process/worker.h"

/* Progress is painted at most this often. */
static const long long progress_ms = 100;

static void paint(struct session *s, struct arena *picture)
{
	struct canvas canvas;
	int rows, cols;

	arena_reset(picture);
	s->terminal->size(&rows, &cols);
	canvas = canvas_new(rows, cols, picture);
	screen_paint(s, &canvas, picture);
	if (s->preferences.is_ascii)
		canvas_to_ascii(&canvas);
	s->terminal->show(&canvas);
}

/* True when a job's result arrived, not just progress. */
static bool take_worker(struct session *s)
{
	bool any = false;
	struct job *job;

	while ((job = worker_take(s->worker))) {
		job->done(job->context, s);
		any = true;
	}
	return any;
}

/* Takes one event; true when the picture has to change. */
static bool take_event(struct session *s, const struct event *event, long long *painted)
{
	switch (event->kind) {
	case EVENT_KEY:
	case EVENT_PASTE:
	case EVENT_MOUSE:
		input_event(s, event);
		return true;
	case EVENT_RESIZE:
		return true;
	case EVENT_WORKER:
		return take_worker(s) ||
		       ((!s->data || s->reads_base) && clock_ms() - *painted >= progress_ms);
	case EVENT_END:
		s->done = true;
		return false;
	case EVENT_NONE:
		break;
	}
	return false;
}

static void reload_if_wanted(struct session *s, const struct loop_hooks *hooks)
{
	if (s->wants_reload)
		hooks->reload(hooks->context, s);
	if (s->wants_stop)
		hooks->stop(hooks->context, s);
	if (s->base_asked)
		hooks->base(hooks->context, s);
	if (s->wants_choice)
		hooks->choose(hooks->context, s);
	if (s->wants_inlined)
		hooks->inlined(hooks->context, s);
	s->wants_reload = s->wants_stop = s->wants_inlined = false;
	s->wants_choice = false;
	s->base_asked = NULL;
}

void loop_run(struct session *s, const struct terminal *terminal, const struct loop_hooks *hooks)
{
	struct arena *picture = arena_new();
	long long painted = 0;
	bool dirty = true;

	s->terminal = terminal;
	if (s->preferences.has_mouse)
		terminal->mouse(true);
	while (!s->done) {
		struct event event;
		int wait_ms;
		bool waits;

		if (dirty && terminal->ready()) {
			paint(s, picture);
			painted = clock_ms();
			dirty = false;
		}
		for (waits = !s->finding.is_under_way; !s->done; waits = false) {
			wait_ms = hooks->watch(hooks->context, s);
			terminal->busy(worker_is_busy(s->worker));
			event = terminal->next(waits ? wait_ms : 0);
			if (event.kind == EVENT_NONE)
				break;
			dirty |= take_event(s, &event, &painted);
			reload_if_wanted(s, hooks);
		}
		if (s->finding.is_under_way && !s->done)
			dirty |= finding_step(s);
	}
	arena_free(picture);
}
