/* SPDX-License-Identifier: GPL-3.0-or-later */
static int inlined(int n)
{
	volatile int k = n;
	return k * 2;
}
int leaf(int n);
int fact(int n);
int other(int n);
