/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records what each sample of gprof's clock interrupted, in the run that writes
 * gmon.out.
 *
 * A library to be preloaded, or with -DLINKED an object to be linked with
 * -Wl,--wrap=__monstartup into static programs.  Startup code of programs built
 * with -pg calls __monstartup(), which makes SIGPROF count program counters;
 * here a handler is put before the one of the C library.  It writes down the
 * exact program counter and the return addresses on the stack, and goes on to
 * the C library's handler, so both have the same samples.
 *
 * $TRUTH_OUT names the file, without it nothing is recorded; $TRUTH_MIB says
 * how large it can become (64).  Layout, in words of 8 bytes and the byte order
 * of the machine:
 *	0 "gptruth1"    1 where the program was loaded    2, 3 the range of
 *	addresses that is profiled    4 words used, these eight included
 *	5 samples that had no room    6, 7 zero
 * and for each sample
 *	number of return addresses | FLAGS << 32, program counter, return
 *	addresses, the innermost first
 * Addresses are those of the run: the executable's plus word 1. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum { HEADER_WORDS = 8, MOST_FRAMES = 1000 };
enum { BASE = 1, LOW, HIGH, USED, LOST };
enum { STACK_UNKNOWN = 1, STACK_CUT = 2 };

#ifdef LINKED
#define MONSTARTUP __wrap___monstartup
void __real___monstartup(unsigned long low, unsigned long high);
#else
#define MONSTARTUP __monstartup
#endif
void MONSTARTUP(unsigned long low, unsigned long high);

static uint64_t *words;
static uint64_t capacity;
static int file = -1;
static struct sigaction next;
static volatile sig_atomic_t can_unwind;

static uint64_t interrupted(const void *context) {
	const ucontext_t *c = context;

#if defined(__x86_64__)
	return (uint64_t)c->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
	return c->uc_mcontext.pc;
#else
#error "where does this machine keep the program counter?"
#endif
}

/* Frames of the handler and of the kernel's signal frame come first. */
static void record(uint64_t pc) {
	void *frames[MOST_FRAMES];
	uint64_t n = 0, first = 0;
	uint64_t flags, at;

	if (can_unwind)
		n = (uint64_t)backtrace(frames, MOST_FRAMES);
	flags = n == MOST_FRAMES ? STACK_CUT : 0;
	while (first < n && (uint64_t)frames[first] != pc)
		first++;
	if (first == n)
		flags = STACK_UNKNOWN;
	else
		first++;
	n -= first;
	at = __atomic_fetch_add(&words[USED], n + 2, __ATOMIC_RELAXED);
	if (at + n + 2 > capacity) {
		__atomic_fetch_sub(&words[USED], n + 2, __ATOMIC_RELAXED);
		__atomic_fetch_add(&words[LOST], 1, __ATOMIC_RELAXED);
		return;
	}
	words[at] = n | flags << 32;
	words[at + 1] = pc;
	memcpy(&words[at + 2], &frames[first], n * sizeof *words);
}

static void on_sample(int sig, siginfo_t *info, void *context) {
	record(interrupted(context));
	if (next.sa_flags & SA_SIGINFO)
		next.sa_sigaction(sig, info, context);
	else
		next.sa_handler(sig);
}

static int first_object(struct dl_phdr_info *object, size_t size, void *base) {
	(void)size;
	*(uint64_t *)base = object->dlpi_addr;
	return 1;
}

static int open_record(const char *path, unsigned long low, unsigned long high) {
	const char *mib = getenv("TRUTH_MIB");
	uint64_t size = strtoul(mib ? mib : "64", NULL, 10) << 20;

	file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (file < 0 || ftruncate(file, (off_t)size) != 0)
		return -1;
	words = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (words == MAP_FAILED)
		return -1;
	capacity = size / sizeof *words;
	memcpy(words, "gptruth1", 8);
	dl_iterate_phdr(first_object, &words[BASE]);
	words[LOW] = low;
	words[HIGH] = high;
	words[USED] = HEADER_WORDS;
	return 0;
}

/* The first time loads and allocates; in a static program it is not possible
 * before constructors run. */
__attribute__((constructor)) static void begin_to_unwind(void) {
	void *frames[4];

	backtrace(frames, 4);
	can_unwind = 1;
}

void MONSTARTUP(unsigned long low, unsigned long high) {
	const char *path = getenv("TRUTH_OUT");
	struct sigaction ours = { .sa_flags = SA_SIGINFO | SA_RESTART };
#ifdef LINKED
	__real___monstartup(low, high);
#else
	void (*real)(unsigned long, unsigned long);

	*(void **)&real = dlsym(RTLD_NEXT, "__monstartup");
	real(low, high);
#endif
	if (!path)
		return;
	if (open_record(path, low, high) != 0) {
		perror(path);
		_exit(3);
	}
	ours.sa_sigaction = on_sample;
	sigfillset(&ours.sa_mask);
	sigaction(SIGPROF, &ours, &next);
}

/* What follows the last sample is cut off; the clock may still run. */
__attribute__((destructor)) static void close_record(void) {
	struct sigaction now;

	if (!words || sigaction(SIGPROF, NULL, &now) != 0)
		return;
	if (now.sa_sigaction == on_sample)
		sigaction(SIGPROF, &next, NULL);
	ftruncate(file, (off_t)(words[USED] * sizeof *words));
}
