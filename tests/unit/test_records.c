/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/records.h"
#include "parse/gmon/reader.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "profile_builder.h"

#include "assertions.h"

enum { NFILES = 40, NBINS = 500, NCALLS = 3000 };

/* What the files say, added up in the plainest way. */
struct expected {
	uint64_t bins[NBINS];
	uint64_t calls[NCALLS];
};

static uint32_t next_random(uint32_t *state) {
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

static void add_bins(struct records *r, struct expected *e, uint32_t *state) {
	struct histogram h = seconds_in(0x1000, 0x1000 + 4 * NBINS, NBINS);

	h.bins.list = arena_alloc(records_bin_arena(r), NBINS, sizeof *h.bins.list);
	for (uint32_t i = 0; i < NBINS; i++)
		if (next_random(state) % 20 == 0) {
			h.bins.list[h.bins.n++] = (struct bin){ 1 + i, i, 0 };
			e->bins[i] += 1 + i;
		}
	records_add_histogram(r, h);
}

/* Calls of a file: some of all there are, by rising number or not, one by one
 * or all at once. */
static void add_calls(struct records *r, struct expected *e, uint32_t *state) {
	uint32_t step = next_random(state) % 5 * 2 + 1;
	bool is_batch = next_random(state) % 2;
	struct call calls[NCALLS / 2];

	for (uint32_t i = 0; i < NCALLS / 2; i++) {
		uint32_t number = i * step % NCALLS;

		calls[i] = (struct call){ 7 * number % 50, number, 1 + number };
		if (!is_batch)
			records_add_call(r, calls[i]);
		e->calls[number] += 1 + number;
	}
	if (is_batch)
		records_add_calls(r, calls, NCALLS / 2);
}

static struct records *many_files(struct expected *e, struct arena *arena) {
	struct records *r = records_new(arena);
	uint32_t state = 1;

	memset(e, 0, sizeof *e);
	records_merge(r);
	for (uint32_t i = 0; i < NFILES; i++) {
		records_add_file(r, "file", &gmon_reader.format);
		add_bins(r, e, &state);
		add_calls(r, e, &state);
	}
	return r;
}

static void bins_are_merged(void **state) {
	struct arena *arena = arena_new();
	struct expected e;
	const struct records *r = many_files(&e, arena);
	const struct histogram *h = r->histograms;

	assert_int_equal(r->nhistograms, NFILES);
	for (size_t i = 0; i < h->bins.n; i++) {
		assert_true(!i || bin_at(&h->bins, i - 1).index < bin_at(&h->bins, i).index);
		assert_compared(bin_at(&h->bins, i).count, ==, e.bins[bin_at(&h->bins, i).index]);
		e.bins[bin_at(&h->bins, i).index] = 0;
	}
	for (size_t i = 0; i < NBINS; i++)
		assert_true(!e.bins[i]);
	for (size_t i = 1; i < NFILES; i++)
		assert_int_equal(h[i].bins.n, 0);
	arena_free(arena);
}

static void calls_are_merged(void **state) {
	struct arena *arena = arena_new();
	struct expected e;
	const struct records *r = many_files(&e, arena);
	size_t n = 0;

	for (size_t i = 0; i < r->ncalls; i++) {
		assert_compared(r->calls[i].from, ==, 7 * r->calls[i].to % 50);
		assert_compared(r->calls[i].count, ==, e.calls[r->calls[i].to]);
		e.calls[r->calls[i].to] = 0;
	}
	for (size_t i = 0; i < NCALLS; i++)
		assert_true(!e.calls[i]);
	for (size_t i = 0; i < r->nfiles; i++)
		n += r->files[i].ncalls;
	assert_int_equal(n, NFILES * (NCALLS / 2));
	arena_free(arena);
}

static void other_shapes_stay(void **state) {
	struct arena *arena = arena_new();
	struct records *r = records_new(arena);
	struct bin bin = { 3, 1, 0 };
	struct histogram h = {
		.low = 16, .high = 32, .nbins = 4, .rate = 100, .bins = { .list = &bin, .n = 1 }
	};

	records_merge(r);
	records_add_file(r, "1", &gmon_reader.format);
	records_add_histogram(r, h);
	records_add_file(r, "2", &gmon_reader.format);
	h.rate = 1000;
	records_add_histogram(r, h);
	assert_int_equal(r->histograms[0].bins.n, 1);
	assert_int_equal(r->histograms[1].bins.n, 1);
	assert_int_equal(bin_at(&r->histograms[1].bins, 0).count, 3);
	arena_free(arena);
}

static void counts_that_do_not_fit_stay(void **state) {
	struct arena *arena = arena_new();
	struct records *r = records_new(arena);

	records_merge(r);
	records_add_file(r, "1", &bsd_reader.format);
	records_add_call(r, (struct call){ 1, 2, UINT64_MAX - 1 });
	records_add_file(r, "2", &bsd_reader.format);
	records_add_call(r, (struct call){ 1, 2, 1 });
	records_add_call(r, (struct call){ 1, 2, 1 });
	assert_int_equal(r->ncalls, 2);
	assert_compared(r->calls[0].count, ==, UINT64_MAX);
	assert_compared(r->calls[1].count, ==, 1);
	records_add_file(r, "3", &bsd_reader.format);
	records_add_calls(r, (struct call[]){ { 1, 2, 1 }, { 1, 2, 2 }, { 5, 6, 7 } }, 3);
	assert_int_equal(r->ncalls, 4);
	assert_compared(r->calls[0].count, ==, UINT64_MAX);
	assert_int_equal(r->calls[1].count + r->calls[2].count, 4);
	assert_compared(r->calls[3].count, ==, 7);
	assert_int_equal(r->files[2].ncalls, 3);
	arena_free(arena);
}

static void files_are_distinguished(void **state) {
	struct arena *arena = arena_new();
	struct records *r = records_new(arena);

	records_add_file(r, "1", &gmon_reader.format);
	records_add_call(r, (struct call){ 1, 2, 3 });
	records_add_file(r, "2", &gmon_reader.format);
	records_add_call(r, (struct call){ 1, 2, 4 });
	assert_int_equal(r->ncalls, 2);
	assert_int_equal(r->calls[1].count, 4);
	assert_int_equal(r->files[1].first_call, 1);
	arena_free(arena);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bins_are_merged),
		cmocka_unit_test(calls_are_merged),
		cmocka_unit_test(other_shapes_stay),
		cmocka_unit_test(counts_that_do_not_fit_stay),
		cmocka_unit_test(files_are_distinguished),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
