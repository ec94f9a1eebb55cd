/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#ifdef CYGWIN /* its programs are told from others of Windows by their beginning */
void cygwin_crt0(void) {
	puts("no program of Cygwin");
}
#endif

__attribute__((noinline)) static double sum_of(int n) {
	double s = 0;

	for (int i = 1; i <= n; i++)
		s += 1.0 / i;
	return s;
}

__attribute__((noinline)) static double twice(int n) {
	return sum_of(n) + sum_of(n + 1);
}

int main(void) {
	double t = 0;

	for (int k = 0; k < 200; k++)
		t += twice(3000 + k);
	printf("%f\n", t);
	return 0;
}
