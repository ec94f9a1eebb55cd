/* SPDX-License-Identifier: GPL-3.0-or-later */
#undef _XOPEN_SOURCE /* the next one has more */
#define _GNU_SOURCE
#include "recorder/parts.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>

#if defined(__x86_64__) && defined(__GLIBC__)

#define HIDDEN __attribute__((visibility("hidden")))

/* Of functions that the compiler lets call mcount() all registers are in use. */
#define PLAIN_REGISTERS __attribute__((target("general-regs-only")))

/* Those of the C library, or what does nothing yet. */
extern void *mcount_next HIDDEN, *mcount_fentry_next HIDDEN;
HIDDEN unsigned char mcount_is_shared;

enum { SPINS = 1000 }; /* counting takes some 20 ns */

typedef void count_call(uintptr_t from, uintptr_t self);
HIDDEN PLAIN_REGISTERS count_call __mcount_internal;
static count_call *count; /* of the C library: what its mcount() calls */
static _Atomic bool is_counting;
static _Thread_local bool counts __attribute__((tls_model("initial-exec")));

/* As a part of what calls it, so that its time is the profiler's. */
static inline PLAIN_REGISTERS void yield(void) {
	long result = SYS_sched_yield;

	__asm__ volatile("syscall" : "+a"(result) : : "rcx", "r11", "memory");
}

/* The name is known as the profiler's own.  A signal handler may be called while its thread counts:
 * that call is lost, as without us. */
void __mcount_internal(uintptr_t from, uintptr_t self) {
	if (counts)
		return;
	counts = true;
	while (atomic_exchange_explicit(&is_counting, true, memory_order_acquire))
		for (unsigned n = 0; atomic_load_explicit(&is_counting, memory_order_relaxed); n++)
			if (n < SPINS)
				__builtin_ia32_pause();
			else
				yield();
	count(from, self);
	atomic_store_explicit(&is_counting, false, memory_order_release);
	counts = false;
}

/* What glibc's mcount() calls, behind "mov 8(%rbp),%rdi": NULL if its code is not the known one. */
static count_call *called_by(const unsigned char *code) {
	static const unsigned char before[] = { 0x48, 0x8b, 0x7d, 0x08, 0xe8 };
	const size_t within = 96;
	int32_t distance;
	count_call *found;

	for (size_t i = 0; i < within; i++)
		if (!memcmp(code + i, before, sizeof before)) {
			memcpy(&distance, code + i + sizeof before, sizeof distance);
			uintptr_t to = (uintptr_t)(code + i + sizeof before + sizeof distance) +
			               (uintptr_t)(intptr_t)distance;
			memcpy(&found, &to, sizeof found);
			return found;
		}
	return NULL;
}

void mcount_begin(void) {
	void *next = dlsym(RTLD_NEXT, "mcount"), *fentry = dlsym(RTLD_NEXT, "__fentry__");

	if (fentry)
		mcount_fentry_next = fentry;
	if (!next)
		return;
	count = called_by(next);
	mcount_next = next;
}

void mcount_share(void) {
	mcount_is_shared = count != NULL;
}

void mcount_begin_in_child(void) {
	atomic_store(&is_counting, false);
}

#else

void mcount_begin(void) {
}

void mcount_share(void) {
}

void mcount_begin_in_child(void) {
}

#endif
