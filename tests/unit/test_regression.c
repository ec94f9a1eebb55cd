/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regression of counts on causes.  The expected figures were computed with
 * Python's fractions: least squares over each set of rates that may be above
 * 0, the best of them taken, ten times with new weights. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "model/regression.h"

#include "assertions.h"

enum { ROWS = 8, CAUSES = 3 };

static const double calls[ROWS * CAUSES] = { 1, 9, 2, 4, 1, 3, 7, 7, 1, 2, 3, 8,
	                                     9, 2, 2, 5, 5, 5, 1, 1, 9, 3, 8, 4 };
static const double ones[ROWS] = { 1, 1, 1, 1, 1, 1, 1, 1 };
static const double noisy[ROWS] = { 75, 143, 110, 280, 150, 205, 290, 171 };

static void assert_close(double a, double b) {
	if (fabs(a - b) > 1e-8 * (fabs(b) + 1e-3))
		fail_msg("%.12g is not %.12g", a, b);
}

static struct regression fitted(const double *y, const double *tick) {
	struct regression r = {
		.causes = CAUSES, .observations = ROWS, .x = calls, .y = y, .tick = tick
	};

	assert_true(regression_fit(&r));
	return r;
}

static void assert_fit(const struct regression *r, const double *rates, const double *errors,
                       double chi2, double alike) {
	for (size_t i = 0; i < r->causes; i++) {
		assert_close(r->rate[i], rates[i]);
		assert_close(r->error[i] / r->inflation, errors[i]);
	}
	assert_close(r->chi2, chi2);
	assert_close(r->alike, alike);
}

static void rates_without_noise_are_found(void **state) {
	double y[ROWS];

	for (size_t k = 0; k < ROWS; k++)
		y[k] = 10 * calls[3 * k] + 2 * calls[3 * k + 1] + 30 * calls[3 * k + 2];
	struct regression r = fitted(y, ones);
	assert_fit(&r, (double[]){ 10, 2, 30 },
	           (double[]){ 1.1728674718, 0.981779241228, 1.34734158024 }, 0, 1.36244620825);
	assert_int_equal(r.freedom, 5);
	assert_close(r.inflation, 1);
}

/* The errors of few files are larger than chi2 says: Student's t for 5 degrees
 * of freedom is 6.869 where 99.9 % lie within. */
static void noise_is_weighted_by_what_is_expected(void **state) {
	struct regression r = fitted(noisy, ones);

	assert_fit(&r, (double[]){ 10.1558883108, 0.618291518954, 31.6692082169 },
	           (double[]){ 1.16229554783, 0.949539092619, 1.36553839954 }, 1.77267569386,
	           1.36409889737);
	assert_close(r.inflation, sqrt(1.77267569386 / 5) * 6.869 / 3);
}

static void ticks_may_stand_for_more(void **state) {
	const double tick[ROWS] = { 1, 1, 1, 1, 2, 2, 2, 2 };
	struct regression r = fitted(noisy, tick);

	assert_fit(&r, (double[]){ 10.5036956455, 0.344729396093, 31.8651073776 },
	           (double[]){ 1.37198213512, 1.01202624687, 1.60514787138 }, 1.12074686253,
	           1.36240563875);
}

/* Its error is that of a rate which may be negative: not less than it is. */
static void no_rate_is_negative(void **state) {
	const double y[ROWS] = { 60, 23, 52, 20, 15, 36, 5, 49 };
	struct regression r = fitted(y, ones);

	assert_fit(&r, (double[]){ 1.36941565038, 6.00496386633, 0 },
	           (double[]){ 0.505038751168, 0.598448164247, 0.294982265822 }, 16.5177818809,
	           1.35637708586);
}

