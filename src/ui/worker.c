/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* pipe2 */
#include "ui/worker.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/progress.h"

/* Progress is told at most this often. */
enum { RING_MS = 100 };

struct ticket {
	struct progress progress; /* first: `changed` finds the ticket by it */
	struct worker *worker;
	worker_job *job;
	void *context;
	const char *stage; /* the one that was told last */
	long long rung_ms; /* when it was */
};

/* The tickets are a ring; their numbers grow for ever:
 * taken <= done <= given <= taken + WORKER_JOBS. */
struct worker {
	pthread_t thread;
	pthread_mutex_t lock; /* of the members up to is_ended */
	pthread_cond_t more;
	struct ticket tickets[WORKER_JOBS];
	size_t given, done, taken;
	bool is_ended;

	int pipe[2];
	atomic_bool is_rung; /* a byte is in the pipe */
};

static struct ticket *ticket_at(struct worker *worker, size_t number)
{
	return &worker->tickets[number % WORKER_JOBS];
}

static void ring(struct worker *worker)
{
	if (atomic_exchange(&worker->is_rung, true))
		return;
	while (write(worker->pipe[1], "", 1) < 0 && errno == EINTR)
		;
}

/* Called by jobs, so only by the thread. */
static void changed(struct progress *progress)
{
	struct ticket *ticket = (struct ticket *)(void *)progress;
	const char *stage = atomic_load(&progress->stage);
	long long now = clock_ms();

	if (stage == ticket->stage && now - ticket->rung_ms < RING_MS)
		return;
	ticket->stage = stage;
	ticket->rung_ms = now;
	ring(ticket->worker);
}

static void *work(void *argument)
{
	struct worker *worker = argument;

	pthread_mutex_lock(&worker->lock);
	for (;;) {
		struct ticket *ticket = ticket_at(worker, worker->done);

		while (!worker->is_ended && worker->done == worker->given)
			pthread_cond_wait(&worker->more, &worker->lock);
		if (worker->is_ended)
			break;
		pthread_mutex_unlock(&worker->lock);
		ticket->job(ticket->context, &ticket->progress);
		pthread_mutex_lock(&worker->lock);
		worker->done++;
		ring(worker);
	}
	pthread_mutex_unlock(&worker->lock);
	return NULL;
}

static void close_pipe(void *what)
{
	struct worker *worker = what;

	close(worker->pipe[0]);
	close(worker->pipe[1]);
}

static void stop(void *what)
{
	struct worker *worker = what;

	worker_cancel(worker);
	pthread_mutex_lock(&worker->lock);
	worker->is_ended = true;
	pthread_cond_signal(&worker->more);
	pthread_mutex_unlock(&worker->lock);
	pthread_join(worker->thread, NULL);
	pthread_cond_destroy(&worker->more);
	pthread_mutex_destroy(&worker->lock);
}

struct worker *worker_start(struct arena *arena, struct error *err)
{
	struct worker *worker = arena_alloc(arena, 1, sizeof *worker);
	sigset_t all, old;
	int failure;

	if (pipe2(worker->pipe, O_NONBLOCK | O_CLOEXEC)) {
		fail(err, "pipe: %s", strerror(errno));
		return NULL;
	}
	arena_defer(arena, close_pipe, worker);
	pthread_mutex_init(&worker->lock, NULL);
	pthread_cond_init(&worker->more, NULL);
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	failure = pthread_create(&worker->thread, NULL, work, worker);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (failure) {
		fail(err, "thread: %s", strerror(failure));
		return NULL;
	}
	arena_defer(arena, stop, worker);
	return worker;
}

int worker_descriptor(const struct worker *worker)
{
	return worker->pipe[0];
}

void worker_give(struct worker *worker, worker_job *job, void *context)
{
	struct ticket *ticket;

	pthread_mutex_lock(&worker->lock);
	assert(worker->given - worker->taken < WORKER_JOBS);
	ticket = ticket_at(worker, worker->given++);
	*ticket = (struct ticket){ .worker = worker,
		                   .job = job,
		                   .context = context };
	ticket->progress.changed = changed;
	pthread_cond_signal(&worker->more);
	pthread_mutex_unlock(&worker->lock);
}

void *worker_take(struct worker *worker)
{
	void *context = NULL;
	char bytes[16];

	/* In this order: what rings from now on is heard, what rang before
	 * has left its result. */
	while (read(worker->pipe[0], bytes, sizeof bytes) > 0)
		;
	atomic_store(&worker->is_rung, false);
	pthread_mutex_lock(&worker->lock);
	if (worker->taken < worker->done)
		context = ticket_at(worker, worker->taken++)->context;
	pthread_mutex_unlock(&worker->lock);
	return context;
}

const struct progress *worker_progress(struct worker *worker)
{
	const struct progress *progress = NULL;

	pthread_mutex_lock(&worker->lock);
	if (worker->done < worker->given)
		progress = &ticket_at(worker, worker->done)->progress;
	pthread_mutex_unlock(&worker->lock);
	return progress;
}

void worker_cancel(struct worker *worker)
{
	size_t i;

	pthread_mutex_lock(&worker->lock);
	for (i = worker->done; i < worker->given; i++)
		atomic_store(&ticket_at(worker, i)->progress.cancelled, true);
	pthread_mutex_unlock(&worker->lock);
}
