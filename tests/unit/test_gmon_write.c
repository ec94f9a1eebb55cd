/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_builder.h"
#include "parse/gmon/readers.h"
#include "profile_builder.h"

#include "assertions.h"

static const char *followed;
static const char *const path = "test_gmon_write.tmp";

static int begin(void **state) {
	unlink(path);
	file_begin(state);
	struct file_builder *f = *state;
	records_add_file(f->records, "file", &gmon_reader.format);
	return 0;
}

static int end(void **state) {
	unlink(path);
	return file_end(state);
}

/* A histogram with two bins that are not 0. */
static void add(struct file_builder *f, uint64_t low, uint32_t nbins, uint32_t rate, uint64_t first,
                uint64_t last) {
	struct histogram h = seconds_in(low, low + 4 * nbins, nbins);

	h.rate = rate;
	h.bins.list = arena_alloc(f->arena, 2, sizeof *h.bins.list);
	h.bins.list[h.bins.n++] = (struct bin){ first, 1, 0 };
	h.bins.list[h.bins.n++] = (struct bin){ last, nbins - 1, 0 };
	records_add_histogram(f->records, h);
}

static void add_call(struct file_builder *f, uint64_t from, uint64_t to, uint64_t count) {
	records_add_call(f->records, (struct call){ from, to, count });
}

/* Writes the records and reads them back. */
static void rewrite(struct file_builder *f, enum gmon_form form, const struct reader *reader) {
	if (!gmon_write(path, form, f->records, &f->machine, &followed, f->arena, &f->err))
		fail_msg("%s", f->err.reason);
	f->records = records_new(f->arena);
	assert_true(reader_load(f->records, path, &f->machine, NULL, NULL, &f->err));
	assert_ptr_equal(f->records->files[0].format, &reader->format);
	assert_int_equal(f->records->notes.n, 0);
}

static void assert_call(const struct file_builder *f, size_t i, uint64_t from, uint64_t to,
                        uint64_t count) {
	assert_compared(i, <, f->records->ncalls);
	assert_int_equal(f->records->calls[i].from, from);
	assert_int_equal(f->records->calls[i].to, to);
	assert_compared(f->records->calls[i].count, ==, count);
}

static void likes_are_added_up(void **state) {
	struct file_builder *f = *state;

	add_call(f, 0x1001, 0x1040, 3);
	add(f, 0x2000, 3000, 100, 5, 6);
	add_call(f, 0x1001, 0x1080, 0);
	add(f, 0x1000, 100, 100, 7, 8);
	add(f, 0x2000, 3000, 100, 50, 0x1200);
	add_call(f, 0x1001, 0x1040, 4);
	add(f, 0x2000, 3000, 200, 1, 1);
	rewrite(f, GMON_MAGIC, &gmon_reader);
	const struct histogram *h = f->records->histograms;
	assert_int_equal(f->records->nhistograms, 3);
	assert_int_equal(h[0].low, 0x2000);
	assert_int_equal(h[0].high, 0x2000 + 12000);
	assert_int_equal(h[0].nbins, 3000);
	assert_string_equal(h[0].dimension, "seconds");
	assert_int_equal(bin_at(&h[0].bins, 0).count, 55);
	assert_int_equal(bin_at(&h[0].bins, 1).index, 2999);
	assert_int_equal(bin_at(&h[0].bins, 1).count, 0x1206);
	assert_int_equal(h[1].low, 0x1000);
	assert_int_equal(bin_at(&h[1].bins, 1).count, 8);
	assert_int_equal(h[2].rate, 200);
	assert_int_equal(f->records->ncalls, 2);
	assert_call(f, 0, 0x1001, 0x1040, 7);
	assert_call(f, 1, 0x1001, 0x1080, 0);
	assert_int_equal(f->records->files[0].nblock_records, 0);
}

static void what_does_not_fit_a_field_takes_several(void **state) {
	const uint64_t most = UINT32_MAX;
	struct file_builder *f = *state;

	add(f, 0x1000, 100, 100, 65534, 131067);
	add_call(f, 0x1001, 0x1040, most + 5);
	add_call(f, 0x1001, 0x1080, most);
	assert_true(gmon_write(path, GMON_MAGIC, f->records, &f->machine, &followed, f->arena,
	                       &f->err));
	f->records = records_new(f->arena);
	assert_true(reader_load(f->records, path, &f->machine, NULL, NULL, &f->err));
	const struct histogram *h = f->records->histograms;
	assert_int_equal(f->records->nhistograms, 2);
	assert_int_equal(bin_at(&h[0].bins, 0).count, 65534);
	assert_int_equal(bin_at(&h[0].bins, 1).count, 65535);
	assert_int_equal(h[1].bins.n, 1);
	assert_int_equal(bin_at(&h[1].bins, 0).index, 99);
	assert_int_equal(bin_at(&h[1].bins, 0).count, 65532);
	assert_int_equal(h[1].high, h[0].high);
	assert_int_equal(f->records->ncalls, 3);
	assert_call(f, 0, 0x1001, 0x1040, most);
	assert_call(f, 1, 0x1001, 0x1040, 5);
	assert_call(f, 2, 0x1001, 0x1080, most);
}

static void check_blocks(struct file_builder *f) {
	records_add_block(f->records, (struct block){ 0x1050, 5 });
	records_add_block(f->records, (struct block){ 0x1001, 6 });
	records_add_block(f->records, (struct block){ 0x1050, 0xfffffffe });
	f->records->files[0].nblock_records = 1;
	rewrite(f, GMON_MAGIC, &gmon_reader);
	assert_int_equal(f->records->files[0].nblock_records, 1);
	assert_int_equal(f->records->blocks[0].address, 0x1001);
	assert_int_equal(f->records->blocks[0].count, 6);
	assert_int_equal(f->records->blocks[1].address, 0x1050);
}

