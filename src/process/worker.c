/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* pipe2 */
#include "process/worker.h"

#include <fcntl.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "process/signals.h"

/* Progress is reported at most this often. */
enum { RING_MS = 100 };

/* First in, first out. */
struct jobs {
	struct job *first, *last;
};

struct worker {
	pthread_t thread;
	pthread_mutex_t lock;              /* of the members up to is_ended */
	pthread_cond_t more, gone;         /* gone: the thread has ended */
	struct jobs long_ones, short_ones; /* waiting */
	struct jobs finished;              /* not taken yet */
	struct job *at_work;               /* a long one, or NULL */
	struct job *between;               /* a short one, or NULL */
	size_t open;                       /* given and not taken */
	bool is_ended, is_gone;

	atomic_bool has_short; /* short jobs wait; read without the lock */
	int pipe[2];
	atomic_bool is_rung; /* a byte is in the pipe */
	struct thread_stack crash_stack;
};

static void put(struct jobs *jobs, struct job *job) {
	job->next = NULL;
	if (jobs->last)
		jobs->last->next = job;
	else
		jobs->first = job;
	jobs->last = job;
}

static struct job *pull(struct jobs *jobs) {
	struct job *job = jobs->first;

	if (job)
		jobs->first = job->next;
	if (!jobs->first)
		jobs->last = NULL;
	return job;
}

static void ring(struct worker *worker) {
	if (atomic_exchange(&worker->is_rung, true))
		return;
	while (write(worker->pipe[1], "", 1) < 0 && errno == EINTR)
		;
}

/* Called by jobs, so only by the thread. */
static void changed(struct progress *progress) {
	struct job *job = (struct job *)(void *)progress;
	const char *stage = atomic_load(&progress->stage);
	long long now = clock_ms();

	if (stage == job->stage && now - job->rung_ms < RING_MS)
		return;
	job->stage = stage;
	job->rung_ms = now;
	ring(job->worker);
}

static void run_job(void *context) {
	struct job *job = context;

	job->run(job->context, &job->progress);
}

/* Runs a job without the lock, which is held before and after.  It may be between two steps of
 * another one, whose memory is limited. */
static void run(struct worker *worker, struct job *job, struct job **slot) {
	*slot = job;
	pthread_mutex_unlock(&worker->lock);
	arena_try(NULL, run_job, job);
	pthread_mutex_lock(&worker->lock);
	*slot = NULL;
	put(&worker->finished, job);
	ring(worker);
}

static void run_short_ones(struct worker *worker) {
	struct job *job;

	while (!worker->is_ended && (job = pull(&worker->short_ones)))
		run(worker, job, &worker->between);
	atomic_store(&worker->has_short, worker->short_ones.first != NULL);
}

/* Called by long jobs between their steps. */
static void between(struct progress *progress) {
	struct job *job = (struct job *)(void *)progress;
	struct worker *worker = job->worker;

	if (!atomic_load(&worker->has_short))
		return;
	pthread_mutex_lock(&worker->lock);
	run_short_ones(worker);
	pthread_mutex_unlock(&worker->lock);
}

static void *work(void *argument) {
	struct worker *worker = argument;

	signals_enter_thread(&worker->crash_stack);
	pthread_mutex_lock(&worker->lock);
	while (!worker->is_ended) {
		run_short_ones(worker);
		struct job *job = worker->is_ended ? NULL : pull(&worker->long_ones);
		if (job)
			run(worker, job, &worker->at_work);
		else if (!worker->is_ended)
			pthread_cond_wait(&worker->more, &worker->lock);
	}
	signals_leave_thread(&worker->crash_stack);
	worker->is_gone = true;
	pthread_cond_signal(&worker->gone);
	pthread_mutex_unlock(&worker->lock);
	return NULL;
}

static void close_pipe(void *what) {
	struct worker *worker = what;

	close(worker->pipe[0]);
	close(worker->pipe[1]);
}

static void cancel_list(const struct jobs *jobs) {
	for (struct job *job = jobs->first; job; job = job->next)
		job_cancel(job);
}

