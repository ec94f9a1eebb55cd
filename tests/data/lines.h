/* SPDX-License-Identifier: GPL-3.0-or-later */
static inline __attribute__((always_inline)) int twice(int n)
{
	__asm__ volatile("call_inlined:");
	return leaf(n) + n;
}
