/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One background thread for long jobs: opening, reading, looking up lines.
 *
 * Jobs run one after the other, in the order given, so a library that is not
 * thread-safe can live in them.  A job gets what it needs and leaves its
 * result in its context; after worker_take() has returned the context it is
 * the caller's again and the job does not touch it any more. */
#ifndef GPTUI_WORKER_H
#define GPTUI_WORKER_H

#include <stdbool.h>

struct arena;
struct error;
struct progress;
struct worker;

enum { WORKER_JOBS = 8 };

typedef void worker_job(void *context, struct progress *progress);

/* Starts the thread, with all signals blocked in it.  The arena's end cancels
 * the job at work and waits for the thread.
 * Owner: the arena.  Errors: no thread or pipe to be had. */
struct worker *worker_start(struct arena *arena, struct error *err);

/* Readable when a job has made progress or is done; for poll().  Progress
 * within a stage is told at most ten times a second. */
int worker_descriptor(const struct worker *worker);

/* Puts a job behind those given before; at most WORKER_JOBS may have been
 * given and not taken. */
void worker_give(struct worker *worker, worker_job *job, void *context);

/* The context of a job that is done, in the order given, or NULL.  Empties
 * the descriptor, so call it until it is NULL. */
void *worker_take(struct worker *worker);

/* What the job at work says; NULL when there is none.  Valid until the next
 * worker_take(). */
const struct progress *worker_progress(struct worker *worker);

/* Asks the job at work, and those that wait, to stop. */
void worker_cancel(struct worker *worker);

#endif
