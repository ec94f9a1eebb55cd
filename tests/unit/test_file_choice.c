/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles of some of the files that were read. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "files_builder.h"
#include "model/build/run_finder.h"
#include "model/files/file_choice.h"
#include "model/runs.h"

#include "assertions.h"

/* Three files of two functions. */
static void add_three(struct builder *b) {
	static const uint64_t ticks[][2] = { { 5, 1 }, { 2, 30 }, { 0, 7 } };

	add_functions(b, 2);
	for (size_t i = 0; i < 3; i++) {
		add_file(b, !i, ticks[i], 2);
		add_calls(b, 0, 1, i + 1);
	}
}

static const struct profile *build(struct builder *b, const struct file_choice *choice) {
	static const struct rules exact = { .choice.opens_cycles = true };
	struct records *all = b->records;

	b->records = arena_copy(b->arena, records_choose(all, choice, b->arena), 1, sizeof *all);
	const struct profile *p = builder_profile(b, &exact);
	b->records = all;
	assert_non_null(p);
	return p;
}

static void all_files_are_the_records_themselves(void **state) {
	struct builder *b = *state;

	add_three(b);
	assert_ptr_equal(records_choose(b->records, NULL, b->arena), b->records);
	const struct file_choice *choice = file_choice_toggle(NULL, &(struct run){ .number = 1 }, 3,
	                                                      b->arena);
	assert_int_equal(file_choice_count(choice, b->records), 2);
	choice = file_choice_toggle(choice, &(struct run){ .number = 1 }, 3, b->arena);
	assert_true(file_choice_is_same(choice, NULL, 3));
	assert_ptr_equal(records_choose(b->records, choice, b->arena), b->records);
}

static void a_file_that_is_off_does_not_count(void **state) {
	struct builder *b = *state;

	add_three(b);
	const struct profile *p = build(
		b, file_choice_toggle(NULL, &(struct run){ .number = 1 }, 3, b->arena));
	assert_near(p->total_ticks, 13);
	assert_near(func_of(p, "main")->self_ticks, 5);
	assert_near(func_of(p, "f1")->self_ticks, 8);
	assert_int_equal(arc_of(p, "main", "f1")->calls, 4);
	assert_int_equal(p->records->nfiles, 2);
	assert_int_equal(p->records->files[1].number, 2);
}

static void records_tell_how_they_were_chosen(void **state) {
	struct builder *b = *state;

	add_three(b);
	const struct records *r = records_choose(
		b->records, file_choice_only(&(struct run){ .number = 1 }, 3, b->arena), b->arena);
	const struct file_choice *choice = file_choice_of(r, NULL, false, b->arena);
	const struct file_choice *others = file_choice_of(r, NULL, true, b->arena);
	assert_int_equal(file_choice_count(choice, b->records), 1);
	assert_false(file_choice_is_off(choice, 1));
	assert_int_equal(file_choice_count(others, b->records), 2);
	assert_true(file_choice_is_off(others, 1));
}

static void later_files_are_on_one_side(void **state) {
	struct builder *b = *state;

	add_three(b);
	const struct file_choice *choice = file_choice_toggle(NULL, &(struct run){ .number = 1 }, 3,
	                                                      b->arena);
	const struct file_choice *others = file_choice_of(
		records_choose(b->records, choice, b->arena), choice, true, b->arena);
	assert_false(file_choice_is_off(choice, 3));
	assert_true(file_choice_is_off(others, 3));
	const struct file_choice *swapped = file_choice_of(
		records_choose(b->records, others, b->arena), others, true, b->arena);
	assert_false(file_choice_is_off(swapped, 3));
	assert_true(file_choice_is_same(swapped, choice, 3));
	assert_true(file_choice_is_off(
		file_choice_toggle(others, &(struct run){ .number = 0 }, 4, b->arena), 3));
	assert_true(file_choice_is_off(file_choice_copy(others, b->arena), 3));
}

