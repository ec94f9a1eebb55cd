/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who wrote a histogram, and which bytes its bins count: the writers are
 * played by their own formulas. */
#include <stddef.h>
#include <stdint.h>

#include "model/build/bins.h"
#include "model/records.h"
#include "profile_builder.h"

#include "assertions.h"

static struct histogram histogram(uint64_t low, uint64_t high, uint32_t nbins, uint32_t rate) {
	return (struct histogram){ .low = low,
		                   .high = high,
		                   .nbins = nbins,
		                   .rate = rate,
		                   .dimension = "seconds",
		                   .abbreviation = 's' };
}

static struct merged_histogram told(const struct histogram *h, unsigned address_size) {
	struct merged_histogram m = { .shape = h };

	m.layout = bin_layout_of(h, address_size, &m.step);
	return m;
}

static void assert_covers(const struct merged_histogram *m, uint64_t bin, uint64_t pc) {
	uint64_t low, high;

	merged_bin(m, (uint32_t)bin, &low, &high);
	if (pc < low || pc >= high)
		fail_msg("bin %llu counts 0x%llx to 0x%llx, not 0x%llx", (unsigned long long)bin,
		         (unsigned long long)low, (unsigned long long)high, (unsigned long long)pc);
}

/* No byte between the bins, none in two. */
static void assert_seamless(const struct merged_histogram *m) {
	uint64_t low, high, next_low, next_high;

	merged_bin(m, 0, &low, &high);
	assert_compared(low, ==, m->shape->low);
	for (uint32_t i = 1; i < m->shape->nbins && i < 5000; i++) {
		merged_bin(m, i, &next_low, &next_high);
		assert_compared(next_low, ==, high);
		assert_compared(next_high, >, next_low);
		high = next_high;
	}
}

/* glibc's monstartup(), profil() and profil_count(). */
static void play_glibc(struct dice *dice, uint64_t low, uint64_t high, unsigned long_size) {
	uint64_t range = high - low;
	uint64_t bytes = (range / 2 + long_size - 1) / long_size * long_size;
	uint64_t scale = 65536;
	struct histogram h = histogram(low, high, (uint32_t)(bytes / 2), 100);
	struct merged_histogram m = told(&h, long_size);

	if (bytes < range)
		scale = (uint64_t)(int)((float)bytes / (float)range * 65536);
	assert_int_equal(m.layout, LAYOUT_GLIBC);
	assert_seamless(&m);
	for (int i = 0; i < 300; i++) {
		uint64_t pc = low + (i < 40   ? (uint64_t)i
		                     : i < 80 ? range - (uint64_t)(i - 40) % range - 1
		                              : roll(dice, (uint32_t)range));
		uint64_t unit = (pc - low) / 2;
		uint64_t bin = unit / 65536 * scale + unit % 65536 * scale / 65536;

		if (pc >= low && pc < high && bin < h.nbins)
			assert_covers(&m, bin, pc);
	}
}

static void bins_of_glibc_count_what_it_counts(void **state) {
	struct dice dice = { 31 };

	play_glibc(&dice, 0x400000, 0x400004, 8);
	play_glibc(&dice, 0, 0x12a8, 8);
	for (int i = 1; i < 400; i++)
		play_glibc(&dice, 0x1000, 0x1000 + 4 * (uint64_t)i, 8);
	for (int i = 1; i < 100; i++)
		play_glibc(&dice, 0x8000, 0x8000 + 4 * (uint64_t)i, 4);
	for (int i = 0; i < 300; i++)
		play_glibc(&dice, 4 * (uint64_t)roll(&dice, 1 << 20),
		           (UINT64_C(1) << 22) + 4 * (uint64_t)roll(&dice, 1 << 25), i % 2 ? 8 : 4);
}

/* eCos: profile_on(start, end, bucket, ...). */
static void play_ecos(uint64_t start, uint64_t end, uint64_t bucket, struct dice *dice) {
	uint32_t nbins = (uint32_t)((end - start + bucket - 1) / bucket);
	struct histogram h = histogram(start, end - 1, nbins, 1000);
	struct merged_histogram m = told(&h, 4);

	for (int i = 0; i < 50; i++) {
		uint64_t at = roll(dice, (uint32_t)(end - start));

		assert_covers(&m, at / bucket, start + at);
	}
}

static void bins_of_ecos_are_buckets(void **state) {
	struct dice dice = { 32 };

	for (int i = 0; i < 3000; i++) {
		uint64_t bucket = UINT64_C(2) << roll(&dice, 8);
		uint64_t start = 4 * (uint64_t)roll(&dice, 1 << 20);
		uint64_t range = bucket + 1 + 2 * (uint64_t)roll(&dice, 1 << 16);

		play_ecos(start, start + (range + 1) / 2 * 2, bucket, &dice);
	}
}

