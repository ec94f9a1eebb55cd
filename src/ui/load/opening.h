/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of the screen, from opening to closing: the worker's jobs, one after the other, and
 * what is shown when each is done. */
#pragma once

#include "open/load_base.h"
#include "ui/command/command.h"

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
