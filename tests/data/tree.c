/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree.h"
static volatile unsigned long sum;
static void spin(unsigned long n)
{
	while (n--)
		sum += n ^ sum;
}
static int even(int n);
static int odd(int n)
{
	spin(20000);
	return n ? even(n - 1) : 0;
}
static int even(int n)
{
	spin(40000);
	return n ? odd(n - 1) : 1;
}
int leaf(int n)
{
	spin(100000);
	return n + 1;
}
int fact(int n)
{
	spin(30000);
	return n > 1 ? n * fact(n - 1) : 1;
}
int unused(int n)
{
	return n;
}
static int deep(int n)
{
	return leaf(n) + inlined(n) + fact(n % 7);
}
int main(int argc, char **argv)
{
	int i, r = 0;

	for (i = 0; i < 150; i++)
		r += deep(i) + other(i) + even(i % 5);
	return r == 42;
}
