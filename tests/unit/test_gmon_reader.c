/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "file_builder.h"
#include "parse/gmon/readers.h"

#include "assertions.h"

static void put_header(struct file_builder *t, uint32_t version) {
	file_put_text(t, "gmon", 4);
	file_put(t, 4, version);
	file_put_text(t, "", 12);
}

static void put_range(struct file_builder *t, uint64_t low, uint64_t high, uint32_t nbins,
                      uint32_t rate) {
	file_put(t, 1, 0);
	file_put_address(t, low);
	file_put_address(t, high);
	file_put(t, 4, nbins);
	file_put(t, 4, rate);
	file_put_text(t, "seconds", 15);
	file_put_text(t, "s", 1);
}

/* All bins are 0 but one. */
static void put_histogram(struct file_builder *t, uint64_t low, uint32_t nbins, size_t index,
                          uint16_t count) {
	put_range(t, low, low + 4UL * nbins, nbins, 100);
	for (size_t i = 0; i < nbins; i++)
		file_put(t, 2, i == index ? count : 0);
}

static void put_arc(struct file_builder *t, uint64_t from, uint64_t to, uint32_t count) {
	file_put(t, 1, 1);
	file_put_address(t, from);
	file_put_address(t, to);
	file_put(t, 4, count);
}

static bool read(struct file_builder *t) {
	return file_read(t, &gmon_reader);
}

static void assert_fails(struct file_builder *t, const char *reason) {
	assert_false(read(t));
	assert_string_equal(t->err.reason, reason);
}

static void assert_note(const struct file_builder *t, enum severity severity, const char *cause,
                        const char *evidence) {
	assert_true(file_has_note(t, severity, cause, evidence));
}

static void check_all_records(struct file_builder *t) {
	const struct records *r = t->records;

	put_header(t, 1);
	put_arc(t, 0x1001, 0x1010, 0);
	put_histogram(t, 0x1000, 300, 299, 0x1234);
	put_arc(t, 0x1002, 0x1020, 0xfffffffe);
	put_histogram(t, 0x8000, 5, 0, 7);
	file_put(t, 1, 2);
	file_put(t, 4, 1);
	file_put_address(t, 0x1003);
	file_put_address(t, 9);
	assert_true(read(t));
	assert_int_equal(t->records->notes.n, 0);
	assert_int_equal(r->nhistograms, 2);
	assert_int_equal(r->histograms[0].nbins, 300);
	assert_int_equal(r->histograms[0].high, 0x1000 + 1200);
	assert_int_equal(r->histograms[0].rate, 100);
	assert_int_equal(r->histograms[0].bin_size, 2);
	assert_string_equal(r->histograms[0].dimension, "seconds");
	assert_int_equal(r->histograms[0].abbreviation, 's');
	assert_int_equal(r->histograms[0].bins.n, 1);
	assert_int_equal(bin_at(&r->histograms[0].bins, 0).index, 299);
	assert_int_equal(bin_at(&r->histograms[0].bins, 0).count, 0x1234);
	assert_int_equal(r->histograms[1].low, 0x8000);
	assert_int_equal(bin_at(&r->histograms[1].bins, 0).count, 7);
	assert_int_equal(r->ncalls, 2);
	assert_int_equal(r->calls[0].count, 0);
	assert_int_equal(r->calls[1].from, 0x1002);
	assert_int_equal(r->calls[1].to, 0x1020);
	assert_int_equal(r->calls[1].count, 0xfffffffe);
	assert_int_equal(r->nblocks, 1);
	assert_int_equal(r->blocks[0].address, 0x1003);
	assert_int_equal(r->blocks[0].count, 9);
	assert_int_equal(r->files[0].version, 1);
	assert_int_equal(r->files[0].nblock_records, 1);
	assert_false(r->files[0].is_cut);
}

static void little_endian_64(void **state) {
	check_all_records(*state);
}

static void big_endian_64(void **state) {
	struct file_builder *t = *state;

	t->machine.big_endian = true;
	check_all_records(t);
}

static void little_endian_32(void **state) {
	struct file_builder *t = *state;

	t->machine.address_size = 4;
	check_all_records(t);
}

static void big_endian_32(void **state) {
	struct file_builder *t = *state;

	t->machine.address_size = 4;
	t->machine.big_endian = true;
	check_all_records(t);
}

static void signed_addresses(void **state) {
	struct file_builder *t = *state;

	t->machine.address_size = 4;
	t->machine.sign_extends = true;
	put_header(t, 1);
	put_arc(t, 0x80001000, 0x1000, 1);
	assert_true(read(t));
	assert_compared(t->records->calls[0].from, ==, 0xffffffff80001000);
	assert_compared(t->records->calls[0].to, ==, 0x1000);
}

