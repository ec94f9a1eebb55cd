/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of calls in files of programs for Windows: as wide as a long of C. */
#include <stddef.h>
#include <stdint.h>

#include "file_builder.h"

#include "assertions.h"

/* A header whose spare bytes look like FreeBSD's counter type, 16 bins, and a
 * call. */
static void put_file(struct file_builder *f, uint64_t count) {
	enum { LOW = 0x1000, MAGIC = 0x51879, RATE = 100 };

	file_put_address(f, LOW);
	file_put_address(f, LOW + 64);
	file_put(f, 4, 2 * f->machine.address_size + 24 + 32);
	file_put(f, 4, MAGIC);
	file_put(f, 4, RATE);
	file_put(f, 4, 32);
	file_put(f, 8, 0);
	for (size_t i = 0; i < 16; i++)
		file_put(f, 2, i == 3 ? 7 : 0);
	file_put_address(f, 0x1001);
	file_put_address(f, 0x1010);
	file_put_address(f, count);
}

static void check(struct file_builder *f, uint64_t count, unsigned bin_size) {
	assert_true(file_read(f, &bsd_reader));
	assert_int_equal(f->records->histograms[0].bin_size, bin_size);
	assert_int_equal(f->records->ncalls, 1);
	assert_compared(f->records->calls[0].count, ==, count);
	assert_int_equal(f->records->notes.n, 0);
}

/* What is spare may hold anything. */
static void windows_of_64_bits(void **state) {
	struct file_builder *f = *state;

	f->machine.is_windows = true;
	put_file(f, 0x20000012c);
	check(f, 300, 2);
}

static void windows_of_32_bits(void **state) {
	struct file_builder *f = *state;

	f->machine.is_windows = true;
	f->machine.address_size = 4;
	put_file(f, 0xfffffffe);
	check(f, 0xfffffffe, 2);
}

/* Cygwin, too. */
static void others(void **state) {
	struct file_builder *f = *state;

	put_file(f, 0x20000012c);
	check(f, 0x20000012c, 4);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, file_begin, file_end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(windows_of_64_bits),
		TEST(windows_of_32_bits),
		TEST(others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
