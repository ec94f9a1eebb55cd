/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tails and limits, and the C library's logarithms and powers, beside reference
 * values, which were computed with mpmath 1.2.1 at 50 digits, from its erfc(),
 * gammainc(), betainc(), log() and exp(); those of Student's t with many degrees
 * of freedom, and of binomials of many, by numerical integration of the density.
 * scipy 1.10.1 agrees where it has as many digits. */
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/probability.h"

#include "assertions.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

struct tail {
	double x, freedom, expected;
};

struct binomial {
	double first, second, share, expected;
};

static const struct tail normal[] = {
	{ -8, 0, 0.99999999999999938 },
	{ -1, 0, 0.84134474606854295 },
	{ 0, 0, 0.5 },
	{ 0.5, 0, 0.3085375387259869 },
	{ 1.7, 0, 0.044565462758543044 },
	{ 1.75, 0, 0.04005915686381709 },
	{ 3, 0, 0.0013498980316300945 },
	{ 8, 0, 6.2209605742717841e-16 },
	{ 20, 0, 2.7536241186062337e-89 },
	{ 37, 0, 5.7255712225245768e-300 },
};

static const struct tail student[] = {
	{ 0.3, 0.5, 0.42242957606524541 },
	{ 30, 0.5, 0.058546841490053445 },
	{ 1, 1, 0.25 },
	{ 1000000.0, 1, 3.1830988618368457e-7 },
	{ -2, 3, 0.93033701572057841 },
	{ 2, 3, 0.069662984279421588 },
	{ 0.001, 3.7, 0.49962683852954316 },
	{ 6, 8, 0.00016169661094257448 },
	{ 2.0639, 24, 0.024999926326947998 },
	{ 12, 24, 6.2493457751690826e-12 },
	{ 40, 24, 8.8057681845374216e-24 },
	{ 1.5, 38, 0.070938894992173435 },
	{ 30, 1000, 7.6873437220217411e-142 },
	{ 5, 49999, 2.8761927222735376e-7 },
	{ 3, 99999, 0.0013502304453567146 },
	{ 3, 100001, 0.0013502304387080711 },
	{ 30, 100001, 3.6891944529592903e-197 },
	{ 8, 1000000.0, 6.2275317166012598e-16 },
	{ 3, 1000000000.0, 0.0013498980648689578 },
};

static const struct tail chi2[] = {
	{ 0.5, 0.5, 0.25632205526853896 },    { 0.01, 1, 0.92034432544594204 },
	{ 6.6349, 1, 0.0099999809194220838 }, { 100, 1, 1.5239706048321052e-23 },
	{ 20.09, 8, 0.01000086155952463 },    { 1, 8, 0.99824837744370918 },
	{ 38, 38, 0.46948425692309612 },      { 120, 38, 1.9654982512650104e-10 },
	{ 1050, 1000, 0.13247405682147708 },  { 700, 10, 6.2801466992359499e-144 },
};

static const struct binomial binomial[] = {
	{ 0, 20, 0.5, 4.76837158203125e-7 },
	{ 20, 0, 0.5, 0.9999995231628418 },
	{ 3, 17, 0.5, 0.00074481964111328125 },
	{ 2.5, 17.75, 0.25, 2.7595029763936748e-9 },
	{ 9.5, 40, 0.125, 5.2433370108364188e-28 },
	{ 0.25, 0.5, 0.75, 0.56228815373971962 },
	{ 5, 10000, 0.999, 0.04795210846136503 },
	{ 5, 1000000, 0.99999, 0.04816715009842855 },
	{ 300, 280, 0.5, 0.79664648147525332 },
	{ 2, 2000, 0.5, 0 },
	{ 2000, 2, 0.5, 1.0 },
};

