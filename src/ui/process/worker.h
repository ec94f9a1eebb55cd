/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One background thread for long jobs: opening, reading, looking up lines,
 * disassembling.
 *
 * Jobs run one after the other, so libraries that are not thread-safe can
 * live in them.  Short ones that somebody waits for need not wait for long
 * ones: they come first, and are done between two steps of the one at work. */
#ifndef GPTUI_WORKER_H
#define GPTUI_WORKER_H

#include <stdbool.h>

#include "base/progress.h"

struct arena;
struct error;
struct session;
struct worker;

/* What is to be done.  Whoever gives it owns it and keeps it until it was
 * taken; it may be given again then.  What is at work belongs to the worker,
 * what the context holds to the job until it is done. */
struct job {
	struct progress progress; /* first: the worker finds the job by it */

	/* In the worker's thread.  It ends soon when it is not wanted. */
	void (*run)(void *context, struct progress *progress);

	/* In the main thread, after run(), wanted or not. */
	void (*done)(void *context, struct session *session);

	void *context;
	bool is_short; /* takes some milliseconds; its progress is not told */

	/* The worker's own. */
	struct worker *worker;
	struct job *next;
	const char *stage; /* the one that was told last */
	long long rung_ms; /* when it was */
};

/* Starts the thread, with all signals blocked in it.  The arena's end cancels
 * the jobs and waits for the thread; jobs that still wait are never run.
 * Owner: the arena.  Errors: no thread or pipe to be had. */
struct worker *worker_start(struct arena *arena, struct error *err);

/* Readable when a job has made progress or is done; for poll().  Progress
 * within a stage is told at most ten times a second. */
int worker_descriptor(const struct worker *worker);

/* Has a job run after those of its kind that were given before. */
void worker_give(struct worker *worker, struct job *job);

/* A job that was run, in the order they ended, or NULL; its done() is left
 * to the caller.  Empties the descriptor, so call it until it is NULL. */
struct job *worker_take(struct worker *worker);

/* True while a job has been given and not taken. */
bool worker_is_busy(struct worker *worker);

/* What the long job at work says; NULL when there is none.  Valid until the
 * next worker_take(). */
const struct progress *worker_progress(struct worker *worker);

/* Asks one job to stop; it is taken all the same. */
void job_cancel(struct job *job);

#endif
