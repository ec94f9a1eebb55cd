/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"

#include "assertions.h"

struct source_location {
	struct arena *arena;
	char folder[32];
	char path[64];
	struct error err;
};

static int begin(void **state) {
	static struct source_location place;

	place = (struct source_location){ .arena = arena_new(),
		                          .folder = "/tmp/test-bytes-XXXXXX" };
	if (!mkdtemp(place.folder))
		return -1;
	snprintf(place.path, sizeof place.path, "%s/file", place.folder);
	*state = &place;
	return 0;
}

static int end(void **state) {
	struct source_location *place = *state;

	unlink(place->path);
	rmdir(place->folder);
	arena_free(place->arena);
	return 0;
}

static void write_bytes(const char *path, size_t len) {
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	for (size_t i = 0; i < len; i++)
		putc((int)(i * 7 % 251), file);
	fclose(file);
}

static void assert_bytes(struct bytes bytes, size_t len) {
	assert_int_equal(bytes.len, len);
	for (size_t i = 0; i < len; i++)
		if (bytes.data[i] != i * 7 % 251)
			fail_msg("byte %zu of %zu is wrong", i, len);
}

static void files_of_any_size_are_read(void **state) {
	static const size_t sizes[] = { 0, 1, 4095, 4096, 4097, 300000 };
	struct source_location *place = *state;
	struct bytes bytes;

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		write_bytes(place->path, sizes[i]);
		assert_true(bytes_read(&bytes, place->path, place->arena, &place->err));
		assert_bytes(bytes, sizes[i]);
	}
}

static void what_is_no_file_fails(void **state) {
	struct source_location *place = *state;
	struct bytes bytes;
	char expected[128];

	snprintf(expected, sizeof expected, "%s: No such file or directory", place->path);
	assert_false(bytes_read(&bytes, place->path, place->arena, &place->err));
	assert_string_equal(place->err.reason, expected);
	snprintf(expected, sizeof expected, "%s: Is a directory", place->folder);
	assert_false(bytes_read(&bytes, place->folder, place->arena, &place->err));
	assert_string_equal(place->err.reason, expected);
	assert_false(bytes_read(&bytes, "/dev/zero", place->arena, &place->err));
	assert_string_equal(place->err.reason, "/dev/zero: not a regular file");
}

static void a_pipe_without_a_writer_is_empty(void **state) {
	struct source_location *place = *state;
	struct bytes bytes;

	assert_int_equal(mkfifo(place->path, 0600), 0);
	assert_true(bytes_read(&bytes, place->path, place->arena, &place->err));
	assert_int_equal(bytes.len, 0);
}

/* A child feeds standard input slowly, in pieces. */
static void standard_input_is_read_to_its_end(void **state) {
	struct source_location *place = *state;
	int ends[2], saved = dup(STDIN_FILENO);
	struct bytes bytes;

	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0) {
		for (int i = 0; i < 20; i++)
			for (int k = 0; k < 1000; k++) {
				unsigned char byte = (unsigned char)((i * 1000 + k) * 7 % 251);

				if (write(ends[1], &byte, 1) != 1)
					_exit(1);
			}
		_exit(0);
	}
	close(ends[1]);
	dup2(ends[0], STDIN_FILENO);
	assert_true(bytes_read(&bytes, "-", place->arena, &place->err));
	assert_bytes(bytes, 20000);
	dup2(saved, STDIN_FILENO);
	close(saved);
	close(ends[0]);
	waitpid(child, NULL, 0);
}

static void taking_is_all_or_nothing(void **state) {
	struct bytes rest = { (const unsigned char *)"abcde", 5 }, part;

	assert_true(bytes_take(&rest, 2, &part));
	assert_memory_equal(part.data, "ab", 2);
	assert_false(bytes_take(&rest, 4, &part));
	assert_false(bytes_take(&rest, SIZE_MAX, &part));
	assert_int_equal(rest.len, 3);
	assert_true(bytes_take(&rest, 3, &part));
	assert_memory_equal(part.data, "cde", 3);
	assert_true(bytes_take(&rest, 0, &part));
	assert_false(bytes_take(&rest, 1, &part));
}

static void numbers_have_an_order_of_bytes(void **state) {
	static const unsigned char data[] = { 0x81, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0xf8 };
	struct bytes rest = { data, 8 };
	uint64_t number;

	assert_compared(bytes_number(rest, false), ==, UINT64_C(0xf807060504030281));
	assert_compared(bytes_number(rest, true), ==, UINT64_C(0x81020304050607f8));
	assert_true(bytes_take_number(&rest, 2, false, &number));
	assert_int_equal(number, 0x0281);
	assert_true(bytes_take_number(&rest, 4, true, &number));
	assert_int_equal(number, 0x03040506);
	assert_false(bytes_take_number(&rest, 4, true, &number));
	assert_int_equal(rest.len, 2);
	assert_true(bytes_take_number(&rest, 0, true, &number));
	assert_int_equal(number, 0);
}

/* What was read stays, and no block that was too small is kept. */
static void room_grows_without_copies(void **state) {
	enum { START = 4096, MOST = 64 << 20 };
	const struct source_location *place = *state;
	struct bytes_room room = { .arena = place->arena };

	bytes_make_room(&room, START);
	memset(room.data, 7, START);
	for (size_t size = START; size <= MOST; size *= 2) {
		bytes_make_room(&room, size);
		assert_int_equal(room.size, size);
		assert_int_equal(room.data[0] + room.data[START - 1], 14);
	}
	assert_compared(arena_size(place->arena), <, MOST + (MOST >> 3));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(files_of_any_size_are_read, begin, end),
		cmocka_unit_test_setup_teardown(what_is_no_file_fails, begin, end),
		cmocka_unit_test_setup_teardown(a_pipe_without_a_writer_is_empty, begin, end),
		cmocka_unit_test_setup_teardown(standard_input_is_read_to_its_end, begin, end),
		cmocka_unit_test_setup_teardown(room_grows_without_copies, begin, end),
		cmocka_unit_test(taking_is_all_or_nothing),
		cmocka_unit_test(numbers_have_an_order_of_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
