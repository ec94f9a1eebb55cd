/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>

#include "base/work.h"

#include "assertions.h"

/* How many steps of that price are done. */
static uint64_t pay_all(struct work *work, uint64_t price) {
	uint64_t n = 0;

	while (work_pay(work, price))
		n++;
	return n;
}

static void nothing_is_allowed_at_first(void **state) {
	struct work work = { .left = 0 };

	assert_true(work_pay(&work, 0));
	assert_false(work_pay(&work, 1));
	assert_true(work.is_spent);
}

static void all_that_is_allowed_can_be_paid(void **state) {
	struct work work = { .left = 1000000 };

	assert_int_equal(pay_all(&work, 7), 1000000 / 7);
	assert_true(work.is_spent);
}

static void each_byte_and_file_allows_some(void **state) {
	struct work none = { .left = 0 }, some = { .left = 0 };

	work_allow(&none, 0);
	work_allow(&some, 1000);
	struct work twice = some;
	work_allow(&twice, 1000);
	assert_compared(none.left, >, 0);
	assert_compared(some.left, >=, none.left + 1000);
	assert_int_equal(twice.left, 2 * some.left);
}

static void no_size_is_too_large(void **state) {
	struct work work = { .left = 0 };

	for (int i = 0; i < 10; i++)
		work_allow(&work, UINT64_MAX);
	assert_compared(work.left, >, UINT64_MAX / 8);
	assert_true(work_pay(&work, UINT64_MAX / 8));
	assert_false(work_pay(&work, UINT64_MAX));
}

static void what_is_spent_stays_so(void **state) {
	struct work work = { .left = 10 };

	assert_false(work_pay(&work, 11));
	work_allow(&work, 1000);
	assert_false(work_pay(&work, 1));
}

static void a_cancelled_job_ends_soon(void **state) {
	struct progress progress = { .stage = NULL };
	struct work work = { .left = UINT64_MAX / 4, .progress = &progress };

	assert_true(work_pay(&work, 1));
	atomic_store(&progress.cancelled, true);
	assert_compared(pay_all(&work, 1), <, 1 << 20);
	assert_false(work_pay(&work, UINT32_MAX));
}

static void the_next_job_can_go_on(void **state) {
	struct progress progress = { .cancelled = true };
	struct work work = { .left = 1000, .progress = &progress };

	assert_false(work_pay(&work, 1));
	assert_false(work.is_spent);
	work.progress = NULL;
	assert_int_equal(pay_all(&work, 1), 1000);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_allowed_at_first),
		cmocka_unit_test(all_that_is_allowed_can_be_paid),
		cmocka_unit_test(each_byte_and_file_allows_some),
		cmocka_unit_test(no_size_is_too_large),
		cmocka_unit_test(what_is_spent_stays_so),
		cmocka_unit_test(a_cancelled_job_ends_soon),
		cmocka_unit_test(the_next_job_can_go_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
