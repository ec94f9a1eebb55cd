/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of the screen, from opening to closing: the worker's jobs, one
 * after the other, and what is shown when each is done. */
#ifndef GPTUI_OPENING_H
#define GPTUI_OPENING_H

#include <stdbool.h>

#include "base/error.h"
#include "open/load.h"
#include "open/load_base.h"
#include "ui/command/help_lines.h"

struct arena;
struct loaded_files;
struct session;
struct start;
struct worker;

struct screen {
	const struct start *start;
	struct arena *arena;
	struct worker *worker;
	struct help help;
	struct load_request request; /* but the rules */
	struct base_request base;
	struct loaded_files *shown;     /* what the session shows; or NULL */
	struct loaded_files *under_way; /* being loaded; or NULL */
	struct loaded_files *held;      /* the one under way, which is read, and
	                                waits for the end of a menu or a line
	                                that is typed; or NULL */
	struct loaded_files *closed;    /* with jobs left */
	bool reads;                     /* files are to be read, and not only chosen anew */
	bool looks;                     /* only if they have changed */
	unsigned watch_s;               /* how often, as it was asked for last */
	long long next_look_ms;         /* by clock_ms() */
	uint64_t refused;               /* states of files that were not whole; or 0 */
	bool has_failed;
	struct error err;
};

/* Gives the worker the first job. */
void opening_begin(struct screen *screen, struct session *session);

/* Forgets what was asked for instead of what is shown. */
void opening_keep(struct screen *screen, struct session *session);

/* Shows what was held. */
void opening_show_held(struct screen *screen, struct session *session);

/* Gives up what was held, and begins what is asked for instead; false if nothing
 * was. */
bool opening_yield(struct screen *screen, struct session *session);

/* For the loop: shows inlined functions as is preferred, at once or once they
 * are known.  The context is a struct screen. */
void opening_inlined(void *context, struct session *session);

/* Frees what was opened; the worker has ended. */
void opening_end(struct screen *screen);

#endif