static void blocks(void **state) {
	struct file_builder *f = *state;

	check_blocks(f);
	assert_int_equal(f->records->nblocks, 2);
	assert_compared(f->records->blocks[1].count, ==, 0x100000003);
}

static void blocks_of_4_bytes(void **state) {
	struct file_builder *f = *state;

	f->machine = (struct machine){ .address_size = 4, .big_endian = true };
	check_blocks(f);
	assert_int_equal(f->records->nblocks, 3);
	assert_int_equal(f->records->blocks[1].count, 5);
	assert_int_equal(f->records->blocks[2].count, 0xfffffffe);
}

static void bsd(void **state) {
	struct file_builder *f = *state;

	add(f, 0x1000, 100, 250, 7, 8);
	add(f, 0x1000, 100, 250, 7, 8);
	add_call(f, 0x1001, 0x1040, 0x123456789);
	rewrite(f, GMON_BSD, &bsd_reader);
	assert_int_equal(f->records->histograms[0].rate, 250);
	assert_int_equal(bin_at(&f->records->histograms[0].bins, 1).count, 16);
	assert_call(f, 0, 0x1001, 0x1040, 0x123456789);
}

static void bsd_of_4_bytes(void **state) {
	struct file_builder *f = *state;

	f->machine = (struct machine){ .address_size = 4, .big_endian = true };
	add(f, 0x1000, 100, 100, 7, 8);
	add_call(f, 0x1001, 0x1040, 0x100000002);
	rewrite(f, GMON_BSD44, &bsd_reader);
	assert_int_equal(f->records->histograms[0].rate, 100);
	assert_int_equal(f->records->ncalls, 2);
	assert_call(f, 0, 0x1001, 0x1040, 0xffffffff);
	assert_call(f, 1, 0x1001, 0x1040, 3);
}

/* Counts have 4 bytes there. */
static void bsd_of_windows(void **state) {
	struct file_builder *f = *state;

	f->machine.is_windows = true;
	add(f, 0x1000, 100, 100, 7, 8);
	add_call(f, 0x1001, 0x1040, 0x100000002);
	rewrite(f, GMON_BSD44, &bsd_reader);
	assert_int_equal(f->records->ncalls, 2);
	assert_call(f, 0, 0x1001, 0x1040, 0xffffffff);
	assert_call(f, 1, 0x1001, 0x1040, 3);
}

static void assert_refused(struct file_builder *f, enum gmon_form form, const char *reason) {
	assert_false(gmon_write(path, form, f->records, &f->machine, &followed, f->arena, &f->err));
	assert_string_equal(f->err.reason + strlen(path) + 2, reason);
	assert_int_equal(access(path, F_OK), -1);
}

static void what_bsd_cannot_hold(void **state) {
	struct file_builder *f = *state;

	add(f, 0x1000, 100, 100, 60000, 8);
	add(f, 0x1000, 100, 100, 60000, 8);
	assert_refused(f, GMON_BSD, "a bin of 120000 ticks does not fit the format");
	add(f, 0x1000, 100, 200, 1, 1);
	assert_refused(f, GMON_BSD,
	               "histograms of different ranges or rates do not fit "
	               "the format");
	f->records->files[0].nblock_records = 1;
	assert_refused(f, GMON_BSD44, "block counts do not fit the format");
}

static void counts_that_would_fill_the_disk(void **state) {
	struct file_builder *f = *state;

	add_call(f, 0x1001, 0x1040, UINT64_MAX);
	add_call(f, 0x1001, 0x1040, UINT64_MAX);
	assert_refused(f, GMON_MAGIC, "18446744073709551615 calls do not fit the format");
	add(f, 0x1000, 100, 100, (uint64_t)1 << 40, 8);
	assert_refused(f, GMON_MAGIC, "a bin of 1099511627776 ticks does not fit the format");
}

/* As version 0 has them, on machines of 4 bytes, too. */
static void block_counts_of_8_bytes(void **state) {
	struct file_builder *f = *state;

	f->machine.address_size = 4;
	records_add_block(f->records, (struct block){ 0x1000, 1ULL << 32 });
	assert_refused(f, GMON_MAGIC, "4294967296 executions do not fit the format");
}

static void a_new_file_has_the_usual_rights(void **state) {
	struct file_builder *f = *state;
	const mode_t mask = umask(027);
	struct stat status;

	add(f, 0x1000, 100, 100, 7, 8);
	rewrite(f, GMON_MAGIC, &gmon_reader);
	umask(mask);
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0640);
}

static void no_folder(void **state) {
	struct file_builder *f = *state;

	assert_false(gmon_write("/proc/none/gmon.sum", GMON_MAGIC, f->records, &f->machine,
	                        &followed, f->arena, &f->err));
	assert_string_equal(f->err.reason, "/proc/none/gmon.sum: No such "
	                                   "file or directory");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(likes_are_added_up),
		TEST(what_does_not_fit_a_field_takes_several),
		TEST(blocks),
		TEST(blocks_of_4_bytes),
		TEST(bsd),
		TEST(bsd_of_4_bytes),
		TEST(bsd_of_windows),
		TEST(what_bsd_cannot_hold),
		TEST(counts_that_would_fill_the_disk),
		TEST(block_counts_of_8_bytes),
		TEST(a_new_file_has_the_usual_rights),
		TEST(no_folder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
