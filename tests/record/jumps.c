/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that end by a jump to another one, as compilers make them of `return f();'. */
#include <math.h>
#include <stdlib.h>

#define APART __attribute__((noinline, noclone, noipa))

enum { VALUES = 20000 };

static volatile double result;
static int values[VALUES];

APART double work(long n) {
	double sum = 0;
	long i;

	for (i = 0; i < n; i++)
		sum += sin(sum + (double)i);
	return sum;
}

APART double dear(void) {
	return work(20000000);
}

APART double cheap(void) {
	return work(500000);
}

static int compare(const void *a, const void *b) {
	return *(const int *)a - *(const int *)b;
}

APART void sorts(void) {
	int i, k;

	for (i = 0; i < 200; i++) {
		for (k = 0; k < VALUES; k++)
			values[k] = k * 7919 % VALUES;
		qsort(values, VALUES, sizeof *values, compare);
	}
}

int main(void) {
	result = dear();
	result += cheap();
	sorts();
	return 0;
}
