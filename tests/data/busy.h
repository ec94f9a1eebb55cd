/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What programs that are recorded have in common: they take CPU time, and know how much. */
#pragma once

#include <time.h>

#define APART __attribute__((noinline, noclone, noipa))

static volatile double result;

/* CPU time of the thread, so that other programs do not matter. */
static double used_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

APART static __attribute__((unused)) void spin(double seconds)
{
	const double end = used_s() + seconds;
	int i;

	while (used_s() < end)
		for (i = 0; i < 10000; i++)
			result = result * 0.5 + i;
}

static __attribute__((unused)) int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}
