/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/work.h"
#include "process/worker.h"

#include "assertions.h"

enum { TASKS = 8 };

struct task {
	struct job job;
	int number, result;
	atomic_bool is_begun, may_end;
	bool was_wanted;
};

/* A worker and something for it to do. */
struct fixture {
	struct arena *arena;
	struct worker *worker;
	struct task tasks[TASKS];
};

static int begin(void **state) {
	static struct fixture f;
	struct error err;

	memset(&f, 0, sizeof f);
	f.arena = arena_new();
	f.worker = worker_start(f.arena, &err);
	assert_non_null(f.worker);
	*state = &f;
	return 0;
}

static int end(void **state) {
	struct fixture *f = *state;

	arena_free(f->arena);
	return 0;
}

static bool is_readable(const struct worker *worker, int ms) {
	struct pollfd fd = { worker_descriptor(worker), POLLIN, 0 };

	return poll(&fd, 1, ms) == 1;
}

static struct task *take(struct worker *worker) {
	struct job *job;

	while (!(job = worker_take(worker)))
		assert_true(is_readable(worker, 10000));
	return job->context;
}

static void give(struct worker *worker, void (*run)(void *context, struct progress *progress),
                 struct task *task) {
	task->job.run = run;
	task->job.context = task;
	worker_give(worker, &task->job);
}

static void square(void *context, struct progress *progress) {
	struct task *task = context;

	progress_stage(progress, "squaring", 10);
	task->result = task->number * task->number;
	progress_step(progress, 10);
}

/* Goes on until it may end or is not wanted. */
static void linger(void *context, struct progress *progress) {
	struct task *task = context;
	size_t done = 0;

	progress_stage(progress, "lingering", 0);
	atomic_store(&task->is_begun, true);
	while (!atomic_load(&task->may_end) && progress_step(progress, done))
		done++;
	task->was_wanted = progress_wanted(progress);
}

static void gives_results_in_order(void **state) {
	struct fixture *f = *state;
	struct worker *worker = f->worker;
	struct task *tasks = f->tasks;

	assert_null(worker_take(worker));
	assert_null(worker_progress(worker));
	for (int round = 0; round < 50; round++) {
		for (int i = 0; i < TASKS; i++) {
			tasks[i].number = round + i;
			give(worker, square, &tasks[i]);
		}
		for (int i = 0; i < TASKS; i++) {
			assert_ptr_equal(take(worker), &tasks[i]);
			assert_int_equal(tasks[i].result, (round + i) * (round + i));
		}
		assert_null(worker_take(worker));
	}
	assert_null(worker_progress(worker));
}

static void tells_progress(void **state) {
	struct fixture *f = *state;
	struct worker *worker = f->worker;
	struct task *task = f->tasks;
	const struct progress *progress;
	int told = 0;

	give(worker, linger, task);
	while (told < 3) { /* again and again, not once for all */
		assert_true(is_readable(worker, 10000));
		assert_null(worker_take(worker));
		progress = worker_progress(worker);
		assert_non_null(progress);
		told += atomic_load(&progress->stage) != NULL;
	}
	assert_string_equal(atomic_load(&progress->stage), "lingering");
	assert_compared(atomic_load(&progress->done), >, 0);
	atomic_store(&task->may_end, true);
	assert_ptr_equal(take(worker), task);
	assert_true(task->was_wanted);
}

static void cancels(void **state) {
	struct fixture *f = *state;
	struct worker *worker = f->worker;
	struct task *tasks = f->tasks;

	for (int i = 0; i < 3; i++)
		give(worker, linger, &tasks[i]);
	for (int i = 0; i < 3; i++)
		job_cancel(&tasks[i].job);
	for (int i = 0; i < 3; i++) {
		assert_ptr_equal(take(worker), &tasks[i]);
		assert_false(tasks[i].was_wanted);
	}
	atomic_store(&tasks[0].may_end, true);
	give(worker, linger, &tasks[0]); /* a new one is wanted */
	assert_ptr_equal(take(worker), &tasks[0]);
	assert_true(tasks[0].was_wanted);
}