static void blocks_of_version_0(void **state) {
	struct file_builder *t = *state;

	put_header(t, 0);
	file_put(t, 1, 2);
	file_put(t, 4, 2);
	file_put_text(t, "a.c", 4);
	file_put(t, 8, 5);
	file_put(t, 8, 0x1000);
	file_put_text(t, "main", 5);
	file_put_text(t, "a.c", 4);
	file_put(t, 4, 12);
	file_put(t, 8, 6);
	file_put(t, 8, 0x1004);
	file_put_text(t, "", 2);
	file_put(t, 4, 13);
	put_arc(t, 1, 2, 3);
	assert_true(read(t));
	assert_int_equal(t->records->nblocks, 2);
	assert_int_equal(t->records->blocks[0].address, 0x1000);
	assert_int_equal(t->records->blocks[0].count, 5);
	assert_int_equal(t->records->blocks[1].count, 6);
	assert_int_equal(t->records->ncalls, 1);
	assert_int_equal(t->records->files[0].version, 0);
}

static void no_records(void **state) {
	struct file_builder *t = *state;

	put_header(t, 1);
	assert_true(read(t));
	assert_note(t, NOTE_WARNING, "file: holds no records",
	            "the file is 20 bytes long, only a header");
}

static void cut_in_the_bins(void **state) {
	struct file_builder *t = *state;

	put_header(t, 1);
	put_histogram(t, 0x1000, 100, 10, 3);
	t->len -= 99;
	assert_true(read(t));
	assert_true(t->records->files[0].is_cut);
	assert_int_equal(t->records->histograms[0].nbins, 100);
	assert_int_equal(bin_at(&t->records->histograms[0].bins, 0).index, 10);
	assert_note(t, NOTE_WARNING, "file: cut off: its last record is not complete",
	            "byte 20: a histogram with 50 of 100 bins");
}

static void cut_in_an_arc(void **state) {
	struct file_builder *t = *state;

	put_header(t, 1);
	put_arc(t, 1, 2, 3);
	put_arc(t, 4, 5, 6);
	t->len--;
	assert_true(read(t));
	assert_true(t->records->files[0].is_cut);
	assert_int_equal(t->records->ncalls, 1);
	assert_note(t, NOTE_WARNING, "file: cut off: its last record is not complete",
	            "byte 41: an arc that is cut off");
}

static void cut_in_blocks(void **state) {
	struct file_builder *t = *state;

	put_header(t, 1);
	file_put(t, 1, 2);
	file_put(t, 4, 0xffffffff);
	file_put(t, 8, 0x1000);
	file_put(t, 8, 1);
	file_put(t, 8, 0x1004);
	assert_true(read(t));
	assert_int_equal(t->records->nblocks, 1);
	assert_note(t, NOTE_WARNING, "file: cut off: its last record is not complete",
	            "byte 20: block counts with 1 of 4294967295 blocks");
}

/* However many bytes are there, it is an error or used as far as it goes. */
static void cut_anywhere(void **state) {
	struct file_builder *t = *state;

	put_header(t, 1);
	put_histogram(t, 0x1000, 20, 0, 1);
	put_arc(t, 1, 2, 3);
	size_t whole = t->len;
	for (t->len = 4; t->len < whole; t->len++) {
		size_t nhistograms = t->records->nhistograms;

		assert_int_equal(read(t), t->len == 20 || t->len >= 63);
		if (t->len >= 63)
			assert_int_equal(t->records->nhistograms, nhistograms + 1);
	}
}

static void unknown_tag_after_records(void **state) {
	struct file_builder *t = *state;

	put_header(t, 1);
	put_arc(t, 1, 2, 3);
	file_put(t, 1, 200);
	put_arc(t, 1, 2, 3);
	assert_true(read(t));
	assert_true(t->records->files[0].is_cut);
	assert_note(t, NOTE_WARNING, "file: damaged: what follows the damage is lost",
	            "byte 41: unknown record tag 200");
}

static void unknown_tag_first(void **state) {
	struct file_builder *t = *state;

	put_header(t, 1);
	file_put(t, 1, 3);
	put_arc(t, 1, 2, 3);
	assert_fails(t, "byte 20: unknown record tag 3");
}

static void too_many_bins(void **state) {
	struct file_builder *t = *state;

	put_header(t, 1);
	put_range(t, 0x1000, 0x2000, 0xffffffff, 100);
	file_put(t, 8, 0);
	assert_fails(t, "byte 20: a histogram with 4 of 4294967295 bins");
}

static void empty_histograms_are_skipped(void **state) {
	struct file_builder *t = *state;

	put_header(t, 1);
	put_range(t, 0x1000, 0x1000, 1, 100);
	file_put(t, 2, 5);
	put_range(t, 0x1000, 0x2000, 0, 100);
	put_arc(t, 1, 2, 3);
	assert_true(read(t));
	assert_int_equal(t->records->nhistograms, 0);
	assert_int_equal(t->records->ncalls, 1);
	assert_note(t, NOTE_WARNING, "file: an empty histogram was skipped",
	            "byte 20: no bins or no addresses; 2 in all");
}

