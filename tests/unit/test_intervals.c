/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/build/intervals.h"
#include "model/records.h"

#include <cmocka.h>

static const struct profile_format format = { .name = "gmon" };

/* Two readings of files. */
struct readings {
	struct arena *arena;
	struct records *before, *now;
};

static void add(struct records *r, const char *path, uint64_t first,
                uint64_t second, uint64_t calls)
{
	struct histogram h = { .low = 0x1000,
		               .high = 0x1010,
		               .nbins = 4,
		               .rate = 100,
		               .dimension = "seconds",
		               .abbreviation = 's',
		               .bin_size = 2 };

	h.bins = arena_alloc(r->arena, 2, sizeof *h.bins);
	if (first)
		h.bins[h.nused++] = (struct bin){ first, 1 };
	if (second)
		h.bins[h.nused++] = (struct bin){ second, 3 };
	records_add_file(r, path, &format);
	records_add_histogram(r, h);
	records_add_call(r, (struct call){ 0x1004, 0x1008, calls });
}

static int setup(void **state)
{
	struct arena *arena = arena_new();
	struct readings *r = arena_alloc(arena, 1, sizeof *r);

	r->arena = arena;
	r->before = records_new(arena);
	r->now = records_new(arena);
	*state = r;
	return 0;
}

static int teardown(void **state)
{
	struct readings *r = *state;

	arena_free(r->arena);
	return 0;
}

static void has(const struct records *added, size_t file, uint64_t ticks,
                uint64_t calls)
{
	assert_int_equal(added->files[file].number, file);
	assert_int_equal(file_sum_ticks(added, &added->files[file]), ticks);
	assert_int_equal(file_sum_calls(added, &added->files[file]), calls);
}

static void what_grew_has_the_difference(void **state)
{
	struct readings *r = *state;
	const struct records *added;

	add(r->before, "a", 5, 0, 3);
	add(r->before, "b", 5, 2, 3);
	add(r->now, "a", 7, 4, 9);
	add(r->now, "b", 5, 2, 3);
	added = records_added(r->before, r->now, r->arena);
	assert_int_equal(added->nfiles, 2);
	has(added, 0, 6, 6);
	has(added, 1, 0, 0);
}

static void what_began_anew_has_all(void **state)
{
	struct readings *r = *state;
	const struct records *added;

	add(r->before, "a", 5, 4, 3);
	add(r->before, "b", 5, 4, 3);
	add(r->now, "a", 90, 3, 9);
	add(r->now, "b", 90, 4, 2);
	added = records_added(r->before, r->now, r->arena);
	has(added, 0, 93, 9);
	has(added, 1, 94, 2);
}

/* A board's next file comes after its others, before those of the next. */
static void new_files_may_be_between_old_ones(void **state)
{
	struct readings *r = *state;
	const struct records *added;

	add(r->before, "a.1", 5, 4, 3);
	add(r->before, "b.1", 50, 40, 30);
	add(r->now, "a.1", 5, 4, 3);
	add(r->now, "a.2", 6, 5, 4);
	add(r->now, "b.1", 50, 41, 30);
	add(r->now, "b.2", 1, 1, 1);
	added = records_added(r->before, r->now, r->arena);
	has(added, 0, 0, 0);
	has(added, 1, 11, 4);
	has(added, 2, 1, 0);
	has(added, 3, 2, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_grew_has_the_difference,
		                                setup, teardown),
		cmocka_unit_test_setup_teardown(what_began_anew_has_all, setup,
		                                teardown),
		cmocka_unit_test_setup_teardown(
			new_files_may_be_between_old_ones, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
