/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"
static int below(int n)
{
	return inl(n) * 3;
}
int two(int n);
int one(int n)
{
	int r = below(n) + inl(n + 1);
	for (int i = 0; i < n; i++)
		r += two(i) + inl(i) + below(r);
	return r;
}
int main(int argc, char **argv)
{
	return one(argc) + deeper(argc) == 42;
}
