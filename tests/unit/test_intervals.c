/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/build/repeats.h"
#include "model/records.h"
#include "profile_builder.h"

#include "assertions.h"

static const struct profile_format format = { .name = "gmon" };

/* Two readings of files. */
struct readings {
	struct arena *arena;
	struct records *before, *now;
};

/* What a file counts: ticks of two bins, and calls. */
struct counts {
	uint64_t first, second, calls;
};

static void add(struct records *r, const char *path, struct counts counts) {
	struct histogram h = seconds_in(0x1000, 0x1010, 4);

	h.bins.list = arena_alloc(r->arena, 2, sizeof *h.bins.list);
	if (counts.first)
		h.bins.list[h.bins.n++] = (struct bin){ counts.first, 1, 0 };
	if (counts.second)
		h.bins.list[h.bins.n++] = (struct bin){ counts.second, 3, 0 };
	records_add_file(r, path, &format);
	records_add_histogram(r, h);
	records_add_call(r, (struct call){ 0x1004, 0x1008, counts.calls });
}

/* A file that is there both times. */
static void read_twice(struct readings *r, const char *path, struct counts before,
                       struct counts now) {
	add(r->before, path, before);
	add(r->now, path, now);
}

static int setup(void **state) {
	struct arena *arena = arena_new();
	struct readings *r = arena_alloc(arena, 1, sizeof *r);

	r->arena = arena;
	r->before = records_new(arena);
	r->now = records_new(arena);
	*state = r;
	return 0;
}

static int teardown(void **state) {
	struct readings *r = *state;

	arena_free(r->arena);
	return 0;
}

static void has(const struct records *added, size_t file, uint64_t ticks, uint64_t calls) {
	assert_int_equal(added->files[file].number, file);
	assert_int_equal(file_sum_ticks(added, &added->files[file]), ticks);
	assert_int_equal(file_sum_calls(added, &added->files[file]), calls);
}

static void what_grew_has_the_difference(void **state) {
	struct readings *r = *state;

	read_twice(r, "a", (struct counts){ 5, 0, 3 }, (struct counts){ 7, 4, 9 });
	read_twice(r, "b", (struct counts){ 5, 2, 3 }, (struct counts){ 5, 2, 3 });
	const struct records *added = records_added(r->before, r->now, r->arena);
	assert_int_equal(added->nfiles, 2);
	has(added, 0, 6, 6);
	has(added, 1, 0, 0);
}

static void what_began_anew_has_all(void **state) {
	struct readings *r = *state;

	read_twice(r, "a", (struct counts){ 5, 4, 3 }, (struct counts){ 90, 3, 9 });
	read_twice(r, "b", (struct counts){ 5, 4, 3 }, (struct counts){ 90, 4, 2 });
	const struct records *added = records_added(r->before, r->now, r->arena);
	has(added, 0, 93, 9);
	has(added, 1, 94, 2);
}

/* As those of an archive, whose members are in its order. */
static void new_files_may_be_between_old_ones(void **state) {
	struct readings *r = *state;

	read_twice(r, "a.1", (struct counts){ 5, 4, 3 }, (struct counts){ 5, 4, 3 });
	add(r->now, "a.2", (struct counts){ 6, 5, 4 });
	read_twice(r, "b.1", (struct counts){ 50, 40, 30 }, (struct counts){ 50, 41, 30 });
	add(r->now, "b.2", (struct counts){ 1, 1, 1 });
	const struct records *added = records_added(r->before, r->now, r->arena);
	has(added, 0, 0, 0);
	has(added, 1, 11, 4);
	has(added, 2, 1, 0);
	has(added, 3, 2, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(what_grew_has_the_difference),
		TEST(what_began_anew_has_all),
		TEST(new_files_may_be_between_old_ones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
