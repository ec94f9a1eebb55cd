/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that end by a jump to another one, as compilers make them of `return f();'. */
#include <math.h>
#include <stdlib.h>

#include "../data/busy.h"

enum { VALUES = 20000 };

static int values[VALUES];

double work(long n);

#ifndef WORK_IS_ELSEWHERE
APART double work(long n) {
	double sum = 0;
	long i;

	for (i = 0; i < n; i++)
		sum += sin(sum + (double)i);
	return sum;
}
#endif

#ifndef IS_ELSEWHERE
APART double dear(void) {
	return work(16000000);
}

/* Two jumps, one after the other. */
APART double twice_as_dear(void) {
	result = 1;
	return dear();
}

APART double cheap(void) {
	return work(4000000);
}

APART double few(void) {
	return work(500000);
}

APART double fewer(void) {
	return work(499000);
}

/* Both ways lead to work(), so a stack does not tell which it was. */
APART double either(void) {
	return result > 1e300 ? few() : fewer();
}

/* Jumps to the library, whose function jumps on. */
APART void sort(void) {
	int k;

	for (k = 0; k < VALUES; k++)
		values[k] = k * 7919 % VALUES;
	qsort(values, VALUES, sizeof *values, compare);
}

APART void sorts(void) {
	int i;

	for (i = 0; i < 200; i++)
		sort();
}

int main(void) {
	result = twice_as_dear();
	result += cheap();
	result += either();
	sorts();
	return 0;
}
#endif