/* Short ones come between the steps of a long one, and before those that
 * wait. */
static void runs_short_ones_first(void **state) {
	struct fixture *f = *state;
	struct worker *worker = f->worker;
	struct task *tasks = f->tasks;

	tasks[2].job.is_short = tasks[3].job.is_short = true;
	tasks[2].number = 7;
	assert_false(worker_is_busy(worker));
	give(worker, linger, &tasks[0]);
	while (!atomic_load(&tasks[0].is_begun))
		is_readable(worker, 1);
	give(worker, square, &tasks[1]);
	give(worker, square, &tasks[2]);
	give(worker, square, &tasks[3]);
	assert_ptr_equal(take(worker), &tasks[2]);
	assert_int_equal(tasks[2].result, 49);
	assert_ptr_equal(take(worker), &tasks[3]);
	assert_true(worker_is_busy(worker));
	assert_string_equal(atomic_load(&worker_progress(worker)->stage), "lingering");
	atomic_store(&tasks[0].may_end, true);
	assert_ptr_equal(take(worker), &tasks[0]);
	assert_true(worker_is_busy(worker));
	assert_ptr_equal(take(worker), &tasks[1]);
	assert_false(worker_is_busy(worker));
}

static void cancels_one(void **state) {
	struct fixture *f = *state;
	struct worker *worker = f->worker;
	struct task *tasks = f->tasks;

	give(worker, linger, &tasks[0]);
	give(worker, linger, &tasks[1]);
	job_cancel(&tasks[0].job);
	assert_ptr_equal(take(worker), &tasks[0]);
	assert_false(tasks[0].was_wanted);
	atomic_store(&tasks[1].may_end, true);
	assert_ptr_equal(take(worker), &tasks[1]);
	assert_true(tasks[1].was_wanted);
}

static void ends_with_the_arena(void **state) {
	struct fixture *f = *state;
	struct worker *worker = f->worker;
	struct task *tasks = f->tasks;

	give(worker, linger, &tasks[0]);
	give(worker, linger, &tasks[1]);
	while (!atomic_load(&tasks[0].is_begun))
		is_readable(worker, 1);
	arena_free(f->arena);
	assert_false(tasks[0].was_wanted);
	assert_false(atomic_load(&tasks[1].is_begun));
	begin(state); /* one that never had a job */
}

/* What a library does that asks nobody. */
static void ignore(void *context, struct progress *progress) {
	struct task *task = context;

	atomic_store(&task->is_begun, true);
	while (!atomic_load(&task->may_end))
		sched_yield();
}

static void is_left_alone_if_it_goes_on(void **state) {
	struct fixture *f = *state;
	struct worker *worker = f->worker;
	struct task *tasks = f->tasks;

	give(worker, ignore, &tasks[0]);
	give(worker, linger, &tasks[1]);
	while (!atomic_load(&tasks[0].is_begun))
		is_readable(worker, 1);
	assert_false(worker_end(worker, 10));
	atomic_store(&tasks[0].may_end, true);
	assert_true(worker_end(worker, 10000));
	assert_true(worker_end(worker, 0));
	assert_false(atomic_load(&tasks[1].is_begun));
}

static void check_mask(void *context, struct progress *progress) {
	struct task *task = context;
	sigset_t mask;

	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	task->result = sigismember(&mask, SIGWINCH) && sigismember(&mask, SIGTERM) &&
	               sigismember(&mask, SIGINT);
}

static void blocks_signals(void **state) {
	struct fixture *f = *state;
	struct worker *worker = f->worker;
	struct task *task = f->tasks;
	sigset_t mask;

	give(worker, check_mask, task);
	take(worker);
	assert_true(task->result);
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	assert_false(sigismember(&mask, SIGTERM));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(gives_results_in_order),
		TEST(tells_progress),
		TEST(cancels),
		TEST(cancels_one),
		TEST(runs_short_ones_first),
		TEST(ends_with_the_arena),
		TEST(is_left_alone_if_it_goes_on),
		TEST(blocks_signals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
