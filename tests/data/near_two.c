/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"
static int third(int n)
{
	return n ? inl(n) : deeper(n);
}
int two(int n)
{
	return third(n) + third(n + 1);
}
