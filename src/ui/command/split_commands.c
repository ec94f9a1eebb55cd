/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include "base/error.h"
#include "ui/command/completion.h"
#include "ui/session/session.h"
#include "views/views.h"

static bool show(struct session *s, struct error *err) {
	s->preferences.split = SPLIT_ON;
	split_update(s);
	if (split_is_shown(s))
		return true;
	return fail(err, view_is_of_functions(s->panes[0].here.view)
	                         ? "a second pane needs 120 columns or 16 rows"
	                         : "this view has no second pane");
}

static bool split(struct session *s, const char *arg, struct error *err) {
	const struct view *view;

	if (*arg) {
		view = view_named(arg);
		if (!view || !view->is_of_function)
			return fail(err,
			            "\"%s\" is not a view of one function, as graph and source are",
			            arg);
		if (!view_check(view, s->data, err))
			return false;
		s->split_view = view;
		return show(s, err);
	}
	split_update(s);
	if (!split_is_shown(s))
		return show(s, err);
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
		return fail(err, "the row is about no function");
	s->pane = &s->panes[split_has_focus(s) ? 0 : 1];
	return true;
}

static const struct command list[] = {
	{ .name = "split",
	  .arg = "[VIEW]",
	  .help = "Show or hide the second pane, or choose its view.",
	  .run = split,
	  .complete = complete_view },
	{ .name = "other-pane",
	  .help = "Go to the other pane; views' keys choose its view there.",
	  .need = NEED_PANE,
	  .run = other_pane },
	{ .name = "narrower",
	  .help = "Make the first pane smaller.",
	  .need = NEED_PANE,
	  .run_by = widen,
	  .by = -5 },
	{ .name = "wider",
	  .help = "Make the first pane bigger.",
	  .need = NEED_PANE,
	  .run_by = widen,
	  .by = 5 },
};

const struct command_group split_commands = {
	.title = "The second pane",
	.rank = 35,
	.list = list,
	.n = sizeof list / sizeof *list,
};