static void rate_0(void **state) {
	struct file_builder *t = *state;

	put_header(t, 1);
	put_range(t, 0x1000, 0x1004, 1, 0);
	file_put(t, 2, 5);
	assert_true(read(t));
	assert_int_equal(t->records->nhistograms, 1);
	assert_note(t, NOTE_FAULT, "file: rate 0: its ticks cannot be turned into seconds",
	            "histograms of rate 0: 1");
}

static void full_bins(void **state) {
	struct file_builder *t = *state;

	put_header(t, 1);
	put_histogram(t, 0x1000, 100, 10, 65535);
	put_histogram(t, 0x8000, 100, 10, 65535);
	assert_true(read(t));
	assert_note(t, NOTE_WARNING, "file: bins are full: their time is at least what is shown",
	            "bins of 2 bytes that hold the most they can: 2");
}

/* A second histogram of the same range has what did not fit the first. */
static void carried_counts(void **state) {
	struct file_builder *t = *state;

	put_header(t, 1);
	put_histogram(t, 0x1000, 100, 10, 65535);
	put_histogram(t, 0x1000, 100, 10, 17);
	assert_true(read(t));
	assert_int_equal(t->records->nhistograms, 2);
	assert_int_equal(t->records->notes.n, 0);
}

static void other_byte_order(void **state) {
	struct file_builder *t = *state;

	put_header(t, 1);
	put_arc(t, 1, 2, 3);
	t->machine.big_endian = true;
	assert_fails(t, "byte 4: version 16777216: written in another byte "
	                "order than the executable's?");
}

static void other_address_size(void **state) {
	struct file_builder *t = *state;

	put_header(t, 1);
	put_histogram(t, 0x1000, 100, 10, 1);
	put_arc(t, 1, 2, 3);
	t->machine.address_size = 4;
	assert_false(read(t));
	assert_non_null(strstr(t->err.reason, ": written with addresses of 8 bytes, but the "
	                                      "executable has 4"));
	t->len = 0;
	put_header(t, 1);
	put_histogram(t, 0x1000, 100, 10, 1);
	t->machine.address_size = 8;
	assert_false(read(t));
	assert_non_null(strstr(t->err.reason, "of 4 bytes"));
}

static void other_versions(void **state) {
	struct file_builder *t = *state;

	put_header(t, 7);
	assert_fails(t, "byte 4: unknown version 7");
	t->len = 0;
	put_header(t, 0x1ffff); /* a shared object's */
	assert_ptr_equal(reader_for(file_bytes(t), &t->machine), &shobj_reader);
}

static void not_a_profile(void **state) {
	struct file_builder *t = *state;
	struct bytes bytes = { t->data, 0 };

	assert_null(reader_for(bytes, &t->machine));
	file_put_text(t, "gmo", 3);
	bytes.len = 3;
	assert_null(reader_for(bytes, &t->machine));
	file_put_text(t, "x", 1);
	bytes.len = 4;
	assert_null(reader_for(bytes, &t->machine));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, file_begin, file_end)

/* Bytes [10, 20) and [30, 31) are lost. */
static void bytes_before_lost_ones_arrived(void **state) {
	struct lost_part parts[] = { { .from = 10, .to = 20 }, { .from = 30, .to = 31 } };
	struct lost_bytes lost = { .list = parts, .n = 2 };
	const struct records records = { .lost = &lost };

	assert_int_equal(bytes_until_lost(&records, 0, 10), 10);
	assert_int_equal(bytes_until_lost(&records, 0, 11), 10);
	assert_int_equal(bytes_until_lost(&records, 9, 8), 1);
	assert_int_equal(bytes_until_lost(&records, 10, 1), 0);
	assert_int_equal(bytes_until_lost(&records, 19, 8), 0);
	assert_int_equal(bytes_until_lost(&records, 20, 8), 8);
	assert_int_equal(bytes_until_lost(&records, 20, 40), 10);
	assert_int_equal(bytes_until_lost(&records, 31, 40), 40);
	assert_int_equal(bytes_until_lost(NULL, 10, 40), 40);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_before_lost_ones_arrived),
		TEST(little_endian_64),
		TEST(big_endian_64),
		TEST(little_endian_32),
		TEST(big_endian_32),
		TEST(signed_addresses),
		TEST(blocks_of_version_0),
		TEST(no_records),
		TEST(cut_in_the_bins),
		TEST(cut_in_an_arc),
		TEST(cut_in_blocks),
		TEST(cut_anywhere),
		TEST(unknown_tag_after_records),
		TEST(unknown_tag_first),
		TEST(too_many_bins),
		TEST(empty_histograms_are_skipped),
		TEST(rate_0),
		TEST(full_bins),
		TEST(carried_counts),
		TEST(other_byte_order),
		TEST(other_address_size),
		TEST(other_versions),
		TEST(not_a_profile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