/* As often in each file, as an initialisation is. */
static void a_constant_cause_is_told_from_one_that_varies(void **state) {
	const double x[] = { 100, 1, 0, 1, 50, 1, 10, 1, 80, 1, 30, 1 };
	const double y[] = { 212, 12, 111, 33, 172, 70 };
	struct regression r = { .causes = 2, .observations = 6, .x = x, .y = y, .tick = ones };

	assert_true(regression_fit(&r));
	assert_fit(&r, (double[]){ 1.99034723028, 12.1010413041 },
	           (double[]){ 0.104084317129, 3.0045240491 }, 0.0870952876665, 1.15328560076);
}

static void predictions_add_up_to_what_was_counted(void **state) {
	struct regression r = fitted(noisy, ones);
	double sum = 0, all = 0;

	for (size_t k = 0; k < ROWS; k++) {
		all += noisy[k];
		for (size_t c = 0; c < CAUSES; c++)
			sum += calls[3 * k + c] * r.rate[c];
	}
	assert_close(sum, all);
}

/* A thousand times the calls: the same fit, rates of a thousandth. */
static void units_do_not_matter(void **state) {
	double x[ROWS * CAUSES];
	struct regression r = fitted(noisy, ones), s = r;

	for (size_t i = 0; i < ROWS * CAUSES; i++)
		x[i] = 1e6 * calls[i];
	s.x = x;
	assert_true(regression_fit(&s));
	for (size_t i = 0; i < CAUSES; i++) {
		assert_close(1e6 * s.rate[i], r.rate[i]);
		assert_close(1e6 * s.error[i], r.error[i]);
	}
	assert_close(s.chi2, r.chi2);
	assert_close(s.alike, r.alike);
}

static void causes_that_are_the_same_cannot_be_told_apart(void **state) {
	const double x[] = { 1, 2, 2, 4, 3, 6, 4, 8, 5, 10 };
	const double y[] = { 10, 20, 30, 40, 50 };
	struct regression r = { .causes = 2, .observations = 5, .x = x, .y = y, .tick = ones };

	assert_false(regression_fit(&r));
}

static void there_must_be_more_observations_than_causes(void **state) {
	const double y[3] = { 100, 200, 300 };
	const double none[ROWS] = { 0 };
	struct regression r = { .causes = 3, .observations = 3, .x = calls, .y = y, .tick = ones };

	assert_false(regression_fit(&r));
	r.observations = ROWS;
	r.y = none;
	assert_false(regression_fit(&r));
}

/* What a change of the observations does is what a fit to them finds, as long
 * as weights stay. */
static void a_shift_is_that_of_the_rates(void **state) {
	double y[ROWS], shift[CAUSES];
	struct regression r = fitted(noisy, ones);

	for (size_t i = 0; i < ROWS; i++)
		y[i] = calls[3 * i + 1];
	regression_shift(&r, y, shift);
	assert_compared(fabs(shift[0]), <, 1e-9);
	assert_close(shift[1], 1);
	assert_compared(fabs(shift[2]), <, 1e-9);
	for (size_t i = 0; i < ROWS; i++)
		y[i] = noisy[i] + 0.001 * (double)i;
	struct regression s = fitted(y, ones);
	for (size_t i = 0; i < ROWS; i++)
		y[i] = 0.001 * (double)i;
	regression_shift(&r, y, shift);
	for (size_t i = 0; i < CAUSES; i++)
		assert_compared(fabs(s.rate[i] - r.rate[i] - shift[i]), <, 1e-4);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rates_without_noise_are_found),
		cmocka_unit_test(noise_is_weighted_by_what_is_expected),
		cmocka_unit_test(ticks_may_stand_for_more),
		cmocka_unit_test(no_rate_is_negative),
		cmocka_unit_test(a_constant_cause_is_told_from_one_that_varies),
		cmocka_unit_test(predictions_add_up_to_what_was_counted),
		cmocka_unit_test(units_do_not_matter),
		cmocka_unit_test(causes_that_are_the_same_cannot_be_told_apart),
		cmocka_unit_test(there_must_be_more_observations_than_causes),
		cmocka_unit_test(a_shift_is_that_of_the_rates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
