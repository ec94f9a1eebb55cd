/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/work.h"

#include "assertions.h"

enum { MIB = 1 << 20 };

/* What a part of a job does, and what was seen of it. */
struct part {
	struct arena *outer; /* older than the part */
	size_t bytes;        /* a piece, of which it takes many */
	int pieces;
	bool gives_back;
	int taken, closed;
};

static void close_one(void *what) {
	++*(int *)what;
}

static void take_pieces(void *context) {
	struct part *p = context;

	for (p->taken = 0; p->taken < p->pieces; p->taken++) {
		struct arena *arena = arena_new();

		arena_defer(arena, close_one, &p->closed);
		memset(arena_space(arena, p->bytes, 1), 1, p->bytes);
		if (p->gives_back)
			arena_free(arena);
	}
}

static void a_part_is_given_up_at_its_limit(void **state) {
	struct arena_limit limit = { .most = 10 * MIB };
	struct part p = { .bytes = MIB, .pieces = 100 };

	assert_false(arena_try(&limit, take_pieces, &p));
	assert_in_range(p.taken, 8, 10);
	assert_int_equal(p.closed, p.taken + 1); /* the one without its MiB */
	assert_in_range(limit.used, 0, MIB);
}

static void memory_given_back_does_not_count(void **state) {
	struct arena_limit limit = { .most = 2 * MIB };
	struct part p = { .bytes = MIB, .pieces = 100, .gives_back = true };

	assert_true(arena_try(&limit, take_pieces, &p));
	assert_int_equal(p.closed, 100);
	assert_int_equal(limit.used, 0);
}

static void grow(void *context) {
	struct part *p = context;
	int *list = NULL;

	for (size_t n = 0; n < (size_t)p->pieces; n++) {
		list = arena_room(p->outer, list, n, sizeof *list);
		list[n] = p->taken++;
	}
}

static void an_array_that_grows_counts(void **state) {
	struct arena_limit limit = { .most = MIB };
	struct part p = { .outer = arena_new(), .pieces = 100000 };

	assert_true(arena_try(&limit, grow, &p));
	assert_in_range(limit.used, (size_t)p.pieces * sizeof(int), MIB);
	p.pieces = MIB;
	assert_false(arena_try(&limit, grow, &p)); /* goes on counting */
	arena_free(p.outer);
}

static void allow(void *context) {
	arena_allow(100 * MIB);
	take_pieces(context);
}

static void a_part_can_get_more(void **state) {
	struct arena_limit limit = { .most = MIB };
	struct part p = { .bytes = MIB, .pieces = 90, .gives_back = true };

	assert_true(arena_try(&limit, allow, &p));
	p.pieces = 300;
	p.gives_back = false;
	assert_false(arena_try(&limit, take_pieces, &p));
	assert_in_range(p.taken, 90, 101);
	arena_allow(SIZE_MAX); /* outside there is nothing to do */
}

static void keep_one(void *context) {
	struct part *p = context;
	struct arena **kept = arena_alloc(p->outer, 1, sizeof(void *));

	*kept = arena_new();
	arena_defer(*kept, close_one, &p->closed);
	arena_defer(arena_within(p->outer), close_one, &p->taken);
	p->gives_back = true;
	if (p->bytes)
		arena_space(p->outer, p->bytes, 1);
	p->outer = *kept; /* only if it is not given up */
}

static void what_is_older_stays_for_its_owner(void **state) {
	struct arena_limit limit = { .most = MIB };
	struct arena *outer = arena_new();
	struct part p = { .outer = outer, .bytes = 2 * MIB };

	assert_false(arena_try(&limit, keep_one, &p));
	assert_int_equal(p.closed, 1); /* made in the part */
	assert_int_equal(p.taken, 0);  /* within an older one */
	arena_free(outer);
	assert_int_equal(p.closed, 1);
	assert_int_equal(p.taken, 1);
}

static void arenas_of_a_part_outlive_it(void **state) {
	struct arena_limit limit = { .most = MIB };
	struct arena *outer = arena_new();
	struct part p = { .outer = outer };

	assert_true(arena_try(&limit, keep_one, &p));
	assert_int_equal(p.closed, 0);
	arena_free(p.outer);
	assert_int_equal(p.closed, 1);
	arena_free(outer);
}

/* A part within another one. */
struct inner {
	struct arena_limit *limit;
	struct part part;
	bool ok;
};

static void try_inner(void *context) {
	struct inner *inner = context;

	inner->ok = arena_try(inner->limit, take_pieces, &inner->part);
	inner->part.taken += 1000;
}

static void parts_within_count_for_themselves(void **state) {
	struct arena_limit small = { .most = MIB }, large = { .most = 9 * MIB };
	struct inner in = { &large, { .bytes = MIB, .pieces = 5 }, false };
	struct part *p = &in.part;

	p->gives_back = true;
	assert_true(arena_try(&small, try_inner, &in));
	assert_true(in.ok);
	in.limit = NULL;
	assert_true(arena_try(&small, try_inner, &in));
	assert_true(in.ok);
	in.limit = &(struct arena_limit){ .most = MIB / 2 };
	assert_true(arena_try(&large, try_inner, &in));
	assert_false(in.ok);
	assert_int_equal(p->taken, 1000);
}

static void claim(void *context) {
	arena_alloc(context, SIZE_MAX / 2, 4);
}

static void impossible_sizes_give_up_too(void **state) {
	struct arena_limit limit = { .most = SIZE_MAX };
	struct arena *arena = arena_new();

	assert_false(arena_try(&limit, claim, arena));
	arena_free(arena);
}

/* A new file of that size with some bytes at its begin; the caller frees its
 * name. */
static char *make_file(const char *begin, off_t size) {
	char *path = strdup("held.XXXXXX");
	int fd = mkstemp(path);

	assert_compared(fd, >=, 0);
	assert_int_equal(write(fd, begin, strlen(begin)), strlen(begin));
	assert_int_equal(ftruncate(fd, size), 0);
	close(fd);
	return path;
}

static void drop_file(char *path) {
	unlink(path);
	free(path);
}

static void a_file_holds_what_was_written(void **state) {
	char *path = make_file("12345", 5);

	assert_int_equal(file_held(path), 5);
	assert_in_range(file_part_most(path), 5, 100 * MIB);
	drop_file(path);
	assert_int_equal(file_held("no/such/file"), 0);
	assert_int_equal(file_held("."), 0);
}

static void a_hole_is_not_held(void **state) {
	const off_t gibibyte = (off_t)1 << 30;
	char *path = make_file("12345", gibibyte);

	assert_in_range(file_held(path), 5, 1 << 20);
	drop_file(path);
	path = make_file("", gibibyte);
	assert_in_range(file_held(path), 0, 1 << 20);
	drop_file(path);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_part_is_given_up_at_its_limit),
		cmocka_unit_test(memory_given_back_does_not_count),
		cmocka_unit_test(an_array_that_grows_counts),
		cmocka_unit_test(a_part_can_get_more),
		cmocka_unit_test(what_is_older_stays_for_its_owner),
		cmocka_unit_test(arenas_of_a_part_outlive_it),
		cmocka_unit_test(parts_within_count_for_themselves),
		cmocka_unit_test(impossible_sizes_give_up_too),
		cmocka_unit_test(a_file_holds_what_was_written),
		cmocka_unit_test(a_hole_is_not_held),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
