/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "file_builder.h"

#include "assertions.h"

enum { LOW = 0x1000, MAGIC = 0x51879, OLD = 0, RATE = 250 };

/* A header for nbins of that many bytes; rate 0: the old one. */
static void put_header(struct file_builder *f, uint64_t high, size_t nbins, size_t bin_size,
                       uint32_t rate, uint32_t type) {
	const size_t size = 2 * f->machine.address_size + (rate ? 24 : 4);

	file_put_address(f, LOW);
	file_put_address(f, high);
	file_put(f, 4, size + nbins * bin_size);
	if (!rate)
		return;
	file_put(f, 4, MAGIC);
	file_put(f, 4, rate);
	file_put(f, 4, type);
	file_put(f, 8, 0);
}

/* 16 bins of 4 bytes of code: 0 but for two of them. */
static void put_bins(struct file_builder *f, size_t size, uint64_t third, uint64_t last) {
	for (size_t i = 0; i < 16; i++)
		file_put(f, size, i == 3 ? third : i == 15 ? last : 0);
}

static void put_arc(struct file_builder *f, uint64_t from, uint64_t to, uint64_t count) {
	file_put_address(f, from);
	file_put_address(f, to);
	file_put_address(f, count);
}

static void check(struct file_builder *f, uint32_t rate) {
	const struct records *r = f->records;

	put_header(f, LOW + 64, 16, 2, rate, 0);
	put_bins(f, 2, 0x1234, 7);
	put_arc(f, 0x1001, 0x1010, 0);
	put_arc(f, 0x1002, 0x1020, 0xfffffffe);
	assert_int_equal(file_probe(f, &bsd_reader), rate ? 90 : 50);
	assert_true(file_read(f, &bsd_reader));
	assert_int_equal(r->nhistograms, 1);
	const struct histogram *h = &r->histograms[0];
	assert_int_equal(h->low, LOW);
	assert_int_equal(h->high, LOW + 64);
	assert_int_equal(h->nbins, 16);
	assert_int_equal(h->rate, rate ? rate : 100);
	assert_int_equal(h->bin_size, 2);
	assert_string_equal(h->dimension, "seconds");
	assert_int_equal(h->abbreviation, 's');
	assert_int_equal(h->bins.n, 2);
	assert_int_equal(bin_at(&h->bins, 0).index, 3);
	assert_int_equal(bin_at(&h->bins, 0).count, 0x1234);
	assert_int_equal(bin_at(&h->bins, 1).index, 15);
	assert_int_equal(bin_at(&h->bins, 1).count, 7);
	assert_int_equal(r->ncalls, 2);
	assert_int_equal(r->calls[0].count, 0);
	assert_int_equal(r->calls[1].from, 0x1002);
	assert_int_equal(r->calls[1].to, 0x1020);
	assert_int_equal(r->calls[1].count, 0xfffffffe);
	assert_false(r->files[0].is_cut);
	if (rate)
		assert_int_equal(r->notes.n, 0);
	else
		assert_true(file_has_note(f, NOTE_WARNING,
		                          "file: does not contain its clock's rate",
		                          "100 ticks a second are assumed, as gprof does"));
}

static void old_little_64(void **state) {
	check(*state, OLD);
}

static void old_big_64(void **state) {
	struct file_builder *f = *state;

	f->machine.big_endian = true;
	check(f, OLD);
}

static void old_little_32(void **state) {
	struct file_builder *f = *state;

	f->machine.address_size = 4;
	check(f, OLD);
}

static void old_big_32(void **state) {
	struct file_builder *f = *state;

	f->machine = (struct machine){ .address_size = 4, .big_endian = true };
	check(f, OLD);
}

static void magic_little_64(void **state) {
	check(*state, RATE);
}

static void magic_big_64(void **state) {
	struct file_builder *f = *state;

	f->machine.big_endian = true;
	check(f, RATE);
}

static void magic_little_32(void **state) {
	struct file_builder *f = *state;

	f->machine.address_size = 4;
	check(f, RATE);
}

