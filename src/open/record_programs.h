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

struct recording {
	const struct record_request *request;
	struct arena *arena;
	const char *folder;
	off_t input; /* where standard input begins; -1: it has no beginning */
};

/* Tells who waits, as printf(). */
void recording_tell(const struct recording *r, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* What runs end with that an interrupt ended before the last: not with what one ended with that it
 * just missed. */
int recording_status(const struct recorded *last);

struct program {
	const char *path;
	struct record_order order;
	struct recorded last; /* what the last run was */
};

/* Whether a word is a program to run, not a recording of one. */
bool program_is_named(const char *word);

/* Whether the symbols of a program show that it was built without -pg. */
bool program_counts_no_calls(const char *executable);

/* A program of that name, with the arguments of the request, that records into a folder in that of
 * the recording; NULL: into that.
 * Errors: "PATH: reason": it can neither be recorded nor writes a gmon.out. */
bool program_begin(struct program *out, const char *word, const char *folder,
                   const struct recording *r, struct error *err);

/* Runs it once. */
bool program_run(struct program *p, const struct recording *r, struct error *err);

/* A way to run the programs of a request; *status is what the program ended with. */
typedef bool record_runs(const struct recording *r, int *status, struct error *err);

record_runs record_alone;

/* Returns the folder of what was recorded, or NULL; as record_runs.  Owner: the arena.
 * Errors: "PATH: reason": a program cannot be run, or not be recorded. */
const char *record_programs(const struct record_request *request, record_runs *runs, int *status,
                            struct arena *arena, struct error *err);

/* Two programs that are run in turns, and what their runs show. */

/* Runs the program and the base of a request until more runs would not change the verdicts
 * (model/compare/changes.h), or as often as it says, each into a folder of its own. */
record_runs turns_record;
