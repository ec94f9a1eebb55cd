/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much work reading a file may be.
 *
 * Small files can ask for endless work: lists that refer to each other, counts of things without
 * bytes.  Whoever loops over what a file counts pays for each step; what a step is worth is about 5
 * nanoseconds.  The budget is in proportion to what the file really holds, far beyond what any real
 * one needs: a file that spends it is damaged.  Paying also asks whether the job is still
 * wanted. */
#pragma once

#include <stdatomic.h>

#include "base/arena.h"
#include "base/error.h"

/* How far a long job has got, and whether it is still wanted.
 *
 * The job writes, another thread reads; only `cancelled` goes the other way.  A job calls
 * progress_wanted() every few thousand steps and fails with "cancelled" if it is not.  NULL stands
 * for a job that nobody watches. */

struct progress {
	_Atomic(const char *) stage; /* "reading profiles"; a constant */
	atomic_size_t done, total;   /* steps of the stage; total 0: unknown */
	atomic_bool cancelled;

	/* Called by the job after each change; wakes the reader.  May be NULL. */
	void (*changed)(struct progress *progress);

	/* Called by the job whenever it asks whether it is wanted, so that other work can be done
	 * in its thread meanwhile.  May be NULL. */
	void (*between)(struct progress *progress);
};

/* Starts a stage; `stage` must be a constant text. */
void progress_stage(struct progress *progress, const char *stage, size_t total);

/* Sets how many steps are done; false if the job should stop. */
bool progress_step(struct progress *progress, size_t done);

/* False if the job should stop. */
bool progress_wanted(struct progress *progress);

/* The same without doing other work meanwhile: for the middle of what other work needs, too. */
bool progress_is_cancelled(const struct progress *progress);

/* All zeros allow no work. */
struct work {
	uint64_t at_hand;          /* steps until the job is asked about */
	uint64_t left;             /* steps beyond those */
	struct progress *progress; /* of the job that works now; or NULL */
	bool is_spent;             /* nothing more may be done */
};

/* Allows what reading so many bytes can take: 48 steps for each, and for each file 16 million. */
void work_allow(struct work *work, uint64_t bytes);

/* work_pay() when there is not enough at hand. */
bool work_draw(struct work *work, uint64_t steps);

/* Pays for steps that are about to be done; false if they may not be done: the job is not wanted
 * any more, or this is more than was allowed, and then all that follow are more, too.  Never runs
 * other jobs meanwhile. */
static inline bool work_pay(struct work *work, uint64_t steps) {
	if (steps > work->at_hand)
		return work_draw(work, steps);
	work->at_hand -= steps;
	return true;
}

/* How much of what was read from files stays in memory: a limit that grows if most of what it made
 * us drop was needed again. */

enum { CACHE_MOST = 32 << 20 }; /* bytes: reading again costs less than more memory */

struct cache_limit {
	size_t most;          /* bytes that may be held */
	size_t nread, nagain; /* parts read since some were dropped; those of
	                         them that had been read before */
};

/* A part was read; again: not for the first time. */
static inline void cache_limit_read(struct cache_limit *limit, bool again) {
	limit->nread++;
	limit->nagain += again;
}

/* What is held was dropped. */
static inline void cache_limit_dropped(struct cache_limit *limit) {
	limit->nread = limit->nagain = 0;
}

/* Whether what is held, in bytes, should be dropped now. */
static inline bool cache_limit_drops(struct cache_limit *limit, size_t held) {
	if (held <= limit->most)
		return false;
	if (2 * limit->nagain > limit->nread && limit->most < CACHE_MOST) {
		limit->most *= 2;
		return false;
	}
	return true;
}

/* How much memory files may make a job use: a floor, and a share for each byte that they really
 * hold.  Real files need less than a third of it; a file that needs more claims what it does not
 * have. */

/* The bytes that a regular file has on its disk: less than its size if it has holes; 0 if it has no
 * data, or there is no such file. */
uint64_t file_held(const char *path);

/* The most bytes that a part of the file can have.  That is more than it holds, because its file
 * system may compress it, but a hole cannot be a table. */
uint64_t file_part_most(const char *path);

/* What a job may use before it opens files. */
struct arena_limit file_memory_floor(void);

/* Adds the share of a file to what the part of a job that is running may use, see arena_try(). */
void file_memory_allow(const char *path);

/* Runs part of a job under a limit (arena_try()).  Errors: what it says; "PATH: ..." for memory. */
bool file_memory_try(struct arena_limit *limit, const char *path,
                     bool (*run)(void *context, struct error *err), void *context,
                     struct error *err);

/* Clocks, for measuring how long something takes. */

/* Milliseconds since some fixed time; never 0. */
long long clock_ms(void);

/* Milliseconds of processor time that the calling thread has used. */
double clock_thread_ms(void);