static const struct tail logarithms[] = {
	{ 5e-324, 0, -744.44007192138126 },      { 1e-300, 0, -690.77552789821371 },
	{ 0.5, 0, -0.69314718055994531 },        { 0.7071, 0, -0.346583180371942 },
	{ 0.7072, 0, -0.3464417676587033 },      { 0.99999999, 0, -1.0000000100247594e-8 },
	{ 1.0000001, 0, 9.9999995058387045e-8 }, { 2, 0, 0.69314718055994531 },
	{ 10, 0, 2.3025850929940457 },           { 1.7e+308, 0, 709.72683689322824 },
};

static const struct tail near_1[] = {
	{ -0.9999, 0, -9.2103403719762929 },  { -0.3, 0, -0.35667494393873236 },
	{ -0.2, 0, -0.22314355131420977 },    { -1e-09, 0, -1.0000000005000001e-9 },
	{ 1e-20, 0, 9.9999999999999995e-21 }, { 0.2, 0, 0.18232155679395464 },
	{ 0.3, 0, 0.26236426446749104 },      { 1e+300, 0, 690.77552789821371 },
};

static const struct tail powers[] = {
	{ -700, 0, 9.8596765437597709e-305 },
	{ -50, 0, 1.9287498479639178e-22 },
	{ -1, 0, 0.36787944117144232 },
	{ -1e-05, 0, 0.99999000004999983 },
	{ 0, 0, 1.0 },
	{ 1e-09, 0, 1.000000001 },
	{ 0.5, 0, 1.6487212707001281 },
	{ 1, 0, 2.7182818284590452 },
	{ 50, 0, 5.1847055285870725e+21 },
	{ 709.7, 0, 1.6549840276802644e+308 },
};

static void assert_close(double a, double b, double most) {
	if (!(fabs(a - b) <= most * fabs(b)))
		fail_msg("%.17g is not %.17g", a, b);
}

static void logarithms_are_right(void **state) {
	for (size_t i = 0; i < COUNT(logarithms); i++)
		assert_close(log(logarithms[i].x), logarithms[i].expected, 4e-16);
	for (size_t i = 0; i < COUNT(near_1); i++)
		assert_close(log1p(near_1[i].x), near_1[i].expected, 4e-16);
	for (size_t i = 0; i < COUNT(powers); i++)
		assert_close(exp(powers[i].x), powers[i].expected, 4e-16);
}

static void tails_are_right(void **state) {
	const double most = 1e-11;

	for (size_t i = 0; i < COUNT(normal); i++)
		assert_close(normal_tail(normal[i].x), normal[i].expected, most);
	for (size_t i = 0; i < COUNT(student); i++)
		assert_close(student_tail(student[i].x, student[i].freedom), student[i].expected,
		             most);
	for (size_t i = 0; i < COUNT(chi2); i++)
		assert_close(chi2_tail(chi2[i].x, chi2[i].freedom), chi2[i].expected, most);
	for (size_t i = 0; i < COUNT(binomial); i++)
		assert_close(
			binomial_tail(binomial[i].first, binomial[i].second, binomial[i].share),
			binomial[i].expected, most);
}

static void limits_have_their_tails(void **state) {
	const double tails[] = { 1e-300, 1e-30, 1e-6, 0.01, 0.025, 0.4, 0.8 };
	const double freedoms[] = { 1, 2, 3.5, 24, 1000, 99999, 1e6 };
	const double most = 1e-10;

	for (size_t i = 0; i < COUNT(tails); i++) {
		assert_close(normal_tail(normal_limit(tails[i])), tails[i], most);
		for (size_t k = 0; k < COUNT(freedoms); k++) {
			const double f = freedoms[k];

			if (tails[i] > 1e-100)
				assert_close(student_tail(student_limit(tails[i], f), f), tails[i],
				             most);
			assert_close(chi2_tail(chi2_limit(tails[i], f), f), tails[i], most);
		}
	}
	assert_close(normal_limit(0.025), 1.9599639845400545, 1e-14);
	assert_close(student_limit(0.025, 8), 2.3060041352041662, 1e-13);
	assert_close(chi2_limit(0.01, 8), 20.090235029663233, 1e-13);
	assert_compared(normal_limit(0.5), ==, 0);
}

