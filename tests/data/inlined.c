/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inlined.h"

__attribute__((noinline)) int called(int n)
{
	return n;
}

int main(void)
{
	int n = middle(1);

	__asm__ volatile("calling:");
	n += called(n);
	return n;
}
