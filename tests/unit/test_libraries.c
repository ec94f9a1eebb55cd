/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The libraries that an executable needs, as mkelf.py writes them, and with
 * each of its bytes damaged. */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "parse/object/object.h"

#include "assertions.h"

struct test {
	char path[64];
	int fd;
	struct arena *arena;
	const char *const *names; /* shape: [n] */
	size_t n;
};

static int begin(void **state) {
	static struct test test;

	strcpy(test.path, "/tmp/test-libraries-XXXXXX");
	test.fd = mkstemp(test.path);
	test.arena = arena_new();
	*state = &test;
	return test.fd < 0;
}

static int end(void **state) {
	struct test *t = *state;

	arena_free(t->arena);
	close(t->fd);
	return unlink(t->path);
}

static void make(struct test *t, const char *options) {
	char line[400];

	snprintf(line, sizeof line,
	         "echo 0x1000 main | python3 "
	         "${SRCDIR:-.}/tests/tools/mkelf.py -o %s --text 0x1000:0x10 "
	         "%s -",
	         t->path, options);
	assert_int_equal(system(line), 0);
}

/* False if that is no ELF file any more. */
static bool read_names(struct test *t) {
	struct elf elf;

	arena_reset(t->arena);
	t->names = NULL;
	t->n = 0;
	if (!elf_open(&elf, t->fd))
		return false;
	t->names = elf_read_libraries(&elf, &t->n, t->arena);
	return true;
}

static void assert_both(struct test *t, const char *options) {
	char line[200];

	snprintf(line, sizeof line, "%s --needed libm.so.6 --needed 'a b'", options);
	make(t, line);
	assert_true(read_names(t));
	assert_int_equal(t->n, 2);
	assert_string_equal(t->names[0], "libm.so.6");
	assert_string_equal(t->names[1], "a b");
}

static void they_are_named_in_order(void **state) {
	assert_both(*state, "");
	assert_both(*state, "-e big -m ppc64");
	assert_both(*state, "-c 32 -m i386");
	assert_both(*state, "-c 32 -e big -m mips");
}

static void there_may_be_none(void **state) {
	struct test *t = *state;

	make(t, "");
	assert_true(read_names(t));
	assert_int_equal(t->n, 0);
	assert_null(t->names);
}

static void names_beyond_the_strings_are_left_out(void **state) {
	struct test *t = *state;

	make(t, "--needed abc --needed-at 99 --needed def");
	assert_true(read_names(t));
	assert_int_equal(t->n, 2);
	assert_string_equal(t->names[1], "def");
}

/* Many entries may name the same long string. */
static void names_too_long_for_a_path_are_left_out(void **state) {
	struct test *t = *state;

	make(t, "--needed $(printf 'a%.0s' $(seq 4096)) --needed def");
	assert_true(read_names(t));
	assert_int_equal(t->n, 1);
	assert_string_equal(t->names[0], "def");
}

/* The strings would be the code, which has no end of a string, or a section
 * that does not exist. */
static void names_in_another_section_are_left_out(void **state) {
	struct test *t = *state;

	make(t, "--needed abc --needed-link 1");
	assert_true(read_names(t));
	assert_int_equal(t->n, 0);
	make(t, "--needed abc --needed-link 99");
	assert_true(read_names(t));
	assert_int_equal(t->n, 0);
}

static void any_byte_may_be_wrong(void **state) {
	static const unsigned char bytes[] = { 0, 1, 0x7f, 0xff };
	struct test *t = *state;
	size_t read = 0;
	unsigned char kept;
	struct stat st;

	make(t, "--needed abc --needed de");
	assert_int_equal(fstat(t->fd, &st), 0);
	for (size_t i = 0; i < (size_t)st.st_size * sizeof bytes; i++) {
		const off_t at = (off_t)(i / sizeof bytes);

		assert_int_equal(pread(t->fd, &kept, 1, at), 1);
		assert_int_equal(pwrite(t->fd, &bytes[i % sizeof bytes], 1, at), 1);
		read += read_names(t);
		for (size_t k = 0; k < t->n; k++)
			assert_compared(strlen(t->names[k]), <, (size_t)st.st_size);
		assert_int_equal(pwrite(t->fd, &kept, 1, at), 1);
	}
	assert_compared(read, >, (size_t)st.st_size);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(they_are_named_in_order),
		TEST(there_may_be_none),
		TEST(names_beyond_the_strings_are_left_out),
		TEST(names_too_long_for_a_path_are_left_out),
		TEST(names_in_another_section_are_left_out),
		TEST(any_byte_may_be_wrong),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
