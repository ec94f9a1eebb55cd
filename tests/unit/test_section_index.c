/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which section an address is in. */
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/image.h"

#include "assertions.h"

/* Not in order; all of b is in c, which is no code, and a ends in it. */
static struct section list[] = {
	{ .name = "d", .low = 0x500, .high = 0x600, .is_code = true },
	{ .name = "a", .low = 0x100, .high = 0x210, .is_code = true },
	{ .name = "b", .low = 0x220, .high = 0x240, .is_code = true },
	{ .name = "c", .low = 0x200, .high = 0x300 },
};

static void assert_name(const struct section_index *index, uint64_t address, const char *name) {
	const struct section *s = section_index_at(index, address);

	if (name)
		assert_string_equal(s ? s->name : "none", name);
	else
		assert_null(s);
}

static void the_first_in_the_file_counts(void **state) {
	const struct image image = { .sections = list, .nsections = 4 };
	struct arena *arena = arena_new();
	const struct section_index all = section_index_new(&image, false, arena);
	const struct section_index code = section_index_new(&image, true, arena);

	assert_name(&all, 0xff, NULL);
	assert_name(&all, 0x100, "a");
	assert_name(&all, 0x205, "a");
	assert_name(&all, 0x210, "c");
	assert_name(&all, 0x230, "b");
	assert_name(&all, 0x240, "c");
	assert_name(&all, 0x300, NULL);
	assert_name(&all, 0x5ff, "d");
	assert_name(&all, 0x600, NULL);
	assert_name(&code, 0x210, NULL);
	assert_name(&code, 0x230, "b");
	assert_name(&code, 0x240, NULL);
	arena_free(arena);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_in_the_file_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
