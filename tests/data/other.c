/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
#include "tree.h"
static int spin(int n)
{
	volatile int k = 0;
	for (; k < 50000; k++)
		;
	return n;
}
int other(int n)
{
	return leaf(n) + spin(n) + inlined(n); } int same_line(int n) { return n;
}
