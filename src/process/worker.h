/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One background thread for long jobs: opening, reading, looking up lines, disassembling.
 *
 * Jobs run one after the other, so they can use libraries that are not thread-safe.  Short jobs,
 * which the user waits for, need not wait for long ones: they run first, and between two steps of
 * the running one. */
#pragma once

#include "base/base.h"

struct session;
struct worker;

/* The caller owns a job and keeps it until it was taken; then it may be given again.  Until it is
 * done, what its context holds belongs to it. */
struct job {
	struct progress progress; /* first: the worker finds the job by it */

	/* Runs in the worker's thread.  Ends soon when it is cancelled. */
	void (*run)(void *context, struct progress *progress);

	/* Called in the main thread after run(), also if cancelled. */
	void (*done)(void *context, struct session *session);

	void *context;
	bool is_short; /* takes some milliseconds; shows no progress */

	/* The worker's own. */
	struct worker *worker;
	struct job *next;
	const char *stage; /* the last one reported */
	long long rung_ms; /* when that was */
};

/* Starts the thread, with all signals blocked in it.  The arena's end cancels the jobs and waits
 * for the thread; waiting jobs are never run.
 * Owner: the arena.  Errors: no thread or pipe is available. */
struct worker *worker_start(struct arena *arena, struct error *err);

/* Cancels all jobs and waits at most so long for the thread to end.  False if it goes on: a job is
 * in a library that cannot be asked to stop.  Then the arena, and all that the jobs use, must stay
 * until the process ends. */
bool worker_end(struct worker *worker, unsigned ms);

/* Readable when a job has made progress or is done; for poll().  Progress within a stage is
 * reported at most ten times a second. */
int worker_descriptor(const struct worker *worker);

/* Queues a job behind those of its kind, short or long. */
void worker_give(struct worker *worker, struct job *job);

/* The next job that has ended, or NULL; the caller calls its done().  Empties the descriptor, so
 * call it until it returns NULL. */
struct job *worker_take(struct worker *worker);

/* True while a job has been given and not taken. */
bool worker_is_busy(struct worker *worker);

/* The progress of the running long job, or NULL.  Valid until the next worker_take(). */
const struct progress *worker_progress(struct worker *worker);

/* Asks a job to stop; it must still be taken. */
void job_cancel(struct job *job);