/* Asks the thread to end; with the lock held. */
static void ask_to_end(struct worker *worker) {
	if (worker->at_work)
		job_cancel(worker->at_work);
	if (worker->between)
		job_cancel(worker->between);
	cancel_list(&worker->long_ones);
	cancel_list(&worker->short_ones);
	worker->is_ended = true;
	pthread_cond_signal(&worker->more);
}

bool worker_end(struct worker *worker, unsigned ms) {
	struct timespec end;

	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_nsec += (long)(ms % 1000) * 1000000;
	end.tv_sec += (time_t)(ms / 1000) + end.tv_nsec / 1000000000;
	end.tv_nsec %= 1000000000;
	pthread_mutex_lock(&worker->lock);
	ask_to_end(worker);
	while (!worker->is_gone && !pthread_cond_timedwait(&worker->gone, &worker->lock, &end))
		;
	bool is_gone = worker->is_gone;
	pthread_mutex_unlock(&worker->lock);
	return is_gone;
}

static void stop(void *what) {
	struct worker *worker = what;

	pthread_mutex_lock(&worker->lock);
	ask_to_end(worker);
	pthread_mutex_unlock(&worker->lock);
	pthread_join(worker->thread, NULL);
	pthread_cond_destroy(&worker->gone);
	pthread_cond_destroy(&worker->more);
	pthread_mutex_destroy(&worker->lock);
}

struct worker *worker_start(struct arena *arena, struct error *err) {
	struct worker *worker = arena_alloc(arena, 1, sizeof *worker);
	pthread_condattr_t steady;
	sigset_t all, old;

	if (pipe2(worker->pipe, O_NONBLOCK | O_CLOEXEC))
		return fail_null(err, "pipe: %s", strerror(errno));
	arena_defer(arena, close_pipe, worker);
	pthread_mutex_init(&worker->lock, NULL);
	pthread_cond_init(&worker->more, NULL);
	pthread_condattr_init(&steady);
	pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
	pthread_cond_init(&worker->gone, &steady);
	pthread_condattr_destroy(&steady);
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	int failure = pthread_create(&worker->thread, NULL, work, worker);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (failure)
		return fail_null(err, "thread: %s", strerror(failure));
	arena_defer(arena, stop, worker);
	return worker;
}

int worker_descriptor(const struct worker *worker) {
	return worker->pipe[0];
}

void worker_give(struct worker *worker, struct job *job) {
	job->worker = worker;
	job->stage = NULL;
	job->rung_ms = 0;
	job->progress = (struct progress){ .changed = NULL };
	if (!job->is_short) {
		job->progress.changed = changed;
		job->progress.between = between;
	}
	pthread_mutex_lock(&worker->lock);
	put(job->is_short ? &worker->short_ones : &worker->long_ones, job);
	if (job->is_short)
		atomic_store(&worker->has_short, true);
	worker->open++;
	pthread_cond_signal(&worker->more);
	pthread_mutex_unlock(&worker->lock);
}

struct job *worker_take(struct worker *worker) {
	char bytes[16];

	/* In this order: what rings from now on is noticed, what rang before has left a result. */
	while (read(worker->pipe[0], bytes, sizeof bytes) > 0)
		;
	atomic_store(&worker->is_rung, false);
	pthread_mutex_lock(&worker->lock);
	struct job *job = pull(&worker->finished);
	worker->open -= job != NULL;
	pthread_mutex_unlock(&worker->lock);
	return job;
}

bool worker_is_busy(struct worker *worker) {
	pthread_mutex_lock(&worker->lock);
	bool is_busy = worker->open > 0;
	pthread_mutex_unlock(&worker->lock);
	return is_busy;
}

const struct progress *worker_progress(struct worker *worker) {
	pthread_mutex_lock(&worker->lock);
	const struct job *job = worker->at_work ? worker->at_work : worker->long_ones.first;
	pthread_mutex_unlock(&worker->lock);
	return job ? &job->progress : NULL;
}

void job_cancel(struct job *job) {
	atomic_store(&job->progress.cancelled, true);
}
