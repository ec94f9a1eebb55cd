/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings: everything that `set NAME VALUE` can change.
 *
 * A setting is one row of a table.  The command, the options menu, the
 * configuration file, what :write-config writes, completion and the manual all
 * come from that row. */
#ifndef GPTUI_SETTINGS_H
#define GPTUI_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct error;
struct session;

/* A setting has a fixed list of values, of which one is chosen by its number,
 * or it is a text. */
struct setting {
	const char *name;   /* "unit" */
	const char *values; /* "time percent samples", default first; or NULL */
	const char *arg;    /* what a text is: "NAME|FILE"; or NULL */
	const char *help;   /* one sentence */

	/* Of a list of two: the flag that the second one sets, as an offset in
	 * struct query, if it changes rows, or in struct session; never 0.
	 * Then what is said of each, or what else to do and say. */
	size_t query_flag, session_flag;
	const char *said[2];
	void (*turned)(struct session *session);

	/* Of any other list: the number of the value, how to take another one,
	 * whose word is given, telling the user.  All of these work without a
	 * profile and terminal. */
	int (*chosen)(const struct session *session);
	void (*choose)(struct session *session, int value, const char *word);

	/* Of a text; owner: the arena or the session.  Errors: it is none that
	 * can be taken. */
	const char *(*text)(const struct session *session, struct arena *arena);
	bool (*take)(struct session *session, const char *text,
	             struct error *err);

	/* A command line that lets the user choose a text; or NULL. */
	const char *menu;

	/* All texts there are, NULL after the last: for completion.  Owner: the
	 * arena.  NULL: nobody knows them all. */
	const char *const *(*suggest)(const struct session *session,
	                              struct arena *arena);
};

extern const struct setting settings[];
extern const size_t setting_count;

/* The setting of that name, or NULL. */
const struct setting *setting_named(const char *name);

/* The number of a value in a list, or -1. */
int setting_index(const struct setting *setting, const char *value);

/* What it is now, as `set` would take it.  Owner: the arena or the session. */
const char *setting_value(const struct setting *setting,
                          const struct session *session, struct arena *arena);

/* Errors: no such value. */
bool setting_set(const struct setting *setting, struct session *session,
                 const char *value, struct error *err);

/* Takes the value after the present one of a list, the first after the last. */
void setting_next(const struct setting *setting, struct session *session);

#endif
