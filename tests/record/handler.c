/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ends with a message if the recorder's handler allocates, or takes a lock that the program takes.
 * In the handler all signals are blocked; here none ever is. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { LOCKS = 4096, THREADS = 4 };

static _Atomic(void *) locks[LOCKS]; /* that the program has taken, by hash */
static _Atomic long handled;         /* locks taken in the handler */

static int is_handler(void) {
	unsigned long blocked = 0;

	syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &blocked, sizeof blocked);
	return (blocked >> (SIGUSR2 - 1) & 1) != 0;
}

static void no(const char *what) {
	if (!is_handler())
		return;
	if (write(STDOUT_FILENO, what, strlen(what)) > 0)
		_exit(9);
	_exit(10);
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

void *malloc(size_t n) {
	no("malloc in the handler\n");
	return __libc_malloc(n);
}

void *calloc(size_t n, size_t size) {
	no("calloc in the handler\n");
	return __libc_calloc(n, size);
}

void *realloc(void *p, size_t n) {
	no("realloc in the handler\n");
	return __libc_realloc(p, n);
}

void free(void *p) {
	no("free in the handler\n");
	__libc_free(p);
}

int pthread_mutex_lock(pthread_mutex_t *lock) {
	static int (*next)(pthread_mutex_t *);
	_Atomic(void *) *seen = &locks[(size_t)lock / 8 % LOCKS];

	if (!next) {
		void *found = dlsym(RTLD_NEXT, "pthread_mutex_lock");

		memcpy(&next, &found, sizeof next);
	}
	if (!is_handler()) {
		*seen = lock;
	} else {
		handled++;
		if (*seen == lock)
			no("a lock of the program in the handler\n");
	}
	return next(lock);
}

static double used_s(void) {
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;

static int compare(const void *a, const void *b) {
	free(malloc(16));
	return *(const int *)a - *(const int *)b;
}

static void *run(void *unused) {
	const double end = used_s() + 0.3;
	int list[100], i;

	while (used_s() < end) {
		for (i = 0; i < 100; i++)
			list[i] = i * 7919 % 101;
		qsort(list, 100, sizeof *list, compare);
		pthread_mutex_lock(&own);
		free(realloc(malloc(100), 2000));
		pthread_mutex_unlock(&own);
		dlclose(dlopen("libm.so.6", RTLD_NOW));
	}
	return unused;
}

int main(void) {
	pthread_t threads[THREADS];
	int i;

	for (i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, run, NULL);
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	puts("right");
	return 0;
}
