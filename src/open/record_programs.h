/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `gptui --record' does before it opens anything: runs programs, alone, with another build for
 * calls, or in turns. */
#pragma once

#include "open/load_base.h"
#include "process/record.h"

/* What is to be run. */
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

/* Whether a word is a program to run, not a recording of one. */
bool program_is_named(const char *word);

/* Whether the symbols of a program show that it was built without -pg. */
bool program_counts_no_calls(const char *executable);

/* Runs the program of a request, alone or in turns with its base until more runs would not change
 * the verdicts (model/compare/changes.h), or as often as it says.  Returns the folder of what was
 * recorded, or NULL; *status is what the program ended with.  Owner: the arena.
 * Errors: "PATH: reason": a program cannot be run, or not be recorded. */
const char *record_programs(const struct record_request *request, int *status, struct arena *arena,
                            struct error *err);
