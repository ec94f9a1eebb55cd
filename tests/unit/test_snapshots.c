/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/work.h"
#include "model/build/repeats.h"
#include "model/records.h"
#include "profile_builder.h"

#include "assertions.h"

enum { NFILES = 13, NBINS = 200, STEP = 40 };

struct fixture {
	struct arena *arena;
	struct records *records;
	uint32_t random;
	uint64_t bins[NBINS]; /* counted so far */
	uint64_t calls[3];
};

static int setup(void **state) {
	struct arena *arena = arena_new();
	struct fixture *f = arena_alloc(arena, 1, sizeof *f);

	f->arena = arena;
	f->records = records_new(arena);
	*state = f;
	return 0;
}

static int teardown(void **state) {
	struct fixture *f = *state;

	arena_free(f->arena);
	return 0;
}

static uint32_t next_random(struct fixture *f) {
	f->random = f->random * 1664525 + 1013904223;
	return f->random >> 8;
}

/* Samples, and calls of two functions; the third is called later. */
static void work(struct fixture *f) {
	for (size_t i = 0; i < STEP; i++)
		f->bins[next_random(f) % (1 + next_random(f) % NBINS)]++;
	f->calls[0] = 1;
	f->calls[1] += 5;
	f->calls[2] += f->calls[1] > 20;
}

static void reset(struct fixture *f) {
	memset(f->bins, 0, sizeof f->bins);
	memset(f->calls, 0, sizeof f->calls);
}

/* A file of what was counted; new calls come first, as glibc writes them. */
static void save(struct fixture *f, const char *path) {
	static const struct profile_format format = { .name = "gmon" };
	struct histogram h = seconds_in(0x1000, 0x1000 + 4 * NBINS, NBINS);

	h.bins.list = arena_alloc(f->arena, NBINS, sizeof *h.bins.list);
	for (size_t i = 0; i < NBINS; i++)
		if (f->bins[i])
			h.bins.list[h.bins.n++] = (struct bin){ f->bins[i], (uint32_t)i, 0 };
	records_add_file(f->records, path, &format);
	records_add_histogram(f->records, h);
	for (size_t i = 3; i-- > 0;)
		if (f->calls[i])
			records_add_call(f->records,
			                 (struct call){ 0x1000, 0x1010 + i, f->calls[i] });
}

static void save_many(struct fixture *f, bool are_snapshots) {
	for (size_t i = 0; i < NFILES; i++) {
		if (!are_snapshots)
			reset(f);
		work(f);
		save(f, "gmon");
	}
}

static struct snapshots find(struct fixture *f) {
	struct work work = { 0 };

	return snapshots_find(contents_of(f->records, NULL, NULL, &work, f->arena), NULL, f->arena);
}

static void swap_files(struct records *r, size_t a, size_t b) {
	const struct profile_file file = r->files[a];

	r->files[a] = r->files[b];
	r->files[b] = file;
}

static void each_file_has_what_it_adds(void **state) {
	struct fixture *f = *state;
	uint64_t ticks = 0, calls = 0;

	save_many(f, true);
	save(f, "again");
	swap_files(f->records, 0, NFILES - 1);
	struct snapshots s = find(f);
	assert_true(s.are_sure);
	assert_int_equal(s.least, STEP);
	assert_int_equal(s.most, NFILES * STEP);
	struct records *r = snapshots_intervals(f->records, &s, NULL, f->arena);
	assert_true(r->are_snapshots);
	assert_int_equal(r->nfiles, NFILES + 1);
	for (size_t i = 0; i < r->nfiles; i++) {
		const struct profile_file *file = &r->files[i];

		assert_int_equal(file_sum_ticks(r, file), i < NFILES ? STEP : 0);
		assert_int_equal(file->number, i == 0 ? 0 : i == NFILES - 1 ? NFILES - 1 : i);
		ticks += file_sum_ticks(r, file);
		calls += file_sum_calls(r, file);
		/* main() is called once, in the first. */
		assert_int_equal(file_sum_calls(r, file), i == NFILES ? 0
		                                          : i == 0    ? 6
		                                          : i < 4     ? 5
		                                                      : 6);
	}
	assert_int_equal(ticks, NFILES * STEP);
	assert_int_equal(calls, f->calls[0] + f->calls[1] + f->calls[2]);
	assert_int_equal(r->notes.n, 1);
	snapshots_note(f->records, &s);
	assert_true(f->records->are_snapshots);
	assert_int_equal(f->records->notes.list[0].severity, NOTE_WARNING);
}

