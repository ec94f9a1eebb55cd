/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands: everything a key can do.
 *
 * A command is a row of a table, in a file NAME_commands.c that defines the
 * group NAME_commands; the build finds it by its name.  Keys, prompt, menu,
 * help view and manual page are all printed from that row.  A view's own key
 * is short for "view NAME", so views need no rows. */
#ifndef GPTUI_COMMAND_H
#define GPTUI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/command/need.h"

struct error;
struct session;

struct command {
	const char *name; /* "down" */
	const char *keys; /* names (ui/terminal.h) parted by spaces; or NULL */
	const char *arg;  /* what it takes, "VIEW", "[FILE]"; or NULL */
	const char *help; /* one sentence, "Move the cursor down." */

	/* What else it is called at the prompt, parted by spaces; or NULL. */
	const char *aliases;

	enum need need; /* when it is run by its key */

	/* Also without a profile, while it is being opened. */
	bool is_always;

	/* May stand in configuration files: works without profile and
	 * terminal. */
	bool is_lasting;

	/* arg is "" when none was given. */
	bool (*run)(struct session *session, const char *arg,
	            struct error *err);
};

struct command_group {
	const char *title; /* "Moving around" */
	int order;         /* place in the help */
	const struct command *list;
	size_t n;
};

extern const struct command_group *const command_groups[]; /* ends with NULL */

/* The group that stands at this place in the help; NULL after the last. */
const struct command_group *command_group_at(size_t place);

/* The command of that name; or NULL. */
const struct command *command_named(const char *name);

/* Runs the command of a key.  An unknown key is an error, too. */
bool command_key(struct session *session, const char *key, struct error *err);

/* Runs a line: a command's name, or as much of it as no other begins with, and
 * its argument.  A view's name is short for "view NAME". */
bool command_line(struct session *session, const char *line, struct error *err);

/* The same, and shows why it failed. */
void command_run(struct session *session, const char *line);

/* The same of a line in a configuration file. */
bool command_lasting_line(struct session *session, const char *line,
                          struct error *err);

/* Whether a line names a command and gives it what it needs. */
bool command_check(const char *line, struct error *err);

#endif
