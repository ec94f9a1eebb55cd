/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the recorder and gptui agree on.
 *
 * A recording is a CPU profile of gperftools, so pprof reads it, too: words of the machine that
 * ran, in its byte order.
 *	0, 3, 0, period in microseconds, 0
 *	for each sample: how often, number of addresses, addresses, the innermost
 *	first: that one exact, the others return addresses
 *	0, 1, 0, then the text of /proc/self/maps, then CPU_TIME
 * Source: gperftools, "CPU Profiler Binary Data File Format".
 *
 * The outermost address tells the thread: it is below 64 KiB, where no program has code, and a
 * line of the maps names it.  A thread that changes its name gets another one.
 *
 * A program that was killed leaves the samples, then zeros; its maps are in the file of the same
 * name with MAPS_SUFFIX.  Libraries that come and go make the maps longer: lines are added, none
 * is removed. */
#pragma once

/* The folder for recordings, absolute; not set: nothing is recorded. */
#define RECORD_FOLDER "GPTUI_RECORD"
/* Samples per second of CPU time of a thread; not set: as the kernel's tick. */
#define RECORD_RATE "GPTUI_RECORD_HZ"

/* In the names of the files, such as "host.3" of a rank; or not set. */
#define RECORD_TAG "GPTUI_RECORD_TAG"

/* PROGRAM[.TAG].PROCESS.prof, PROGRAM.PROCESS-1.prof after exec() of the same program. */
#define RECORDING_SUFFIX ".prof"
#define MAPS_SUFFIX ".maps"

/* In the folder of `gptui --record': a line of words, with tabs between them, for each run. */
#define RECORD_RUNS "runs.tsv"

/* Lines about the functions of the vDSO, "[vdso clock_gettime]", are before that about all of it.
 *
 * What the names of the lines of threads begin with; then the number of the thread, in the order of
 * creation, and its name. */
#define THREAD_NAME "[thread "

/* In one of programs that took turns: the level of the tests, and what that is. */
#define RECORD_LEVEL "level"

/* A line behind the maps of a program that ended by itself: the CPU time of its process,
 * in microseconds. */
#define CPU_TIME "gptui-cpu-us="

/* The same of how long its first thread was ready to run and waited for a processor, if the kernel
 * counts that. */
#define WAITED "gptui-waited-us="

/* A line behind the maps of a sum: how many of its samples, the last ones, are those of one signal
 * each, which counts what CPU time there was since the one before.  Counts of the others are as
 * many samples; in recordings all are of one signal, which such a line need not say. */
#define SINGLE "gptui-single="

enum {
	/* Behind the last address of a stack that was not followed to its end. */
	STACK_IS_CUT = 1,
	/* Lines of threads: one address each, so many at most. */
	FIRST_THREAD = 16,
	THREAD_MARKS = 60000
};
