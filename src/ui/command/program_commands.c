/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command.h"

#include <stdio.h>

#include "base/error.h"
#include "ui/command/action_menu.h"
#include "ui/command/completion.h"
#include "ui/session/session.h"
#include "ui/terminal/terminal.h"
#include "ui/config/theme_preview.h"

/* Themes are shown while their names are typed. */
static bool line_changed(struct session *s, const char *text, size_t *at,
                         struct error *err)
{
	theme_preview(s, text);
	return true;
}

static void line_cancelled(struct session *s)
{
	theme_preview(s, NULL);
}

static bool run_line(struct session *s, const char *text, struct error *err)
{
	theme_preview(s, NULL);
	command_run(s, text);
	return true;
}

static const struct prompt_kind command_prompt = {
	.hint = "a command; ? lists them",
	.changed = line_changed,
	.accept = run_line,
	.cancel = line_cancelled,
	.complete = complete_command,
	.history = ':',
};

static bool prompt(struct session *s, const char *arg, struct error *err)
{
	char line[PROMPT_TEXT];

	snprintf(line, sizeof line, "%s%s", arg, *arg ? " " : "");
	prompt_open(&s->prompt, &command_prompt, ":", line);
	return true;
}

static bool menu(struct session *s, const char *arg, struct error *err)
{
	action_menu_open(s);
	return true;
}

static bool reload(struct session *s, const char *arg, struct error *err)
{
	s->wants_reload = true;
	return true;
}

static bool redraw(struct session *s, const char *arg, struct error *err)
{
	s->terminal->redraw();
	return true;
}

static bool suspend(struct session *s, const char *arg, struct error *err)
{
	s->terminal->stop();
	return true;
}

static bool cancel(struct session *s, const char *arg, struct error *err)
{
	if (!s->data)
		s->done = true;
	s->wants_stop = true;
	return true;
}

static bool quit(struct session *s, const char *arg, struct error *err)
{
	s->done = true;
	return true;
}

static const struct command list[] = {
	{ .name = "command",
	  .keys = ":",
	  .arg = "[BEGIN]",
	  .help = "Type a command, or the beginning of its name.",
	  .run = prompt },
	{ .name = "menu",
	  .keys = "m",
	  .help = "Choose from what can be done here.",
	  .need = NEED_NO_MENU,
	  .run = menu },
	{ .name = "reload",
	  .keys = "R F5",
	  .help = "Read the files again; view and cursor stay.",
	  .run = reload },
	{ .name = "redraw",
	  .keys = "C-l",
	  .help = "Draw the screen anew.",
	  .is_always = true,
	  .run = redraw },
	{ .name = "suspend",
	  .keys = "C-z",
	  .help = "Stop gptui; the shell's fg brings it back.",
	  .is_always = true,
	  .run = suspend },
	{ .name = "cancel",
	  .keys = "Esc C-g",
	  .help = "Cancel what is being typed or opened; never quit.",
	  .is_always = true,
	  .run = cancel },
	{ .name = "quit",
	  .aliases = "q q! qa",
	  .keys = "Q C-c F10",
	  .help = "End gptui.",
	  .is_always = true,
	  .run = quit },
};

const struct command_group program_commands = {
	.title = "The program",
	.rank = 90,
	.list = list,
	.n = sizeof list / sizeof *list,
};
