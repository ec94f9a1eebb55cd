/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/progress.h"
#include "ui/worker.h"

#include <cmocka.h> /* last: it has a macro fail() */

struct job {
	int number, result;
	atomic_bool is_begun, may_end;
	bool was_wanted;
};

static bool is_readable(const struct worker *worker, int ms)
{
	struct pollfd fd = { worker_descriptor(worker), POLLIN, 0 };

	return poll(&fd, 1, ms) == 1;
}

static struct job *take(struct worker *worker)
{
	struct job *job;

	while (!(job = worker_take(worker)))
		assert_true(is_readable(worker, 10000));
	return job;
}

static void square(void *context, struct progress *progress)
{
	struct job *job = context;

	progress_stage(progress, "squaring", 10);
	job->result = job->number * job->number;
	progress_step(progress, 10);
}

/* Goes on until it may end or is not wanted. */
static void linger(void *context, struct progress *progress)
{
	struct job *job = context;
	size_t done = 0;

	progress_stage(progress, "lingering", 0);
	atomic_store(&job->is_begun, true);
	while (!atomic_load(&job->may_end) && progress_step(progress, done))
		done++;
	job->was_wanted = progress_wanted(progress);
}

static void gives_results_in_order(void **state)
{
	struct arena *arena = arena_new();
	struct error err;
	struct worker *worker = worker_start(arena, &err);
	struct job jobs[WORKER_JOBS] = { { 0 } };
	int i, round;

	assert_non_null(worker);
	assert_null(worker_take(worker));
	assert_null(worker_progress(worker));
	for (round = 0; round < 50; round++) {
		for (i = 0; i < WORKER_JOBS; i++) {
			jobs[i].number = round + i;
			worker_give(worker, square, &jobs[i]);
		}
		for (i = 0; i < WORKER_JOBS; i++) {
			assert_ptr_equal(take(worker), &jobs[i]);
			assert_int_equal(jobs[i].result,
			                 (round + i) * (round + i));
		}
		assert_null(worker_take(worker));
	}
	assert_null(worker_progress(worker));
	arena_free(arena);
}

static void tells_progress(void **state)
{
	struct arena *arena = arena_new();
	struct error err;
	struct worker *worker = worker_start(arena, &err);
	struct job job = { 0 };
	const struct progress *progress;
	int told = 0;

	worker_give(worker, linger, &job);
	while (told < 3) { /* again and again, not once for all */
		assert_true(is_readable(worker, 10000));
		assert_null(worker_take(worker));
		progress = worker_progress(worker);
		assert_non_null(progress);
		told += atomic_load(&progress->stage) != NULL;
	}
	assert_string_equal(atomic_load(&progress->stage), "lingering");
	assert_true(atomic_load(&progress->done) > 0);
	atomic_store(&job.may_end, true);
	assert_ptr_equal(take(worker), &job);
	assert_true(job.was_wanted);
	arena_free(arena);
}

static void cancels(void **state)
{
	struct arena *arena = arena_new();
	struct error err;
	struct worker *worker = worker_start(arena, &err);
	struct job jobs[3] = { { 0 } };
	int i;

	for (i = 0; i < 3; i++)
		worker_give(worker, linger, &jobs[i]);
	worker_cancel(worker);
	for (i = 0; i < 3; i++) {
		assert_ptr_equal(take(worker), &jobs[i]);
		assert_false(jobs[i].was_wanted);
	}
	worker_cancel(worker);
	atomic_store(&jobs[0].may_end, true);
	worker_give(worker, linger, &jobs[0]); /* a new one is wanted */
	assert_ptr_equal(take(worker), &jobs[0]);
	assert_true(jobs[0].was_wanted);
	arena_free(arena);
}

static void ends_with_the_arena(void **state)
{
	struct arena *arena = arena_new();
	struct error err;
	struct worker *worker = worker_start(arena, &err);
	struct job jobs[2] = { { 0 } };

	worker_give(worker, linger, &jobs[0]);
	worker_give(worker, linger, &jobs[1]);
	while (!atomic_load(&jobs[0].is_begun))
		is_readable(worker, 1);
	arena_free(arena);
	assert_false(jobs[0].was_wanted);
	assert_false(atomic_load(&jobs[1].is_begun));
	arena = arena_new(); /* one that never had a job */
	assert_non_null(worker_start(arena, &err));
	arena_free(arena);
}

static void check_mask(void *context, struct progress *progress)
{
	struct job *job = context;
	sigset_t mask;

	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	job->result = sigismember(&mask, SIGWINCH) &&
	              sigismember(&mask, SIGTERM) && sigismember(&mask, SIGINT);
}

static void blocks_signals(void **state)
{
	struct arena *arena = arena_new();
	struct error err;
	struct worker *worker = worker_start(arena, &err);
	struct job job = { 0 };
	sigset_t mask;

	worker_give(worker, check_mask, &job);
	take(worker);
	assert_true(job.result);
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	assert_false(sigismember(&mask, SIGTERM));
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gives_results_in_order),
		cmocka_unit_test(tells_progress),
		cmocka_unit_test(cancels),
		cmocka_unit_test(ends_with_the_arena),
		cmocka_unit_test(blocks_signals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
