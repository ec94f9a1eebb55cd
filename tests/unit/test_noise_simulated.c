/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often a run's self is within its error of what runs have on average, where that is
 * a few ticks.  The table of doc/profiling.md is what is printed with
 * SIMULATED=10. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "profile_builder.h"
#include "runs_simulator.h"
#include "views/figures.h"
#include "views/views.h"

#include "assertions.h"

/* Source: Knuth, "The Art of Computer Programming", volume 2, 3.4.1. */
static uint32_t draw_poisson(struct dice *dice, double mean) {
	const double least = exp(-mean);
	double product = 1;
	uint32_t n = 0;

	for (;; n++) {
		product *= (roll(dice, 1000003) + 0.5) / 1000003;
		if (product < least)
			return n;
	}
}

/* Whether a run in which f has n ticks is within its error of the mean. */
static bool is_within(uint32_t n, double mean) {
	struct query query = { .display.amounts = AMOUNT_SAMPLES };
	struct builder b;
	size_t row = 0;

	builder_begin(&b);
	builder_symbol(&b, "main", 0x1000, 0x10);
	builder_symbol(&b, "f", 0x1010, 0x10);
	builder_bin(&b, 0, 100);
	builder_bin(&b, 4, n);
	builder_histogram(&b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	builder_call(&b, 0x1004, 0x1010, 7);
	struct dataset data = builder_data(&b, builder_profile(&b, &rules_exact));
	struct table t = view_table(view_named("flat"), &data, &query, b.arena);
	while (strcmp(((const struct figures *)t.rows[row].item)->func->name, "f") != 0)
		row++;
	struct value self = table_value(&t, row, table_column(&t, "self"));
	struct value error = table_value(&t, row, table_column(&t, "error"));
	assert_int_equal(error.is_limit, n == 0);
	bool is_in = fabs(self.number - mean) <= error.number;
	builder_end(&b);
	return is_in;
}

static void few_ticks_are_as_near_as_is_said(void **state) {
	static const double means[] = { 0.5, 0.75, 1, 1.5, 2, 2.5, 3 };
	struct dice dice = { 7 };
	const size_t sets = simulated_sets(500);

	for (size_t i = 0; i < sizeof means / sizeof *means; i++) {
		size_t n = 0;

		for (size_t k = 0; k < sets; k++)
			n += is_within(draw_poisson(&dice, means[i]), means[i]);
		print_message("# %.2f ticks: within its error in %.3f of %zu runs\n", means[i],
		              (double)n / (double)sets, sets);
		assert_compared((double)n / (double)sets, >=, 0.64);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(few_ticks_are_as_near_as_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
