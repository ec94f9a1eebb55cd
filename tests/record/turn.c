/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that take turns: built with other SLOWNESS, and a tenth of a second of
 * CPU time or so for each byte of standard input and each argument. */
#include <stdio.h>

#ifndef SLOWNESS
#define SLOWNESS 1
#endif

static volatile double sink;

__attribute__((noinline)) static void work(long n) {
	for (long i = 0; i < n; i++)
		sink += (double)i / 3;
}

__attribute__((noinline)) static void other(long n) {
	for (long i = 0; i < n; i++)
		sink += (double)i / 5;
}

int main(int argc, char **argv) {
	int n = argc - 1;

	while (getchar() != EOF)
		n++;
	for (; n > 0; n--) {
		work(SLOWNESS * 20000000L);
		other(10000000L);
	}
	return argc > 1 ? argv[1][0] - '0' : 0;
}