/* A few functions that are in all files tell little by being nested, but runs differ more. */
static void even_growth_tells_them(void **state) {
	struct fixture *f = *state;

	for (size_t i = 0; i < NFILES; i++) {
		for (size_t k = 0; k < 6; k++)
			f->bins[30 * k] += 940 + next_random(f) % 120;
		save(f, "gmon");
	}
	assert_true(find(f).are_sure);
}

static void runs_are_none(void **state) {
	struct fixture *f = *state;

	save_many(f, false);
	assert_false(find(f).are_nested);
}

/* The same work, so few samples that one run contains the other. */
static void few_samples_tell_nothing(void **state) {
	struct fixture *f = *state;

	f->calls[0] = 9;
	f->bins[5] = 1;
	save(f, "one");
	f->bins[9] = 1;
	save(f, "two");
	struct snapshots s = find(f);
	assert_true(s.are_nested);
	assert_false(s.are_sure);
	snapshots_note(f->records, &s);
	assert_int_equal(f->records->notes.n, 0);
}

static void no_samples_tell_nothing(void **state) {
	struct fixture *f = *state;

	f->calls[0] = 1;
	save(f, "one");
	f->calls[0] = 2;
	save(f, "two");
	assert_false(find(f).are_sure);
}

static void the_same_file_twice_is_none(void **state) {
	struct fixture *f = *state;

	work(f);
	save(f, "one");
	save(f, "one");
	assert_true(find(f).are_nested);
	assert_false(find(f).are_sure);
}

/* As ranks that do the same on a machine without chance. */
static void copies_tell_nothing(void **state) {
	struct fixture *f = *state;

	f->bins[0] = 4;
	f->bins[9] = 23;
	for (size_t i = 0; i < NFILES; i++) {
		save(f, "copy");
		f->bins[0] += i == NFILES / 2 ? 5 : 0;
		f->bins[9] += i == NFILES / 2 ? 8 : 0;
	}
	struct snapshots s = find(f);
	assert_true(s.are_nested);
	assert_false(s.are_sure);
	assert_int_equal(s.nsteps, 1);
	snapshots_note(f->records, &s);
	assert_int_equal(f->records->notes.n, 0);
}

static void one_file_is_none(void **state) {
	struct fixture *f = *state;

	assert_false(find(f).are_nested);
	work(f);
	save(f, "one");
	assert_false(find(f).are_nested);
}

static void no_count_may_fall(void **state) {
	struct fixture *f = *state;
	struct call *calls;

	save_many(f, true);
	assert_true(find(f).are_sure);
	calls = f->records->calls + f->records->files[7].first_call;
	calls[0].count += 100;
	assert_false(find(f).are_nested);
	calls[0].count -= 100;
	assert_true(find(f).are_sure);
	calls[0].to++; /* a call that the next file has not */
	assert_false(find(f).are_nested);
	calls[0].to = calls[1].to; /* twice the same */
	assert_false(find(f).are_nested);
}

static void other_counters_are_none(void **state) {
	struct fixture *f = *state;
	struct records *r = f->records;

	save_many(f, true);
	r->histograms[3].rate = 1000;
	assert_false(find(f).are_nested);
	r->histograms[3].rate = 100;
	r->histograms[3].low -= 4;
	assert_false(find(f).are_nested);
	r->histograms[3].low += 4;
	assert_true(find(f).are_sure);
	r->files[2].is_cut = true;
	assert_false(find(f).are_nested);
	r->files[2].is_cut = false;
	struct bins *b = &r->histograms[NFILES - 1].bins;
	b->list = arena_copy(f->arena, bins_list(b, f->arena), b->n, sizeof *b->list);
	b->list[0].count = UINT16_MAX;
	assert_false(find(f).are_nested);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(each_file_has_what_it_adds),
		TEST(even_growth_tells_them),
		TEST(runs_are_none),
		TEST(few_samples_tell_nothing),
		TEST(no_samples_tell_nothing),
		TEST(the_same_file_twice_is_none),
		TEST(copies_tell_nothing),
		TEST(one_file_is_none),
		TEST(no_count_may_fall),
		TEST(other_counters_are_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
