/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
#include "near.h"
static int spin(int n)
{
	volatile int k = 0;
	for (; k < 5000; k++)
		;
	return n + inl(n);
}
int other(int n)
{
	return fact(3) + spin(n); } int same(int n) { return n;
}
