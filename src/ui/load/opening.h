/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of the screen, from opening to closing: the worker's jobs, one
 * after the other, and what is shown when each is done. */
#ifndef GPTUI_OPENING_H
#define GPTUI_OPENING_H

#include <stdbool.h>

#include "base/error.h"
#include "open/load.h"
#include "open/load_base.h"
#include "ui/command/command_list.h"

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

/* For the loop: shows inlined functions as is preferred, at once or once they
 * are known.  The context is a struct screen. */
void opening_inlined(void *context, struct session *session);

/* Frees what was opened; the worker has ended. */
void opening_end(struct screen *screen);

/* What the user can ask of files that are open, for the loop; the context is a
 * struct screen. */

/* Reads the files again, or keeps what was read before. */
void reopening_reload(void *context, struct session *session);
void reopening_stay(void *context, struct session *session);

/* Builds anew of the files that are chosen. */
void reopening_choose(void *context, struct session *session);

/* Compares with what session->base_asked names. */
void reopening_base(void *context, struct session *session);

/* Files that are watched: now and then they are read again, if they have
 * changed. */

/* For the loop; the context is a struct screen. */
int watching_look(void *context, struct session *session);

#endif
