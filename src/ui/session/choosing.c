/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/choosing.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/path.h"
#include "model/dataset.h"
#include "model/files/file_choice.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/runs.h"
#include "ui/session/navigation.h"
#include "ui/session/session.h"
#include "views/views.h"

static size_t count_files(const struct session *s)
{
	const struct records *r = s->data->profile->records;

	return r->nfiles + r->noff;
}

static const struct file_choice *only_this(struct session *s)
{
	return file_choice_only(pane_file(s->pane)->number, count_files(s), s->arena);
}

static bool can_be_on(const struct run *run, struct error *err)
{
	return !run->failed || fail(err, "%s cannot be on: %s", path_last(run->path), run->failed);
}

bool choosing_toggle(struct session *s, struct error *err)
{
	const struct run *run = pane_file(s->pane);
	const size_t n = count_files(s);
	const struct file_choice *choice = file_choice_toggle(s->choice, run->number, n, s->arena);

	if (!can_be_on(run, err))
		return false;
	if (!file_choice_count(choice, records_all(s->data->profile->records)))
		return fail(err, "the last file stays on; F brings all back");
	navigation_choose(s, choice);
	session_say(s, "%s is %s", path_last(run->path),
	            file_choice_is_off(choice, run->number) ? "off" : "on");
	return true;
}

bool choosing_only(struct session *s, struct error *err)
{
	const struct file_choice *choice = only_this(s);

	if (!can_be_on(pane_file(s->pane), err))
		return false;
	if (file_choice_is_same(choice, s->choice, count_files(s)))
		choosing_all(s);
	else
		navigation_choose(s, choice);
	return true;
}

/* As at first; if that is how it is, also those that were off by themselves,
 * because other files have their counts. */
void choosing_all(struct session *s)
{
	const bool is_first = !s->choice && records_count_off(s->data->profile->records);

	navigation_choose(s, is_first ? file_choice_all(count_files(s), s->arena) : NULL);
	if (is_first)
		session_say(s, "all files count, those that were off by "
		               "themselves, too");
}

bool choosing_open(struct session *s, struct error *err)
{
	const struct file_choice *choice = only_this(s);
	struct query query = s->pane->here.query;

	if (!can_be_on(pane_file(s->pane), err))
		return false;
	query_ask(&query, NULL);
	navigation_go(s, view_at(0), query);
	s->choice = choice;
	s->wants_choice = true;
	return true;
}
