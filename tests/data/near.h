/* SPDX-License-Identifier: GPL-3.0-or-later */
static inline int deeper(int n)
{
	volatile int k = n;
	for (int i = 0; i < 200; i++)
		k += i;
	return k;
}
static inline int inl(int n)
{
	if (n & 1)
		return deeper(n) + 1;
	return deeper(n - 1);
}
static inline void hook(int n)
{
	if (n > 5)
		deeper(n);
}
int other(int);
int fact(int);
