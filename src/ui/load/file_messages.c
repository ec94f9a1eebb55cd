/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/file_messages.h"

#include <string.h>

#include "base/arena.h"
#include "base/path.h"
#include "model/compare/comparison.h"
#include "model/frames.h"
#include "model/profile.h"
#include "model/recent.h"
#include "model/records.h"
#include "model/runs.h"
#include "ui/load/loaded_files.h"
#include "ui/session/session.h"
#include "views/views.h"

void say_inlined(struct session *session)
{
	enum { ROWS = 20, MUCH = 10 }; /* MUCH: percent */
	const struct view *view = session->panes[0].here.view;
	const struct table *t = &session->panes[0].table;
	const struct profile *p = session->data->profile;
	const double *inlined;
	struct arena *arena;
	double most = 0;
	size_t i;

	if (view->kind != VIEW_FUNCTIONS || *session->message.reason ||
	    session->preferences.inlined_apart)
		return;
	arena = arena_new();
	inlined = frames_inlined(session->data->frames, p, arena);
	for (i = 0; i < t->nrows && i < ROWS; i++) {
		const struct func *f = view_subject(view, t->rows[i].item);
		double share;

		if (!f || t->rows[i].is_faint)
			continue;
		share = inlined[profile_number(p, f)] / f->self_ticks;
		most = share > most ? share : most;
	}
	arena_free(arena);
	if (100 * most >= MUCH)
		session_say(session, "up to %.0f %% of a row is inlined: A shows it", 100 * most);
}

void say_base(const struct loaded_files *o, struct session *session)
{
	const struct comparison *c = o->base.comparison;

	if (c)
		session_say(session, "%zu run%s compared with %zu of the base: 7", c->new->runs->n,
		            c->new->runs->n == 1 ? "" : "s", c->base->runs->n);
	else if (progress_is_cancelled(&o->find_base.progress))
		session_say(session, "the base was not read; :base reads one");
	else if (*o->base.err.reason)
		session_fail(session, &o->base.err);
}

void say_repeated(struct session *session)
{
	const struct records *r = session->data->profile->records;
	const struct profile_file *one = NULL;
	size_t n = 0, i;

	for (i = 0; i < r->noff; i++)
		if (r->off[i].repeats) {
			one = &r->off[i];
			n++;
		}
	if (n == 1)
		session_say(session, "%s is off: %s", path_last(one->path), one->repeats);
	else if (n)
		session_say(session, "%zu files that repeat others are off: i", n);
	else if (r->is_common_once)
		session_say(session, "what all files have in common counts once: i");
}

/* Nobody asked for it, so it takes the place of no error but what was said by a
 * look before it. */
static void say_quietly(struct session *session, const char *text, bool is_error)
{
	struct error *last = &session->watch_said, now;

	if (session->message_is_error && *session->message.reason &&
	    strcmp(session->message.reason, last->reason))
		return;
	fail(&now, "%s", text);
	if (is_error && !strcmp(now.reason, last->reason))
		return;
	*last = now;
	if (is_error)
		session_fail(session, &now);
	else
		session_say(session, "%s", text);
}

/* What was not fetched, if there is any; watching ends when nothing can be kept. */
static bool say_not_fetched(const struct loaded_files *o, struct session *session)
{
	const struct board_files *f = &o->fetched;
	struct error err;

	if (f->full) {
		fail(&err, "%s: %s%s", f->full,
		     f->is_held ? "what came is held in memory" : "nothing is fetched",
		     session->preferences.watch_s ? "; watching stopped" : "");
		session->preferences.watch_s = 0;
		session_fail(session, &err);
	} else if (f->failed && o->is_look) {
		say_quietly(session, f->failed, true);
	} else if (f->failed && !o->is_read) {
		fail(&err, "%s", f->failed);
		session_fail(session, &err);
	}
	return f->full || f->failed;
}

void say_fetched(const struct loaded_files *o, const struct loaded_files *old,
                 struct session *session)
{
	const uint64_t now = o->result.data.profile->samples;
	const uint64_t before = old ? old->result.data.profile->samples : 0;

	if (o->fetched.kept && !o->is_read && !o->is_look)
		session_say(session, "%+.0f samples, kept as %s", (double)now - (double)before,
		            o->fetched.kept);
	say_not_fetched(o, session);
}

void say_added(const struct loaded_files *o, struct session *session)
{
	const struct recent *recent = o->result.data.recent;
	struct arena *arena = arena_new();
	const char *kept = o->fetched.kept ? arena_format(arena, ", kept as %s", o->fetched.kept)
	                                   : "";

	if (recent)
		say_quietly(session,
		            arena_format(arena, "now: %.0f samples more%s", recent->ticks, kept),
		            false);
	arena_free(arena);
}

void say_look(const struct loaded_files *o, struct session *session)
{
	if (say_not_fetched(o, session))
		return;
	if (o->is_same)
		*session->watch_said.reason = '\0';
	else
		say_quietly(session, o->err.reason, true);
}
