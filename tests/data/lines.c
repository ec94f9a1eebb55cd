/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines that are apart, for records tell addresses of calls only roughly. */
#define NOPS ".rept 32\n nop\n .endr"

__attribute__((noinline)) int leaf(int n)
{
	__asm__ volatile("in_leaf: " NOPS);
	return n;
}
#include "lines.h"

int bare(int n);

__attribute__((noinline)) int walk(int n)
{
	__asm__ volatile("in_walk: " NOPS);
	__asm__ volatile("one_call:");
	n += leaf(n);
	__asm__ volatile(NOPS);
	__asm__ volatile("two_calls:");
	n += leaf(n) + bare(n);
	__asm__ volatile(NOPS);
	n += twice(n);
	return n;
}

int main(void)
{
	__asm__ volatile("call_walk:");
	return walk(1);
}
