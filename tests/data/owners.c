/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function that is inlined into two others, and begins below a third. */
__attribute__((noinline)) int above(int n)
{
	return n + 1;
}

/* Twice as much as one. */
static inline __attribute__((always_inline)) int twice(int n)
{
	__asm__ volatile("in_twice%=: .rept 16\n nop\n .endr" : :);
	return 2 * n;
}

__attribute__((noinline)) int first(int n)
{
	return twice(n) + above(n);
}

int main(int argc, char **argv)
{
	return twice(argc) - first(argc);
}
