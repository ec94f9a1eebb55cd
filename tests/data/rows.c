/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
#include "near.h"
static volatile unsigned long sum;
static void spin(unsigned long n)
{
	while (n--)
		sum += n ^ sum;
	hook((int)n);
}
static int odd(int n);
static int even(int n) { spin(4000); return n ? odd(n - 1) : 1; }
static int odd(int n)
{
	spin(2000); return n ? even(n - 1) : 0;
}
int fact(int n)
{
	spin(3000);
	return n > 1 ? n * fact(n - 1) : 1;
}
int main(void)
{
	int i, r = 0;
	for (i = 0; i < 1500; i++) {
		r += even(i % 5) + inl(i) + fact(i % 7) + other(i);
		if (i % 100 == 3)
			r += inl(r);
	}
	return r == 42;
}
/* A local name of a global function, as inlining makes them. */
static int fact_again(int) __attribute__((alias("fact"), used));