static void only_one_file_can_count(void **state) {
	struct builder *b = *state;

	add_three(b);
	const struct profile *p = build(
		b, file_choice_only(&(struct run){ .number = 2 }, 3, b->arena));
	assert_near(p->total_ticks, 7);
	assert_int_equal(arc_of(p, "main", "f1")->calls, 3);
	assert_int_equal(p->records->noff, 2);
}

static void files_that_are_off_have_runs_of_their_own(void **state) {
	struct builder *b = *state;

	add_three(b);
	const struct profile *p = build(
		b, file_choice_toggle(NULL, &(struct run){ .number = 1 }, 3, b->arena));
	const struct runs *runs = runs_find(p, b->arena, NULL);
	assert_int_equal(runs->n, 2);
	assert_int_equal(runs->ncounted, 2);
	assert_int_equal(runs->noff, 1);
	assert_int_equal(runs->off->number, 1);
	assert_int_equal(runs->off->calls, 2);
	assert_near(runs->off->ticks, 32);
	assert_near(runs->list[0].ticks, 6);
	assert_near(runs->list[1].ticks, 7);
}

static void files_named_later_are_on(void **state) {
	struct builder *b = *state;
	const struct file_choice *choice = file_choice_only(&(struct run){ .number = 0 }, 2,
	                                                    b->arena);

	assert_true(file_choice_is_off(choice, 1));
	assert_false(file_choice_is_off(choice, 2));
	assert_false(file_choice_is_off(choice, 4));
}

static void files_that_failed_stay_off(void **state) {
	struct builder *b = *state;

	add_three(b);
	records_fail_file(b->records, "empty", "empty: byte 0: it is empty");
	assert_string_equal(b->records->off[0].failed, "byte 0: it is empty");
	assert_int_equal(b->records->off[0].number, 3);
	assert_ptr_equal(records_choose(b->records, file_choice_all(4, b->arena), b->arena),
	                 b->records);
	assert_int_equal(file_choice_count(NULL, b->records), 3);
	assert_int_equal(records_count_off(b->records), 0);
	const struct records *r = records_choose(
		b->records, file_choice_only(&(struct run){ .number = 1 }, 4, b->arena), b->arena);
	assert_int_equal(r->nfiles, 1);
	assert_int_equal(r->noff, 3);
	assert_int_equal(records_count_off(r), 2);
	assert_string_equal(r->off[2].path, "empty");
	assert_false(file_choice_is_off(file_choice_of(r, NULL, false, b->arena), 3));
}

static void a_file_that_failed_leaves_nothing(void **state) {
	struct builder *b = *state;
	const size_t nhistograms = 2;

	add_three(b);
	records_drop_file(b->records);
	assert_int_equal(b->records->nfiles, 2);
	assert_int_equal(b->records->nhistograms, nhistograms);
	assert_int_equal(b->records->ncalls, 2);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(all_files_are_the_records_themselves, builder_setup,
		                                builder_teardown),
		cmocka_unit_test_setup_teardown(a_file_that_is_off_does_not_count, builder_setup,
		                                builder_teardown),
		cmocka_unit_test_setup_teardown(files_that_failed_stay_off, builder_setup,
		                                builder_teardown),
		cmocka_unit_test_setup_teardown(a_file_that_failed_leaves_nothing, builder_setup,
		                                builder_teardown),
		cmocka_unit_test_setup_teardown(records_tell_how_they_were_chosen, builder_setup,
		                                builder_teardown),
		cmocka_unit_test_setup_teardown(later_files_are_on_one_side, builder_setup,
		                                builder_teardown),
		cmocka_unit_test_setup_teardown(only_one_file_can_count, builder_setup,
		                                builder_teardown),
		cmocka_unit_test_setup_teardown(files_that_are_off_have_runs_of_their_own,
		                                builder_setup, builder_teardown),
		cmocka_unit_test_setup_teardown(files_named_later_are_on, builder_setup,
		                                builder_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
