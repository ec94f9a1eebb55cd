/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/build/sum_file.h"
#include "model/records.h"
#include "profile_builder.h"

#include <cmocka.h>

enum { NBINS = 60, NCALLS = 10 };

static const struct profile_format format = { .name = "gmon" };

/* A file with `ticks` in every bin but one of the parts' own, and calls. */
static void add(struct records *r, uint64_t ticks, uint32_t own, uint64_t times)
{
	struct histogram h = seconds_in(0x1000, 0x1000 + 4 * (NBINS + 2),
	                                NBINS + 2);
	uint32_t i;

	h.bins = arena_alloc(r->arena, NBINS + 2, sizeof *h.bins);
	for (i = 0; i < NBINS && ticks; i++)
		h.bins[h.nused++] = (struct bin){ ticks, i };
	for (i = 0; i < 2; i++)
		if (own >> i & 1)
			h.bins[h.nused++] = (struct bin){ 7, NBINS + i };
	records_add_file(r, "gmon", &format);
	records_add_histogram(r, h);
	for (i = 0; i < NCALLS; i++)
		records_add_call(r, (struct call){ i, 0x1000, times });
}

static int setup(void **state)
{
	*state = records_new(arena_new());
	return 0;
}

static int teardown(void **state)
{
	struct records *r = *state;

	arena_free(r->arena);
	return 0;
}

static void a_sum_is_found_wherever_it_is(void **state)
{
	struct records *r = *state;

	add(r, 1, 1, 4);
	add(r, 5, 3, 9);
	add(r, 4, 2, 5);
	assert_int_equal(sum_file_find(r), 1);
	sum_file_note(r, 1);
	assert_string_equal(r->notes.list[0].cause,
	                    "gmon is the sum of the other 2 files");
}

static void calls_in_another_order_add_up(void **state)
{
	struct records *r = *state;
	struct call first;

	add(r, 1, 1, 4);
	add(r, 5, 3, 9);
	add(r, 4, 2, 5);
	first = r->calls[0];
	r->calls[0] = r->calls[7];
	r->calls[7] = first;
	assert_int_equal(sum_file_find(r), 1);
}

/* The sums of all counts are right, a single one is not. */
static void one_count_off_is_no_sum(void **state)
{
	struct records *r = *state;

	add(r, 1, 1, 4);
	add(r, 5, 3, 9);
	add(r, 4, 2, 5);
	r->histograms[0].bins[3].count++;
	r->histograms[2].bins[4].count--;
	assert_int_equal(sum_file_find(r), r->nfiles);
	r->histograms[0].bins[3].count--;
	r->histograms[2].bins[4].count++;
	assert_int_equal(sum_file_find(r), 1);
	r->calls[0].count++;
	r->calls[1].count--;
	assert_int_equal(sum_file_find(r), r->nfiles);
	r->calls[0].count--;
	r->calls[1].count++;
	r->calls[2].to++;
	assert_int_equal(sum_file_find(r), r->nfiles);
}

static void two_files_are_no_sum(void **state)
{
	struct records *r = *state;

	assert_int_equal(sum_file_find(r), 0);
	add(r, 3, 1, 4);
	add(r, 3, 1, 4);
	assert_int_equal(sum_file_find(r), 2);
}

/* One sample in each of two runs, and both in a third, by chance. */
static void few_samples_are_no_sum(void **state)
{
	struct records *r = *state;
	size_t i;

	add(r, 0, 1, 1);
	add(r, 0, 2, 1);
	add(r, 0, 3, 2);
	for (i = 0; i < r->nhistograms; i++)
		r->histograms[i].bins[0].count = 1;
	r->histograms[2].bins[1].count = 1;
	assert_int_equal(sum_file_find(r), r->nfiles);
}

static void without_samples_many_calls_tell(void **state)
{
	struct records *r = *state;

	add(r, 0, 0, 1);
	add(r, 0, 0, 1);
	add(r, 0, 0, 2);
	assert_int_equal(sum_file_find(r), 2);
	r->files[0].ncalls = r->files[1].ncalls = r->files[2].ncalls = 3;
	assert_int_equal(sum_file_find(r), 3);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_sum_is_found_wherever_it_is),
		TEST(calls_in_another_order_add_up),
		TEST(one_count_off_is_no_sum),
		TEST(two_files_are_no_sum),
		TEST(few_samples_are_no_sum),
		TEST(without_samples_many_calls_tell),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
