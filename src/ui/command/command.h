/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands: everything a key can do.
 *
 * A command is a row of a table, in a file NAME_commands.c that defines the group NAME_commands;
 * the build lists them.  Prompt, menu, help view, completion and manual page are
 * all printed from that row; its keys are lines of presets/default.preset.  A view's name is short
 * for "view NAME", a setting's for "toggle NAME", and with a value, or where it is no command, for
 * "set NAME", so views and settings need no rows. */
#pragma once

#include "ui/session/session.h"
#include "ui/session/prompt.h"

struct command_word;
struct pane;

struct command {
	const char *name; /* "down" */
	const char *arg;  /* what it takes, "VIEW", "[FILE]"; or NULL */
	const char *help; /* one sentence, "Move the cursor down." */

	/* Other names at the prompt, separated by spaces; or NULL. */
	const char *aliases;

	enum need need; /* when it is run by its key */

	/* Also without a profile, while it is being opened. */
	bool is_always;

	/* Does the same while rows are still being made. */
	bool needs_no_rows;

	/* May stand in configuration files: works without profile and terminal. */
	bool is_lasting;

	/* One of the three; arg is "" when none was given.  Commands that take nothing and differ
	 * only in a number share a function; one that moves the cursor waits for the rows
	 * (ui/session/pane.h). */
	bool (*run)(struct session *session, const char *arg, struct error *err);
	bool (*run_by)(struct session *session, int by, struct error *err);
	bool (*move)(struct pane *pane, long by, struct error *err);
	int by;

	/* Completes its argument; NULL: there is nothing to offer. */
	void (*complete)(struct session *session, const char *arg, struct completion *out);

	/* Adds to the menu what it can be given, as a column: typing finds it.  Or NULL. */
	void (*offer)(struct session *session);

	/* Fills in a word that is short for the command with an argument, as "flat" is for "view
	 * flat".  False after the last one.  One command of a group has it, or none. */
	bool (*shorthand)(size_t index, struct command_word *out);
};

struct command_group {
	const char *title; /* "Moving around" */
	int rank;          /* place in the help */

	/* It comes last in the menu, but first where this need is met. */
	bool is_last;
	enum need is_first_with;

	const struct command *list;
	size_t n;
};

/* The commands of a group: a static list. */
#define COMMANDS(commands) .list = commands, .n = sizeof commands / sizeof *commands

/* A word that a command line begins with: a command's name, or what is short for it.  With the keys
 * of a user also a line that one of them is bound to: its command is NULL, and what it shows is the
 * arena's. */
struct command_word {
	const struct command_group *const *groups; /* to look in, by rank; ends with NULL */
	const struct dataset *data;                /* NULL: words for any one */
	const struct bindings *bindings; /* of the user; NULL: the keys there are at first */
	struct arena *arena;
	const struct command_group *group;
	const struct command *command;
	const char *name, *keys, *arg, *help; /* keys, arg: or NULL; a user's keys: or "" */
	enum need need;                       /* without an argument */
	bool is_short;
	const char *missing;  /* what the data lacks for it; or NULL */
	size_t ngroups, next; /* where command_next() is */
};

/* The next one, in the order of the help; the first when only the members up to `arena` are set.
 * False after the last. */
bool command_next(struct command_word *word);

/* The word of that name; its command is NULL where there is none. */
struct command_word command_named(const struct session *session, const char *name);

/* Other words for the command of that name, separated by spaces (presets/synonyms); or "". */
const char *command_synonyms(const char *name);

/* Runs a line: a word, or as much of it as no other begins with, and its argument. */
bool command_line(struct session *session, const char *line, struct error *err);

/* Does the same, and shows an error on the status line. */
void command_run(struct session *session, const char *line);

/* Does the same for a line of a configuration file. */
bool command_lasting_line(struct session *session, const char *line, struct error *err);

/* Whether a line names a command and gives it the argument it needs.  A line that has a shorthand,
 * such as "view flat", is replaced by it. */
bool command_check(const struct session *session, const char **line, struct error *err);

/* Completion of words at a prompt. */

/* Each completes the last word of a text: of a prompt, or of the argument of a command. */
#define COMPLETIONS(ITEM)                                              \
	ITEM(complete_command) /* a command line */                    \
	ITEM(complete_filter)  /* functions and files, in a filter */  \
	ITEM(complete_name)    /* functions and files, in a pattern */ \
	ITEM(complete_path)                                            \
	ITEM(complete_map)     /* OLD=NEW */                           \
	ITEM(complete_view)    /* VIEW FUNCTION */                     \
	ITEM(complete_column)  /* of the present view */               \
	ITEM(complete_columns) /* VIEW COLUMN ... */                   \
	ITEM(complete_setting) /* SETTING VALUE */                     \
	ITEM(complete_binding) /* KEY COMMAND */                       \
	ITEM(complete_export)  /* FORMAT FILE */                       \
	ITEM(complete_preset)

#define ITEM(name) void name(struct session *session, const char *text, struct completion *out);
COMPLETIONS(ITEM)
#undef ITEM

/* What keys, pastes and the mouse do: the prompt gets them, else the menu, else the panes.
 *
 * The mouse: a click selects, a double click opens, the wheel scrolls, a click on a heading sorts,
 * on a tab changes the view and on the mark of a fold folds; the border between panes can be
 * dragged. It is off until F2, for it takes the terminal's own selection away. */

/* Gives a key, a paste or the mouse to whoever it is for. */
void input_event(struct session *session, const struct event *event);

/* Gives the first of those that waited for what was being opened; false: none, or it waits. */
bool input_ahead(struct session *session);

extern const struct command_group *const command_groups[]; /* by rank; ends with NULL */

/* All of them as lines of the help, with these keys, which live as long; NULL: those at first. */
struct help help_of(const struct bindings *bindings);