static void magic_big_32(void **state) {
	struct file_builder *f = *state;

	f->machine = (struct machine){ .address_size = 4, .big_endian = true };
	check(f, RATE);
}

static void signed_addresses(void **state) {
	struct file_builder *f = *state;

	f->machine =
		(struct machine){ .address_size = 4, .big_endian = true, .sign_extends = true };
	file_put(f, 4, 0x80001000);
	file_put(f, 4, 0x80001040);
	file_put(f, 4, 32 + 32);
	file_put(f, 4, MAGIC);
	file_put(f, 4, RATE);
	file_put_text(f, "", 12);
	put_bins(f, 2, 1, 2);
	put_arc(f, 0x80001001, 0x80001010, 0xffffffff);
	assert_true(file_read(f, &bsd_reader));
	assert_compared(f->records->histograms[0].low, ==, 0xffffffff80001000);
	assert_compared(f->records->calls[0].from, ==, 0xffffffff80001001);
	assert_compared(f->records->calls[0].to, ==, 0xffffffff80001010);
	assert_int_equal(f->records->calls[0].count, 0xffffffff);
}

static void check_counters(struct file_builder *f, size_t size, int type, uint64_t count) {
	put_header(f, LOW + 16 * 16, 16, size, RATE, (uint32_t)type);
	put_bins(f, size, count, 1);
	assert_true(file_read(f, &bsd_reader));
	const struct histogram *h = &f->records->histograms[0];
	assert_int_equal(h->nbins, 16);
	assert_int_equal(h->bin_size, size);
	assert_int_equal(h->bins.n, 2);
	assert_compared(bin_at(&h->bins, 0).count, ==, count);
	assert_int_equal(bin_at(&h->bins, 1).index, 15);
	assert_int_equal(f->records->notes.n, 0);
}

static void counters_of_1_byte(void **state) {
	check_counters(*state, 1, 8, 200);
}

static void counters_of_4_bytes(void **state) {
	check_counters(*state, 4, 32, 0xfffffff0);
}

static void counters_of_8_bytes_big_endian(void **state) {
	struct file_builder *f = *state;

	f->machine.big_endian = true;
	check_counters(f, 8, -64, (uint64_t)1 << 40);
}

static void counters_below_0(void **state) {
	struct file_builder *f = *state;

	put_header(f, LOW + 16 * 16, 16, 4, RATE, (uint32_t)-32);
	put_bins(f, 4, 0xfffffff0, 1);
	assert_true(file_read(f, &bsd_reader));
	assert_int_equal(f->records->histograms[0].bins.n, 1);
	assert_true(file_has_note(f, NOTE_WARNING, "file: bins below 0 are counted as 0",
	                          "there are 1"));
}

/* Where the type's place and the spare bytes hold garbage, bins have 2. */
static void garbage_is_no_counter_type(void **state) {
	static const uint32_t types[] = { 2, 7, 24, 128, 0xffffffff, 0x80000000 };

	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		file_end(state);
		file_begin(state);
		struct file_builder *f = *state;
		put_header(f, LOW + 64, 16, 2, RATE, types[i]);
		put_bins(f, 2, 1, 2);
		assert_true(file_read(f, &bsd_reader));
		assert_int_equal(f->records->histograms[0].nbins, 16);
	}
}

static void spare_bytes_deny_the_counter_type(void **state) {
	struct file_builder *f = *state;

	put_header(f, LOW + 64, 16, 2, RATE, 8);
	f->data[f->len - 8] = 1;
	put_bins(f, 2, 1, 2);
	assert_true(file_read(f, &bsd_reader));
	assert_int_equal(f->records->histograms[0].bin_size, 2);
}

