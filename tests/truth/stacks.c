/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that knows how long its parts take, and says so when it ends: lines
 *	SECONDS FUNCTION
 * of the CPU time of threads.  Which function calls which is in stacks.py. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

#include "../data/busy.h"

enum { DEPTH = 400, VALUES = 3000 };

static _Atomic long handled_ns;
static jmp_buf back;

APART double work(long n) {
	double x = 1;
	long i;

	for (i = 0; i < n; i++)
		x += 1 / (x + (double)i);
	return x;
}

APART double little(long n) {
	return work(n) + 1;
}

/* Ends by a jump, as `return' of a call does at -O2. */
APART double much(long n) {
	return work(9 * n);
}

APART void callers(void) {
	int i;

	for (i = 0; i < 200; i++)
		result = little(20000) + much(20000);
}

APART double deep(int n) {
	return n ? deep(n - 1) + 1 : work(100000);
}

APART void recursion(void) {
	int i;

	for (i = 0; i < 200; i++)
		result = deep(DEPTH);
}

APART void sorts(void) {
	static int values[VALUES];
	int i, k;

	for (i = 0; i < 500; i++) {
		for (k = 0; k < VALUES; k++)
			values[k] = k * 7919 % VALUES;
		qsort(values, VALUES, sizeof *values, compare);
	}
}

APART void jumps_back(int n) {
	if (n)
		jumps_back(n - 1);
	result = work(20000);
	longjmp(back, 1);
}

APART void leaves(void) {
	volatile int i;

	for (i = 0; i < 500; i++)
		if (!setjmp(back))
			jumps_back(20);
}

APART void in_handler(void) {
	result = work(100000);
}

static void handler(int signal) {
	const double begin = used_s();

	(void)signal;
	in_handler();
	handled_ns += (long)(1e9 * (used_s() - begin));
}

APART void is_interrupted(void) {
	const struct itimerval each = { { 0, 2000 }, { 0, 2000 } }, never = { { 0, 0 }, { 0, 0 } };
	int i;

	signal(SIGVTALRM, handler);
	setitimer(ITIMER_VIRTUAL, &each, NULL);
	for (i = 0; i < 200; i++)
		result = little(100000);
	setitimer(ITIMER_VIRTUAL, &never, NULL);
}

APART void loaded(void) {
	void *library = dlopen("./libstacks.so", RTLD_NOW);
	void (*run)(void) = NULL;

	if (library)
		*(void **)&run = dlsym(library, "library_runs");
	if (run)
		run();
	if (library)
		dlclose(library);
}

static void measure(const char *name, void (*run)(void)) {
	const double begin = used_s();

	run();
	printf("%.6f %s\n", used_s() - begin, name);
	fflush(stdout);
}

APART void in_thread(void) {
	int i;

	for (i = 0; i < 200; i++)
		result = little(200000);
}

static void *thread(void *unused) {
	measure("in_thread", in_thread);
	return unused;
}

int main(void) {
	pthread_t other;

	pthread_create(&other, NULL, thread, NULL);
	measure("callers", callers);
	measure("recursion", recursion);
	measure("sorts", sorts);
	measure("leaves", leaves);
	measure("is_interrupted", is_interrupted);
	printf("%.6f in_handler\n", (double)handled_ns / 1e9);
	measure("loaded", loaded);
	pthread_join(other, NULL);
	return 0;
}
