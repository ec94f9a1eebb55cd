/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of the screen, from opening to closing: the worker's jobs, one after the other, and
 * what is shown when each is done. */
#pragma once

#include "open/load_base.h"
#include "ui/command/command.h"
#include "ui/config/settings.h"

struct screen {
	const struct start *start;
	struct arena *arena;
	struct worker *worker;
	struct help help;
	struct load_request request; /* but the rules */
	struct base_request base;
	struct loaded_files *shown;     /* what the session shows; or NULL */
	struct loaded_files *under_way; /* being loaded; or NULL */
	struct loaded_files *held;      /* the one under way, which is read, and waits for the end
	                                   of a menu or a line that is typed; or NULL */
	struct loaded_files *closed;    /* with jobs left */
	bool reads;                     /* files are to be read, and not only chosen anew */
	bool looks;                     /* only if they have changed */
	unsigned watch_s;               /* how often, as it was asked for last */
	long long next_look_ms;         /* by clock_ms() */
	uint64_t refused;               /* states of files that were not whole; or 0 */
	struct error err;               /* why there is none that could be shown; or "" */
};

/* Gives the worker the first job. */
void opening_begin(struct screen *screen, struct session *session);

/* Does what the user has asked for last, if anything. */
void opening_take_request(struct screen *screen, struct session *session);

/* Reads files that are watched again if they have changed, and it is time to look.  Returns in how
 * many milliseconds it is; -1: not before the next event. */
int opening_look(struct screen *screen, struct session *session);

/* Frees what was opened; the worker has ended. */
void opening_end(struct screen *screen);

/* The code of functions: views ask for it, and the worker makes it.
 *
 * Some megabytes of it are kept; functions that were asked for longest ago go first.  Code that was
 * made before lines were known is shown as it is, and made again when it is asked for. */

/* Owner: the arena, which must end after the worker, or after `closed` of code_cache_close() was
 * called.  The object must live as long. */
struct code_cache *code_cache_new(struct worker *worker, const struct object *object,
                                  const struct profile *profile, struct arena *arena);

/* For a dataset: of the cache's profile, or of another, whose functions have the same numbers;
 * those after them have no code.  Owner: the arena, or the cache's. */
const struct codes *code_cache_codes(struct code_cache *cache, const struct profile *profile,
                                     struct arena *arena);

/* Uses lines from now on, in the worker only. */
void code_cache_take_lines(struct code_cache *cache, struct lines *lines);

/* Takes no more requests.  Calls closed(context) when no job is left, which may be at once. */
void code_cache_close(struct code_cache *cache, void (*closed)(void *context), void *context);

/* How a session or a report begins: what the command line asked for. */

struct start {
	struct load_request load; /* but the rules */
	struct base_request base;
	const char **calls; /* name another build and its profiles, for calls; shape: [ncalls] */
	size_t ncalls;
	const char *const *folders; /* of sources; shape: [nfolders] */
	size_t nfolders;
	const char **maps; /* "OLD=NEW", that are right; shape: [nmaps] */
	size_t nmaps;

	/* The settings that were given, in their order, and what they make of preferences that are
	 * as at first; shape: [ngiven]. */
	struct given_setting *given;
	size_t ngiven;
	struct preferences preferences;

	const char *keep;                    /* the folder for what is fetched; or NULL: this one */
	bool records;                        /* the operands are a program to run */
	unsigned runs;                       /* so many times */
	const char *report;                  /* a view's name; NULL: the screen */
	const char *report_function;         /* that it is about; or NULL */
	const char *export;                  /* a format's name; or NULL */
	const char *export_from, *export_to; /* functions; or NULL */
	const char *filter;                  /* or NULL */
	bool reverse;
	bool fails_on_fault;
	bool fails_on_slower; /* by so much or more: */
	double slower_percent;
	const char *format;   /* a writer's name; or NULL: text */
	const char **columns; /* "[VIEW:]COLUMN,..."; shape: [ncolumns] */
	size_t ncolumns;
	bool no_config; /* no configuration files */
	bool no_color;
	const char *keys; /* to play on a picture; or NULL: a terminal */
	int rows, cols;   /* of the picture; 0: 24 x 80 */
};

/* Chooses the columns that the command line names; `view` is meant if none is named; choices:
 * [view_count()].  Errors: no such view or column. */
bool start_columns(const struct start *start, const struct view *view, const struct dataset *data,
                   const struct query *query, const char **choices, struct error *err);

/* Adds the source maps of the command line. */
void start_maps(const struct start *start, struct source_maps *maps);

/* Source files, wherever the command line, the environment and the maps say that they may be.
 * Owner: the arena; the maps must live as long. */
const struct sources *start_sources(const struct start *start, const char *executable,
                                    const struct source_maps *maps, struct arena *arena);

/* What a report ends with if what --fail-on names is the case. */
enum { STATUS_FAILED_ON = 3 };

/* Prints a view on standard output, as the screen would write it, or exports the whole profile;
 * sets the status if --fail-on found something.
 * What makes its figures wrong, or why rows are missing, is then in `remark`, which was "".
 * Errors: what cannot be opened; no such view, column, format, function; bad filter; dot(1) failed;
 * options of an export that are for reports. */
bool start_print(const struct start *start, int *status, struct error *remark, struct error *err);

/* Runs the screen until the user ends it.  *signal is the signal to die of, or 0; with *goes_on a
 * job does not end, and nothing that the options say may be released.  Errors: no usable terminal,
 * what cannot be opened. */
bool start_screen(const struct start *start, int *signal, bool *goes_on, struct error *err);
