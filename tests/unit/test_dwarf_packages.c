/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/work.h"
#include "parse/dwarf/dwarf_entries.h"

#include "assertions.h"

enum { SLOTS = 4, UNITS = 2, COLUMNS = 3 };

/* An index being written. */
struct package_index {
	unsigned char data[512];
	size_t len;
	bool big_endian;
};

static void put(struct package_index *x, unsigned size, uint64_t number) {
	for (unsigned i = 0; i < size; i++)
		x->data[x->len++] = (unsigned char)(number >>
		                                    8 * (x->big_endian ? size - 1 - i : i));
}

static void put_list(struct package_index *x, const uint32_t *list, size_t n) {
	for (size_t i = 0; i < n; i++)
		put(x, 4, list[i]);
}

/* Two units: 0x100000001 in slot 1, 0x200000001 two further. */
static struct package_index make(unsigned version, uint32_t last_kind) {
	static const uint32_t rows[SLOTS] = { 0, 1, 0, 2 };
	static const uint32_t offsets[] = { 0, 10, 20, 100, 110, 120 };
	static const uint32_t sizes[] = { 1, 2, 3, 4, 5, 6 };
	const uint32_t kinds[COLUMNS] = { 1, 3, last_kind };
	struct package_index x = { .big_endian = version == 5 };

	if (version == 5) {
		put(&x, 2, version);
		put(&x, 2, 0);
	} else {
		put(&x, 4, version);
	}
	put(&x, 4, COLUMNS);
	put(&x, 4, UNITS);
	put(&x, 4, SLOTS);
	put(&x, 8, 0);
	put(&x, 8, 0x100000001);
	put(&x, 8, 0);
	put(&x, 8, 0x200000001 + 0x100000000);
	put_list(&x, rows, SLOTS);
	put_list(&x, kinds, COLUMNS);
	put_list(&x, offsets, COLUMNS * UNITS);
	put_list(&x, sizes, COLUMNS * UNITS);
	return x;
}

static bool find(const struct package_index *x, uint64_t id, struct dwarf_package_unit *out) {
	struct work work = { .left = 0 };

	work_allow(&work, 0);
	return dwarf_package_find((struct bytes){ x->data, x->len }, x->big_endian, id, &work, out);
}

static void units_are_found(void **state) {
	const struct package_index old = make(2, 6), new = make(5, 8);
	struct dwarf_package_unit unit;

	assert_true(find(&old, 0x100000001, &unit));
	assert_int_equal(unit.parts[PART_INFO].offset, 0);
	assert_int_equal(unit.parts[PART_INFO].size, 1);
	assert_int_equal(unit.parts[PART_STR_OFFSETS].offset, 20);
	assert_int_equal(unit.parts[PART_STR_OFFSETS].size, 3);
	assert_int_equal(unit.parts[PART_RNGLISTS].size, 0);
	assert_true(find(&new, 0x100000001, &unit));
	assert_int_equal(unit.parts[PART_RNGLISTS].size, 3);
	assert_int_equal(unit.parts[PART_STR_OFFSETS].size, 0);
}

/* From slot 1 in steps of (3 & 3) | 1 = 3: 1, 0, 3, 2. */
static void a_slot_that_is_taken_is_passed(void **state) {
	struct package_index x = make(2, 6);
	struct dwarf_package_unit unit;

	assert_false(find(&x, 0x300000001, &unit)); /* slot 0 is empty */
	x.data[16 + 8 * SLOTS] = 1;                 /* now it is not */
	assert_true(find(&x, 0x300000001, &unit));
	assert_int_equal(unit.parts[PART_INFO].offset, 100);
	assert_int_equal(unit.parts[PART_ABBREV].size, 5);
}

/* All slots taken, none the right one: the search ends. */
static void what_is_not_there(void **state) {
	struct package_index x = make(2, 6);
	struct dwarf_package_unit unit;

	assert_false(find(&x, 7, &unit));
	for (size_t i = 0; i < SLOTS; i++)
		x.data[16 + 8 * SLOTS + 4 * i] = 1;
	assert_false(find(&x, 7, &unit));
	x.data[16 + 8 * SLOTS + 4 * 3] = 3; /* a row beyond the last */
	assert_false(find(&x, 7, &unit));
}

static void damaged_indexes(void **state) {
	struct package_index x = make(2, 6);
	struct dwarf_package_unit unit;
	const size_t len = x.len;

	for (x.len = 0; x.len < len; x.len++)
		assert_false(find(&x, 0x100000001, &unit));
	x.data[12] = 3; /* slots: no power of 2 */
	assert_false(find(&x, 0x100000001, &unit));
	x = make(3, 6);
	assert_false(find(&x, 0x100000001, &unit));
	x = make(2, 6);
	memset(x.data + 4, 0xff, 12);
	assert_false(find(&x, 0x100000001, &unit));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units_are_found),
		cmocka_unit_test(a_slot_that_is_taken_is_passed),
		cmocka_unit_test(what_is_not_there),
		cmocka_unit_test(damaged_indexes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
