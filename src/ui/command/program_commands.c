/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

static bool run_line(struct session *s, const char *text, struct error *err) {
	command_run(s, text);
	return true;
}

static const struct prompt_kind command_prompt = {
	.hint = "a command; ? lists them",
	.accept = run_line,
	.complete = complete_command,
	.history = ':',
};

static bool prompt(struct session *s, const char *arg, struct error *err) {
	const struct command_word word = command_named(s, arg);
	char line[PROMPT_TEXT];

	snprintf(line, sizeof line, "%s%s", arg, *arg ? " " : "");
	prompt_open(&s->prompt, &command_prompt, ":", line);
	if (word.arg)
		snprintf(s->prompt.listed, sizeof s->prompt.listed, "%s: %s", word.arg, word.help);
	return true;
}

/* Where a group stands in the menu. */
enum rank { FIRST, BETWEEN, LAST, RANKS };

static enum rank rank_of(struct session *s, const struct command_group *group) {
	struct error ignored;

	if (group->is_first_with != NEED_NOTHING && !s->pane->table.is_list &&
	    need_is_met(s, group->is_first_with, &ignored))
		return FIRST;
	return group->is_last ? LAST : BETWEEN;
}

/* Adds a command, if it works here or is asked for by typing; and what it can be given. */
static void add_word(struct session *s, const struct command_word *w) {
	struct arena *arena = s->menu.arena;
	struct error err = { "" };
	const bool is_asked = !*w->keys && w->arg && w->arg[0] != '['; /* for its argument */
	const bool applies = !w->missing && need_is_met(s, w->need, &err);

	if (w->missing)
		fail(&err, "it needs %s", w->missing);
	menu_add(&s->menu,
	         (struct menu_line){
			 applies ? MENU_COMMAND : MENU_ABSENT,
			 *w->keys ? w->keys : arena_format(arena, ":%s", w->name),
			 .note = applies ? w->help
	                                 : arena_format(arena, "%s  Not here: %s.", w->help,
	                                                err.reason),
			 .name = w->name, .words = command_synonyms(w->name),
			 .run = arena_format(arena, is_asked ? "command %s" : "%s", w->name),
			 .heading = w->group->title });
	if (w->command && !w->is_short && w->command->offer)
		w->command->offer(s);
}

/* What can be done here: the commands and views of the help, with their keys, but for those that
 * make no sense for this view and row.  Typing finds those, too, and what commands can be given. */
static bool menu(struct session *s, const char *arg, struct error *err) {
	menu_open(&s->menu, "What can be done here; type to search");
	for (enum rank rank = FIRST; rank < RANKS; rank++) {
		struct command_word word = { .groups = s->commands,
			                     .data = s->data,
			                     .bindings = &s->bindings,
			                     .arena = s->menu.arena };

		while (command_next(&word))
			if (*word.name && rank_of(s, word.group) == rank)
				add_word(s, &word);
	}
	return true;
}

static bool reload(struct session *s, const char *arg, struct error *err) {
	session_ask(s, REQUEST_RELOAD);
	return true;
}

static bool base(struct session *s, const char *arg, struct error *err) {
	s->base_asked = session_keep(s, arg);
	session_ask(s, REQUEST_BASE);
	return true;
}

/* If what is off is the base already, ends the comparison. */
static bool base_off(struct session *s, const char *arg, struct error *err) {
	const struct comparison *c = s->data->comparison;

	if (!session_compares_own(s) ||
	    records_count_off(s->data->profile->records) != c->base->data.profile->records->nfiles)
		return base(s, "off", err);
	choosing_end_base(s, "the comparison has ended; what was the base is off");
	return true;
}

static bool redraw(struct session *s, const char *arg, struct error *err) {
	s->terminal->redraw();
	return true;
}

static bool suspend(struct session *s, const char *arg, struct error *err) {
	s->terminal->stop();
	return true;
}

static bool cancel(struct session *s, const char *arg, struct error *err) {
	if (!s->data)
		s->done = true;
	else if (!s->nahead && !s->request && s->pane->here.view->kind == VIEW_TEXTS && s->npast)
		navigation_back(s);
	else if (!s->nahead && !s->request)
		session_say(s, *s->pane->here.filter ? "nothing to cancel; F clears the filter"
		                                     : "nothing to cancel; q closes the view");
	s->nahead = 0;
	s->types_ahead = false;
	session_ask(s, REQUEST_STAY);
	return true;
}

static bool quit(struct session *s, const char *arg, struct error *err) {
	s->done = true;
	return true;
}

static const struct command list[] = {
	{ "command", .arg = "[BEGIN]", .help = "Type a command, or the beginning of its name.",
	  .run = prompt },
	{ "menu", .help = "A menu of what you can do here; type to search.", .need = NEED_NO_MENU,
	  .run = menu },
	{ "base", .arg = "FILES|off|swap|none",
	  .help = "Compare with a folder, a recording or PROGRAM FILES.", .run = base,
	  .complete = complete_path },
	{ "base-off", .help = "Compare with the files that are off; again: no more.",
	  .need = NEED_FILE, .run = base_off },
	{ "reload", .help = "Read the files again; view and cursor stay.", .run = reload },
	{ "redraw", .help = "Redraw the screen.", .is_always = true, .run = redraw },
	{ "suspend", .help = "Suspend gptui; the shell's fg brings it back.", .is_always = true,
	  .run = suspend },
	{ "cancel", .help = "Cancel what is being typed or opened; never quit.", .is_always = true,
	  .run = cancel },
	{ "quit", .aliases = "q q! qa", .help = "Quit gptui.", .is_always = true, .run = quit },
};

const struct command_group program_commands = {
	.title = "The program",
	.rank = 90,
	COMMANDS(list),
};