static void a_type_that_does_not_divide_the_range(void **state) {
	struct file_builder *f = *state;

	put_header(f, LOW + 64, 16, 2, RATE, 64);
	put_bins(f, 2, 1, 2);
	assert_true(file_read(f, &bsd_reader));
	assert_int_equal(f->records->histograms[0].bin_size, 8);
	file_end(state);
	file_begin(state);
	f = *state;
	put_header(f, LOW + 60, 15, 2, RATE, 64);
	put_bins(f, 2, 1, 2);
	f->len -= 2;
	assert_true(file_read(f, &bsd_reader));
	assert_int_equal(f->records->histograms[0].bin_size, 2);
}

static void full_bins(void **state) {
	struct file_builder *f = *state;

	put_header(f, LOW + 64, 16, 2, RATE, 0);
	put_bins(f, 2, 0xffff, 0xffff);
	assert_true(file_read(f, &bsd_reader));
	assert_true(file_has_note(f, NOTE_WARNING,
	                          "file: bins are full: their time is at least what is shown",
	                          "bins of 2 bytes that hold the most they can: 2"));
}

static void arcs_alone(void **state) {
	struct file_builder *f = *state;

	put_header(f, LOW + 64, 0, 2, RATE, 0);
	put_arc(f, 0x1001, 0x1010, 3);
	assert_true(file_read(f, &bsd_reader));
	assert_int_equal(f->records->nhistograms, 0);
	assert_int_equal(f->records->ncalls, 1);
	assert_int_equal(f->records->notes.n, 0);
}

static void cut_in_bins(void **state) {
	struct file_builder *f = *state;

	put_header(f, LOW + 64, 16, 2, RATE, 0);
	put_bins(f, 2, 5, 7);
	f->len -= 3;
	assert_true(file_read(f, &bsd_reader));
	assert_true(f->records->files[0].is_cut);
	assert_int_equal(f->records->histograms[0].nbins, 16);
	assert_int_equal(f->records->histograms[0].bins.n, 1);
	assert_true(file_has_note(f, NOTE_WARNING, "file: cut off: its last record is not complete",
	                          "byte 69: 14 of 16 bins"));
}

static void cut_in_an_arc(void **state) {
	struct file_builder *f = *state;

	put_header(f, LOW + 64, 16, 2, RATE, 0);
	put_bins(f, 2, 5, 7);
	put_arc(f, 0x1001, 0x1010, 3);
	put_arc(f, 0x1001, 0x1010, 3);
	f->len -= 1;
	assert_true(file_read(f, &bsd_reader));
	assert_int_equal(f->records->ncalls, 1);
	assert_true(file_has_note(f, NOTE_WARNING, "file: cut off: its last record is not complete",
	                          "byte 119: an arc that is cut off"));
}

static void cut_before_the_bins(void **state) {
	struct file_builder *f = *state;

	put_header(f, LOW + 64, 16, 2, RATE, 0);
	assert_false(file_read(f, &bsd_reader));
	assert_string_equal(f->err.reason, "byte 40: cut off: it should hold 72 bytes of "
	                                   "header and bins");
}

/* The header asks for gigabytes that the file does not hold. */
static void sizes_are_not_believed(void **state) {
	struct file_builder *f = *state;

	file_put_address(f, LOW);
	file_put_address(f, (uint64_t)1 << 40);
	file_put(f, 4, 0xfffffff0);
	file_put(f, 4, MAGIC);
	file_put(f, 4, RATE);
	file_put_text(f, "", 12);
	put_bins(f, 2, 1, 2);
	assert_false(file_read(f, &bsd_reader));
	assert_string_equal(f->err.reason, "byte 72: cut off: it should hold 4294967280 "
	                                   "bytes of header and bins");
}

static void backward_range(void **state) {
	struct file_builder *f = *state;

	put_header(f, LOW - 1, 16, 2, RATE, 0);
	put_bins(f, 2, 1, 2);
	assert_false(file_read(f, &bsd_reader));
	assert_string_equal(f->err.reason, "byte 0: a range of addresses that "
	                                   "ends before it begins");
}

