/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings: everything that `set NAME VALUE` and `--NAME=VALUE` can change.
 *
 * A setting is one row of a table.  The command, the option, the options menu, the configuration
 * file, what :write-config writes, completion and the manuals all come from that row. */
#pragma once

#include "ui/session/session.h"

/* How records are read: the user's choice, and messages about it. */

bool rule_choice_is_same(struct rule_choice a, struct rule_choice b);

/* Says what another reading changed, when it is shown, or that files were just looked at again. */
void rule_choice_say(struct session *session, struct rule_choice before);

/* Says what the first profile has in it that such a choice is made for. */
void rule_choice_say_first(struct session *session);

/* Says how many figures are others than in the profile before, which did not wait for the code of
 * all bins that functions share. */
void rule_choice_say_changes(struct session *session, const struct profile *before);

/* A setting is a member of struct preferences.  It has a fixed list of values, of which one is
 * chosen, or it is a number or a text. */
struct setting {
	const char *name;   /* "unit" */
	const char *values; /* "time|percent|samples", default first; or NULL */
	const char *arg;    /* what a text is: "NAME|FILE"; or NULL */
	const char *help;   /* one sentence */

	/* Its name alone, and so its keys (presets/default.preset), takes the next value; and what
	 * must exist for that. */
	bool is_command;
	enum need need;

	/* Of a list: the offset of the member, which is a bool (of two values) or an enum; the
	 * other one is 0. */
	size_t flag, choice;

	/* Of an older name for some values of a list: that setting, and its words for them, in the
	 * order of `values`.  It has all else that a setting can have. */
	const char *spells, *spelled;

	/* Of a whole number: the offset of the member, an int or an unsigned, and its bounds; and a
	 * word for 0, where that is allowed. */
	size_t number;
	int least, most;
	const char *none; /* of a text: what NULL is called */

	/* Of a text that can be any: the offset of the member, which is NULL for `none`. */
	size_t string;

	/* Of another text; owner: the arena or the preferences.
	 * Errors: it is none that can be taken. */
	const char *(*text)(const struct preferences *preferences, struct arena *arena);
	bool (*take)(struct preferences *preferences, const char *text, struct arena *arena,
	             struct error *err);

	/* Whether a session can take a value, too.  NULL: always. */
	bool (*fits)(const struct session *session, const struct preferences *tried,
	             struct error *err);

	/* Whether setting_next() goes past a value, which would show nothing.  NULL: never. */
	bool (*is_of_no_use)(const struct session *session, const struct preferences *tried);

	/* What a change asks of the files; or REQUEST_NOTHING. */
	enum file_request request;

	/* Shows the change; NULL: only rows change.  Works without a profile and a terminal,
	 * because configurations are read first.  Then what is said of each value of a list, unless
	 * `changed` says it. */
	void (*changed)(struct session *session);
	const char *said[9];

	/* Lets the user choose a text.  NULL: the command of that name does, or the prompt. */
	void (*ask)(struct session *session);

	/* All texts there are, NULL after the last: for completion.  Owner: the arena.  NULL:
	 * nobody knows them all. */
	const char *const *(*suggest)(const struct session *session, struct arena *arena);
};

/* A setting and a value that was taken for it. */
struct given_setting {
	const struct setting *setting;
	const char *value;
};

extern const struct setting settings[];
extern const size_t setting_count;

/* The setting of that name, or NULL. */
const struct setting *setting_named(const char *name);

/* The setting whose values this one spells, or itself. */
const struct setting *setting_meant(const struct setting *setting);

/* What it is, as `set` would take it.  Owner: the arena or the preferences. */
const char *setting_value(const struct setting *setting, const struct preferences *preferences,
                          struct arena *arena);

/* What is said of its value, if that is of a list; or NULL. */
const char *setting_said(const struct setting *setting, const struct preferences *preferences);

/* Changes a preference; the arena keeps the text.  Errors: no such value. */
bool setting_take(const struct setting *setting, struct preferences *preferences, const char *value,
                  struct arena *arena, struct error *err);

/* Changes a preference of a session, and what it shows.  Errors: no such value. */
bool setting_set(const struct setting *setting, struct session *session, const char *value,
                 struct error *err);

/* Takes the value after the present one of a list that the session can take, the first after the
 * last.  Errors: it can take no other. */
bool setting_next(const struct setting *setting, struct session *session, struct error *err);

/* Configuration files: command lines, and comments that begin with '#'.
 *
 * Only commands that say so (`is_lasting`) may stand in them.  A line that is wrong is reported and
 * ignored; it never keeps the program from starting. */

/* What several instances have saved in one configuration.
 *
 * Texts are those that :write-config writes: lines that set one thing each. */

/* Writes `mine`, but what is as it was in `before`, when this instance read or wrote
 * the file last, is taken from `theirs`, the file as it is now, and what is new there stays.
 * Cost: lines of one text times those of another. */
void config_merge(FILE *file, const char *before, const char *mine, const char *theirs);

enum { CONFIG_LINE = PROMPT_TEXT }; /* bytes, with the NUL */

/* What went wrong in configuration files. */
struct config_faults {
	size_t n;
	char first[512]; /* "FILE:LINE: reason" */
};

/* Runs a line of a configuration: command_lasting_line(). */
typedef bool config_line(struct session *session, const char *line, struct error *err);

/* Runs the lines of a text; `name` is for messages. */
void config_run(struct session *session, const char *name, const char *text, config_line *run,
                struct config_faults *faults);

/* Runs the file for everybody, then the user's own, as far as they are there, and makes what is
 * wrong the session's message. */
void config_read(struct session *session, config_line *run);

/* Whether a file is there that config_write() did not write. */
bool config_is_foreign(const char *path);

/* Writes the settings, columns and keys as they are now; what has not changed since this instance
 * read or wrote the file is kept as another one wrote it.  Waits a tenth of a second at most for
 * one that is writing.  Errors: "PATH: reason"; what was there stays. */
bool config_write(struct session *session, const char *path, struct error *err);

/* Binds the keys of one of gptui's sets; "default" leaves only those that there are at first.
 * Errors: no such set. */
bool preset_run(struct session *session, const char *name, config_line *run, struct error *err);
