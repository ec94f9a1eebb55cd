/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a function's time is at least and at most. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "model/bounds.h"
#include "profile_builder.h"

#include <cmocka.h>

static void assert_bounds(struct builder *b, const struct profile *p,
                          const char *name, int least, int most)
{
	struct bounds bounds = bounds_of(p, func_of(p, name), b->arena);

	assert_int_equal((int)bounds.least, least);
	assert_int_equal((int)bounds.most, most);
}

/* Ticks: main 5, walk 10, eval 20, _leaf 40; main calls only walk, walk and
 * eval call each other and _leaf. */
static void the_example(void **state)
{
	struct builder *b = *state;
	const struct profile *p;

	builder_example(b);
	p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	assert_bounds(b, p, "main", 75, 75);
	assert_bounds(b, p, "walk", 70, 70);
	assert_bounds(b, p, "eval", 20, 70);
	assert_bounds(b, p, "_leaf", 40, 40);
	assert_bounds(b, p, "idle", 1, 1);
	assert_bounds(b, p, "zz", 0, 0);
}

/* Nobody is known to enter the circle of a and b, so either may be first. */
static void a_circle_that_nobody_enters(void **state)
{
	struct builder *b = *state;
	const struct profile *p;

	builder_symbol(b, "a", 0x1000, 0x10);
	builder_symbol(b, "b", 0x1010, 0x10);
	builder_symbol(b, "c", 0x1020, 0x10);
	builder_bin(b, 0, 3);
	builder_bin(b, 4, 4);
	builder_bin(b, 8, 8);
	builder_histogram(b, 0x1000, 0x1040, 16, 100);
	builder_call(b, 0x1004, 0x1010, 2);
	builder_call(b, 0x1014, 0x1000, 2);
	builder_call(b, 0x1018, 0x1020, 5);
	p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	assert_bounds(b, p, "a", 3, 15);
	assert_bounds(b, p, "b", 12, 15);
	assert_bounds(b, p, "c", 8, 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_example, builder_setup,
		                                builder_teardown),
		cmocka_unit_test_setup_teardown(a_circle_that_nobody_enters,
		                                builder_setup,
		                                builder_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
