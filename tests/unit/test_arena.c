/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"

/* A function of ours would hide behind cmocka's macro of the same name. */
static bool set_reason(struct error *err, const char *text) {
	return fail(err, "%s", text);
}

#include "assertions.h"

static int begin(void **state) {
	*state = arena_new();
	return 0;
}

static int end(void **state) {
	arena_free(*state);
	return 0;
}

static void memory_is_zeroed_and_aligned(void **state) {
	for (size_t i = 0; i < 3000; i++) {
		size_t size = i * 7 % 40000;
		unsigned char *memory = arena_alloc(*state, size, 1);

		assert_int_equal((uintptr_t)memory % alignof(max_align_t), 0);
		for (size_t k = 0; k < size; k++)
			if (memory[k])
				fail_msg("byte %zu of %zu is not 0", k, size);
		memset(memory, 0xaa, size);
		if (i % 500 == 0)
			arena_reset(*state);
	}
}

static void objects_do_not_overlap(void **state) {
	unsigned char *objects[400];

	for (size_t i = 0; i < 400; i++) {
		objects[i] = arena_alloc(*state, i * 97 % 20000 + 1, 1);
		memset(objects[i], (int)(i % 256), i * 97 % 20000 + 1);
	}
	for (size_t i = 0; i < 400; i++)
		for (size_t k = 0; k < i * 97 % 20000 + 1; k++)
			assert_int_equal(objects[i][k], i % 256);
}

static void size_says_what_is_held(void **state) {
	assert_int_equal(arena_size(*state), 0);
	arena_alloc(*state, 1, 1);
	assert_int_equal(arena_size(*state), 65536);
	arena_alloc(*state, 1000, 1000);
	assert_in_range(arena_size(*state), 1065536, 1065536 + 64);
	arena_reset(*state);
	assert_int_equal(arena_size(*state), 65536);
}

static void an_array_grows(void **state) {
	uint32_t *list = NULL;

	for (uint32_t i = 0; i < 100000; i++) {
		list = arena_room(*state, list, i, sizeof *list);
		list[i] = i * 3;
	}
	for (uint32_t i = 0; i < 100000; i++)
		assert_int_equal(list[i], i * 3);
	assert_in_range(arena_size(*state), 400000, 4 * 400000);
}

/* Large arrays grow where they are, so nothing of them is left behind. */
static void large_arrays_grow_among_others(void **state) {
	enum { ARRAYS = 3, ITEMS = 1 << 18 };
	uint64_t *lists[ARRAYS] = { NULL };

	for (size_t i = 0; i < ITEMS; i++) {
		for (size_t k = 0; k < ARRAYS; k++) {
			lists[k] = arena_room(*state, lists[k], i, sizeof *lists[k]);
			lists[k][i] = i * 3 + k;
		}
		if (i % 10000 == 0)
			memset(arena_space(*state, 20000, 1), 0xaa, 20000);
	}
	for (size_t i = 0; i < ITEMS; i++)
		for (size_t k = 0; k < ARRAYS; k++)
			assert_int_equal(lists[k][i], i * 3 + k);
	assert_in_range(arena_size(*state), ARRAYS * ITEMS * 8,
	                ARRAYS * ITEMS * 8 + 27 * 20032 + 3 * 65536);
	arena_reset(*state);
	assert_in_range(arena_size(*state), 0, 65536);
}

/* What was larger once, and is filled again, stays where it is. */
static void a_stack_keeps_its_room(void **state) {
	uint64_t *list = NULL;

	for (size_t i = 0; i < 9000; i++) {
		list = arena_room(*state, list, i, sizeof *list);
		list[i] = i;
	}
	uint64_t *top = list;
	for (size_t i = 4096; i < 9000; i++)
		list = arena_room(*state, list, i, sizeof *list);
	assert_ptr_equal(list, top);
	assert_int_equal(list[8999], 8999);
}

static void texts_are_copied(void **state) {
	const char *text = arena_text(*state, "main()", 4);
	char *whole = arena_format(*state, "%s %d%c", "line", 214, '.');
	char *large = arena_format(*state, "%100000d", 1);

	assert_string_equal(text, "main");
	assert_string_equal(arena_text(*state, NULL, 0), "");
	assert_string_equal(whole, "line 214.");
	assert_int_equal(strlen(large), 100000);
	assert_int_equal(large[99999], '1');
}

static char ended[8];

static void note_end(void *what) {
	const char *letter = what;

	strncat(ended, letter, 1);
}

static void deferred_calls_come_last_first(void **state) {
	struct arena *arena = arena_new();
	char a[] = "a", b[] = "b", c[] = "c";

	ended[0] = '\0';
	arena_defer(arena, note_end, a);
	arena_defer(arena, note_end, b);
	arena_reset(arena);
	assert_string_equal(ended, "ba");
	arena_reset(arena);
	assert_string_equal(ended, "ba");
	arena_defer(arena, note_end, c);
	arena_free(arena);
	assert_string_equal(ended, "bac");
	arena_free(NULL);
}

/* Runs in a child, for it ends the program. */
static int status_of_alloc(size_t count, size_t size) {
	pid_t child = fork();
	int status = -1;

	if (child == 0) {
		struct arena *arena = arena_new();

		fclose(stderr);
		arena_alloc(arena, count, size);
		_exit(0);
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void too_much_memory_ends_the_program(void **state) {
	assert_int_equal(status_of_alloc(SIZE_MAX / 2, 4), 1);
	assert_int_equal(status_of_alloc(SIZE_MAX, 1), 1);
	assert_int_equal(status_of_alloc(SIZE_MAX - 65536, 1), 1);
	assert_int_equal(status_of_alloc(SIZE_MAX, 0), 0);
}

static void a_reason_is_one_text(void **state) {
	struct error err;

	assert_false(set_reason(&err, "byte 7: cut-off record"));
	assert_string_equal(err.reason, "byte 7: cut-off record");
	assert_false(fail_at(&err, "gmon.out"));
	assert_string_equal(err.reason, "gmon.out: byte 7: cut-off record");
}

static void long_reasons_are_cut(void **state) {
	struct error err;
	char text[3000];

	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	set_reason(&err, text);
	assert_int_equal(strlen(err.reason), sizeof err.reason - 1);
	fail_at(&err, text);
	assert_int_equal(strlen(err.reason), sizeof err.reason - 1);
	fail_at(&err, "a.out");
	assert_memory_equal(err.reason, "a.out: xxx", 10);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(memory_is_zeroed_and_aligned, begin, end),
		cmocka_unit_test_setup_teardown(objects_do_not_overlap, begin, end),
		cmocka_unit_test_setup_teardown(size_says_what_is_held, begin, end),
		cmocka_unit_test_setup_teardown(an_array_grows, begin, end),
		cmocka_unit_test_setup_teardown(large_arrays_grow_among_others, begin, end),
		cmocka_unit_test_setup_teardown(a_stack_keeps_its_room, begin, end),
		cmocka_unit_test_setup_teardown(texts_are_copied, begin, end),
		cmocka_unit_test(deferred_calls_come_last_first),
		cmocka_unit_test(too_much_memory_ends_the_program),
		cmocka_unit_test(a_reason_is_one_text),
		cmocka_unit_test(long_reasons_are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
