/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/reopening.h"

#include <string.h>

#include "base/error.h"
#include "model/dataset.h"
#include "model/files/file_choice.h"
#include "model/profile.h"
#include "model/records.h"
#include "ui/load/loaded_files.h"
#include "ui/load/opening.h"
#include "ui/config/rule_choice.h"
#include "ui/screen/caption.h"
#include "ui/session/navigation.h"
#include "ui/session/session.h"

static void stop(struct loaded_files *o)
{
	job_cancel(&o->load);
	job_cancel(&o->find_runs);
	job_cancel(&o->find_base);
	job_cancel(&o->compare);
	job_cancel(&o->find_lines);
	job_cancel(&o->find_frames);
	job_cancel(&o->find_apart);
}

/* Begins, once what is under way has given way. */
static void begin_instead(struct screen *screen, struct session *session)
{
	struct loaded_files *o = screen->under_way;

	if (!o) {
		opening_begin(screen, session);
		return;
	}
	if (opening_yield(screen, session))
		return;
	o->gives_way = true;
	stop(o);
}

/* What nobody asked for gives way; but what a server sends may be lost. */
static bool is_in_the_way(const struct loaded_files *o)
{
	return o && !(o->is_look && !o->request.boards);
}

void reopening_reload(void *context, struct session *session)
{
	struct screen *screen = context;
	struct loaded_files *o = screen->under_way;

	if (is_in_the_way(o) &&
	    rule_choice_is_same(o->rule_choice, session->preferences.rule_choice)) {
		session_say(session, "still reading");
		return;
	}
	session_say(session, "reading again; Esc cancels");
	screen->reads = true;
	begin_instead(screen, session);
}

void reopening_choose(void *context, struct session *session)
{
	struct screen *screen = context;
	const struct loaded_files *o = screen->under_way;

	if (!screen->shown)
		return;
	screen->reads |= o && o != screen->shown && !o->is_read;
	begin_instead(screen, session);
}

/* Keeps what is shown; lines that were given up for other rules are found
 * again. */
void reopening_stay(void *context, struct session *session)
{
	struct screen *screen = context;
	struct loaded_files *o = screen->under_way;

	if (!o || !screen->shown)
		return;
	opening_keep(screen, session);
	if (o == screen->shown) {
		job_cancel(&o->find_base);
		return;
	}
	o->gives_way = false;
	stop(o);
}

/* Drops the base that is shown. */
static void drop_base(struct screen *screen, struct session *session)
{
	screen->base.nwords = 0;
	screen->base.of_new = NULL;
	screen->shown->base.comparison = screen->shown->base.apart = NULL;
	screen->shown->base.is_read = false;
	screen->shown->base.request.nwords = 0;
	navigation_swap(session, loaded_files_data(screen->shown));
	session_say(session, "there is no base");
}

static void swap_sides(struct screen *screen, struct session *session)
{
	const struct file_choice *base = screen->base.of_new;

	if (base) {
		screen->base.of_new = file_choice_of(session->data->profile->records,
		                                     session->choice, false, screen->arena);
		session->choice = base;
		return;
	}
	base_swap(&screen->base, &screen->request, &screen->shown->base.sides.in.files,
	          screen->arena);
	session->name = caption_name(screen->request.executable);
	session->choice = NULL;
}

/* Why a base cannot be asked for, or "". */
static const char *objection(const struct screen *screen, const struct session *session)
{
	const char *asked = session->base_asked;

	if (!screen->shown || is_in_the_way(screen->under_way))
		return "still reading";
	if (!strcmp(asked, "swap") && !screen->shown->base.is_read)
		return "there is no base to swap with";
	if (!strcmp(asked, "off") && !records_count_off(session->data->profile->records))
		return "no file is off; x in the view files switches one off";
	return "";
}

void reopening_base(void *context, struct session *session)
{
	struct screen *screen = context;
	const char *asked = session->base_asked;
	struct error err = { "" };

	fail(&err, "%s", objection(screen, session));
	if (*err.reason) {
		session_fail(session, &err);
		return;
	}
	if (!strcmp(asked, "none")) {
		drop_base(screen, session);
		return;
	}
	if (!strcmp(asked, "swap"))
		swap_sides(screen, session);
	else if (!strcmp(asked, "off"))
		base_of_off(&screen->base, &screen->request, session->choice,
		            session->data->profile->records, screen->arena);
	else
		base_words(&screen->base, asked, screen->arena);
	/* Other files of what was read need no reading. */
	if (screen->base.of_new)
		reopening_choose(screen, session);
	else
		reopening_reload(screen, session);
}
