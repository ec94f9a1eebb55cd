/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `gptui --record' does before it opens anything: runs programs, in turns with a base, and
 * with another build for calls. */
#ifndef GPTUI_RECORD_PROGRAMS_H
#define GPTUI_RECORD_PROGRAMS_H

#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "open/load.h"
#include "open/load_base.h"


struct record_request {
	const char *program;
	const char *const *arguments; /* shape: [narguments] */
	size_t narguments;
	const char *keep;  /* the folder for what is recorded; NULL: a new one */
	const char *base;  /* a program to run in turns; or NULL */
	const char *calls; /* one to run for its calls; or NULL */
	unsigned runs;     /* 0: one, or in turns until the verdicts are clear */

	/* How the runs of turns are compared. */
	struct load_request load;
	struct base_request compared;

	/* For who waits. */
	void (*tell)(const char *gptui, const char *text);
	const char *gptui;
};

/* Returns the folder of what was recorded, or NULL; *status is what the program ended with.
 * Owner: the arena.  Errors: "PATH: reason": a program cannot be run, or not be recorded. */
const char *record_programs(const struct record_request *request, int *status,
                            struct arena *arena, struct error *err);

/* The folder of calls in a folder of recordings, or NULL.  Owner: the arena. */
const char *recorded_calls(const char *folder, struct arena *arena);

#endif
