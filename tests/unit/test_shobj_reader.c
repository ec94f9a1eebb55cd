/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>

#include "file_builder.h"

#include "assertions.h"

enum { LOW = 0x1000, NBINS = 32, HIGH = LOW + 4 * NBINS };

static void put_header(struct file_builder *f) {
	file_put_text(f, "gmon", 4);
	file_put(f, 4, 0x1ffff);
	file_put_text(f, "", 12);
}

static void put_histogram(struct file_builder *f, uint64_t high, uint32_t nbins) {
	file_put(f, 4, 0);
	file_put_address(f, LOW);
	file_put_address(f, high);
	file_put(f, 4, nbins);
	file_put(f, 4, 100);
	file_put_text(f, "seconds", 15);
	file_put_text(f, "s", 1);
	for (size_t i = 0; i < nbins && i < NBINS; i++)
		file_put(f, 2, i == 5 ? 9 : i + 1 == NBINS ? 0x1234 : 0);
}

static void put_arc(struct file_builder *f, uint64_t from, uint64_t to, uint32_t count) {
	file_put_address(f, from);
	file_put_address(f, to);
	file_put(f, 4, count);
}

static void put_arcs(struct file_builder *f, uint32_t used) {
	file_put(f, 4, 1);
	file_put(f, 4, used);
	put_arc(f, 0, 0x10, 7);
	put_arc(f, 0x14, 0x20, 0xffffffff);
	put_arc(f, 0x18, 0x20, 1);
}

static void check(struct file_builder *f) {
	const struct records *r = f->records;

	put_header(f);
	put_histogram(f, HIGH, NBINS);
	put_arcs(f, 2);
	assert_int_equal(file_probe(f, &shobj_reader), 100);
	assert_int_equal(file_probe(f, &gmon_reader), 0);
	assert_true(file_read(f, &shobj_reader));
	assert_int_equal(r->notes.n, 0);
	assert_int_equal(r->nhistograms, 1);
	const struct histogram *h = &r->histograms[0];
	assert_int_equal(h->low, LOW);
	assert_int_equal(h->high, HIGH);
	assert_int_equal(h->nbins, NBINS);
	assert_int_equal(h->rate, 100);
	assert_int_equal(h->bin_size, 2);
	assert_string_equal(h->dimension, "seconds");
	assert_int_equal(h->abbreviation, 's');
	assert_int_equal(h->bins.n, 2);
	assert_int_equal(bin_at(&h->bins, 0).index, 5);
	assert_int_equal(bin_at(&h->bins, 0).count, 9);
	assert_int_equal(bin_at(&h->bins, 1).index, NBINS - 1);
	assert_int_equal(bin_at(&h->bins, 1).count, 0x1234);
	assert_int_equal(r->ncalls, 2);
	assert_int_equal(r->calls[0].from, 0); /* outside */
	assert_int_equal(r->calls[0].to, LOW + 0x10);
	assert_int_equal(r->calls[0].count, 7);
	assert_int_equal(r->calls[1].from, LOW + 0x14);
	assert_int_equal(r->calls[1].to, LOW + 0x20);
	assert_int_equal(r->calls[1].count, 0xffffffff);
	assert_int_equal(r->files[0].version, 0x1ffff);
	assert_false(r->files[0].is_cut);
}

static void little_64(void **state) {
	check(*state);
}

static void big_64(void **state) {
	struct file_builder *f = *state;

	f->machine.big_endian = true;
	check(f);
}

static void little_32(void **state) {
	struct file_builder *f = *state;

	f->machine.address_size = 4;
	check(f);
}

static void big_32(void **state) {
	struct file_builder *f = *state;

	f->machine = (struct machine){ .address_size = 4, .big_endian = true };
	check(f);
}

static void other_byte_order(void **state) {
	struct file_builder *f = *state;

	f->machine.big_endian = true;
	put_header(f);
	put_histogram(f, HIGH, NBINS);
	f->machine.big_endian = false;
	assert_false(file_read(f, &shobj_reader));
	assert_string_equal(f->err.reason, "byte 4: written in another byte order than the "
	                                   "object's");
}

