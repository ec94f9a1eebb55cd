/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs with habits that a recorder may stumble over: the argument says which.  What must come
 * out of them is printed; they take some CPU time in spin(). */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

#include "../data/busy.h"

static volatile sig_atomic_t hits;

static void on_signal(int number) {
	(void)number;
	hits++;
}

static void *run(void *seconds) {
	spin(*(double *)seconds);
	return NULL;
}

static int run_c11(void *seconds) {
	spin(*(double *)seconds);
	return 0;
}

static void *run_and_exit(void *seconds) {
	spin(*(double *)seconds);
	exit(6);
}

static void block_all(void) {
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	spin(0.3);
}

/* Only what was asked for may come. */
static void wait_for_all(int by_descriptor) {
	struct signalfd_siginfo info = { .ssi_signo = 0 };
	sigset_t all;
	int number = 0;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, NULL);
	spin(0.3);
	alarm(1);
	if (by_descriptor && read(signalfd(-1, &all, 0), &info, sizeof info) == sizeof info)
		number = (int)info.ssi_signo;
	else if (!by_descriptor)
		sigwait(&all, &number);
	puts(number == SIGALRM ? "right" : "wrong");
}

static void all_usual(void) {
	struct sigaction usual = { .sa_handler = SIG_DFL };
	int i;

	for (i = 1; i < NSIG; i++) {
		signal(i, SIG_DFL);
		sigaction(i, &usual, NULL);
	}
	spin(0.3);
}

/* The recorder's own number. */
static void own_handler(void) {
	signal(SIGRTMAX - 3, on_signal);
	spin(0.2);
	kill(getpid(), SIGRTMAX - 3);
	spin(0.1);
	puts(hits == 1 ? "right" : "wrong");
}

static void own_clock(void) {
	const struct itimerval each = { { 0, 10000 }, { 0, 10000 } };

	signal(SIGPROF, on_signal);
	setitimer(ITIMER_PROF, &each, NULL);
	spin(0.3);
	puts(hits ? "right" : "wrong");
}

/* A child that fork() knows nothing of, which ends as others do. */
static void raw_fork(void) {
	pid_t child;

	spin(0.1);
	child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	if (!child) {
		spin(0.05);
		exit(0);
	}
	waitpid(child, NULL, 0);
	spin(0.2);
}

static void first_thread_ends(void) {
	static double seconds = 0.3;
	pthread_t thread;

	pthread_create(&thread, NULL, run, &seconds);
	pthread_exit(NULL);
}

static void short_threads(void) {
	double seconds = 0.001;
	pthread_t thread;
	int i;

	for (i = 0; i < 300; i++) {
		pthread_create(&thread, NULL, run, &seconds);
		pthread_join(thread, NULL);
	}
}

/* Descriptors of others come to belong to files of the program. */
static void close_all(void) {
	char text[16] = "";
	int i, fd;

	for (i = 3; i < 256; i++)
		close(i);
	for (i = 0; i < 20; i++)
		fd = open("closed.out", O_RDWR | O_CREAT | O_APPEND, 0666);
	spin(0.3);
	i = write(fd, "right\n", 6) == 6 ? (int)pread(fd, text, sizeof text - 1, 0) : 0;
	unlink("closed.out");
	fputs(i == 6 ? text : "wrong\n", stdout);
}

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

/* Renames itself, which the recorder writes down, but calls nothing that it may be cancelled in. */
static void *run_to_the_end(void *unused) {
	char name[] = "a";

	(void)unused;
	pthread_mutex_lock(&held);
	for (; *name <= 'z'; ++*name) {
		prctl(PR_SET_NAME, name);
		spin(0.012);
	}
	pthread_mutex_unlock(&held);
	pthread_testcancel();
	return NULL;
}

static void cancel(void) {
	pthread_t thread;
	void *result;

	pthread_mutex_lock(&held);
	pthread_create(&thread, NULL, run_to_the_end, NULL);
	pthread_cancel(thread);
	pthread_mutex_unlock(&held);
	pthread_join(thread, &result);
	puts(result == PTHREAD_CANCELED && !pthread_mutex_trylock(&held) ? "right" : "wrong");
}

enum { ROOM = 1 << 20 };

/* Runs with the last bytes of an empty room as the stack for handlers; gives how many they used.
 * Each call has another room, because samples use the stack before until this one is set. */
static size_t used_of_stack(char *room, size_t size) {
	const stack_t stack = { .ss_sp = room + ROOM - size, .ss_size = size };
	size_t i = 0;

	sigaltstack(&stack, NULL);
	spin(0.15);
	while (i < ROOM && !room[i])
		i++;
	return ROOM - i;
}

/* Stacks of programs that have one for handlers may be small; that one may be, too. */
static void handler_stacks(void) {
	static char rooms[2][ROOM];
	const size_t large = used_of_stack(rooms[0], 1 << 17);
	const size_t small = used_of_stack(rooms[1], 4096);

	puts(large > 1000 && large < 1 << 17 && !small ? "right" : "wrong");
}

static void little_room(void) {
	const struct rlimit limit = { 300000, 300000 };

	setrlimit(RLIMIT_FSIZE, &limit);
	spin(0.3);
}

int main(int argc, char **argv) {
	const char *what = argc > 1 ? argv[1] : "";
	static double seconds = 0.3;
	pthread_t thread;
	thrd_t c11;

	if (!strcmp(what, "block")) {
		block_all();
	} else if (!strcmp(what, "sigwait") || !strcmp(what, "signalfd")) {
		wait_for_all(!strcmp(what, "signalfd"));
	} else if (!strcmp(what, "usual")) {
		all_usual();
	} else if (!strcmp(what, "own-handler")) {
		own_handler();
	} else if (!strcmp(what, "own-clock")) {
		own_clock();
	} else if (!strcmp(what, "raw-fork")) {
		raw_fork();
	} else if (!strcmp(what, "first-thread-ends")) {
		first_thread_ends();
	} else if (!strcmp(what, "short-threads")) {
		short_threads();
	} else if (!strcmp(what, "close-all")) {
		close_all();
	} else if (!strcmp(what, "cancelled")) {
		cancel();
	} else if (!strcmp(what, "stacks")) {
		handler_stacks();
	} else if (!strcmp(what, "little-room")) {
		little_room();
	} else if (!strcmp(what, "thread-exits")) {
		pthread_create(&thread, NULL, run_and_exit, &seconds);
		pause();
	} else if (!strcmp(what, "c11")) {
		thrd_create(&c11, run_c11, &seconds);
		thrd_join(c11, NULL);
	} else if (!strcmp(what, "abort")) {
		spin(0.3);
		abort();
	}
	return 0;
}
