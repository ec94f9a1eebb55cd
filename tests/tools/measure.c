/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs two programs in turn and prints the least that each took: seconds of
 * processor time, seconds of real time, and KiB of peak resident memory.
 *
 *	measure TRIES PROGRAM ARGUMENT... -- PROGRAM ARGUMENT...
 *
 * Two lines of "processor clock memory".  In turn, so that a machine that is
 * busy for a while is busy for both.  Small itself, because what is resident
 * before exec() counts for the program that is executed. */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct cost {
	double processor, clock; /* seconds */
	long memory;             /* KiB */
};

static double seconds(struct timeval time) {
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static double now(void) {
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void run(char **program, struct cost *least) {
	const double begin = now();
	struct rusage used;
	pid_t child = fork();

	if (!child) {
		int null = open("/dev/null", O_RDWR);

		dup2(null, 0);
		dup2(null, 1);
		dup2(null, 2);
		execvp(program[0], program);
		_exit(127);
	}
	if (child < 0 || wait4(child, NULL, 0, &used) < 0)
		exit(1);
	double clock = now() - begin;
	double processor = seconds(used.ru_utime) + seconds(used.ru_stime);
	if (processor < least->processor)
		least->processor = processor;
	if (clock < least->clock)
		least->clock = clock;
	if (used.ru_maxrss > least->memory)
		least->memory = used.ru_maxrss;
}

int main(int argc, char **argv) {
	struct cost costs[2] = { { 1e9, 1e9, 0 }, { 1e9, 1e9, 0 } };
	char **second = argv + 2;
	int tries = argc > 2 ? atoi(argv[1]) : 0;

	while (*second && strcmp(*second, "--") != 0)
		second++;
	if (tries < 1 || !*second || !second[1]) {
		fputs("usage: measure TRIES PROGRAM... -- PROGRAM...\n", stderr);
		return 1;
	}
	*second++ = NULL;
	for (int i = 0; i < tries; i++) {
		run(argv + 2, &costs[0]);
		run(second, &costs[1]);
	}
	for (int i = 0; i < 2; i++)
		printf("%.6f %.6f %ld\n", costs[i].processor, costs[i].clock, costs[i].memory);
	return 0;
}