/* SID: from the lowest bucket seen to the start (or end) of the highest. */
static void play_sid(uint64_t low, uint32_t nbins, uint64_t bucket, bool is_old,
                     struct dice *dice) {
	struct histogram h = histogram(low, low + bucket * (nbins - is_old), nbins, 1);
	struct merged_histogram m = told(&h, 4);

	for (int i = 0; i < 20; i++) {
		uint64_t at = roll(dice, (uint32_t)(nbins * bucket));

		assert_covers(&m, at / bucket, low + at);
	}
}

static void bins_of_sid_are_buckets(void **state) {
	struct dice dice = { 33 };

	for (int i = 0; i < 3000; i++) {
		uint64_t bucket = UINT64_C(1) << roll(&dice, 5);
		uint32_t nbins = (uint32_t)bucket + 2 + roll(&dice, 5000);

		play_sid(roll(&dice, 1 << 30), nbins, bucket, i % 2, &dice);
	}
}

static void a_range_that_parts_evenly_leaves_no_doubt(void **state) {
	struct histogram h = histogram(0x1000, 0x1040, 8, 50);
	struct merged_histogram m = told(&h, 8);
	uint64_t low, high;

	assert_int_equal(m.layout, LAYOUT_EVEN);
	merged_bin(&m, 5, &low, &high);
	assert_int_equal(low, 0x1028);
	assert_int_equal(high, 0x1030);
	h.nbins = 64;
	m = told(&h, 8);
	merged_bin(&m, 63, &low, &high);
	assert_int_equal(low, 0x103f);
	assert_int_equal(high, 0x1040);
}

static void an_unknown_writer_spreads_evenly(void **state) {
	struct histogram h = histogram(0x1000, 0x1064, 7, 50);
	struct merged_histogram m = told(&h, 8);
	uint64_t low, high;

	assert_int_equal(m.layout, LAYOUT_UNKNOWN);
	assert_seamless(&m);
	merged_bin(&m, 6, &low, &high);
	assert_int_equal(low, 0x1000 + 600 / 7);
	assert_int_equal(high, 0x1064);
}

static void other_units_are_not_of_glibc(void **state) {
	struct histogram h = histogram(0, 0x12a8, 0x958 / 2, 100);

	assert_int_equal(told(&h, 8).layout, LAYOUT_GLIBC);
	h.rate = 1000;
	assert_int_equal(told(&h, 8).layout, LAYOUT_GLIBC);
	h.rate = 1; /* SID's */
	assert_int_equal(told(&h, 8).layout, LAYOUT_UNKNOWN);
	h.rate = 100;
	h.dimension[0] = 'S';
	assert_int_equal(told(&h, 8).layout, LAYOUT_UNKNOWN);
	h.dimension[0] = 's';
	h.nbins++;
	assert_int_equal(told(&h, 8).layout, LAYOUT_UNKNOWN);
	h.nbins--;
	h.low += 2;
	h.high += 2;
	assert_int_equal(told(&h, 8).layout, LAYOUT_UNKNOWN);
}

/* Ranges of the whole address space, and more bins than bytes. */
static void odd_shapes_are_survived(void **state) {
	struct histogram h = histogram(0, UINT64_MAX, UINT32_MAX - 1, 100);
	struct merged_histogram m = told(&h, 8);
	uint64_t low, high;

	merged_bin(&m, UINT32_MAX - 2, &low, &high);
	assert_true(high == UINT64_MAX && low < high);
	h = histogram(UINT64_MAX - 8, UINT64_MAX, 100, 1);
	m = told(&h, 8);
	merged_bin(&m, 99, &low, &high);
	assert_compared(low, <, high);
	h = histogram(0, 1, 1, 0);
	m = told(&h, 4);
	merged_bin(&m, 0, &low, &high);
	assert_true(low == 0 && high == 1);
	h = histogram(2, UINT64_MAX, 3, 1);
	m = told(&h, 4);
	merged_bin(&m, 2, &low, &high);
	assert_compared(low, <, high);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bins_of_glibc_count_what_it_counts),
		cmocka_unit_test(bins_of_ecos_are_buckets),
		cmocka_unit_test(bins_of_sid_are_buckets),
		cmocka_unit_test(a_range_that_parts_evenly_leaves_no_doubt),
		cmocka_unit_test(an_unknown_writer_spreads_evenly),
		cmocka_unit_test(other_units_are_not_of_glibc),
		cmocka_unit_test(odd_shapes_are_survived),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