/* The library's last digit may differ; what is shown has a few. */
static void digits_are_equal_on_all_hosts(void **state) {
	char text[160];

	snprintf(text, sizeof text, "%.11g %.11g %.11g %.11g %.11g %.11g %.11g",
	         student_limit(0.025, 8), chi2_limit(0.01, 8), normal_limit(1e-9),
	         binomial_tail(300, 280, 0.5), chi2_tail(38, 38), student_tail(3, 1e6),
	         log_gamma(1234.5));
	assert_string_equal(text, "2.3060041352 20.09023503 5.997807015 0.79664648148 "
	                          "0.46948425692 0.0013499312707 7550.5509011");
}

/* With many degrees of freedom, t is nearly normal, and the cube root of chi2
 * too. */
static void many_degrees_of_freedom_are_no_step(void **state) {
	for (double x = 0.5; x < 9; x += 0.5)
		assert_close(student_tail(x, 1e5 + 1), student_tail(x, 1e5), 1e-6);
	for (double x = 99000; x < 101000; x += 100)
		assert_close(chi2_tail(x, 1e5 + 1e-6), chi2_tail(x, 1e5), 1e-4);
	assert_compared(student_tail(3, HUGE_VAL), ==, normal_tail(3));
	assert_close(student_tail(3, 1e29), normal_tail(3), 1e-12);
}

static const double odd[] = { 0,   5e-324, 1e-310, 1e-200, 1e-20, 1e-3,     0.5,
	                      1,   1.5,    2,      12,     1e3,   123456.7, 1e6,
	                      1e9, 1e15,   1e100,  1e200,  1e300, DBL_MAX };

static void assert_probability(double p) {
	if (!(p >= 0 && p <= 1 + 1e-12))
		fail_msg("%g is no probability", p);
}

static void tails_of_anything_are_probabilities(void **state) {
	for (size_t i = 0; i < COUNT(odd); i++) {
		assert_probability(normal_tail(odd[i]));
		assert_probability(normal_tail(-odd[i]));
		for (size_t k = 0; k < COUNT(odd); k++) {
			assert_probability(student_tail(odd[i], odd[k]));
			assert_probability(student_tail(-odd[i], odd[k]));
			assert_probability(chi2_tail(odd[i], odd[k]));
			for (size_t j = 0; odd[j] < 1; j++)
				assert_probability(binomial_tail(odd[i], odd[k], odd[j]));
		}
	}
}

static void limits_of_anything_are_numbers(void **state) {
	for (size_t i = 0; i < COUNT(odd); i++)
		for (size_t k = 0; k < COUNT(odd); k++) {
			assert_true(isfinite(normal_limit(odd[i])));
			assert_true(isfinite(student_limit(odd[i], odd[k])));
			assert_true(isfinite(chi2_limit(odd[i], odd[k])));
		}
}

/* Of n events, k or more: the sum of all those cases. */
static void whole_numbers_give_the_sum_of_cases(void **state) {
	const double share = 0.3;
	enum { N = 12 };
	double above = 0, term = 1;

	for (int i = 0; i < N; i++)
		term *= share;
	for (int k = N; k >= 0; k--) {
		assert_close(binomial_tail(N - k, k, share), above + term / 2, 1e-12);
		above += term;
		term *= k / (N - k + 1.0) * (1 - share) / share;
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(logarithms_are_right),
		cmocka_unit_test(digits_are_equal_on_all_hosts),
		cmocka_unit_test(tails_are_right),
		cmocka_unit_test(limits_have_their_tails),
		cmocka_unit_test(many_degrees_of_freedom_are_no_step),
		cmocka_unit_test(tails_of_anything_are_probabilities),
		cmocka_unit_test(limits_of_anything_are_numbers),
		cmocka_unit_test(whole_numbers_give_the_sum_of_cases),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
