/* SPDX-License-Identifier: GPL-3.0-or-later */
static inline __attribute__((always_inline)) int deep(int n)
{
	__asm__ volatile("in_deep: .rept 16\n nop\n .endr");
	return n + 1;
}

static inline __attribute__((always_inline)) int middle(int n)
{
	return deep(n);
}
