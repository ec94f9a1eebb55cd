/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a long job has got, and whether it is still wanted.
 *
 * The job writes, another thread reads; only `cancelled` goes the other way.
 * A job calls progress_wanted() every few thousand steps and fails with
 * "cancelled" if it is not.  NULL stands for a job that nobody watches. */
#ifndef GPTUI_PROGRESS_H
#define GPTUI_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct progress {
	_Atomic(const char *) stage; /* "reading profiles"; a constant */
	atomic_size_t done, total;   /* steps of the stage; total 0: unknown */
	atomic_bool cancelled;

	/* Called by the job after each change; wakes the reader.  May be
	 * NULL. */
	void (*changed)(struct progress *progress);

	/* Called by the job whenever it asks whether it is wanted, so that
	 * other work can be done in its thread meanwhile.  May be NULL. */
	void (*between)(struct progress *progress);
};

/* Starts a stage; `stage` must be a constant text. */
void progress_stage(struct progress *progress, const char *stage, size_t total);

/* Sets how many steps are done; false if the job should stop. */
bool progress_step(struct progress *progress, size_t done);

/* False if the job should stop. */
bool progress_wanted(struct progress *progress);

/* The same without doing other work meanwhile: for the middle of what other
 * work may need as well. */
bool progress_is_cancelled(const struct progress *progress);

#endif
