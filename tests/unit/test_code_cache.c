/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code of this very program, asked for as views do. */
#include <stddef.h>
#include <stdint.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"
#include "model/build/build.h"
#include "model/code.h"
#include "model/profile.h"
#include "model/records.h"
#include "gprof/gprof_rules.h"
#include "parse/dwarf/lines.h"
#include "parse/gmon/reader.h"
#include "parse/object/object.h"
#include "process/worker.h"
#include "ui/load/opening.h"
#include "ui/session/session.h"

#include "assertions.h"

struct test {
	struct arena *arena; /* of what the cache reads; ends last */
	struct arena *cache_arena, *worker_arena;
	const struct object *object;
	const struct profile *profile;
	struct worker *worker;
	struct session *session;
	struct code_cache *cache;
	const struct codes *codes;
	int closed; /* how often it was called */
};

static int begin(void **state) {
	static struct test test;
	struct test *t = &test;
	struct error err;

	*t = (struct test){ .arena = arena_new(),
		            .cache_arena = arena_new(),
		            .worker_arena = arena_new() };
	*state = t;
	t->object = object_open("/proc/self/exe", NULL, t->arena, &err);
	if (!t->object)
		return 1;
	struct records *records = records_new(t->arena);
	records_add_file(records, "gmon.out", &gmon_reader.format);
	t->profile = profile_build(object_image(t->object), records, &rules_exact, t->arena, NULL,
	                           &err);
	t->worker = worker_start(t->worker_arena, &err);
	if (!t->profile || !t->worker)
		return 1;
	t->session = session_new("test", NULL, t->arena);
	t->cache = code_cache_new(t->worker, t->object, t->profile, t->cache_arena);
	t->codes = code_cache_codes(t->cache, t->profile, t->cache_arena);
	return 0;
}

static int end(void **state) {
	struct test *t = *state;

	arena_free(t->worker_arena);
	arena_free(t->cache_arena);
	arena_free(t->arena);
	return 0;
}

static const struct code *get(const struct test *t, const struct func *f) {
	return t->codes->get(t->codes->context, f, NULL);
}

/* Does what the loop does, until the worker has nothing left to do. */
static void finish(const struct test *t) {
	while (worker_is_busy(t->worker)) {
		struct pollfd fd = { worker_descriptor(t->worker), POLLIN, 0 };
		struct job *job = worker_take(t->worker);

		if (job)
			job->done(job->context, t->session);
		else
			assert_int_equal(poll(&fd, 1, 10000), 1);
	}
}

/* Functions of the program one after the other. */
static const struct func *func(const struct test *t, size_t n) {
	assert_compared(n, <, t->profile->nfuncs);
	return &t->profile->funcs[n];
}

static void code_is_there_when_it_was_made(void **state) {
	const struct test *t = *state;
	const struct func *f = func(t, 3);
	const struct code *code = get(t, f);

	assert_false(code->is_ready);
	assert_int_equal(code->n, 0);
	assert_false(get(t, f)->is_ready); /* and it is not ordered twice */
	finish(t);
	code = get(t, f);
	assert_true(code->is_ready);
	assert_ptr_equal(code->func, f);
	assert_true(code->n > 0 || code->reason);
	assert_ptr_equal(get(t, f), code);
	assert_false(worker_is_busy(t->worker));
}

static void lines_make_it_anew(void **state) {
	const struct test *t = *state;
	const struct func *f = func(t, 3);
	struct error err;
	struct lines *lines = lines_open(t->object, false, t->arena, NULL, &err);

	get(t, f);
	finish(t);
	const struct code *code = get(t, f);
	if (!lines)
		skip();
	code_cache_take_lines(t->cache, lines);
	assert_true(code->is_ready); /* what there is, until then */
	assert_ptr_equal(get(t, f), code);
	finish(t);
	assert_ptr_not_equal(get(t, f), code);
	assert_false(worker_is_busy(t->worker));
}

/* Whoever runs through functions gets the last one, and all when asked again. */
static void old_orders_are_cancelled_not_lost(void **state) {
	enum { MANY = 40 };
	const struct test *t = *state;
	size_t i;

	for (i = 0; i < MANY && i < t->profile->nfuncs; i++)
		get(t, func(t, i));
	finish(t);
	assert_true(get(t, func(t, i - 1))->is_ready);
	while (i-- > 0) {
		get(t, func(t, i));
		finish(t);
		assert_true(get(t, func(t, i))->is_ready);
		assert_ptr_equal(get(t, func(t, i))->func, func(t, i));
	}
}

static void code_of_more_than_one_is_kept(void **state) {
	const struct test *t = *state;

	for (size_t i = 3; i < 6; i++) {
		get(t, func(t, i));
		finish(t);
	}
	for (size_t i = 3; i < 6; i++)
		assert_true(get(t, func(t, i))->is_ready);
	assert_false(worker_is_busy(t->worker));
}

static void tell(void *context) {
	struct test *t = context;

	t->closed++;
}

static void a_cache_without_jobs_closes_at_once(void **state) {
	struct test *t = *state;

	get(t, func(t, 3));
	finish(t);
	code_cache_close(t->cache, tell, t);
	assert_int_equal(t->closed, 1);
}

static void a_cache_closes_after_its_last_job(void **state) {
	struct test *t = *state;

	get(t, func(t, 3));
	get(t, func(t, 4));
	code_cache_close(t->cache, tell, t);
	assert_int_equal(t->closed, 0);
	finish(t);
	assert_int_equal(t->closed, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(code_is_there_when_it_was_made),    TEST(lines_make_it_anew),
		TEST(old_orders_are_cancelled_not_lost), TEST(a_cache_without_jobs_closes_at_once),
		TEST(a_cache_closes_after_its_last_job), TEST(code_of_more_than_one_is_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