/* The dynamic linker goes on counting how many calls it would store. */
static void more_calls_than_room(void **state) {
	struct file_builder *f = *state;

	put_header(f);
	put_histogram(f, HIGH, NBINS);
	put_arcs(f, 4000000000);
	assert_true(file_read(f, &shobj_reader));
	assert_int_equal(f->records->ncalls, 3);
	assert_true(file_has_note(f, NOTE_WARNING,
	                          "file: had no room for all calls, so some are missing",
	                          "4000000000 different calls, room for 3"));
}

static void slots_not_filled_yet(void **state) {
	struct file_builder *f = *state;

	put_header(f);
	put_histogram(f, HIGH, NBINS);
	file_put(f, 4, 1);
	file_put(f, 4, 2);
	put_arc(f, 0, 0, 0);
	put_arc(f, 0x14, 0, 3);
	assert_true(file_read(f, &shobj_reader));
	assert_int_equal(f->records->ncalls, 1);
	assert_int_equal(f->records->calls[0].to, LOW);
}

/* A bin counts 4 bytes, whatever the range says. */
static void bins_count_4_bytes(void **state) {
	struct file_builder *f = *state;

	put_header(f);
	put_histogram(f, HIGH + 40, NBINS);
	put_arcs(f, 0);
	assert_true(file_read(f, &shobj_reader));
	assert_int_equal(f->records->histograms[0].high, HIGH);
	file_end(state);
	file_begin(state);
	f = *state;
	put_header(f);
	put_histogram(f, HIGH - 4, NBINS);
	assert_false(file_read(f, &shobj_reader));
	assert_string_equal(f->err.reason, "byte 24: 32 bins of 4 bytes for 0x1000 to 0x107c");
}

static void cut_in_bins(void **state) {
	struct file_builder *f = *state;

	put_header(f);
	put_histogram(f, HIGH, NBINS);
	f->len -= 5;
	assert_true(file_read(f, &shobj_reader));
	assert_true(f->records->files[0].is_cut);
	assert_int_equal(f->records->histograms[0].bins.n, 1);
	assert_true(file_has_note(f, NOTE_WARNING, "file: cut off: its last record is not complete",
	                          "byte 123: 29 of 32 bins"));
}

static void cut_before_the_calls(void **state) {
	struct file_builder *f = *state;

	put_header(f);
	put_histogram(f, HIGH, NBINS);
	file_put(f, 4, 1);
	assert_true(file_read(f, &shobj_reader));
	assert_int_equal(f->records->nhistograms, 1);
	assert_true(file_has_note(f, NOTE_WARNING, "file: cut off: its last record is not complete",
	                          "it contains no list of calls"));
}

static void sizes_are_not_believed(void **state) {
	struct file_builder *f = *state;

	put_header(f);
	put_histogram(f, (uint64_t)1 << 40, 0xfffffff0);
	assert_false(file_read(f, &shobj_reader));
	assert_string_equal(f->err.reason, "byte 128: cut off before its first "
	                                   "record ends");
}

static void every_length(void **state) {
	struct file_builder *f = *state;
	size_t len;

	put_header(f);
	put_histogram(f, HIGH, NBINS);
	put_arcs(f, 3);
	len = f->len;
	for (f->len = 8; f->len < len; f->len++) {
		bool ok = file_read(f, &shobj_reader);

		assert_compared(ok, ==, (f->len > 65));
		assert_true(ok || f->err.reason[0]);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, file_begin, file_end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(little_64),
		TEST(big_64),
		TEST(little_32),
		TEST(big_32),
		TEST(other_byte_order),
		TEST(more_calls_than_room),
		TEST(slots_not_filled_yet),
		TEST(bins_count_4_bytes),
		TEST(cut_in_bins),
		TEST(cut_before_the_calls),
		TEST(sizes_are_not_believed),
		TEST(every_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
