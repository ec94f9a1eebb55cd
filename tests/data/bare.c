/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To be compiled without debug information. */
int leaf(int n);

int bare(int n)
{
	__asm__ volatile("in_bare: .rept 32\n nop\n .endr");
	__asm__ volatile("bare_call:");
	return leaf(n);
}
