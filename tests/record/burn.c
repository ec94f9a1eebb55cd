/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that are recorded: the argument says what this one does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../data/busy.h"

enum { CALLS = 1000, VALUES = 20000 };

/* One function, called cheaply and dearly, nine times as long. */
APART double work(int n) {
	double sum = 0;
	int i;

	for (i = 0; i < n; i++)
		sum += sin(sum + i);
	return sum;
}

APART void cheap(void) {
	result = work(2000) + 1;
}

APART void dear(void) {
	result = work(18000) + 1;
}

APART void sorts(void) {
	static int values[VALUES];
	int i, k;

	for (k = 0; k < 100; k++) {
		for (i = 0; i < VALUES; i++)
			values[i] = rand();
		qsort(values, VALUES, sizeof *values, compare);
	}
}

static void *second(void *unused) {
	sorts();
	return unused;
}

static void two_callers(void) {
	pthread_t thread;
	int i;

	pthread_create(&thread, NULL, second, NULL);
	for (i = 0; i < CALLS; i++) {
		cheap();
		dear();
	}
	pthread_join(thread, NULL);
}

APART int deep(int n) {
	if (n)
		return deep(n - 1) + 1;
	spin(0.3);
	return 0;
}

static void *short_thread(void *unused) {
	spin(0.01);
	return unused;
}

static void many_threads(void) {
	pthread_t thread;
	int i;

	for (i = 0; i < 50; i++) {
		pthread_create(&thread, NULL, short_thread, NULL);
		pthread_join(thread, NULL);
	}
}

static void *all_blocked(void *unused) {
	sigset_t all;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, NULL);
	many_threads();
	return unused;
}

static void open_and_close(void) {
	int i, k;

	for (i = 0; i < 300; i++) {
		void *library = dlopen("libm.so.6", RTLD_NOW);
		double (*function)(double);
		void *found = dlsym(library, "cbrt");

		memcpy(&function, &found, sizeof function);
		for (k = 0; k < 20000; k++)
			result = function(result + k);
		dlclose(library);
	}
}

static void run_brief_ones(const char *program) {
	int i;

	for (i = 0; i < 3; i++) {
		if (!vfork()) {
			execl(program, program, "nothing", (char *)NULL);
			_exit(1);
		}
		wait(NULL);
	}
}

int main(int argc, char **argv) {
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "nothing"))
		return 0;
	if (!strcmp(what, "brief"))
		run_brief_ones(argv[0]);

	if (!strcmp(what, "two"))
		two_callers();
	else if (!strcmp(what, "deep"))
		deep(3000);
	else if (!strcmp(what, "threads"))
		many_threads();
	else if (!strcmp(what, "blocked"))
		all_blocked(NULL);
	else if (!strcmp(what, "dlopen"))
		open_and_close();
	else
		spin(0.3);
	if (!strcmp(what, "fork")) {
		if (!fork()) {
			spin(0.2);
			exit(0);
		}
		wait(NULL);
	} else if (!strcmp(what, "_exit")) {
		_exit(3);
	} else if (!strcmp(what, "kill")) {
		kill(getpid(), SIGKILL);
	} else if (!strcmp(what, "exec")) {
		execl(argv[0], argv[0], "_exit", (char *)NULL);
	} else if (!strcmp(what, "interrupt")) {
		kill(getpid(), SIGINT);
	}
	return 0;
}
