/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assertions of unit tests: cmocka's, and those below, which print both values so that people can
 * read them.  Included last, because cmocka has a macro fail(). */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Integers, in decimal; cmocka has hexadecimal digits only. */
#undef assert_int_equal
#define assert_int_equal(a, b) \
	check_equal((unsigned long long)(a), (unsigned long long)(b), #a, __FILE__, __LINE__)

/* Numbers in an order: assert_compared(n, <=, most). */
#define assert_compared(a, order, b)                                                           \
	((a)order(b) ? (void)0                                                                 \
	             : fail_compared(#a " " #order " " #b, (long double)(a), (long double)(b), \
	                             __FILE__, __LINE__))

/* That differ by the last digits of their calculation. */
#define assert_near(a, b) check_near((a), (b), #a, __FILE__, __LINE__)

void check_equal(unsigned long long a, unsigned long long b, const char *what, const char *file,
                 int line);
void fail_compared(const char *what, long double a, long double b, const char *file, int line);
void check_near(double a, double b, const char *what, const char *file, int line);
