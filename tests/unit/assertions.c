/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "assertions.h"

void check_equal(unsigned long long a, unsigned long long b, const char *what, const char *file,
                 int line) {
	if (a == b)
		return;
	print_error("%s is %lld (0x%llx), not %lld (0x%llx)\n", what, (long long)a, a, (long long)b,
	            b);
	_fail(file, line);
}

void fail_compared(const char *what, long double a, long double b, const char *file, int line) {
	print_error("not %s: %.17Lg, %.17Lg\n", what, a, b);
	_fail(file, line);
}

void check_near(double a, double b, const char *what, const char *file, int line) {
	if (fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b) + 1))
		return;
	print_error("%s is %.17g, not %.17g\n", what, a, b);
	_fail(file, line);
}