static void other_address_size(void **state) {
	struct file_builder *f = *state;

	f->machine.address_size = 4;
	put_header(f, LOW + 64, 16, 2, RATE, 0);
	put_bins(f, 2, 1, 2);
	f->machine.address_size = 8;
	assert_int_equal(file_probe(f, &bsd_reader), 40);
	assert_false(file_read(f, &bsd_reader));
	assert_string_equal(f->err.reason, "byte 0: written with addresses of 4 bytes, but "
	                                   "the executable has 8");
}

static void other_byte_order(void **state) {
	struct file_builder *f = *state;

	f->machine.big_endian = true;
	put_header(f, LOW + 64, 16, 2, RATE, 0);
	put_bins(f, 2, 1, 2);
	f->machine.big_endian = false;
	assert_false(file_read(f, &bsd_reader));
	assert_string_equal(f->err.reason, "byte 0: written in another byte order than the "
	                                   "executable's");
}

static void check_refused(struct file_builder *f, const char *data, size_t len) {
	memset(f->data, 0, sizeof f->data);
	memcpy(f->data, data, len);
	f->len = sizeof f->data;
	for (size_t i = 0; i < 4; i++) {
		f->machine.address_size = i & 1 ? 4 : 8;
		f->machine.big_endian = i & 2;
		assert_int_equal(file_probe(f, &bsd_reader), 0);
	}
}

static void other_files_are_refused(void **state) {
	struct file_builder *f = *state;
	char text[8192];

	memset(text, 'x', sizeof text);
	memcpy(text, "aaaaaaaabbbbbbbb    ", 20);
	check_refused(f, "", 0);
	check_refused(f, "\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0\76\0\1\0", 22);
	check_refused(f, "\177ELF\1\1\1\0\0\0\0\0\0\0\0\0\2\0\3\0\1\0", 22);
	check_refused(f, "gmon\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20);
	check_refused(f, "gmon\xff\xff\1\0\0\0\0\0\0\0\0\0\0\0\0\0", 20);
	check_refused(f, text, sizeof text);
	check_refused(f, "\37\213\10\0\0\0\0\0\0\3\354\275\13\174\24\325", 16);
	check_refused(f, "#!/bin/sh\n# SPDX-License-Identifier: GPL\n", 41);
}

/* A small 32-bit text whose size would fit. */
static void a_text_is_refused(void **state) {
	struct file_builder *f = *state;

	f->machine.address_size = 4;
	file_put_text(f, "\t\t\t\t\n\t\t\t", 8);
	file_put(f, 4, 0x0a0a);
	file_put_text(f, "", 4000);
	assert_int_equal(file_probe(f, &bsd_reader), 0);
}

static void short_files_are_refused(void **state) {
	struct file_builder *f = *state;
	size_t len;

	put_header(f, LOW + 64, 16, 2, OLD, 0);
	put_bins(f, 2, 1, 2);
	len = f->len;
	for (f->len = 0; f->len < len; f->len++)
		assert_int_equal(file_probe(f, &bsd_reader), 0);
	assert_int_equal(file_probe(f, &bsd_reader), 50);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, file_begin, file_end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(old_little_64),
		TEST(old_big_64),
		TEST(old_little_32),
		TEST(old_big_32),
		TEST(magic_little_64),
		TEST(magic_big_64),
		TEST(magic_little_32),
		TEST(magic_big_32),
		TEST(signed_addresses),
		TEST(counters_of_1_byte),
		TEST(counters_of_4_bytes),
		TEST(counters_of_8_bytes_big_endian),
		TEST(counters_below_0),
		TEST(garbage_is_no_counter_type),
		TEST(spare_bytes_deny_the_counter_type),
		TEST(a_type_that_does_not_divide_the_range),
		TEST(full_bins),
		TEST(arcs_alone),
		TEST(cut_in_bins),
		TEST(cut_in_an_arc),
		TEST(cut_before_the_bins),
		TEST(sizes_are_not_believed),
		TEST(backward_range),
		TEST(other_address_size),
		TEST(other_byte_order),
		TEST(other_files_are_refused),
		TEST(a_text_is_refused),
		TEST(short_files_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
